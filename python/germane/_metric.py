"""The learned distance of pairs, and what is decided by it, as metric-learn has them."""

from __future__ import annotations

from typing import Any, Callable, Optional, TypeVar

import numpy as np
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from . import _engine
from ._arrays import filled, rows_of
from ._pairs import best_threshold, both_sides, require_kinds

Self = TypeVar("Self", bound="PairMetric")


def _has_threshold(learner: "PairMetric") -> bool:
    if not hasattr(learner, "threshold_"):
        raise AttributeError("no threshold is set: call set_threshold or calibrate_threshold first")
    return True


class MappedDistance:
    """The distance of two points after a linear map; pickles."""

    def __init__(self, components: np.ndarray) -> None:
        self._components = components

    def __call__(self, u: Any, v: Any, squared: bool = False) -> float:
        difference = self._components @ (np.asarray(u, dtype=float) - np.asarray(v, dtype=float))
        square = float(difference @ difference)
        return square if squared else float(np.sqrt(square))


class PairMetric:
    """Has ``model_``, ``components_`` and ``preprocessor``."""

    model_: Any
    preprocessor: Any
    n_features_in_: int
    n_jobs: Any
    _of_unit_rows: bool

    @property
    def components_(self) -> np.ndarray:
        raise NotImplementedError

    def _require_linear(self, what: str) -> None:
        check_is_fitted(self, "model_")
        if self._of_unit_rows:
            raise ValueError(f"{what}: rows are brought to length 1 first, so distances are no function of differences; "
                             "normalise rows yourself and pass prepare='none'")

    def pair_distance(self, pairs: Any) -> np.ndarray:
        """Distances in the learned space."""
        first, second = both_sides(pairs, self.preprocessor)
        return np.sqrt(np.sum((self._mapped(first) - self._mapped(second)) ** 2, axis=1))

    def _mapped(self, rows: np.ndarray) -> np.ndarray:
        check_is_fitted(self, "model_")
        known = rows_of(rows)  # points of pairs, which have no names
        if known.shape[1] != self.n_features_in_:
            raise ValueError(f"pairs: {known.shape[1]} features, but the model was learned on {self.n_features_in_}")
        known = filled(known, self.model_.fill(""))
        return np.asarray(_engine.transform(self.model_, known, "", self.n_jobs))

    def pair_score(self, pairs: Any) -> np.ndarray:
        """How alike pairs are: the negative distance."""
        return -self.pair_distance(pairs)

    @available_if(_has_threshold)
    def decision_function(self, pairs: Any) -> np.ndarray:
        """How alike pairs are, the negative distance; there once a threshold is set, as ``predict`` is."""
        return self.pair_score(pairs)

    def get_mahalanobis_matrix(self) -> np.ndarray:
        """M of the distance sqrt((x - y)' M (x - y))."""
        self._require_linear("get_mahalanobis_matrix")
        return self.components_.T @ self.components_

    def get_metric(self) -> Callable[..., float]:
        """The distance of two points as a function, for scikit-learn's ``metric=``."""
        self._require_linear("get_metric")
        return MappedDistance(self.components_.copy())

    def set_threshold(self: Self, threshold: float) -> Self:
        """The distance up to which ``predict`` calls a pair same."""
        check_is_fitted(self, "model_")
        self.threshold_ = float(threshold)
        return self

    def calibrate_threshold(self: Self, pairs_valid: Any, y_valid: Any, strategy: str = "accuracy",
                            min_rate: Optional[float] = None, beta: float = 1.0) -> Self:
        """Sets the threshold by pairs whose kind is known; the strategies are metric-learn's."""
        same = require_kinds("calibrate_threshold", pairs_valid, y_valid) > 0
        return self.set_threshold(best_threshold(self.pair_distance(pairs_valid), same, strategy, min_rate, beta))

    @available_if(_has_threshold)
    def predict(self, pairs: Any) -> np.ndarray:
        """1 for pairs nearer than the threshold, else -1."""
        return np.where(self.pair_distance(pairs) <= self.threshold_, 1, -1)
