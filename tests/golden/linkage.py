"""Prints the figures that tests/cluster/linkage_test.cpp holds linkage to.

python3 tests/golden/linkage.py    (SciPy; from the root of the repository)
"""
import numpy as np
import scipy
from scipy.cluster.hierarchy import fcluster, linkage

print("SciPy", scipy.__version__)
for name in ("iris", "wine"):
    with open(f"data/{name}.csv") as file:
        columns = len(file.readline().split(",")) - 1  # the last one is the label
    rows = np.loadtxt(f"data/{name}.csv", delimiter=",", skiprows=1, usecols=range(columns))
    for link in ("single", "complete", "average", "ward"):
        tree = linkage(rows, link)
        sizes = sorted(np.bincount(fcluster(tree, 4, "maxclust"))[1:].tolist())
        print(f'{{"{name}", "{link}", {tree[:, 2].sum():.13g}, {tree[-1, 2]:.13g}, {tree[-4, 2]:.13g}, '
              f'{{{", ".join(map(str, sizes))}}}}},')
