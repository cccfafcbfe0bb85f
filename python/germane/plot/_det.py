"""How often a distance is wrong about pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from .._pairs import both_sides
from ._drawing import NEUTRAL, axes_or_new, color_of, dash_of, drawn_before, finish


def det(estimator: Any, pairs: Any, y: Any, *, raw: bool = True, ax: Any = None) -> Any:
    """Detection error trade-off: at every threshold, different pairs accepted and same pairs refused.

    Both axes are shares on the scale of the normal distribution, on which Gaussian scores make straight
    lines. The ring is where both errors are equal; the diamond the threshold that is set. Rates of 0 are
    drawn as half an error. Several estimators go on one plot by ``ax``.

    Parameters
    ----------
    pairs : array-like of shape (pairs, 2, features), or (pairs, 2) of indices with a preprocessor
    y : array-like, 1 for same pairs and -1 or 0 for different ones
    raw : bool
        Whether the distance of the raw columns is drawn too, once.
    """
    if not hasattr(estimator, "pair_distance"):
        raise ValueError(f"{type(estimator).__name__} has no distance of pairs: learners of one table (germane.RCA, ...) have")
    check_is_fitted(estimator, "model_")
    same = np.asarray(y) > 0
    if not same.any() or same.all():
        raise ValueError("det: needs pairs of both kinds, same (1) and different (-1)")
    ax = axes_or_new(ax, (5.4, 5.2))
    place = drawn_before(ax, "det")
    if raw and not drawn_before(ax, "det raw"):
        first, second = both_sides(pairs, estimator.preprocessor)
        _det_curve(ax, np.sqrt(np.sum((first - second) ** 2, axis=1)), same, NEUTRAL, dash_of(1), "raw columns",
                   "det raw")
    distances = estimator.pair_distance(pairs)
    _det_curve(ax, distances, same, color_of(place), "-", f"after {estimator.model_.method}", "det")
    if hasattr(estimator, "threshold_"):
        accepted = distances <= estimator.threshold_
        ax.plot(*_half_errors(np.mean(accepted[~same]), np.mean(~accepted[same]), same), "D", color=color_of(place),
                label=f"after {estimator.model_.method}: at its threshold")
    _probit_axes(ax, same)
    return finish(ax, title="Two ways to be wrong, at every threshold", x="different pairs accepted (%)",
                  y="same pairs refused (%)", legend=True)


def _half_errors(accepted: Any, refused: Any, same: np.ndarray) -> "tuple[np.ndarray, np.ndarray]":
    """Rates of 0 and 1 as half an error, which has a place on the axes."""
    at_different, at_same = 0.5 / np.sum(~same), 0.5 / np.sum(same)
    return (np.clip(accepted, at_different, 1 - at_different), np.clip(refused, at_same, 1 - at_same))


def _det_curve(ax: Any, distances: np.ndarray, same: np.ndarray, color: str, dashes: Any, name: str, gid: str) -> None:
    order = np.argsort(distances, kind="stable")
    last = np.append(np.diff(distances[order]) > 0, True)  # pairs of one distance are accepted together
    accepted = np.append(0, np.cumsum(~same[order])[last] / np.sum(~same))
    refused = np.append(1, 1 - np.cumsum(same[order])[last] / np.sum(same))
    crossing = int(np.argmax(accepted >= refused))
    step = (refused - accepted)[crossing - 1:crossing + 1]
    equal = np.interp(0, -step, accepted[crossing - 1:crossing + 1]) if step[0] != step[1] else accepted[crossing]
    ax.plot(*_half_errors(accepted, refused, same), color=color, linestyle=dashes, gid=gid,
            label=f"{name}: equal error {100 * equal:.3g} %")
    ax.plot(*_half_errors(equal, equal, same), "o", color=color, markerfacecolor="white", markersize=7)


def _probit_axes(ax: Any, same: np.ndarray) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
    from scipy.stats import norm
    finest = 1e-7
    functions = (lambda share: norm.ppf(np.clip(share, finest, 1 - finest)), norm.cdf)
    ticks = [0.0001, 0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999, 0.9999]
    for axis, count in ((ax.xaxis, np.sum(~same)), (ax.yaxis, np.sum(same))):
        least = min(0.4 / count, axis.get_view_interval()[0] if axis.get_scale() == "function" else 1)
        set_scale, set_limits = (ax.set_xscale, ax.set_xlim) if axis is ax.xaxis else (ax.set_yscale, ax.set_ylim)
        set_scale("function", functions=functions)
        set_limits(least, 1 - least)
        axis.set_major_locator(FixedLocator([each for each in ticks if least <= each <= 1 - least]))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}"))
