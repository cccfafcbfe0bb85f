# %% [markdown]
# # From hints to clusters
#
# 178 bottles of three grapes, 13 measurements each. A few dozen hints that two bottles are alike are worth more than
# standardising the columns. Run it with `./run python examples/tutorial_clusters.py`, or cell by cell in a notebook.

# %%
import germane  # before NumPy: OpenBLAS then takes the kernel that suits the processor

import pandas as pd
from matplotlib import pyplot
from sklearn.metrics import adjusted_rand_score

wine = pd.read_csv("data/wine.csv")
grape = wine.pop("label")
wine.describe().loc[["mean", "std"]].round(2)

# %% [markdown]
# Columns are in different units: raw distances are all proline. What is known besides is 54 pairs of bottles of the
# same grape, here drawn from the grapes; yours come from people, time stamps or links.

# %%
known = germane.Constraints.simulate(grape, components=0.7, random_state=0)
print(known.diagnose(wine))

# %% [markdown]
# Three ways to learn from them. `check_` says on held-out pairs whether it helped.

# %%
learned = {name: method().fit(wine, constraints=known)
           for name, method in (("rca", germane.RCA), ("cfld", germane.CFLD), ("elda", germane.ELDA))}
rows = []
for name, model in learned.items():
    clusters = germane.KMeans(n_clusters=3).fit_predict(model.transform(wine))
    rows.append({"method": name, "dimensions": model.components_.shape[0], "verdict": model.check_["verdict"],
                 "held-out auc": model.check_["scores"][-1]["auc"],
                 "clusters and grapes": adjusted_rand_score(grape, clusters)})
plain = germane.KMeans(n_clusters=3, prepare="standardize").fit_predict(wine)
rows.append({"method": "none, standardized", "clusters and grapes": adjusted_rand_score(grape, plain)})
table = pd.DataFrame(rows).set_index("method")
print(table.round(3).to_string())

# %% [markdown]
# The rows before and after, must-links as lines:

# %%
figure, axes = pyplot.subplots(1, 3, figsize=(15, 4.6), layout="constrained")
germane.plot.scatter(None, wine, grape, constraints=known, ax=axes[0])
germane.plot.scatter(learned["elda"], wine, grape, constraints=known, ax=axes[1])
germane.plot.purity([learned["rca"], learned["elda"]], wine, grape, ax=axes[2])
figure.savefig("tutorial_clusters.png")

# %% [markdown]
# Hints can also guide the clustering itself. With 13 columns and 178 rows one covariance for all components is plenty:

# %%
free = germane.GaussianMixture(3, covariance="tied", prepare="standardize").fit(wine)
bound = germane.ConstrainedGaussianMixture(3, covariance="tied", prepare="standardize").fit(wine, constraints=known)
print("mixture without and with hints:", round(adjusted_rand_score(grape, free.labels_), 3),
      round(adjusted_rand_score(grape, bound.labels_), 3))

# %% [markdown]
# What belongs together is in the model file, for the command line and other machines:
# `germane transform wine.model data/wine.csv --label label --out mapped.csv`.

# %%
learned["elda"].save("wine.model")
again = germane.load("wine.model")
assert (again.transform(wine) == learned["elda"].transform(wine)).all()
assert table["clusters and grapes"]["elda"] > table["clusters and grapes"]["none, standardized"]
