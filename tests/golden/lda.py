"""Golden values of tests/learn/lda_test.cpp: ratios of between to within scatter on iris, by SciPy."""
import csv
import pathlib

import numpy as np
from scipy.linalg import eigh

root = pathlib.Path(__file__).resolve().parents[2]
with open(root / "data" / "iris.csv", newline="") as file:
    table = list(csv.DictReader(file))
labels = np.array([row["label"] for row in table])
x = np.array([[float(v) for k, v in row.items() if k != "label"] for row in table])
groups = [x[labels == c] for c in np.unique(labels)]
within = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups)
between = sum(len(g) * np.outer(g.mean(0) - x.mean(0), g.mean(0) - x.mean(0)) for g in groups)
print("ratios", eigh(between, within, eigvals_only=True)[::-1][:2].round(8))
