"""Views of the same objects, as users hand them over and as the engine takes them."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Optional, Sequence

import numpy as np

from ._arrays import column_names, encode, ids_of, mount, rows_of


def named_views(views: Any, more: Any = None, names: Optional[Sequence[str]] = None) -> dict[str, Any]:
    """Views by name: of a mapping its own, else those known, else view0, view1, ..."""
    if more is not None:  # fit(X, Y), as scikit-learn has it
        views = [views, more]
    if isinstance(views, Mapping):
        named = {str(name): view for name, view in views.items()}
        wrong = [name for name in named if not name or "=" in name or "/" in name]
        if wrong or len(named) < len(views):
            raise ValueError(f"views: {', '.join(map(repr, wrong)) or 'two have one name'}; a name is a word of its own, "
                             "without = and /")
        return named
    if hasattr(views, "shape") and len(np.shape(views)) == 2:
        raise ValueError("views: a single table; give a list or a mapping of two or more, or fit(X, Y)")
    given = list(views)
    known = list(names) if names is not None and len(names) == len(given) else [f"view{i}" for i in range(len(given))]
    return dict(zip(known, given))


def ids_of_views(views: Mapping[str, Any]) -> dict[str, list]:
    """The indexes of data frames, where one of them is more than a count of rows; none: by position."""
    if all(ids_of(view) is None for view in views.values()):
        return {}
    lacking = [name for name, view in views.items() if not hasattr(view, "index") or callable(view.index)]
    if lacking:
        raise ValueError(f"views: some have an index and some ({', '.join(lacking)}) have not; give all or none an index")
    return {name: list(view.index) for name, view in views.items()}


def common_rows(views: Mapping[str, Any]) -> dict[str, Any]:
    """Data frames with an index: the objects that all have, in one order."""
    ids = ids_of_views(views)
    if not ids:
        return dict(views)
    first, *others = ids.values()
    sets = [set(other) for other in others]
    common = [each for each in first if all(each in other for other in sets)]
    return {name: view.loc[common] for name, view in views.items()}


class MountedViews:
    """Views for one call of the engine. Data frames with an index are matched by it, all others by
    position."""

    def __init__(self, views: Mapping[str, Any], codes: Optional[Mapping[str, Any]] = None) -> None:
        if len(views) < 2:
            raise ValueError(f"views: {len(views)}; two or more are needed")
        rows = {name: rows_of(view, name) for name, view in views.items()}
        ids = ids_of_views(views)
        first = next(iter(rows))
        encoded = {column: encode(values, rows[first].shape[0], column)
                   for column, values in (codes or {}).items() if values is not None}
        self.widths = {name: each.shape[1] for name, each in rows.items()}
        self._tables = [mount(each, columns=column_names(views[name]), ids=ids.get(name), name=name,
                              codes=encoded if name == first else None) for name, each in rows.items()]
        self.options: dict[str, Any] = {
            "view": [f"{name}={table.name}" for name, table in zip(rows, self._tables)]}
        for column in encoded:
            self.options[column.replace("_", "-")] = column

    def __enter__(self) -> "MountedViews":
        return self

    def __exit__(self, *_: Any) -> None:
        self._tables = []


def require_views(parameter: str, named: Iterable[str], views: Iterable[str]) -> None:
    there = list(views)
    unknown = [name for name in named if name not in there]
    if unknown:
        raise ValueError(f"{parameter}: there is no view {unknown[0]!r}; there are {', '.join(map(repr, there))}")
