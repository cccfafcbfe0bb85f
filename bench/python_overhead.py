"""What calling RCA from Python costs beyond the C++ call: ./run python bench/python_overhead.py [ROWS [COLUMNS]].

The same array and chunklets of four are learned from by germane.RCA(check="none").fit(X, chunks) and by rca_call of
bench/rca_call.cpp (./run bench --micro builds it), which calls encode_numbers, gather_statistics, learn_rca and
two_covariance_of. Both run in this process, on the same memory, so that they do the same work on the same pages. Seconds
of the processor on one thread. The two take turns, each first as often as the other, and the mean of their differences
counts: the noise of a shared machine is larger than what is looked for, and hits both alike. A tenth of the turns, those
that differ most in either direction, is left out.
Inside the call, what the engine takes (to code the chunklets, and to run the command) is told from what Python does
around it.
"""

import ctypes
import pathlib
import sys
import time

import germane  # before NumPy, so that OpenBLAS takes the kernel that suits the processor
from germane import _arrays, _engine

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "build" / "release" / "bench" / "librca_call.so"
TURNS = 200


class Engine:
    """The engine with a clock around its work."""

    def __init__(self, core):
        self._core, self.seconds = core, 0.0

    def __getattr__(self, name):
        found = getattr(self._core, name)
        if name not in ("run", "mount_table"):
            return found

        def timed(*given, **named):
            started = time.process_time()
            try:
                return found(*given, **named)
            finally:
                self.seconds += time.process_time() - started
        return timed


def python_call(X, chunks):
    """The seconds of the call, and of what Python does around the engine."""
    engine = Engine(_engine.core)
    _engine.core = _arrays.core = engine
    started = time.process_time()
    germane.RCA(check="none", shrinkage=0.0, n_jobs=1).fit(X, chunks)
    seconds = time.process_time() - started
    _engine.core = _arrays.core = engine._core
    return seconds, seconds - engine.seconds


def cpp_call(library, X, chunks):
    seconds = library.rca_call(X.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(X.shape[0]), ctypes.c_int64(X.shape[1]),
                               chunks.ctypes.data_as(ctypes.c_void_p))
    if seconds < 0:
        sys.exit("the C++ call failed")
    return seconds


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    columns = int(sys.argv[2]) if len(sys.argv) > 2 else 128
    if not LIBRARY.exists():
        sys.exit(f"{LIBRARY.name} is not built; ./run bench --micro does that")
    library = ctypes.CDLL(str(LIBRARY))
    library.rca_call.restype = ctypes.c_double
    draw = np.random.default_rng(0)
    X = draw.normal(size=(rows, columns))
    chunks = draw.permutation(np.arange(rows) // 4)
    cpp_call(library, X, chunks), python_call(X, chunks)  # to warm up
    turns = []
    for turn in range(TURNS):
        cpp = cpp_call(library, X, chunks) if turn % 2 else None
        call, around = python_call(X, chunks)
        turns.append((cpp_call(library, X, chunks) if cpp is None else cpp, call, around))
    cpp, call, around = (np.array(each) for each in zip(*turns))
    differences = np.sort(call - cpp)[TURNS // 20:TURNS - TURNS // 20]
    error = differences.std(ddof=1) / np.sqrt(len(differences))
    base = np.median(cpp)
    print(f"{rows:,} x {columns}, chunklets of four, kernel {germane.blas_kernel()}, seconds of the processor, {TURNS} turns")
    print(f"  C++ call                 {base:.4f}   median")
    print(f"  Python call beyond it    {differences.mean():.4f}   {100 * differences.mean() / base:+.1f} % "
          f"+- {100 * error / base:.1f} (standard error)")
    print(f"  of it around the engine  {np.median(around):.4f}   {100 * np.median(around) / base:.1f} %")


if __name__ == "__main__":
    main()
