"""What components are made of."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from .._arrays import rows_of
from ._drawing import NEUTRAL, axes_or_new, color_of, feature_names as names_of, finish, marker_of, require_space


def loadings(estimator: Any, component: int = 0, *, X: Any = None, view: Optional[str] = None,
             feature_names: Optional[Sequence[str]] = None, most: int = 20, ax: Any = None) -> Any:
    """Which features a component goes with: the ``most`` largest, the largest on top.

    Of view learners the correlations of features with their own view's scores, for ``view`` or for all
    of them, told apart by colour. Of linear maps the same where rows ``X`` are given, else the weights in
    ``components_``. Components count from 0.
    """
    require_space(estimator, "loadings")
    parts, what = _loading_parts(estimator, X, view, feature_names)
    width = parts[0][2].shape[1]
    if not 0 <= component < width:
        raise ValueError(f"component = {component}: must be in [0, {width}), as {width} were learned")
    bars = [(name if not shown else f"{name} ({shown})", value, place)
            for place, (shown, names, table) in enumerate(parts) for name, value in zip(names, table[:, component])]
    bars = sorted(bars, key=lambda bar: -abs(bar[1]))[:most][::-1]
    ax = axes_or_new(ax, (6.4, 1.2 + 0.26 * len(bars)))
    for at, (_, value, place) in enumerate(bars):
        ax.barh(at, value, color=color_of(place), height=0.7)
    ax.set_yticks(range(len(bars)), [bar[0] for bar in bars])
    ax.axvline(0, color=NEUTRAL, linewidth=0.8)
    return finish(ax, title=f"What component {component} goes with", x=what, y="")


def _loading_parts(estimator: Any, X: Any, view: Optional[str],
                   given: Optional[Sequence[str]]) -> "tuple[list[tuple[str, list[str], np.ndarray]], str]":
    """(view or '', names of features, features x components) of each view, and what the numbers are."""
    if hasattr(estimator, "view_names_"):
        shown = list(estimator.view_names_) if view is None else [view]
        if any(name not in estimator.view_names_ for name in shown):
            raise ValueError(f"view = {view!r}: must be one of {', '.join(estimator.view_names_)}")
        tables = [estimator.model_.loadings(name).T for name in shown]
        if any(table.size == 0 for table in tables):
            raise ValueError("with a kernel scores are made of rows, not of features: there are no loadings")
        return [(name if len(shown) > 1 else "", names_of(estimator, name, len(table), given if len(shown) == 1 else None),
                 table) for name, table in zip(shown, tables)], "correlation with the scores of the same view"
    weights = estimator.components_.T
    names = names_of(estimator, "", len(weights), given)
    if X is None:
        return [("", names, weights)], "weight in components_"
    rows = np.asarray(rows_of(X, accept_sparse=False), dtype=float)
    return [("", names, _correlations(rows, np.asarray(estimator.transform(X))))], "correlation with the scores"


def _correlations(rows: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Of every feature with every score; 0 where one is constant."""
    a, b = rows - rows.mean(axis=0), scores - scores.mean(axis=0)
    below = np.sqrt(np.outer(np.sum(a * a, axis=0), np.sum(b * b, axis=0)))
    return np.divide(a.T @ b, below, out=np.zeros(below.shape), where=below > 0)


def correlation_circle(estimator: Any, components: "tuple[int, int]" = (0, 1), *, X: Any = None,
                       feature_names: Optional[Sequence[str]] = None, most: int = 30, ax: Any = None) -> Any:
    """Features by their correlations with two components: near the circle they are all there is to a
    feature, near each other they go together.

    Linear maps need the rows ``X``. The ``most`` features farthest out are named.
    """
    require_space(estimator, "loadings")
    if X is None and not hasattr(estimator, "view_names_"):
        raise ValueError("correlation_circle: pass X=, the rows whose correlations with the components are drawn")
    parts, _ = _loading_parts(estimator, X, None, feature_names)
    width = parts[0][2].shape[1]
    if any(not 0 <= each < width for each in components):
        raise ValueError(f"components = {components!r}: must be in [0, {width}), as {width} were learned")
    ax = axes_or_new(ax, (7.0, 5.6))
    around = np.linspace(0, 2 * np.pi, 361)
    ax.plot(np.cos(around), np.sin(around), color=NEUTRAL, linewidth=0.8)
    for place, (shown, _, table) in enumerate(parts):
        at = table[:, list(components)]
        ax.plot(at[:, 0], at[:, 1], marker_of(place), color=color_of(place), markersize=5, label=shown)
        for x, y in at:
            ax.plot([0, x], [0, y], color=color_of(place), linewidth=0.6, alpha=0.6)
    _name_points(ax, np.concatenate([table[:, list(components)] for _, _, table in parts]),
                 [name for _, names, _ in parts for name in names], most)
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.1, 1.1), aspect="equal")
    return finish(ax, title="Correlations of features with two components", x=f"component {components[0]}",
                  y=f"component {components[1]}", legend=len(parts) > 1)


def _name_points(ax: Any, at: np.ndarray, names: "list[str]", most: int) -> None:
    """Names beside the points farthest out, away from the centre, moved up or down where they would
    stand on each other."""
    extent = ax.get_window_extent()
    high = min(extent.height, extent.width * 2.2 / 2.8) * 72 / ax.figure.dpi  # points that 2.2 units will have
    line = 2.2 * 10 / high  # height of a name
    chosen = np.argsort(-np.hypot(at[:, 0], at[:, 1]), kind="stable")[:most]
    for side in (-1, 1):
        here = [i for i in chosen if (at[i, 0] >= 0) == (side > 0)]
        here.sort(key=lambda i: at[i, 1])
        heights = at[here, 1].copy()
        for _ in range(100):  # neighbours that are too near push each other apart by half of what is missing
            lacking = np.maximum(0, line - np.diff(heights))
            if not len(lacking) or lacking.max() < 1e-3:
                break
            heights[:-1] -= lacking / 2
            heights[1:] += lacking / 2
        for i, height in zip(here, heights):
            ax.annotate(names[i], (at[i, 0] + 0.03 * side, height), fontsize="small", va="center",
                        ha="left" if side > 0 else "right", annotation_clip=False)
