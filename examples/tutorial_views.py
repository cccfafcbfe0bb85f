# %% [markdown]
# # What two tables have in common
#
# Two laboratories measured the same bottles: one the acids, one the colours. Canonical correlation analysis finds what
# both see. Run it with `./run python examples/tutorial_views.py`, or cell by cell in a notebook.

# %%
import germane  # before NumPy: OpenBLAS then takes the kernel that suits the processor

import numpy as np
import pandas as pd
from matplotlib import pyplot

wine = pd.read_csv("data/wine.csv")
wine.index = [f"bottle-{i:03}" for i in range(len(wine))]
grape = wine.pop("label")

# %% [markdown]
# The second laboratory has the bottles in another order, and lost ten of them. Data frames are matched by their index.

# %%
acids = wine.iloc[:, :5]
colours = wine.iloc[:, 5:].sample(frac=1, random_state=0).iloc[10:]
cca = germane.CCA(permutations=99).fit({"acids": acids, "colours": colours})
print(cca.report_)

# %% [markdown]
# Correlations of what was learned from flatter; those of bottles that were held out do not. Full marks are components
# that stand out of chance.

# %%
figure, axes = pyplot.subplots(1, 2, figsize=(12, 4.6), layout="constrained")
germane.plot.spectrum(cca, ax=axes[0])
germane.plot.permutation(cca, ax=axes[1])
figure.savefig("tutorial_views_components.png")

# %% [markdown]
# Which measurements is the common part made of?

# %%
figure, axes = pyplot.subplots(1, 2, figsize=(14, 5.4), layout="constrained")
germane.plot.loadings(cca, 0, ax=axes[0])
germane.plot.correlation_circle(cca, (0, 1), ax=axes[1])
figure.savefig("tutorial_views_loadings.png")

# %% [markdown]
# Nobody told CCA about grapes. What both laboratories see is mostly that:

# %%
scores = cca.transform({"acids": acids})["acids"][:, :2]
clusters = germane.KMeans(n_clusters=3).fit_predict(scores)
print(pd.crosstab(grape.to_numpy(), clusters, rownames=["grape"], colnames=["cluster"]))

# %% [markdown]
# A view by itself finds its bottle in the other: the mates are nearest in the shared space.

# %%
common = colours.index
shared = cca.transform({"acids": acids.loc[common], "colours": colours})
left, right = (shared[name] / np.linalg.norm(shared[name], axis=1, keepdims=True) for name in ("acids", "colours"))
rank = (left @ right.T > np.sum(left * right, axis=1)[:, None]).sum(axis=1)
print(f"mate among the ten nearest of {len(common)}: {np.mean(rank < 10):.0%}")
assert np.mean(rank < 10) > 3 * 10 / len(common)
