"""Learners of one table: metrics and maps from labels, chunklets and pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _parameters as described
from ._arrays import Encoded, encode, is_none, plain_number, rows_for, seed_of, whole_codes
from ._learner import Learner
from ._pairs import points_of
from .constraints import Constraints, _as_mapping


class PCA(described.PCAParameters, Learner):
    """Directions of largest spread; a baseline.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    explained_variance_ : ndarray, the variance along each direction; divided by the rows, not by one less
    explained_variance_ratio_ : ndarray, its share of the variance of all columns

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.PCA(n_components=2).fit(X).transform(X).shape
    (150, 2)
    """

    _from_statistics = True
    _y_is = "nothing"

    @property
    def explained_variance_(self) -> np.ndarray:
        return np.asarray(self.summary_["variances"], dtype=float)

    @property
    def explained_variance_ratio_(self) -> np.ndarray:
        found = self.explained_variance_
        return found * (self.summary_["explained"] / found.sum())


class LDA(described.LDAParameters, Learner):
    """Directions that separate labelled classes: Fisher's linear discriminants.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.LDA().fit(X, y).transform(X).shape
    (150, 2)
    """

    _from_statistics = True
    _y_is = "labels"
    _requires_y = True

    def _classes(self, labels: np.ndarray) -> Any:
        """Every value is a class, also -1, as with scikit-learn; None, NaN and '' are not known."""
        if labels.dtype.kind in "iub" and labels.ndim == 1 and labels.size:
            codes, numbers = whole_codes(labels)
            return Encoded(codes, [f"class {number}" for number in numbers])

        values = [None if is_none(value) else f"class {plain_number(value)}" for value in labels.tolist()]
        return np.array(values, dtype=object)


class RCA(described.RCAParameters, Learner):
    """Relevant component analysis: whitens what varies inside chunklets [BarHillelTR03, Alg. 1].

    The distance that is left says how different two rows are beyond what rows of one chunklet differ.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> import germane
    >>> X = [[-0.05, 3.0], [0.05, -3.0], [0.1, -3.55], [-0.1, 3.55],
    ...      [-0.95, -0.05], [0.95, 0.05], [0.4, 0.05], [-0.4, -0.05]]
    >>> rca = germane.RCA(shrinkage=0, check="none").fit(X, [0, 0, 1, 1, 2, 2, 3, 3])
    >>> rca.components_.round(6).tolist()
    [[1.936703, 0.032086], [0.032086, 0.430847]]
    """

    _from_statistics = True
    _requires_y = True


class CFLD(described.CFLDParameters, Learner):
    """Directions that vary much in all and little inside chunklets [BarHillelTR03, Alg. 2].

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.CFLD(n_components=2).fit(X, y).transform(X).shape
    (150, 2)
    """

    _from_statistics = True
    _requires_y = True


class ELDA(described.ELDAParameters, Learner):
    """Expected LDA: the few directions in which chunklets hold together [DeBie03].

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> known = germane.Constraints.simulate(y, components=0.7)
    >>> elda = germane.ELDA().fit(X, constraints=known)
    >>> elda.transform(X).shape[0]
    150
    """

    _from_statistics = True
    _requires_y = True


class SampledLDA(described.SampledLDAParameters, Learner):
    """LDA averaged over all labellings that respect must-links, cannot-links and labels [DeBie03, 3.2].

    ``y`` holds labels; -1 is not known. ``n_classes=0``: there are as many classes as labels.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import numpy as np, germane
    >>> X, y = load_iris(return_X_y=True)
    >>> some = np.where(np.arange(150) % 5 == 0, y, -1)
    >>> germane.SampledLDA().fit(X, some).transform(X).shape
    (150, 2)
    """

    _y_is = "labels"
    _requires_y = True

    _labels = 0  # how many there are

    def _known(self, y: Any, rows: int, constraints: Any) -> Any:
        known: Any = super()._known(y, rows, constraints)
        self._labels = len({str(value) for value in _as_mapping(known.labels).values()})
        return known

    def _set_options(self) -> dict[str, Any]:
        options = super()._set_options()
        return {**options, "k": options["k"] or self._labels}


class _Stepwise:
    """Learns step by step.

    Attributes
    ----------
    n_iter_ : int, the steps or passes that it took
    """

    summary_: Any

    @property
    def n_iter_(self) -> int:
        found = self.summary_
        return int(found["iterations"] if "iterations" in found else found["passes"])


class OnlineRCA(described.OnlineRCAParameters, _Stepwise, Learner):
    """RCA from pairs as they come, one at a time [BarHillelTR03, Alg. 3].

    ``RCA.partial_fit`` learns from rows as they come and equals RCA of all of them; this is the paper's
    rule, for comparison.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.OnlineRCA().fit(X, y).components_.shape
    (4, 4)
    """

    _requires_y = True


class MMC(described.MMCParameters, _Stepwise, Learner):
    """Pulls same pairs together while different pairs stay apart [Xing et al. 2002].

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> import numpy as np, germane
    >>> pairs = np.array([[[1.2, 7.5], [1.3, 1.5]], [[6.4, 2.6], [6.2, 9.7]],
    ...                   [[1.3, 4.5], [3.2, 4.6]], [[6.2, 5.5], [5.4, 5.4]]])
    >>> mmc = germane.MMC(check="none").fit(pairs, [1, 1, -1, -1])
    >>> mmc.calibrate_threshold(pairs, [1, 1, -1, -1]).predict(pairs).tolist()
    [1, 1, -1, -1]
    """

    _requires_y = True
    _of_pairs = True


class KernelELDA(described.KernelELDAParameters, Learner):
    """Expected LDA in the space of a kernel, where curved classes may be straight [DeBie03, 3.3].

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> import germane
    >>> X, y = make_moons(200, noise=0.05, random_state=0)
    >>> germane.KernelELDA(check="none", ridge=0.1).fit(X, y).transform(X).shape[0]
    200
    """

    _requires_y = True
    _lacks = ("components_", "center_")


class KernelRCA(described.KernelRCAParameters, Learner):
    """RCA in the space of a kernel.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> import germane
    >>> X, y = make_moons(200, noise=0.05, random_state=0)
    >>> germane.KernelRCA(check="none", ridge=0.1).fit(X, y).transform(X).shape[0]
    200
    """

    _requires_y = True
    _lacks = ("components_", "center_")


class AutoMetric(described.AutoMetricParameters, Learner):
    """Tries several methods on held-out pairs and keeps the one that does best.

    ``method_`` says which that was, ``report_`` why.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.AutoMetric().fit(X, y).method_ in ("rca", "elda", "cfld", "lda")
    True
    """

    _requires_y = True


class _FromLabels:
    """Draws what is known from labels; -1 is not known."""

    _requires_y = True

    def fit(self, X: Any, y: Any = None, **more: Any) -> Any:
        from sklearn.utils import column_or_1d
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None: pass a class "
                             "for each row")
        X = points_of(X, self.preprocessor)  # type: ignore[attr-defined]
        rows_for(self, X, reset=True, ensure_min_samples=2)  # refused before anything is drawn
        drawn = self._drawn(column_or_1d(y, warn=True))  # type: ignore[attr-defined]
        return super().fit(X, constraints=drawn, **more)  # type: ignore[misc]


class RCA_Supervised(_FromLabels, described.RCA_SupervisedParameters, Learner):
    """RCA from small chunklets that are drawn from classes: from every class, as often as it has rows.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.RCA_Supervised(n_chunks=30, chunk_size=2).fit(X, y).components_.shape
    (4, 4)
    """

    def _drawn(self, y: np.ndarray) -> Constraints:
        codes, _ = encode(y, len(y), "y")
        known = codes[codes != -1]
        sizes = np.unique(known, return_counts=True)[1]
        share = np.sum(sizes // self.chunk_size) * self.chunk_size / max(1, len(known))
        if share == 0:
            raise ValueError(f"chunk_size = {self.chunk_size}: no class has so many rows")
        drawn = Constraints.simulate(y, size=self.chunk_size, share=share, random_state=self.random_state)
        if self.n_chunks is None or drawn.groups is None:
            return drawn
        names = np.array(sorted(set(drawn.groups.values())))
        if self.n_chunks > len(names):
            raise ValueError(f"n_chunks = {self.n_chunks}: the classes have rows for {len(names)} chunklets of "
                             f"{self.chunk_size}")
        kept = set(np.random.default_rng(seed_of(self.random_state)).permutation(names)[:self.n_chunks].tolist())
        drawn.groups = {row: name for row, name in drawn.groups.items() if name in kept}
        return drawn


class MMC_Supervised(_FromLabels, described.MMC_SupervisedParameters, _Stepwise, Learner):
    """MMC from pairs that are drawn from classes: as many same as different ones.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.MMC_Supervised(n_constraints=100, check="none").fit(X, y).components_.shape[1]
    4
    """

    def _drawn(self, y: np.ndarray) -> Constraints:
        codes, _ = encode(y, len(y), "y")
        classes = len(np.unique(codes[codes != -1]))
        count = 20 * classes ** 2 if self.n_constraints is None else self.n_constraints
        return _drawn_pairs(codes, count, np.random.default_rng(seed_of(self.random_state)))


def _drawn_pairs(y: np.ndarray, count: int, draw: np.random.Generator) -> Constraints:
    """So many pairs of one class, classes drawn by turns so that each has its share, and as many of
    different classes."""
    kept = np.flatnonzero(y != -1)
    values, codes = np.unique(y[kept], return_inverse=True)
    members = [kept[codes == code] for code in range(len(values))]
    large = [rows for rows in members if len(rows) > 1]
    if not large or len(members) < 2:
        raise ValueError("fit: pairs of both kinds cannot be drawn; two classes and a class of two rows are needed")
    same, different = set(), set()
    for i in range(count):
        a, b = draw.choice(large[i % len(large)], 2, replace=False)
        same.add((min(a, b), max(a, b)))
        left, right = draw.choice(len(members), 2, replace=False)
        a, b = draw.choice(members[left]), draw.choice(members[right])
        different.add((min(a, b), max(a, b)))
    drawn = Constraints([tuple(map(int, pair)) for pair in sorted(same)],
                        [tuple(map(int, pair)) for pair in sorted(different)])
    drawn._by_position = True
    return drawn
