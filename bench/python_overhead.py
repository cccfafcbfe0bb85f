"""What calling RCA from Python costs beyond the C++ call: ./run python bench/python_overhead.py [ROWS [COLUMNS]].

The same array and chunklets of four are learned from by germane.RCA(check="none").fit(X, chunks) and by rca_call of
bench/rca_call.cpp (./run bench --micro builds it), which calls encode_numbers, gather_statistics, learn_rca and
two_covariance_of. Both run in this process, on the same memory, so that they do the same work on the same pages. Seconds
of the processor on one thread; the two take turns, and the least of each counts, as a shared machine only ever adds time.
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
TURNS = 41


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
    turns = [(cpp_call(library, X, chunks), *python_call(X, chunks)) for _ in range(TURNS + 1)][1:]  # one to warm up
    cpp, call, around = (np.array(each) for each in zip(*turns))
    print(f"{rows:,} x {columns}, chunklets of four, kernel {germane.blas_kernel()}, seconds of the processor, least of "
          f"{TURNS} turns (medians)")
    print(f"  C++ call                 {cpp.min():.4f}            ({np.median(cpp):.4f})")
    print(f"  Python call              {call.min():.4f}   {100 * (call.min() / cpp.min() - 1):+.1f} %   "
          f"({np.median(call):.4f}, {100 * np.median(call / cpp - 1):+.1f} %)")
    print(f"  of it around the engine  {around.min():.4f}   {100 * around.min() / call.min():.1f} %   "
          f"({np.median(around):.4f})")


if __name__ == "__main__":
    main()
