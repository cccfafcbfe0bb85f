"""Clusterers, with and without side-information."""

from __future__ import annotations

import csv
import io
from typing import Any, Optional

import numpy as np
import scipy.sparse
from sklearn.base import ClusterMixin, TransformerMixin
from sklearn.utils.validation import assert_all_finite, check_is_fitted

from . import _engine
from . import _parameters as described
from ._arrays import column_names, encode, filled, ids_of, mount, require_finite, rows_for, rows_of
from ._estimator import Parameters
from ._saved import Parts, Saved, read_npy
from ._tags import Tagged
from ._view_rows import MountedViews, named_views
from .constraints import Constraints, Mounted, labels_as_groups


class Clusterer(Saved, Tagged, Parameters):
    """Clusters of rows, and the rule by which new rows find theirs.

    Attributes
    ----------
    labels_ : ndarray of int, the cluster of each row; not of what ``germane.load`` made
    report_ : Report, all that was found; likewise
    n_features_in_ : int
    feature_names_in_ : ndarray of str, where the columns had names
    """

    _least_rows = 1
    _more_results: tuple = ()

    def fit(self, X: Any, y: Any = None, *, groups: Any = None, ids: Any = None) -> Any:
        """Clusters rows; y is ignored.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (rows, features)
        groups : array-like, optional
            Every group gets the cluster that most of its rows are in.
        """
        return self._cluster(X, Constraints(groups=groups) if groups is not None else None, ids, vote=groups is not None)

    def _cluster(self, X: Any, constraints: Optional[Constraints], ids: Any, *, vote: bool = False,
                 **options: Any) -> Any:
        names, keys = column_names(X), ids_of(X, ids) if constraints is not None or ids is not None else None
        rows = rows_for(self, X, reset=True, ensure_min_samples=self._least_rows)
        labels, saved = _engine.MemoryFile("labels.npy"), _engine.MemoryFile("saved.clusters")
        more = {name: _engine.MemoryFile(file) for name, file in self._more_results}
        with Mounted(rows, constraints, columns=names, ids=keys) as given:
            self.report_ = self._run([given.name], {
                **given.options, **{"group-vote": True if vote else None}, **options, "out": labels.name,
                "save": saved.name, **{name: file.name for name, file in more.items()}})
        self.labels_ = read_npy(labels.content)[:, 0]
        self._restore(saved.content)
        self._take_files({name: file.content for name, file in more.items()})
        return self

    def _restore(self, content: bytes) -> Parts:
        """As the file has it."""
        parts = Parts(content)
        self._saved, self._prepare = content, parts.prepare
        self._preparing = {name: parts.arrays[name] for name in ("fill", "center", "deviations") if name in parts.arrays}
        self._take(parts.arrays, parts.summary)
        return parts

    def _prepared(self, X: Any) -> Any:
        """New rows where the clusters are: filled, standardised or of unit length, as those that were
        clustered."""
        rows = filled(rows_for(self, X, reset=False), self._preparing.get("fill", np.empty(0)))
        assert_all_finite(rows.data if scipy.sparse.issparse(rows) else rows, input_name="X")
        if self._prepare == "none":
            return rows
        rows = rows.toarray() if scipy.sparse.issparse(rows) else rows
        if self._prepare == "unit-rows":
            lengths = np.sqrt(np.sum(rows.astype(float) ** 2, axis=1, keepdims=True))
            if not np.all(lengths > 0):
                raise ValueError(f"X: row {int(np.argmin(lengths))} (from 0) is zero, and has no direction")
            return (rows / lengths).astype(rows.dtype)
        return ((rows - self._preparing["center"]) / self._preparing["deviations"]).astype(rows.dtype)

    def _take(self, arrays: dict, found: dict) -> None:
        """What the file says, as attributes."""

    def _take_files(self, files: dict) -> None:
        """What stands beside it."""

    def predict(self, X: Any) -> np.ndarray:
        """The clusters of new rows."""
        check_is_fitted(self, "_saved")
        return self._assigned(rows_for(self, X, reset=False))


class FitPredict:
    """Stands before scikit-learn's mixins, whose own passes nothing on."""

    def fit_predict(self, X: Any, y: Any = None, *arguments: Any, **fit_params: Any) -> np.ndarray:
        """fit, and the clusters of the same rows."""
        return np.asarray(self.fit(X, y, *arguments, **fit_params).labels_)  # type: ignore[attr-defined]


class _CenterClusterer(FitPredict, ClusterMixin, TransformerMixin, Clusterer):
    """Clusters around centres.

    Attributes
    ----------
    cluster_centers_ : ndarray of shape (n_clusters, n_features), of prepared rows
    inertia_ : float, the sum of squared distances of rows to their centres
    n_iter_ : int, of the best start
    """

    def _take(self, arrays: dict, found: dict) -> None:
        self.cluster_centers_ = arrays["rule/centers"]
        self.inertia_ = float(found["inertia"])
        self.n_iter_ = int(found["iterations"])
        self._n_features_out = len(self.cluster_centers_)

    def transform(self, X: Any) -> np.ndarray:
        """Distances of rows to the centres."""
        check_is_fitted(self, "_saved")
        from sklearn.metrics.pairwise import euclidean_distances
        rows = self._prepared(X)
        with np.errstate(over="ignore", invalid="ignore"):
            distances = euclidean_distances(rows, self.cluster_centers_.astype(rows.dtype))
        require_finite(distances, "distances of X")
        return distances

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        return self.fit(X, y, **fit_params).transform(X)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The negative sum of squared distances to the nearest centres."""
        squares = np.min(self.transform(X), axis=1) ** 2
        return -float(np.sum(squares if sample_weight is None else squares * np.asarray(sample_weight)))

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        check_is_fitted(self, "_saved")
        prefix = type(self).__name__.lower()
        return np.asarray([f"{prefix}{i}" for i in range(self._n_features_out)], dtype=object)


class KMeans(described.KMeansParameters, _CenterClusterer):
    """K-means, exact and fast; the same clusters for a seed on any number of threads.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> round(germane.KMeans(n_clusters=3).fit(X).inertia_, 6)
    78.851441
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None, *, groups: Any = None, ids: Any = None) -> "KMeans":
        """Clusters rows; y is ignored.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (rows, features)
        sample_weight : array-like, optional
            Of the rows.
        groups : array-like, optional
            Every group gets the cluster that most of its rows are in.
        """
        options: dict[str, Any] = {}
        kept = []
        if sample_weight is not None:
            from sklearn.utils.validation import _check_sample_weight
            weights = _check_sample_weight(sample_weight, X if hasattr(X, "shape") else np.asarray(X))
            text = "\n".join(repr(float(weight)) for weight in weights) + "\n"
            kept.append(_engine.MemoryFile("weights.txt", text.encode()))
            options["weights"] = kept[-1].name
        if not isinstance(self.start, str):
            kept.append(mount(np.ascontiguousarray(self.start, dtype=float), name="start"))
            options["start"] = kept[-1].name
        known = Constraints(groups=groups) if groups is not None else None
        return self._cluster(X, known, ids, vote=groups is not None, **options)


class ConstrainedKMeans(described.ConstrainedKMeansParameters, _CenterClusterer):
    """K-means in which must-links and cannot-links hold, or at a price.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> import germane
    >>> known = germane.Constraints(cannot_links=[(0, 2), (1, 2)])
    >>> labels = germane.ConstrainedKMeans(n_clusters=2).fit([[0.0], [1.0], [2.0]], constraints=known).labels_
    >>> bool(labels[0] == labels[1] != labels[2])
    True
    """

    def fit(self, X: Any, y: Any = None, *, constraints: Optional[Constraints] = None, ids: Any = None) -> Any:
        """Clusters rows under constraints, where rows of one label belong together; y is ignored."""
        return self._cluster(X, labels_as_groups(constraints), ids)


class Linkage(FitPredict, described.LinkageParameters, ClusterMixin, Clusterer):
    """Trees of clusters: single, complete, average or Ward's linkage; links may be given.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    children_ : ndarray of shape (rows - 1, 2), the clusters that each merge joined
    distances_ : ndarray of shape (rows - 1,), and at which height
    n_clusters_ : int, as many as the tree was cut into

    Examples
    --------
    >>> import germane
    >>> germane.Linkage(n_clusters=2, link="single").fit([[0.0], [1.0], [5.0]]).labels_.tolist()
    [0, 0, 1]
    """

    _least_rows = 2
    _more_results = (("tree", "tree.csv"),)

    def fit(self, X: Any, y: Any = None, *, constraints: Optional[Constraints] = None, ids: Any = None) -> Any:
        """Builds the tree under constraints, where rows of one label belong together, and cuts it; y is ignored."""
        if self.n_clusters == 2 and self.threshold not in ("none", None):
            raise ValueError(f"n_clusters = 2 and threshold = {self.threshold!r}: two places to cut the tree; pass "
                             "n_clusters=None to cut by the threshold")
        return self._cluster(X, labels_as_groups(constraints), ids)

    def _set_options(self) -> dict[str, Any]:
        options = super()._set_options()
        if options.get("k") is None:
            options["k"] = 0  # as many as the threshold leaves
        return options

    def _take_files(self, files: dict) -> None:
        lines = list(csv.reader(io.StringIO(files["tree"].decode())))[1:]
        table = np.array(lines, dtype=float).reshape(-1, 4)
        self.children_, self.distances_ = table[:, :2].astype(np.int64), table[:, 2]
        self.n_clusters_ = int(self.labels_.max()) + 1


class Balls(FitPredict, described.BallsParameters, ClusterMixin, Clusterer):
    """Clusters as growing balls (Arora and Kannan); rows in none are -1.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> import germane
    >>> X, y = make_blobs(300, centers=3, cluster_std=0.3, random_state=1)
    >>> len(set(germane.Balls(n_clusters=3).fit(X).labels_.tolist()))
    3
    """


class DivisiveViews(Saved, described.DivisiveViewsParameters):
    """Clusters that two views of the same objects agree on, at once or divided [Chaudhuri09].

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    labels_ : ndarray of int, the cluster of each object; not of what ``germane.load`` made
    report_ : Report, all that was found; likewise
    view_names_ : list of str; likewise
    tree_ : list of dict, how clusters were divided; with ``parts`` alone

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.DivisiveViews(n_clusters=3).fit([X[:, :2], X[:, 2:]]).labels_.shape
    (150,)
    """

    def fit(self, views: Any, y: Any = None, *, shuffle_within: Any = None, groups: Any = None) -> "DivisiveViews":
        """Clusters objects by two views of them; of data frames the index says which rows belong together."""
        given = named_views(views, y)
        labels, saved, tree = (_engine.MemoryFile(name) for name in ("labels.npy", "saved.clusters", "tree.csv"))
        kept = None
        with MountedViews(given, {"shuffle_within": shuffle_within}) as mounted:
            options: dict[str, Any] = {**mounted.options, "out": labels.name, "save": saved.name}
            if self.parts:
                options["tree"] = tree.name
            if groups is not None:
                kept = _engine.core.mount_codes(*encode(groups, len(groups), "groups"))
                options.update({"chunklets": kept.name, "group-vote": True})
            self.report_ = self._run([], options)
        self.labels_ = read_npy(labels.content)[:, 0]
        self._restore(saved.content)
        self.view_names_ = list(given)
        if self.parts:
            self.tree_ = list(csv.DictReader(io.StringIO(tree.content.decode())))
        return self

    def fit_predict(self, views: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """fit, and the clusters of the same objects."""
        return self.fit(views, y, **fit_params).labels_

    def predict(self, X: Any) -> np.ndarray:
        """The clusters of new rows of the view that was clustered."""
        check_is_fitted(self, "_saved")
        return self._assigned(rows_of(X))

    def _restore(self, content: bytes) -> Parts:
        self._saved = content
        return Parts(content)
