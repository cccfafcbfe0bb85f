"""Rows in the learned space, and their neighbours there."""

from __future__ import annotations

import warnings
from typing import Any, Optional

import numpy as np
from sklearn.utils.validation import check_is_fitted

from .. import _engine
from .._arrays import encode, ids_of, mount, rows_of
from .._learner import Learner
from .._saved import Saved
from .._view_rows import named_views
from ..constraints import Constraints
from ..learners import PCA
from ..report import Report
from ..views import ViewLearner
from ._drawing import MOST_IN_LEGEND, NEUTRAL, axes_or_new, color_of, count_axis, dash_of, finish, marker_of, require_space
from ._spectrum import SPECTRA


def scatter(estimator: Any, X: Any, labels: Any = None, *, constraints: Optional[Constraints] = None,
            view: Optional[str] = None, ids: Any = None, ax: Any = None) -> Any:
    """Rows in the plane of the learned space's first two directions.

    Parameters
    ----------
    estimator : fitted learner or clusterer, or None
        None draws the rows as they are: the picture before. Methods whose directions have an order are
        drawn along the first two; spaces that have none (rca, mmc), and rows as they are, in the plane
        in which they spread most. A clusterer colours by its clusters where no labels are given.
    X : rows, or views for a view learner
    labels : array-like, optional
        Classes or clusters, by which marks are coloured; -1, None or NaN: none.
    constraints : Constraints, optional
        Its must-links and chunklets are drawn as lines.
    view : str, optional
        Which of the views is drawn; the first.
    """
    if estimator is not None:
        check_is_fitted(estimator, "model_" if isinstance(estimator, (Learner, ViewLearner)) else
                        "_saved" if isinstance(estimator, Saved) else None)
    ax = axes_or_new(ax, (5.6, 5.0))
    if labels is None:
        labels = getattr(estimator, "labels_", None)
    rows, x, y = _plane(estimator, X, view)
    if constraints is not None:
        _draw_links(ax, rows, constraints, ids_of(X, ids))
    codes, names = (np.full(len(rows), -1), []) if labels is None else _classes(labels, len(rows))
    for place in range(-1, len(names)):
        chosen = rows[codes == place]
        if len(chosen):
            ax.plot(chosen[:, 0], chosen[:, 1], marker_of(place), color=color_of(place), markersize=4, alpha=0.8,
                    markeredgewidth=0, rasterized=len(rows) > 5000, zorder=2,
                    label=names[place] if place >= 0 else "no label")
    title = f"The rows after {estimator.model_.method}" if not _is_raw(estimator) else \
        "The rows as they are" if estimator is None else f"The rows by {type(estimator).__name__}"
    return finish(ax, title=title, x=x, y=y, legend=0 < len(names) <= MOST_IN_LEGEND)


def _classes(labels: Any, rows: int) -> "tuple[np.ndarray, list[str]]":
    """Places 0, 1, ... of labels, -1 where there is none, and their names; numbers in their order."""
    codes, names = encode(labels, rows, "labels")
    if names:
        return codes, names
    values = np.unique(codes[codes != -1])
    return np.where(codes == -1, -1, np.searchsorted(values, codes)), [str(value) for value in values]


def _is_raw(estimator: Any) -> bool:
    """Whether there is no learned space: nothing was learned, or clusters only."""
    return not hasattr(estimator, "model_")


def _plane(estimator: Any, X: Any, view: Optional[str]) -> "tuple[np.ndarray, str, str]":
    """Rows in two dimensions, and what these are."""
    rows = rows_of(_one_view(estimator, X, view)) if _is_raw(estimator) else _mapped(estimator, X, view)
    ordered = not _is_raw(estimator) and (
        hasattr(estimator, "view_names_") or any(each[0] in estimator.summary_ for each in SPECTRA))
    space = "direction" if ordered else "principal direction"
    if rows.shape[1] > 2 and not ordered:
        rows = _principal(rows, n_components=2)
    if rows.shape[1] == 1:
        line = rows.toarray() if hasattr(rows, "toarray") else rows
        return np.column_stack([line[:, 0], np.arange(len(line))]), f"{space} 1", "row"
    rows = rows.toarray() if hasattr(rows, "toarray") else rows
    return np.asarray(rows[:, :2]), f"{space} 1", f"{space} 2"


def _principal(rows: Any, **options: Any) -> np.ndarray:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of units: they are drawn as they are
        return np.asarray(PCA(check="none", **options).fit(rows).transform(rows))


def _mapped(estimator: Any, X: Any, view: Optional[str] = None) -> np.ndarray:
    """Rows in the learned space; of a view learner those of one view."""
    if not hasattr(estimator, "view_names_"):
        return np.asarray(estimator.transform(X))
    name = view if view is not None else estimator.view_names_[0]
    given = {name: X} if hasattr(X, "shape") else named_views(X, None, estimator.view_names_)
    if name not in given:
        raise ValueError(f"view = {name!r}: must be one of {', '.join(given)}")
    return np.asarray(estimator.transform({name: given[name]})[name])


def _draw_links(ax: Any, rows: np.ndarray, constraints: Constraints, ids: Any) -> None:
    from matplotlib.collections import LineCollection
    known = constraints.resolve(len(rows), ids)
    pairs = [known.pairs[known.same]]
    if known.groups is not None:  # a chunklet is a chain through its rows
        codes = known.groups[0]
        order = np.argsort(codes, kind="stable")
        order = order[codes[order] != -1]
        same = codes[order[1:]] == codes[order[:-1]]
        pairs.append(np.column_stack([order[:-1], order[1:]])[same])
    ends = np.concatenate(pairs)
    ax.add_collection(LineCollection(rows[ends], colors=NEUTRAL, linewidths=0.8, alpha=0.7, zorder=1,
                                     label=f"{len(ends)} must-links"))
    ax.autoscale_view()


def purity(estimator: Any, X: Any, labels: Any, *, k: Optional[int] = None, view: Optional[str] = None,
           ax: Any = None) -> Any:
    """Cumulative neighbour purity: the share of the same label among the 1, 2, ..., k nearest rows, in
    the raw columns, the standardised ones and the learned space [BarHillelTR03, fig. 10].

    ``estimator`` may be a list of several. ``k``: as many as the largest class has other rows, at most
    100. Rows do not find themselves; rows without a label are left out.
    """
    learners = list(estimator) if isinstance(estimator, (list, tuple)) else [estimator]
    for each in learners:
        require_space(each, "learned space")
    ax = axes_or_new(ax)
    raw = rows_of(_one_view(learners[0], X, view))
    codes, names = _classes(labels, raw.shape[0])
    sizes = np.bincount(codes[codes >= 0], minlength=1)
    most = k if k is not None else int(min(max(sizes.max() - 1, 1), 100))
    curves = [("raw columns", raw), ("standardized columns", _principal(raw, prepare="standardize"))]
    curves += [(f"after {each.model_.method}", _mapped(each, X, view))
               for each in learners]
    for place, (name, rows) in enumerate(curves):
        table = mount(rows, codes={"label": (codes, names)}, name=name)
        found = Report(_engine.run("retrieve", [table.name], {"label": "label", "k": most})).data["labels"]["purity"]
        ax.plot([each["k"] for each in found], [each["purity"] for each in found], label=name,
                color=color_of(place - 2) if place > 1 else NEUTRAL, linestyle=dash_of((2, 1, 0)[min(place, 2)]),
                linewidth=2 if place > 1 else 1.5)
    count = sizes.sum()
    ax.axhline(float(np.sum(sizes * (sizes - 1.0)) / max(count * (count - 1.0), 1)), color=NEUTRAL, linewidth=0.8,
               label="chance")
    count_axis(ax)
    return finish(ax, title="How many of the nearest rows have the same label", x="nearest rows",
                  y="share of the same label", legend=True)


def _one_view(estimator: Any, X: Any, view: Optional[str]) -> Any:
    if not hasattr(estimator, "view_names_") or hasattr(X, "shape"):
        return X
    given = named_views(X, None, estimator.view_names_)
    return given[view if view is not None else estimator.view_names_[0]]
