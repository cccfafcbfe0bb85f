"""Learners of one table: from rows and what is known of them to a map, a distance and a check."""

from __future__ import annotations

import json
from typing import Any, Optional

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from . import _engine
from ._arrays import column_names, encode, filled, ids_of, is_none, rows_for, rows_of
from ._estimator import Parameters, path_text
from ._metric import PairMetric
from ._pairs import is_pairs, points_of, require_kinds, rows_and_links
from ._tags import Tagged
from ._warning import warn
from .constraints import Constraints, Mounted, labels_as_groups
from .statistics import Statistics

try:
    from sklearn.base import ClassNamePrefixFeaturesOutMixin
except ImportError:  # before 1.3 it was not public
    from sklearn.base import _ClassNamePrefixFeaturesOutMixin as ClassNamePrefixFeaturesOutMixin


def _learns_from_statistics(learner: "Learner") -> bool:
    return learner._from_statistics


class Learner(Tagged, PairMetric, ClassNamePrefixFeaturesOutMixin, TransformerMixin, Parameters):
    """A map learned from rows and side-information.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features), new row = components_ (row - center_)
    center_ : ndarray of shape (n_features,)
    report_ : Report, all that was found; print it, or look at it in a notebook; not of what ``germane.load`` made
    summary_ : dict, rank, condition, eigenvalues and every automatic choice
    check_ : dict, whether it helped on held-out pairs: its "verdict" is "it helped", "not sure", "it did not
        help", or "not checked" with a "reason"
    method_ : str, the engine's name of the method
    threshold_ : float, the distance up to which a pair is called same; once it is set or calibrated
    n_features_in_ : int
    feature_names_in_ : ndarray of str, where the columns had names
    model_ : the model, which the command line reads and writes too
    """

    _y_is = "groups"  # what fit's second argument says: "groups", "labels", or nothing
    _from_statistics = False  # whether a summary of rows is enough
    _of_pairs = False  # whether pairs are what it is usually given
    preprocessor: Any = None

    def fit(self, X: Any, y: Any = None, *, chunks: Any = None, constraints: Optional[Constraints] = None,
            ids: Any = None) -> "Learner":
        """Learns from rows, anew.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (rows, features), Statistics, or pairs
            Pairs are an array of shape (pairs, 2, features), or (pairs, 2) of indices with a
            preprocessor.
        y : array-like, optional
            For rows a chunklet or class for each (-1 is none; of LDA every value is a class); for pairs
            1 (same) or -1 (different); where both are given, a threshold is calibrated by them.
        chunks : array-like, optional
            metric-learn's name of y.
        constraints : Constraints, optional
            They name rows of X, or ids; of the parts of a cross-validation they know only ids.
        ids : sequence, optional
            Of rows, which constraints name; else a data frame's index.
        """
        for stale in ("statistics_", "threshold_", "feature_names_in_"):
            self.__dict__.pop(stale, None)
        if chunks is not None:
            if y is not None:
                raise ValueError("fit: y and chunks say the same thing; give one of them")
            y = chunks
        if isinstance(X, Statistics):
            if y is not None or constraints is not None:
                raise ValueError("fit: statistics hold what is known of their rows; leave y and constraints out, and give "
                                 "them to Statistics.update")
            return self._fit_statistics(X)
        if is_pairs(X, self.preprocessor):
            return self._fit_pairs(X, y, constraints)
        X = points_of(X, self.preprocessor)
        names, keys = column_names(X), ids_of(X, ids) if constraints is not None or ids is not None else None
        rows = rows_for(self, X, reset=True, ensure_min_samples=2)
        self._require_groups(y, rows.shape[0], constraints)
        with Mounted(rows, self._known(y, rows.shape[0], constraints), columns=names, ids=keys) as given:
            return self._learn([given.name], given.options)

    def _fit_pairs(self, pairs: Any, y: Any, constraints: Optional[Constraints]) -> "Learner":
        if constraints is not None:
            raise ValueError("fit: pairs say themselves which are alike; leave constraints out")
        if y is not None:
            require_kinds("fit", pairs, y)
        rows, links = rows_and_links(pairs, self.preprocessor)
        rows = rows_for(self, rows, reset=True)
        with Mounted(rows, Constraints.from_pairs(links.tolist(), y)) as given:
            self._learn([given.name], given.options)
        kinds = None if y is None else np.asarray(y) > 0
        if kinds is not None and kinds.any() and not kinds.all():
            self.calibrate_threshold(pairs, y)
        return self

    def _fit_statistics(self, statistics: Statistics) -> "Learner":
        with_file = statistics._mount()
        self._learn([with_file.name], {})
        names = self.model_.columns("")
        if names:
            self.feature_names_in_ = np.array(names, dtype=object)
        return self

    def _known(self, y: Any, rows: int, constraints: Optional[Constraints]) -> Optional[Constraints]:
        """What y and the constraints say together."""
        if y is None or self._y_is == "nothing":
            if constraints is None and self._requires_y:
                raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None: pass a "
                                 f"{'class' if self._y_is == 'labels' else 'chunklet'} for each row, or constraints=")
            return self._understood(constraints)
        from sklearn.utils import column_or_1d
        values = column_or_1d(y, warn=True)
        both = Constraints() if constraints is None else constraints
        if getattr(both, self._y_is) is not None:
            raise ValueError(f"fit: y and constraints both have {self._y_is}; give one of them")
        joined = Constraints.__new__(Constraints)
        joined.__dict__.update(both.__dict__)
        setattr(joined, self._y_is, self._classes(values) if self._y_is == "labels" else values)
        return self._understood(joined)

    def _require_groups(self, y: Any, rows: int, constraints: Optional[Constraints]) -> None:
        """Refuses a y of rows that says nothing, or that is of pairs."""
        values = np.asarray(y)
        if y is None or self._y_is != "groups" or values.shape != (rows,):
            return
        numbers = values.dtype.kind in "if" and rows > 0
        least, most = (values.min(), values.max()) if numbers else (0, 0)
        if constraints is None and self._requires_y and (
                least == most == -1 if numbers else all(is_none(each) or str(each) == "-1" for each in values)):
            raise ValueError(f"fit: y is -1 or None for all {rows} rows, so no chunklet is known; give rows that belong "
                             "together one number in y, or pass constraints=")
        if self._of_pairs and (least, most) == (-1, 1) and bool((np.abs(values) == 1).all()):
            raise ValueError(f"fit: y of 1 and -1 is of pairs, but X has {rows} rows of a table: pairs have the shape "
                             "(pairs, 2, features), or (pairs, 2) of indices with a preprocessor. If y is a chunklet "
                             "for each row, call it other than 1")

    def _understood(self, known: Optional[Constraints]) -> Optional[Constraints]:
        """For who learns from groups, rows of one class are one."""
        return labels_as_groups(known) if self._y_is == "groups" else known

    def _classes(self, labels: np.ndarray) -> Any:
        return labels

    def _learn(self, given: list, options: dict) -> "Learner":
        out = _engine.MemoryFile("learned.model")
        self.report_ = self._run(given, {**options, "out": out.name})
        found = self.report_.check
        if found is not None and found["verdict"] == "it did not help":
            warn(f"{type(self).__name__}: on pairs held out {'. '.join(found['notes'])}")
        self._set_model(_engine.core.Model.from_bytes(out.content))
        return self

    def _set_model(self, model: Any) -> None:
        self.model_ = model
        self.n_features_in_ = model.inputs("")
        self.method_ = model.method
        self._n_features_out = model.map("").shape[0]
        self._of_unit_rows = model.prepare == "unit-rows"

    def _require_features(self, what: str) -> None:
        check_is_fitted(self, "model_")
        if self.model_.has_kernel:
            raise AttributeError(f"{type(self).__name__} maps by a kernel: it has no {what} of the features")

    @property
    def components_(self) -> np.ndarray:
        self._require_features("components_")
        return self.model_.map("")

    @property
    def center_(self) -> np.ndarray:
        self._require_features("center_")
        return self.model_.center("")

    @property
    def summary_(self) -> dict:
        check_is_fitted(self, "model_")
        return dict(json.loads(self.model_.summary))

    @property
    def check_(self) -> dict:
        check_is_fitted(self, "model_")
        if not hasattr(self, "report_"):
            return {"verdict": "not checked", "reason": "a model of a file does not hold the check of its fit"}
        found = self.report_.check
        if found is None and self.check == "none":
            return {"verdict": "not checked", "reason": 'check="none"'}
        return found or {"verdict": "not checked", "reason": "nothing says which rows belong together"}

    @available_if(_learns_from_statistics)
    def partial_fit(self, X: Any, y: Any = None, *, constraints: Optional[Constraints] = None) -> "Learner":
        """Learns from these rows and all that came before, as if from all of them at once.

        Chunklets go on under their names; memory does not grow with the rows. ``statistics_`` is their
        summary. What ``fit`` learned from is not among them.
        """
        if self.missing != "refuse":
            raise ValueError(f"partial_fit: missing = {self.missing!r} needs the means of all rows; fill gaps before")
        first = not hasattr(self, "statistics_")
        if first and hasattr(self, "model_"):
            warn("partial_fit: the rows that fit or a file learned from are not known any more, so learning begins anew with "
                 "these")
        rows = rows_for(self, X, reset=first)
        known = self._known(y, rows.shape[0], constraints)
        if first:
            self.statistics_ = Statistics(prepare="unit-rows" if self.prepare == "unit-rows" else "none")
        self.statistics_.update(X if hasattr(X, "columns") else rows, constraints=known, n_jobs=self.n_jobs)
        try:
            return self._fit_statistics(self.statistics_)
        except ValueError as error:
            raise ValueError(f"{error}. These rows are kept: partial_fit with more rows goes on from them") from None

    def transform(self, X: Any) -> np.ndarray:
        """Rows in the learned space; float32 stays float32."""
        check_is_fitted(self, "model_")
        rows = rows_for(self, points_of(X, self.preprocessor), reset=False)
        return np.asarray(_engine.transform(self.model_, filled(rows, self.model_.fill("")), "", self.n_jobs))

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """fit, and the same rows in the learned space."""
        return self.fit(X, y, **fit_params).transform(X)

    def inverse_transform(self, X: Any) -> np.ndarray:
        """Rows of the learned space back among the features: exact where no dimension was dropped, else
        by least squares."""
        self._require_linear("inverse_transform")
        rows = rows_of(X, accept_sparse=False)
        if rows.shape[1] != len(self.components_):
            raise ValueError(f"inverse_transform: {rows.shape[1]} columns; the learned space has {len(self.components_)}")
        return rows @ np.linalg.pinv(self.components_).T + self.center_

    def score(self, X: Any, y: Any = None) -> float:
        """Area under the ROC curve of the learned distance: for pairs and y = 1 or -1; for rows and
        chunklets or classes, pairs inside against pairs across (at most 100,000 of each, drawn)."""
        from sklearn.metrics import roc_auc_score
        if y is None:
            raise ValueError("score: pass y, the kind of each pair or the chunklet of each row")
        if is_pairs(X, self.preprocessor):
            return float(roc_auc_score(np.asarray(y) > 0, self.pair_score(X)))
        rows = np.asarray(self.transform(X))
        values = self._classes(np.asarray(y)) if self._y_is == "labels" else y
        first, second, same = _judged_pairs(encode(values, len(rows), "y")[0])
        distances = np.sum((rows[first] - rows[second]) ** 2, axis=1)
        return float(roc_auc_score(same, -distances))

    def save(self, path: Any) -> None:
        """Writes the model, for ``germane.load`` and the command line.

        A threshold that was set or calibrated in Python is kept by pickle alone; one of ``germane pairs
        --calibrate`` stands in the file.
        """
        check_is_fitted(self, "model_")
        self.model_.write(path_text(path))


def _judged_pairs(groups: np.ndarray, most: int = 100_000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of rows of one group, and of different groups (-1: of none), drawn with a fixed seed."""
    rows = np.flatnonzero(groups != -1)
    _, codes = np.unique(groups[rows], return_inverse=True)
    draw = np.random.default_rng(0)
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(codes.max() + 1)) if len(rows) else np.array([], dtype=int)
    sizes = np.bincount(codes) if len(rows) else np.array([], dtype=int)
    pairs_in = sizes * (sizes - 1) / 2
    if pairs_in.sum() == 0 or len(sizes) < 2:
        raise ValueError("score: needs a chunklet of two rows or more, and a second chunklet; for parts of sorted rows pass "
                         "cv=StratifiedKFold(shuffle=True)")
    chosen = draw.choice(len(sizes), size=int(min(most, pairs_in.sum())), p=pairs_in / pairs_in.sum())
    one = draw.integers(sizes[chosen])
    other = (one + draw.integers(1, sizes[chosen])) % sizes[chosen]
    a, b = order[starts[chosen] + one], order[starts[chosen] + other]
    c, d = draw.integers(len(rows), size=(2, len(chosen)))
    apart = codes[c] != codes[d]
    first, second = np.concatenate([a, c[apart]]), np.concatenate([b, d[apart]])
    return rows[first], rows[second], np.arange(len(first)) < len(a)
