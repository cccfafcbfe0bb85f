"""What calling RCA from Python costs beyond the C++ call: ./run python bench/python_overhead.py [ROWS [COLUMNS]].

The same rows and chunklets of four are learned from by germane.RCA(check="none").fit(X, chunks), by the command inside
that call (the engine reading arrays that are mounted), and by build/release/bench/rca_bench (cmake -DGERMANE_BENCH=ON),
which calls encode_numbers, gather_statistics and learn_rca. Seconds of processors on one thread, as a shared machine
adds little to those; the least of many repetitions.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import germane  # before NumPy, so that OpenBLAS takes the kernel that suits the processor
from germane import _engine

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
BINARY = ROOT / "build" / "release" / "bench" / "rca_bench"
REPETITIONS = 25


class Engine:
    """The engine with a clock around its runs."""

    def __init__(self, core):
        self._core, self.seconds = core, 0.0

    def __getattr__(self, name):
        return getattr(self._core, name)

    def run(self, *given):
        started = time.process_time()
        try:
            return self._core.run(*given)
        finally:
            self.seconds += time.process_time() - started


def python_call(X, chunks):
    """The least seconds of the call, of the command inside it, and of all around that."""
    engine = Engine(_engine.core)
    _engine.core = engine
    calls, inside, around = [], [], []
    for _ in range(REPETITIONS):
        engine.seconds = 0.0
        started = time.process_time()
        germane.RCA(check="none", shrinkage=0.0, n_jobs=1).fit(X, chunks)
        calls.append(time.process_time() - started)
        inside.append(engine.seconds)
        around.append(calls[-1] - inside[-1])
    _engine.core = engine._core
    return min(calls), min(inside), min(around)


def cpp_call(X, chunks):
    with tempfile.TemporaryDirectory() as folder:
        rows, groups = os.path.join(folder, "rows.npy"), os.path.join(folder, "chunks.csv")
        np.save(rows, X)
        np.savetxt(groups, chunks, fmt="%d")
        environment = {**os.environ, "OPENBLAS_CORETYPE": germane.blas_kernel(), "OPENBLAS_NUM_THREADS": "1"}
        found = [json.loads(subprocess.run([BINARY, rows, groups, "1"], env=environment, check=True,
                                           capture_output=True).stdout) for _ in range(5)]
    return min(each["processor_seconds"] for each in found), found[0]["kernel"], found[0]["threads"]


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    columns = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    draw = np.random.default_rng(0)
    X = draw.normal(size=(rows, columns))
    chunks = draw.permutation(np.arange(rows) // 4)
    call, inside, around = python_call(X, chunks)
    print(f"{rows:,} x {columns}, chunklets of four, kernel {germane.blas_kernel()}, seconds of processors, least of "
          f"{REPETITIONS}")
    print(f"  Python call           {call:.4f}")
    print(f"  the command in it     {inside:.4f}")
    print(f"  around the command    {around:.4f}   {100 * around / inside:.1f} % of it")
    if not BINARY.exists():
        print(f"  C++ call              not built: {BINARY.name} (cmake -DGERMANE_BENCH=ON)")
        return
    cpp, kernel, threads = cpp_call(X, chunks)
    print(f"  C++ call              {cpp:.4f}   (kernel {kernel}, {threads} threads); the Python call takes "
          f"{100 * (call / cpp - 1):+.1f} %")


if __name__ == "__main__":
    main()
