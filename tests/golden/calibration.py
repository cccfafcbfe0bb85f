"""Prints the lines that tests/evaluate/calibration_test.cpp holds fit_score_line to.

python3 tests/golden/calibration.py    (NumPy, scikit-learn)
"""
import numpy as np
from sklearn.linear_model import LogisticRegression

for same, different, prior in [(50, 80, 0.5), (400, 300, 0.1), (60, 500, 0.9)]:
    s = np.array([(i * i) % 31 for i in range(same)], float)
    d = np.array([(i * i) % 47 for i in range(different)], float)
    scores = np.concatenate([s, d])[:, None]
    labels = np.repeat([1, 0], [same, different])
    weights = np.repeat([prior / same, (1 - prior) / different], [same, different]) * 1e4
    fit = LogisticRegression(C=1e12, tol=1e-14, max_iter=1000, solver="newton-cholesky").fit(scores, labels, weights)
    offset = fit.intercept_[0] - np.log(prior / (1 - prior))
    print(f"{{{same}, {different}, {prior}, {offset:.10f}, {fit.coef_[0, 0]:.10f}}},")
