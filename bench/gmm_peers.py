"""Mixtures of Gaussians against scikit-learn's; called by run.py.

Full covariances, 100,000 x 16, ten components, 20 updates from the same start, rows in memory to
mixture. Both print the log-likelihood they end with.
"""

import pathlib

import numpy as np

from peers import json_of, peer_python

HERE = pathlib.Path(__file__).resolve().parent
ROWS, COLUMNS, COMPONENTS, UPDATES = 100_000, 16, 10, 20


def planted_mixture(folder):
    """Overlapping clouds of different shapes, and the nearest of ten of their rows as start; made once."""
    rows_file, labels_file = folder / "gmm_rows.npy", folder / "gmm_labels.csv"
    if rows_file.exists() and labels_file.exists():
        return rows_file, labels_file
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    cloud = random.integers(COMPONENTS, size=ROWS)
    rows = random.standard_normal((ROWS, COLUMNS))
    for c in range(COMPONENTS):
        mixing = np.eye(COLUMNS) + random.standard_normal((COLUMNS, COLUMNS)) / np.sqrt(COLUMNS)
        rows[cloud == c] = rows[cloud == c] @ mixing.T + 1.5 * random.standard_normal(COLUMNS)
    centers = rows[random.choice(ROWS, COMPONENTS, replace=False)]
    squares = (centers**2).sum(1) - 2 * rows @ centers.T
    np.savetxt(labels_file, squares.argmin(1), fmt="%d")
    np.save(rows_file, rows)
    return rows_file, labels_file


def compare_gmm(binaries, work, our_settings, python=None):
    """Ours and scikit-learn on the same rows, one after the other. False if what could be run failed."""
    rows, labels = planted_mixture(work / "bench-data")
    print(f"\nmixture of {COMPONENTS} full Gaussians, {ROWS:,} x {COLUMNS}, {UPDATES} updates from the same start, "
          "rows in memory to mixture", flush=True)
    task = [rows, labels, str(COMPONENTS), str(UPDATES)]
    ours, why = json_of([binaries / "gmm_bench", *task], our_settings)
    if ours is None:
        print(f"  germane       failed: {why}")
        return False
    print(f"  germane       {ours['seconds']:9.4f} s   processor {ours['processor_seconds']:9.4f} s   "
          f"kernel {ours['kernel']}", flush=True)
    if python is None:
        python, why = peer_python(work / "peers", "peers.txt")
    if python is None:
        print(f"  scikit-learn  not compared: PyPI could not be reached ({why})")
        return True
    peer, why = json_of([python, HERE / "peer_gmm.py", *task], our_settings)
    if peer is None:
        print(f"  scikit-learn  failed: {why}")
        return False
    print(f"  scikit-learn  {peer['seconds']:9.4f} s   processor {peer['processor_seconds']:9.4f} s   "
          f"kernel {', '.join(peer['kernel'])}")
    print(f"  ratio         {peer['seconds'] / ours['seconds']:9.1f}     processor "
          f"{peer['processor_seconds'] / ours['processor_seconds']:9.1f}")
    difference = abs(ours["log_likelihood"] / peer["log_likelihood"] - 1)
    print(f"  same log-likelihood: relative difference {difference:.1e}")
    return difference < 1e-9
