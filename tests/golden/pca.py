"""Golden values of tests/learn/pca_test.cpp: explained variances of iris, by scikit-learn."""
import csv
import pathlib

import numpy as np
from sklearn.decomposition import PCA

root = pathlib.Path(__file__).resolve().parents[2]
with open(root / "data" / "iris.csv", newline="") as file:
    table = list(csv.DictReader(file))
x = np.array([[float(v) for k, v in row.items() if k != "label"] for row in table])
print("variances", PCA().fit(x).explained_variance_.round(8))
