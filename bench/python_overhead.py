"""What calling RCA from Python costs beyond the C++ call: ./run python bench/python_overhead.py [ROWS [COLUMNS]].

The same rows and chunklets of four are learned from by germane.RCA(check="none").fit(X, chunks) and by
build/release/bench/rca_bench (./run bench --micro builds it), which calls encode_numbers, gather_statistics and
learn_rca. Seconds of processors on one thread; the two take turns, and the median of the ratios of their least counts,
as a shared machine is now faster and now slower. Inside the call, what the engine takes (to code the chunklets, and to
run the command) is told from what Python does around it.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import germane  # before NumPy, so that OpenBLAS takes the kernel that suits the processor
from germane import _arrays, _engine

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
BINARY = ROOT / "build" / "release" / "bench" / "rca_bench"
TURNS, REPETITIONS = 15, 5


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


def python_calls(X, chunks):
    """The least seconds of the call, and of what Python does around the engine."""
    engine = Engine(_engine.core)
    _engine.core = _arrays.core = engine
    calls, around = [], []
    for _ in range(REPETITIONS):
        engine.seconds = 0.0
        started = time.process_time()
        germane.RCA(check="none", shrinkage=0.0, n_jobs=1).fit(X, chunks)
        calls.append(time.process_time() - started)
        around.append(calls[-1] - engine.seconds)
    _engine.core = _arrays.core = engine._core
    return min(calls), min(around)


def cpp_calls(rows, groups):
    environment = {**os.environ, "OPENBLAS_CORETYPE": germane.blas_kernel(), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([BINARY, rows, groups, "1"], env=environment, check=True, capture_output=True)
    return json.loads(done.stdout)["processor_seconds"]


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    columns = int(sys.argv[2]) if len(sys.argv) > 2 else 128
    if not BINARY.exists():
        sys.exit(f"{BINARY.name} is not built; ./run bench --micro does that")
    draw = np.random.default_rng(0)
    X = draw.normal(size=(rows, columns))
    chunks = draw.permutation(np.arange(rows) // 4)
    with tempfile.TemporaryDirectory() as folder:
        rows_file, groups_file = os.path.join(folder, "rows.npy"), os.path.join(folder, "chunks.csv")
        np.save(rows_file, X)
        np.savetxt(groups_file, chunks, fmt="%d")
        turns = [(cpp_calls(rows_file, groups_file), *python_calls(X, chunks)) for _ in range(TURNS)]
    cpp, call, around = (np.array(each) for each in zip(*turns))
    print(f"{rows:,} x {columns}, chunklets of four, kernel {germane.blas_kernel()}, seconds of processors, medians of "
          f"{TURNS} turns")
    print(f"  C++ call                 {np.median(cpp):.4f}")
    print(f"  Python call              {np.median(call):.4f}   {100 * np.median(call / cpp - 1):+.1f} %")
    print(f"  of it around the engine  {np.median(around):.4f}   {100 * np.median(around / call):.1f} %")


if __name__ == "__main__":
    main()
