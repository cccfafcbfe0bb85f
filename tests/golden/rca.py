"""Golden values of tests/learn/rca_test.cpp: RCA on iris with the classes as chunklets, by the definition."""
import csv
import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parents[2]
with open(root / "data" / "iris.csv", newline="") as file:
    table = list(csv.DictReader(file))
labels = np.array([row["label"] for row in table])
x = np.array([[float(v) for k, v in row.items() if k != "label"] for row in table])
within = sum(
    (x[labels == c] - x[labels == c].mean(0)).T @ (x[labels == c] - x[labels == c].mean(0))
    for c in np.unique(labels)
)
metric = np.linalg.inv(within / len(x))
print("diagonal", np.diag(metric).round(8), "M01", metric[0, 1].round(8))
