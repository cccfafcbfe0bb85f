"""How plots look: colours, shapes and dashes of the HTML report (web/src/palette.ts), and axes."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from sklearn.utils.validation import check_is_fitted

from .._learner import Learner
from ..views import ViewLearner

NEUTRAL, ACCENT = "#8a8f98", "#0072b2"
COLORS = ("#1b7fc0", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8c6bb1")
MARKERS = ("o", "s", "^", "D", "P", "v")
DASHES: "tuple[Any, ...]" = ("-", (0, (7, 3)), (0, (2, 3)), (0, (9, 3, 2, 3)), (0, (12, 4)), (0, (4, 2)))

MOST_IN_LEGEND = 12


def color_of(place: int) -> str:
    return NEUTRAL if place < 0 else COLORS[place % len(COLORS)]


def marker_of(place: int) -> str:
    return MARKERS[0] if place < 0 else MARKERS[place % len(MARKERS)]


def dash_of(place: int) -> Any:
    return DASHES[place % len(DASHES)]


def axes_or_new(ax: Any, size: "tuple[float, float]" = (6.4, 4.4)) -> Any:
    """The axes given, or those of a new figure."""
    try:
        import matplotlib.pyplot
    except ImportError as missing:
        raise ImportError("germane.plot draws with matplotlib, which is not installed: pip install matplotlib, or "
                          "apt-get install python3-matplotlib") from missing
    return ax if ax is not None else matplotlib.pyplot.subplots(figsize=size, layout="constrained")[1]


def finish(ax: Any, *, title: str, x: str, y: str, legend: bool = False) -> Any:
    """Words, and a grid behind the marks."""
    ax.set_title(title, loc="left", fontsize="medium")
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.grid(True, color="#e4e8ec", linewidth=0.8)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    if legend:
        ax.legend(fontsize="small", edgecolor="none", framealpha=0.8)
    return ax


def count_axis(ax: Any) -> None:
    """Whole numbers along x, as directions are counted."""
    from matplotlib.ticker import MaxNLocator
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))


def drawn_before(ax: Any, what: str) -> int:
    """How many curves of this kind are on these axes already, so that the next one differs."""
    return sum(1 for line in ax.lines if line.get_gid() == what)


def require_space(estimator: Any, what: str) -> None:
    """Refuses what is not fitted, and what maps rows nowhere: clusterers."""
    if not isinstance(estimator, (Learner, ViewLearner)):
        raise ValueError(f"{type(estimator).__name__} has no {what}: learners (germane.RCA, germane.PCA, ...) and view "
                         "learners (germane.CCA, ...) have")
    check_is_fitted(estimator, "model_")


def feature_names(estimator: Any, view: str, width: int, given: Optional[Sequence[str]]) -> "list[str]":
    """Those given, those of the data frame that was learned from, or feature 0, feature 1, ..."""
    if given is not None:
        if len(given) != width:
            raise ValueError(f"feature_names: {len(given)} for {width} features; one for each is needed")
        return [str(name) for name in given]
    known = list(estimator.model_.columns(view))
    return known if len(known) == width else [f"feature {i}" for i in range(width)]
