"""The engine, loaded with the BLAS kernel that suits the processor, and how it is run."""

from __future__ import annotations

import functools
import os
import sys
import warnings
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Union

from ._wording import in_python

KERNEL_VARIABLE = "OPENBLAS_CORETYPE"


def _best_kernel() -> str:
    """OpenBLAS's name for what this processor can do; '' where that is not known."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = next((line for line in file if line.startswith("flags")), "").split()
    except OSError:
        return ""
    if "avx512f" in flags:
        return "SkylakeX"
    return "Haswell" if "avx2" in flags else ""


def _openblas_is_loaded() -> bool:
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
            return any("libopenblas" in line for line in file)
    except OSError:
        return True


def _load() -> Any:
    """An OpenBLAS older than the processor takes a kernel from 2004, or one of half the width, unless it is
    told when it is loaded. Where something loaded it before (NumPy, usually), it is too late; nothing is left in the
    environment for child processes."""
    tell = KERNEL_VARIABLE not in os.environ and "numpy" not in sys.modules and not _openblas_is_loaded()
    kernel = _best_kernel() if tell else ""
    if not kernel:
        from . import _core
        return _core
    os.environ[KERNEL_VARIABLE] = kernel
    try:
        from . import _core
    finally:
        del os.environ[KERNEL_VARIABLE]
    return _core


core = _load()
NumericalError = core.NumericalError


def blas_kernel() -> str:
    """The BLAS kernel in use."""
    return str(core.blas_kernel()[0])


def warn_of_kernel() -> None:
    in_use, better = core.blas_kernel()
    if better and KERNEL_VARIABLE not in os.environ:  # else somebody chose it
        warnings.warn(
            f"OpenBLAS uses its {in_use} kernel, slower on this processor than {better}: "
            f"import germane before numpy, or set {KERNEL_VARIABLE}={better}",
            RuntimeWarning, stacklevel=3)


Progress = Callable[[str, float, float], None]
Option = Union[str, int, float, bool, None, Sequence[Any]]


def as_text(value: Any) -> str:
    """A value as a user would type it for an option."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if isinstance(value, float) or type(value).__name__.startswith("float"):
        return repr(float(value))
    return str(value)


def option_words(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Pairs of names and texts: lists are repeated, None and '' leave the default."""
    words = []
    for name, value in options.items():
        if value is None or (isinstance(value, str) and value == ""):
            continue
        values = value if isinstance(value, (list, tuple)) else [value]
        words += [(name, as_text(each)) for each in values]
    return words


@functools.lru_cache(maxsize=None)
def option_kinds(command: str) -> dict[str, tuple[str, list[str]]]:
    """Of a verb's options: switch, integer, number, text or list, and the words that it takes."""
    options = next(each["options"] for each in core.commands() if each["name"] == command)
    return {option["name"]: (option["kind"], option["words"]) for option in options}


_MOST_THREADS = 4096  # as germane/base/parallel.cpp has it


def thread_count(n_jobs: Optional[int]) -> int:
    """As scikit-learn counts: None and -1 are all cores, -2 all but one."""
    if n_jobs is None or n_jobs == -1:
        return 0
    try:
        whole = int(n_jobs) == n_jobs
    except (TypeError, ValueError, OverflowError):  # a word, a list, NaN
        whole = False
    if not whole:
        raise ValueError(f"n_jobs = {n_jobs!r}: must be a whole number, or None for all cores")
    n_jobs = int(n_jobs)
    if n_jobs > _MOST_THREADS:
        raise ValueError(f"n_jobs = {n_jobs}: must be at most {_MOST_THREADS}, or None for all cores")
    if n_jobs < -1:
        return max(1, (os.cpu_count() or 1) + 1 + n_jobs)
    if n_jobs == 0:
        raise ValueError("n_jobs = 0: must be at least 1, or -1 for all cores")
    return n_jobs


class _Printer:
    """Progress on one line of the standard error stream."""

    def __init__(self) -> None:
        self._shown = ""

    def __call__(self, step: str, done: float, total: float) -> None:
        share = f" {100 * done / total:3.0f} %" if total > 0 else ""
        line = f"germane: {step}{share}"
        if line != self._shown:
            print(f"\r{line:<60}", end="", file=sys.stderr, flush=True)
            self._shown = line

    def close(self) -> None:
        if self._shown:
            print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


def run(command: str, given: Iterable[str] = (), options: Optional[Mapping[str, Any]] = None, *,
        plots: bool = False, n_jobs: Optional[int] = None, verbose: Union[bool, int, Progress] = False,
        names: Optional[Mapping[str, str]] = None) -> Any:
    """Runs a verb of the command line on what is mounted; returns its report, of the core. `names`: what
    options are called in Python, for messages."""
    printer = _Printer() if verbose and not callable(verbose) else None
    progress = verbose if callable(verbose) else printer
    try:
        return core.run(command, list(given), option_words(options or {}), plots, thread_count(n_jobs), progress)
    except NumericalError as error:
        raise NumericalError(in_python(str(error), names or {})) from None
    except ValueError as error:
        raise ValueError(in_python(str(error), names or {})) from None
    except KeyError as error:
        raise TypeError(str(error.args[0])) from None
    finally:
        if printer:
            printer.close()


def transform(model: Any, rows: Any, view: str, n_jobs: Optional[int]) -> Any:
    """Rows as a model maps them; of sparse float32 rows too, float32."""
    try:
        return core.transform(model, rows, view, thread_count(n_jobs), None).astype(rows.dtype, copy=False)
    except ValueError as error:
        raise ValueError(in_python(str(error), {})) from None


class MemoryFile:
    """A file that is nowhere but in memory, which verbs read and write by its name."""

    def __init__(self, name: str, content: bytes = b"") -> None:
        self._mount = core.mount_file(name, content)

    @property
    def name(self) -> str:
        return str(self._mount.name)

    @property
    def content(self) -> bytes:
        return bytes(self._mount.content())
