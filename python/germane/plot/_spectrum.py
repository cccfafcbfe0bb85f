"""Directions by what they count, and whether that is chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._drawing import ACCENT, NEUTRAL, axes_or_new, color_of, count_axis, dash_of, finish, marker_of, require_space

# What methods call the values of their directions, what they are, and the value of noise.
SPECTRA = (("lambda", "lambda: how well it holds chunklets together", 0.0, "chance"),
            ("variance_ratios", "spread of all over spread within", 1.0, "separates nothing"),
            ("variances", "variance", None, ""))


def spectrum(estimator: Any, *, alpha: float = 0.05, ax: Any = None) -> Any:
    """What each direction counts: eigenvalues or correlations, which are kept, and by which rule.

    Directions that were kept are full marks. Of view learners the full ones are those whose p (of the
    permutation test where there was one, else Wilks's) is at most ``alpha``; the second line is of
    objects that were held out.
    """
    require_space(estimator, "spectrum")
    ax = axes_or_new(ax)
    found = estimator.summary_
    if "view_components" in found:
        return _correlation_spectrum(ax, found["view_components"], alpha)
    key, label, noise, noise_is = next((each for each in SPECTRA if found.get(each[0])),
                                       ("", "stretched by (singular value of the map)", None, ""))
    values = np.asarray(found[key], dtype=float) if key else np.linalg.svd(estimator.model_.map(""), compute_uv=False)
    kept = len(values)
    after = found.get("next_lambda") if key == "lambda" else None
    if isinstance(after, (int, float)):
        values = np.append(values, after)
    _marks(ax, 1, values, np.arange(len(values)) < kept, ACCENT, "kept", "the first that was not kept")
    if noise is not None:
        ax.axhline(noise, color=NEUTRAL, linestyle=dash_of(2), label=noise_is)
    if len(values) > kept:
        rule = f" (rule: {found['dimensions_rule']})" if "dimensions_rule" in found else ""
        ax.axvline(kept + 0.5, color=NEUTRAL, linestyle=dash_of(1), label=f"{kept} kept{rule}")
    if values.min() > 0 and values.max() > 1000 * values.min():
        ax.set_yscale("log")
    return finish(ax, title=f"How much each direction counts ({estimator.model_.method})", x="direction", y=label,
                  legend=noise is not None or len(values) > kept)


def _marks(ax: Any, first: int, values: np.ndarray, full: np.ndarray, color: str, full_is: str,
           hollow_is: str) -> None:
    """A line over directions, with full and hollow marks; directions count from 1, components from 0, as in
    reports."""
    at = np.arange(first, first + len(values))
    ax.plot(at, values, color=color, linewidth=1)
    for chosen, face, label in ((full, color, full_is), (~full, "white", hollow_is)):
        if chosen.any():
            ax.plot(at[chosen], values[chosen], "o", color=color, markerfacecolor=face, label=label)
    count_axis(ax)


def _correlation_spectrum(ax: Any, found: dict, alpha: float) -> Any:
    values = np.asarray(found["correlation"], dtype=float)
    which = "p_permuted" if found.get("p_permuted") else "p"
    p_values = np.full(len(values), np.nan)
    given = np.asarray(found.get(which) or [], dtype=float)
    p_values[:len(given)] = given
    tested = len(given) > 0
    full = p_values <= alpha if tested else np.ones(len(values), dtype=bool)
    test = "permutation test" if which == "p_permuted" else "Wilks"
    _marks(ax, 0, values, full, color_of(0), f"learned from: p ≤ {alpha:g} ({test})" if tested else "learned from",
           f"learned from: p above {alpha:g}, or not tested")
    if found.get("held_out"):
        ax.plot(np.asarray(found["held_out"], dtype=float), color=color_of(1), linestyle=dash_of(1), marker=marker_of(1),
                markersize=4, label="objects held out")
    ax.axhline(0, color=NEUTRAL, linestyle=dash_of(2))
    return finish(ax, title="How well the views agree along each component", x="component", y="correlation",
                  legend=True)


def permutation(estimator: Any, *, alpha: float = 0.05, ax: Any = None) -> Any:
    """The permutation test of a view learner: how probable each component is by chance.

    Needs ``permutations=N`` of the fit. Components after the first above 0.05 are not tested by it.
    Wilks's test, where it is valid, is drawn beside it. 1 / (N + 1) is the least that N permutations can say.
    """
    require_space(estimator, "permutation test")
    if not hasattr(estimator, "permutations"):
        raise ValueError(f"{type(estimator).__name__} has no permutation test: view learners (germane.CCA, ...) have, by "
                         "permutations=999")
    found = estimator.summary_.get("view_components", {})
    permuted = np.asarray(found.get("p_permuted") or [], dtype=float)
    if not len(permuted):
        raise ValueError(f"{type(estimator).__name__}: no permutation test was made; fit with permutations=999")
    ax = axes_or_new(ax)
    wilks = np.asarray(found.get("p") or [], dtype=float)
    least = 1 / (float(estimator.permutations) + 1)
    floor = min(least, alpha) / 4
    at = np.arange(len(wilks))
    for chosen, marker, label in ((wilks >= floor, marker_of(1), "by Wilks, if objects are independent"),
                                  (wilks < floor, marker_of(5), "by Wilks: less than is drawn")):
        if chosen.any():
            ax.plot(at[chosen], np.maximum(wilks[chosen], floor), marker, color=color_of(1), markerfacecolor="white",
                    label=label, clip_on=False)
    ax.plot(permuted, marker_of(0), color=color_of(0), label=f"by {int(estimator.permutations)} permutations")
    ax.axhline(alpha, color=NEUTRAL, linestyle=dash_of(1), label=f"{alpha:g}")
    ax.axhline(least, color=NEUTRAL, linestyle=dash_of(2), label=f"{least:.2g}, the least they can say")
    ax.set_yscale("log")
    ax.set_ylim(floor, 1.5)
    count_axis(ax)
    ax.set_xlim(-0.5, len(found["correlation"]) - 0.5)
    return finish(ax, title="Is it chance?", x="component", y="p", legend=True)
