"""Prints the inertias that tests/cluster/kmeans_test.cpp holds k-means to.

python3 tests/golden/kmeans.py    (scikit-learn; from the root of the repository)
"""
import numpy as np
import sklearn
from sklearn.cluster import KMeans

print("scikit-learn", sklearn.__version__)
for name, ks in [("iris", (2, 3, 5)), ("wine", (2, 3, 5))]:
    with open(f"data/{name}.csv") as file:
        columns = len(file.readline().split(",")) - 1  # the last one is the label
    rows = np.loadtxt(f"data/{name}.csv", delimiter=",", skiprows=1, usecols=range(columns))
    for k in ks:
        model = KMeans(k, n_init=50, tol=0, random_state=0).fit(rows)
        sizes = sorted(np.bincount(model.labels_).tolist())
        print(f'{{"{name}", {k}, {model.inertia_:.12g}, {{{", ".join(map(str, sizes))}}}}},')

print("from the first k rows of iris: k, inertia")
iris = np.loadtxt("data/iris.csv", delimiter=",", skiprows=1, usecols=range(4))
for k in (2, 3, 8):
    model = KMeans(k, init=iris[:k], n_init=1, tol=0, algorithm="lloyd").fit(iris)
    print(f"{{{k}, {model.inertia_:.12g}}}")
