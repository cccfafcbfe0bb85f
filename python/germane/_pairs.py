"""Pairs of points as metric-learn has them: arrays of shape (pairs, 2, features), or of indices."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np


def look_up(indices: Any, preprocessor: Any) -> np.ndarray:
    """The rows that indices name."""
    if callable(preprocessor):
        return np.asarray(preprocessor(np.asarray(indices)))
    return np.asarray(preprocessor)[np.asarray(indices)]


def shape_of(X: Any) -> tuple:
    return tuple(X.shape) if hasattr(X, "shape") else np.asarray(X).shape


def is_pairs(X: Any, preprocessor: Any) -> bool:
    shape = shape_of(X)
    if len(shape) == 3:
        return True
    return preprocessor is not None and len(shape) == 2 and shape[1] == 2 and np.asarray(X).dtype.kind in "iuOUS"


def points_of(X: Any, preprocessor: Any) -> Any:
    """Rows, where indices of rows were given."""
    if preprocessor is not None and len(shape_of(X)) == 1:
        return look_up(X, preprocessor)
    return X


def both_sides(pairs: Any, preprocessor: Any) -> tuple[np.ndarray, np.ndarray]:
    """The first and the second points of pairs."""
    array = np.asarray(pairs)
    if array.ndim == 2 and preprocessor is not None:
        flat = look_up(array.ravel(), preprocessor)
        return flat[0::2], flat[1::2]
    if array.ndim != 3 or array.shape[1] != 2:
        raise ValueError(f"pairs: an array of shape {array.shape}; must be (pairs, 2, features), or (pairs, 2) of "
                         "indices with a preprocessor")
    return np.ascontiguousarray(array[:, 0]), np.ascontiguousarray(array[:, 1])


def require_kinds(who: str, pairs: Any, y: Any) -> np.ndarray:
    """The kinds of pairs, refused where one is neither 1 nor -1, or where one is missing."""
    kinds, count = np.asarray(y), shape_of(pairs)[0]
    if kinds.shape != (count,):
        raise ValueError(f"{who}: y has the shape {kinds.shape} for {count} pairs; one for each pair is needed, 1 (same) "
                         "or -1 (different)")
    wrong = [value for value in kinds.tolist() if value not in (-1, 1)]
    if wrong:
        raise ValueError(f"{who}: y holds {wrong[0]!r}; each must be 1 (same) or -1 (different)")
    return kinds


def rows_and_links(pairs: Any, preprocessor: Any) -> tuple[np.ndarray, np.ndarray]:
    """Rows, and pairs of their numbers. Indices that stand in several pairs are one row; points that are
    given as such are taken for different ones, even where they are equal."""
    array = np.asarray(pairs)
    if array.ndim == 2:
        kept, number = np.unique(array.ravel(), return_inverse=True)
        return look_up(kept, preprocessor), number.reshape(-1, 2).astype(np.int64)
    first, second = both_sides(pairs, preprocessor)
    rows = np.ascontiguousarray(np.stack([first, second], axis=1).reshape(-1, first.shape[1]))
    return rows, np.arange(len(rows), dtype=np.int64).reshape(-1, 2)


def best_threshold(distances: np.ndarray, same: np.ndarray, strategy: str = "accuracy",
                   min_rate: Optional[float] = None, beta: float = 1.0) -> float:
    """The distance up to which pairs are called same, by metric-learn's strategies."""
    if not same.any() or same.all():
        raise ValueError("calibrate_threshold: needs pairs of both kinds, same (1) and different (-1)")
    order = np.argsort(distances, kind="stable")
    sorted_distances, sorted_same = distances[order], same[order]
    last = np.append(sorted_distances[1:] != sorted_distances[:-1], True)  # ends of runs of equal distances
    true_same = np.append(0, np.cumsum(sorted_same)[last])
    false_same = np.append(0, np.cumsum(~sorted_same)[last])
    cuts = np.append(sorted_distances[0] - 1, sorted_distances[last])
    recall = true_same / same.sum()
    specificity = 1 - false_same / (~same).sum()
    if strategy == "accuracy":
        score = true_same + (~same).sum() - false_same
    elif strategy == "f_beta":
        found = true_same + false_same
        precision = np.divide(true_same, found, out=np.zeros(len(found)), where=found > 0)
        below = beta ** 2 * precision + recall
        score = np.divide((1 + beta ** 2) * precision * recall, below, out=np.zeros(len(found)), where=below > 0)
    elif strategy in ("max_tpr", "max_tnr"):
        if min_rate is None or not 0 <= min_rate <= 1:
            raise ValueError(f"min_rate = {min_rate!r}: must be in [0, 1] for strategy {strategy!r}")
        kept, wanted = (specificity, recall) if strategy == "max_tpr" else (recall, specificity)
        score = np.where(kept >= min_rate, wanted, -1)
    else:
        raise ValueError(f"strategy = {strategy!r}: must be one of 'accuracy', 'f_beta', 'max_tpr', 'max_tnr'")
    best = np.flatnonzero(score == score.max())  # of equals the one that finds more same pairs, for max_tpr fewer
    return float(cuts[best[0] if strategy == "max_tpr" else best[-1]])
