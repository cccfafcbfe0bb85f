"""What users hand over (arrays, data frames, sparse matrices, labels) as the engine takes it."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np
import scipy.sparse
import sklearn
from sklearn.utils import check_array

from ._engine import core

_NEW_CHECKS = tuple(int(part) for part in sklearn.__version__.split(".")[:2]) >= (1, 6)

ROWS = dict(accept_sparse="csr", dtype=[np.float64, np.float32], order="C")


def unchecked_numbers() -> dict[str, Any]:
    """The engine finds numbers that are not finite as it sums; a check before would read all rows
    once more."""
    return {"ensure_all_finite" if _NEW_CHECKS else "force_all_finite": False}


def rows_for(estimator: Any, X: Any, *, reset: bool, **more: Any) -> Any:
    """A C-contiguous float32 or float64 array, or compressed sparse rows; what is both stays where it
    lies. Features are counted and named as scikit-learn does."""
    options = {**ROWS, **unchecked_numbers(), **more}
    try:
        if _NEW_CHECKS:
            from sklearn.utils.validation import validate_data
            return validate_data(estimator, X, reset=reset, **options)
        return estimator._validate_data(X, reset=reset, **options)
    except (TypeError, ValueError) as error:
        raise _explained(X, "X", error) from None


def rows_of(X: Any, name: str = "X", **more: Any) -> Any:
    """The same for rows that belong to no estimator."""
    try:
        return check_array(X, input_name=name, **{**ROWS, **unchecked_numbers(), **more})
    except (TypeError, ValueError) as error:
        raise _explained(X, name, error) from None


def _explained(X: Any, name: str, error: Exception) -> Exception:
    """The error, or one that says more: of a summary in the place of rows, and of a data frame with a column
    of no numbers, which it names."""
    if getattr(X, "is_summary_of_rows", False):
        return TypeError(f"{name}: is a Statistics, which has no rows; only linear learners (RCA, PCA, LDA, ...) fit to it")
    for column in list(X.columns) if hasattr(X, "columns") and hasattr(X, "iloc") else []:
        values = X[column]
        try:
            np.asarray(values.astype(str) if getattr(values.dtype, "kind", "") in "mM" else values, dtype=float)
        except (TypeError, ValueError):
            if values.ndim == 1:
                text = next((each for each in values if isinstance(each, str)), values.iloc[0])
                return ValueError(f"{name}: the column {column!r} holds no numbers ({text!r}); leave it out with "
                                  f"drop(columns={column!r}), or give its categories columns of their own "
                                  "(pandas.get_dummies)")
    return error


def column_names(X: Any) -> list[str]:
    """Those of a data frame, where all are words."""
    names = getattr(X, "columns", None)
    if names is None:
        return []
    names = list(names)
    return names if all(isinstance(name, str) for name in names) else []


def ids_of(X: Any, ids: Optional[Sequence[Any]] = None) -> Optional[list[Any]]:
    """Ids of rows: those given, or a data frame's index unless it only counts rows. None: by number."""
    if ids is not None:
        found = list(ids)
        if len(found) != X.shape[0]:
            raise ValueError(f"ids: {len(found)} for {X.shape[0]} rows; one for each row is needed")
        return found
    index = getattr(X, "index", None)
    if index is None or callable(index) or counts_rows(index):
        return None
    return list(index)


def counts_rows(index: Any) -> bool:
    """Whether an index is 0, 1, 2, ..., as a data frame has it where nobody gave one."""
    return type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1


def is_none(value: Any) -> bool:
    """Whether a label says that there is none."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return bool(np.isnan(value)) if isinstance(value, (float, np.floating)) else isinstance(value, str) and value == ""


def filled(rows: Any, fill: np.ndarray) -> Any:
    """Rows with means in the place of gaps."""
    if not len(fill):
        return rows
    if not scipy.sparse.issparse(rows):
        return np.where(np.isnan(rows), fill.astype(rows.dtype), rows)
    rows = rows.copy()
    gaps = np.isnan(rows.data)
    rows.data[gaps] = fill[rows.indices[gaps]]
    return rows


def require_finite(numbers: np.ndarray, what: str) -> None:
    """No result is NaN or infinite."""
    if not np.isfinite(numbers).all():
        row = int(np.argmin(np.isfinite(numbers).reshape(len(numbers), -1).all(axis=1)))
        raise core.NumericalError(f"{what} are no finite numbers from row {row} (from 0) on: it is too far from all that "
                                  "was learned from to be squared")


class Encoded:
    """Labels that are codes already, and the names of 0, 1, ...: encode passes them on."""

    def __init__(self, codes: np.ndarray, names: list[str]) -> None:
        self.codes, self.names = codes, names

    def __len__(self) -> int:
        return len(self.codes)


def whole_codes(values: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """Codes of whole numbers by their first appearance, and the numbers."""
    least, most = int(values.min()), int(values.max())
    if most - least > 8 * len(values) or most >= 2 ** 63:
        different, first, codes = np.unique(values, return_index=True, return_inverse=True)
    else:  # without sorting
        shifted = values.astype(np.int64) - least
        first_of = np.full(most - least + 1, len(values))
        first_of[shifted[::-1]] = np.arange(len(values))[::-1]  # the last one written stays
        used = first_of < len(values)
        different, first, codes = np.flatnonzero(used) + least, first_of[used], (np.cumsum(used) - 1)[shifted]
    order = np.argsort(first)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place[codes], different[order].tolist()


def encode(values: Any, rows: int, name: str) -> tuple[np.ndarray, list[str]]:
    """Codes of labels or groups, -1 where there is none (-1, None, NaN, ''), and the names of 0, 1, ...;
    no names: the codes are the numbers that were given."""
    if isinstance(values, Encoded):
        if len(values) != rows:
            raise ValueError(f"{name}: {len(values)} for {rows} rows; one for each row is needed")
        return values.codes, values.names
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{name}: must be one value a row, not an array of shape {array.shape}")
    if len(array) != rows:
        raise ValueError(f"{name}: {len(array)} for {rows} rows; one for each row is needed")
    if array.dtype.kind in "iub" and (array.dtype.itemsize < 8 or array.dtype.kind == "i"):
        return np.ascontiguousarray(array, dtype=np.int64), []
    values = array.tolist()
    # Each different value is named once; mixed types are told apart, as some cannot be looked up.
    keys = values if array.dtype != object or set(map(type, values)) == {str} else list(
        zip(map(type, values), map(str, values)))
    known: dict[str, int] = {}
    code_of = {key: _code_of(value, known) for key, value in dict(zip(keys, values)).items()}
    return np.fromiter(map(code_of.__getitem__, keys), dtype=np.int64, count=rows), list(known)


def plain_number(value: Any) -> Any:
    """True and False as 1 and 0, as NumPy compares them, and whole floats as whole numbers; others as they are."""
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _code_of(value: Any, known: dict[str, int]) -> int:
    """The code of a value's name, a new one where it is not known yet; -1: it says that there is none."""
    if is_none(value):
        return -1
    word = str(plain_number(value))
    return -1 if word == "-1" else known.setdefault(word, len(known))


def mount(X: Any, *, columns: Sequence[str] = (), ids: Optional[Sequence[Any]] = None, name: str = "X",
          codes: Optional[dict[str, tuple[np.ndarray, list[str]]]] = None) -> Any:
    """Rows under a name that verbs take for a file, as long as what is returned lives."""
    texts = [] if ids is None else [str(each) for each in ids]
    return core.mount_table(X, list(columns), name, texts, codes or {})


def seed_of(random_state: Any) -> int:
    """A seed: a number is itself, None the engine's own, a generator draws one."""
    if random_state is None:
        return 0
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2 ** 31))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2 ** 31 - 1))
    raise ValueError(f"random_state = {random_state!r}: must be a whole number, a generator of NumPy's, or None")
