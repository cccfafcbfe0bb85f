"""Side-information: what is known to belong together, or apart."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any, Iterable, Optional, Sequence, Tuple

import numpy as np

from . import _engine
from ._arrays import encode, ids_of, is_none, mount
from .report import Report

_SAME = {"same", "1", "target", "must", "true", "must-link"}
_DIFFERENT = {"different", "0", "-1", "nontarget", "cannot", "false", "cannot-link"}


def _is_same(value: Any) -> bool:
    whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    word = str(int(value)) if whole else str(value).lower()
    if word in _SAME:
        return True
    if word in _DIFFERENT:
        return False
    raise ValueError(f"{value!r}: a pair is same (1) or different (0, -1)")


@dataclass
class Resolved:
    """Side-information by row number, ready for the engine."""

    pairs: np.ndarray
    same: np.ndarray
    weights: np.ndarray
    groups: Optional[Tuple[np.ndarray, list]]
    labels: Optional[Tuple[np.ndarray, list]]

    def mount_pairs(self) -> Any:
        return _engine.core.mount_links(self.pairs, self.same, self.weights)


class Constraints:
    """What is known of rows: pairs that are alike or different, groups, labels.

    Rows are named by number from 0; where the rows that are learned from have ids (a data frame's
    index, or ``ids=``), by id.

    Parameters
    ----------
    must_links : sequence of pairs, optional
        Rows that belong together.
    cannot_links : sequence of pairs, optional
        Rows that belong apart.
    groups : array-like or mapping, optional
        A chunklet for each row (-1, None or NaN: none), or id -> chunklet.
    labels : array-like or mapping, optional
        A class for each row, or id -> class; None, NaN or -1: not known.
    weights : sequence of numbers, optional
        Of the must-links and then the cannot-links, used by ``links="given"``.

    Examples
    --------
    >>> import germane
    >>> known = germane.Constraints(must_links=[(0, 1), (1, 2)], cannot_links=[(0, 3)])
    >>> known
    Constraints(must_links=2, cannot_links=1)
    """

    def __init__(self, must_links: Iterable[Sequence[Any]] = (), cannot_links: Iterable[Sequence[Any]] = (), *,
                 groups: Any = None, labels: Any = None, weights: Optional[Sequence[float]] = None) -> None:
        must, cannot = [tuple(pair) for pair in must_links], [tuple(pair) for pair in cannot_links]
        for pair in must + cannot:
            if len(pair) != 2:
                raise ValueError(f"{pair!r}: a pair has two rows")
        self._keys = must + cannot
        self._same = np.array([True] * len(must) + [False] * len(cannot), dtype=bool)
        self._weights = np.ones(len(self._keys)) if weights is None else np.asarray(weights, dtype=float)
        if len(self._weights) != len(self._keys):
            raise ValueError(f"weights: {len(self._weights)} for {len(self._keys)} pairs; one for each is needed")
        self.groups = groups
        self.labels = labels
        self._by_position = False  # rows go by number, whatever ids they have

    @property
    def must_links(self) -> list:
        return [pair for pair, same in zip(self._keys, self._same) if same]

    @property
    def cannot_links(self) -> list:
        return [pair for pair, same in zip(self._keys, self._same) if not same]

    @classmethod
    def from_labels(cls, labels: Any) -> "Constraints":
        """Known classes; None, NaN or -1: not known."""
        return cls(labels=labels)

    @classmethod
    def from_groups(cls, groups: Any) -> "Constraints":
        """Groups of rows that share an unknown class: -1, None or NaN is no group."""
        return cls(groups=groups)

    @classmethod
    def from_pairs(cls, pairs: Iterable[Sequence[Any]], y: Optional[Iterable[Any]] = None,
                   weights: Optional[Sequence[float]] = None) -> "Constraints":
        """Pairs of rows, and for each whether it is same (1) or different (0 or -1); all are same
        where nothing is said."""
        rows = [tuple(pair) for pair in pairs]
        weights = None if weights is None else [float(weight) for weight in weights]
        kinds = [True] * len(rows) if y is None else [_is_same(value) for value in y]
        if len(kinds) != len(rows):
            raise ValueError(f"y: {len(kinds)} for {len(rows)} pairs; one for each pair is needed")
        order = [i for i, same in enumerate(kinds) if same] + [i for i, same in enumerate(kinds) if not same]
        return cls([rows[i] for i in order if kinds[i]], [rows[i] for i in order if not kinds[i]],
                   weights=None if weights is None else [weights[i] for i in order])

    @classmethod
    def from_frame(cls, frame: Any) -> "Constraints":
        """A data frame of pairs: two columns of rows, then what they are (same, different, 1, 0) and a
        weight, where there are such columns."""
        columns = [list(frame.iloc[:, i]) for i in range(frame.shape[1])]
        if len(columns) < 2:
            raise ValueError("a data frame of pairs has two columns or more")
        return cls.from_pairs(list(zip(columns[0], columns[1])), columns[2] if len(columns) > 2 else None,
                              columns[3] if len(columns) > 3 else None)

    @classmethod
    def simulate(cls, labels: Any, *, mode: Optional[str] = None, random_state: Any = 0, **options: Any) -> "Constraints":
        """Draws side-information from known labels, as the papers' experiments do. It is of rows by their place
        among the labels, also where rows have ids.

        Parameters
        ----------
        labels : array-like
            Classes of the rows; -1, None or NaN: not known.
        mode : {'components', 'ratio', 'teachers', 'chunklets', 'runs'}, optional
            What is drawn; where it is not given, the options say it.
        random_state : int, default=0
        **options
            As of ``germane constraints simulate``: ``components`` (same-class pairs, until this share of
            the rows is left as connected components), ``ratio`` (this share of all same-class pairs),
            ``teachers`` and ``subset``, ``size`` and ``share`` (chunklets of so many rows from this share
            of all), ``length`` (consecutive rows), ``cannot`` (pairs of different classes as well).

        Examples
        --------
        >>> import germane
        >>> germane.Constraints.simulate([0, 0, 1, 1, 2, 2], size=2, share=1.0)
        Constraints(must_links=0, cannot_links=0, groups=6)
        """
        from ._arrays import seed_of
        implied = {"ratio": "ratio", "teachers": "teachers", "subset": "teachers", "size": "chunklets",
                   "share": "chunklets", "length": "runs"}
        mode = mode or next((implied[name] for name in options if name in implied), "components")
        codes, names = encode(labels, len(labels), "labels")
        table = mount(np.zeros((len(codes), 1)), codes={"label": (codes, names)}, name="labels")
        out = _engine.MemoryFile("drawn.csv")
        _engine.run("constraints simulate", [table.name], {
            "label": "label", "mode": mode, "seed": seed_of(random_state), "out": out.name,
            **{name.replace("_", "-"): value for name, value in options.items()}})
        drawn = cls._read(out.content)
        drawn._by_position = True  # as the labels were
        return drawn

    @classmethod
    def _read(cls, content: bytes) -> "Constraints":
        """What the verbs of constraints write: pairs, or a group for each row."""
        header, *lines = csv.reader(io.StringIO(content.decode()))
        if header[0] == "row1":
            return cls.from_pairs([(int(line[0]), int(line[1])) for line in lines], [line[2] for line in lines],
                                  [float(line[3]) for line in lines])
        return cls(groups={int(line[0]): int(line[1]) for line in lines if line[1] not in ("", "-1")})

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        parts = [f"must_links={int(self._same.sum())}", f"cannot_links={int((~self._same).sum())}"]
        parts += [f"{name}={len(value)}" for name, value in (("groups", self.groups), ("labels", self.labels))
                  if value is not None]
        return f"Constraints({', '.join(parts)})"

    @property
    def names_rows(self) -> bool:
        """Whether rows are named, by id or number, and not only counted."""
        return bool(self._keys) or any(_is_keyed(values) for values in (self.groups, self.labels))

    def resolve(self, rows: int, ids: Optional[Sequence[Any]] = None) -> Resolved:
        """By row number, for so many rows with these ids. Raises ValueError for rows that are not there."""
        number = None
        if ids is not None and self.names_rows and not self._by_position:
            number = {each: row for row, each in enumerate(ids)}
            if len(number) != len(ids):
                twice = next(each for row, each in enumerate(ids) if number[each] != row)
                raise ValueError(f"ids: {twice!r} is the id of more than one row ({len(ids) - len(number)} of {len(ids)} repeat "
                                 "an earlier one); every row needs its own where constraints name rows")
        return Resolved(self._pairs(rows, number), self._same, self._weights,
                        self._codes(self.groups, "groups", rows, number),
                        self._codes(self.labels, "labels", rows, number))

    def _pairs(self, rows: int, number: Optional[dict]) -> np.ndarray:
        if not self._keys:
            return np.empty((0, 2), dtype=np.int64)
        flat = [key for pair in self._keys for key in pair]
        return np.array(_numbered(flat, "pairs", rows, number), dtype=np.int64).reshape(-1, 2)

    def _codes(self, values: Any, name: str, rows: int, number: Optional[dict]) -> Optional[Tuple[np.ndarray, list]]:
        if values is None:
            return None
        if hasattr(values, "iloc") and number is None:  # a series, and rows that have no ids
            return encode(values, rows, name)
        if not _is_keyed(values):
            return encode(values, rows, name)
        full: list = [None] * rows
        for row, value in zip(_numbered(list(values.keys()), name, rows, number), list(values.values
                              if hasattr(values, "iloc") else values.values())):
            full[row] = value
        return encode(_objects(full), rows, name)

    def diagnose(self, X: Any, *, model: Any = None, suspects: int = 0, n_clusters: int = 0) -> Report:
        """What closing the links gives, and under a fitted model the least likely of them. Raises
        NumericalError where they contradict each other, with the links that do."""
        from ._arrays import rows_of
        ids = ids_of(X)
        with Mounted(rows_of(X), self, ids=ids) as given:
            options: dict[str, Any] = {**given.options, "k": n_clusters, "suspects": suspects}
            kept = None
            if model is not None:
                kept = _engine.MemoryFile("judge.model", model.model_.to_bytes())
                options["model"] = kept.name
            return Report(_engine.run("constraints", [given.name], options))

    def split(self, share: float = 0.2, *, seed: Any = 0) -> "tuple[Constraints, Constraints]":
        """(kept, held out): this share of the connected components of must-links and groups is held out,
        and of labelled rows in none of them; a component is never in both. Cannot-links of which one row
        is kept stay in the kept part. Groups come back as must-links.
        """
        from ._arrays import seed_of
        groups, labels = (_as_mapping(values) for values in (self.groups, self.labels))
        known = list(dict.fromkeys([key for pair in self._keys for key in pair] + list(groups)))
        number = {key: row for row, key in enumerate(known)}
        kept, held = Constraints(), Constraints()
        if known:
            numbered = Constraints.from_pairs([(number[a], number[b]) for a, b in self._keys],
                                              self._same.astype(int).tolist(), self._weights.tolist())
            if groups:
                numbered.groups = {number[key]: value for key, value in groups.items()}
            files = _engine.MemoryFile("kept.csv"), _engine.MemoryFile("held.csv")
            with Mounted(np.zeros((len(known), 1)), numbered) as given:
                _engine.run("constraints split", [given.name], {**given.options, "share": share, "seed": seed_of(seed),
                                                                "out": files[0].name, "held-out": files[1].name})
            kept, held = (self._read(file.content)._named_by(known) for file in files)
        if labels:
            away = {key for pair in held.must_links for key in pair}
            bound = {key for pair in kept.must_links for key in pair}
            free = [key for key in labels if key not in away and key not in bound]
            drawn = np.random.default_rng(seed_of(seed)).permutation(len(free))[:round(share * len(free))]
            away |= {free[i] for i in drawn}
            kept.labels = {key: value for key, value in labels.items() if key not in away}
            held.labels = {key: value for key, value in labels.items() if key in away}
        kept._by_position = held._by_position = self._by_position
        return kept, held

    def _named_by(self, known: list) -> "Constraints":
        named = [(known[a], known[b]) for a, b in self._keys]
        return Constraints.from_pairs(named, self._same.astype(int).tolist(), self._weights.tolist())


def _is_keyed(values: Any) -> bool:
    """Whether values are by key: a mapping, or a series."""
    return hasattr(values, "keys")


def _objects(values: list) -> np.ndarray:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _as_mapping(values: Any) -> dict:
    """Key -> value, of rows that have one; rows of an array go by number."""
    if values is None:
        return {}
    keyed = values.items() if _is_keyed(values) else enumerate(np.asarray(values).tolist())
    return {key: value for key, value in keyed if not is_none(value) and str(value) not in ("-1", "-1.0")}


def _numbered(keys: list, what: str, rows: int, number: Optional[dict]) -> list:
    """Row numbers of keys."""
    if number is None:
        wrong = [key for key in keys
                 if not isinstance(key, (int, np.integer)) or isinstance(key, bool) or not 0 <= key < rows]
        if wrong:
            raise ValueError(f"{what}: {len(wrong)} of {len(keys)} are no row numbers in [0, {rows}), the first: "
                             f"{', '.join(map(repr, wrong[:3]))}; rows with ids come as a data frame with an index, "
                             "or with ids=")
        return [int(key) for key in keys]
    unknown = [key for key in keys if key not in number]
    if unknown:
        raise ValueError(f"{what}: {len(unknown)} of {len(keys)} name no row, the first: "
                         f"{', '.join(map(repr, unknown[:3]))}; rows go by ids= or the data frame's "
                         "index; reset_index(drop=True) for row numbers")
    return [number[key] for key in keys]


def labels_as_groups(known: Optional[Constraints]) -> Optional[Constraints]:
    """For who learns from groups: where labels are all that is known, rows of one label are one."""
    if not isinstance(known, Constraints) or known.labels is None or known.groups is not None or len(known):
        return known
    grouped = Constraints(groups=known.labels)
    grouped._by_position = known._by_position
    return grouped


class Mounted:
    """Rows and what is known of them, mounted for one call of the engine."""

    def __init__(self, X: Any, constraints: Optional[Constraints], *, columns: Sequence[str] = (),
                 ids: Optional[Sequence[Any]] = None, name: str = "X") -> None:
        if constraints is not None and not isinstance(constraints, Constraints):
            raise TypeError(f"constraints: a {type(constraints).__name__}; must be germane.Constraints, as in "
                            "germane.Constraints(must_links=[(0, 1)])")
        resolved = None if constraints is None else constraints.resolve(X.shape[0], ids)
        codes, self.options = {}, {}
        self._pairs = None
        if resolved is not None:
            if resolved.groups is not None:
                codes["groups"], self.options["chunklet-column"] = resolved.groups, "groups"
            if resolved.labels is not None:
                codes["labels"], self.options["label"] = resolved.labels, "labels"
            if len(resolved.pairs):
                self._pairs = resolved.mount_pairs()
                self.options["pairs"] = self._pairs.name
        named = constraints is not None and constraints.names_rows and not constraints._by_position
        self._table = mount(X, columns=columns, ids=ids if named else None, name=name, codes=codes)
        self.name = str(self._table.name)

    def __enter__(self) -> "Mounted":
        return self

    def __exit__(self, *_: Any) -> None:
        self._table = self._pairs = None
