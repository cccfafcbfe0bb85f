"""What metric-learn finds, as one JSON object: peer_metric_learn.py, run by test_migration.py in build/peers.
Peers are imported where they are used: whoever collects tests imports this file without them."""

import json
import time
import warnings

import numpy as np

PAIRS = np.array([[[1.2, 7.5], [1.3, 1.5]], [[6.4, 2.6], [6.2, 9.7]],
                  [[1.3, 4.5], [3.2, 4.6]], [[6.2, 5.5], [5.4, 5.4]]])
KINDS = [1, 1, -1, -1]
EIGHT = [[-0.05, 3.0], [0.05, -3.0], [0.1, -3.55], [-0.1, 3.55], [-0.95, -0.05], [0.95, 0.05], [0.4, 0.05],
         [-0.4, -0.05]]


def drawn_classes(y, seeds):
    """How many rows of each class 30 chunklets of two hold."""
    from metric_learn.constraints import Constraints
    return [np.bincount(y[Constraints(y).chunks(n_chunks=30, chunk_size=2, random_state=seed) >= 0],
                        minlength=3).tolist() for seed in range(seeds)]


def seconds_of_centring(chunklets, rows=40_000):
    from metric_learn.rca import _chunk_mean_centering
    X = np.zeros((rows, 2))
    started = time.process_time()
    _chunk_mean_centering(X, np.arange(rows) % chunklets)
    return time.process_time() - started


def main():
    from metric_learn import MMC, RCA, Covariance
    from sklearn.datasets import load_iris
    warnings.simplefilter("ignore")
    X, y = load_iris(return_X_y=True)
    mmc = MMC().fit(PAIRS, KINDS)
    with_constant = RCA().fit(np.column_stack([X, np.ones(len(X))]), y)
    print(json.dumps({
        "rca": RCA().fit(X, y).get_mahalanobis_matrix().tolist(),
        "rca_2": RCA(n_components=2).fit(X, y).get_mahalanobis_matrix().tolist(),
        "rca_eight": RCA().fit(EIGHT, [0, 0, 1, 1, 2, 2, 3, 3]).components_.tolist(),
        "covariance": Covariance().fit(X).get_mahalanobis_matrix().tolist(),
        "mmc": mmc.get_mahalanobis_matrix().tolist(),
        "mmc_predicts": mmc.predict(PAIRS).tolist(),
        "drawn_classes": drawn_classes(y, 20),
        "finite_with_constant": bool(np.isfinite(with_constant.components_).all()),
        "centring_seconds": [min(seconds_of_centring(chunklets) for _ in range(2)) for chunklets in (500, 4000)],
    }))


if __name__ == "__main__":
    main()
