"""Statistics: all that linear learners need to know of rows, mergeable and independent of their number."""

from __future__ import annotations

import os
from typing import Any, Optional

from . import _engine
from ._arrays import column_names, ids_of, rows_of
from .constraints import Constraints, Mounted
from ._estimator import write_whole
from .report import Report


class Statistics:
    """A mergeable summary of rows: gather it here and there, add it up, learn from the sum.

    Learners take it in the place of rows. It pickles, so that any engine that maps and reduces (Dask,
    Spark, multiprocessing) can gather it.

    Parameters
    ----------
    prepare : {'none', 'unit-rows'}, default='none'
        What is done to rows first.
    scatter : {'total', 'within'}, default='total'
        'within': only inside chunklets, which is enough for RCA.

    Examples
    --------
    >>> import numpy as np, germane
    >>> X, chunks = np.random.default_rng(0).normal(size=(100, 3)), np.arange(100) // 4
    >>> parts = [germane.Statistics().update(X[i::2], chunks=chunks[i::2]) for i in range(2)]
    >>> learned = germane.RCA(check="none").fit(parts[0] + parts[1])
    >>> whole = germane.RCA(check="none").fit(X, chunks)
    >>> bool(np.allclose(learned.get_mahalanobis_matrix(), whole.get_mahalanobis_matrix()))
    True
    """

    is_summary_of_rows = True  # and no rows itself, where those are wanted

    def __init__(self, *, prepare: str = "none", scatter: str = "total") -> None:
        self.prepare, self.scatter = prepare, scatter
        self._content = b""

    def update(self, X: Any, chunks: Any = None, *, labels: Any = None, constraints: Optional[Constraints] = None,
               links: str = "closed", n_jobs: Optional[int] = None) -> "Statistics":
        """Adds rows, as if all had come at once. Chunklets that were given names go on under them."""
        if sum(given is not None for given in (chunks, labels, constraints)) > 1:
            raise ValueError("update: give chunks, labels, or constraints, one of them")
        known = constraints
        if chunks is not None or labels is not None:
            known = Constraints(groups=chunks, labels=labels)
        out = _engine.MemoryFile("part.stats")
        with Mounted(rows_of(X), known, columns=column_names(X), ids=ids_of(X) if known is not None else None) as given:
            _engine.run("stats", [given.name], {**given.options, "prepare": self.prepare, "scatter": self.scatter,
                                                "links": links, "out": out.name}, n_jobs=n_jobs)
        self._content = out.content if not self._content else _merged([self._content, out.content])
        return self

    def merge(self, other: "Statistics") -> "Statistics":
        """Adds what another one has seen."""
        if not other._content:
            return self
        if not self._content:
            self.prepare, self.scatter = other.prepare, other.scatter
        self._content = other._content if not self._content else _merged([self._content, other._content])
        return self

    def __add__(self, other: Any) -> "Statistics":
        if isinstance(other, (int, float)) and other == 0:  # sum() begins with 0
            return self.copy()
        if not isinstance(other, Statistics):
            return NotImplemented
        return self.copy().merge(other)

    __radd__ = __add__

    def copy(self) -> "Statistics":
        fresh = Statistics(prepare=self.prepare, scatter=self.scatter)
        fresh._content = self._content
        return fresh

    def describe(self) -> Report:
        """What it holds."""
        return Report(_engine.run("describe", [self._mount().name]))

    @property
    def rows(self) -> int:
        """How many rows were seen."""
        return int(self.describe().data["rows"]) if self._content else 0

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes what ``germane learn`` and ``germane merge`` read."""
        write_whole(path, self._require())

    @classmethod
    def load(cls, path: "str | os.PathLike[str]") -> "Statistics":
        """Reads what ``save`` or ``germane stats`` wrote."""
        with open(path, "rb") as file:
            content = file.read()
        try:
            fresh = cls(prepare=_engine.core.archive_parts(content, "statistics")[0].get("prepare", "none"))
            fresh._content = _merged([content])
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {str(error).removeprefix('statistics: ')}") from None
        return fresh

    def _require(self) -> bytes:
        if not self._content:
            raise ValueError("these statistics have seen no rows: call update first")
        return self._content

    def _mount(self) -> _engine.MemoryFile:
        self._file = _engine.MemoryFile("gathered.stats", self._require())
        return self._file

    def __getstate__(self) -> dict:
        return {"prepare": self.prepare, "scatter": self.scatter, "_content": self._content}

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Statistics) and self._content == other._content

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Statistics(rows={self.rows})"


def _merged(parts: list) -> bytes:
    files = [_engine.MemoryFile(f"part{i}.stats", part) for i, part in enumerate(parts)]
    out = _engine.MemoryFile("merged.stats")
    _engine.run("merge", [file.name for file in files], {"out": out.name})
    return out.content


