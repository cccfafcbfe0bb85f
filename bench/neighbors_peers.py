"""Exact nearest neighbours beside scikit-learn's brute force and faiss's flat index, in turn, in one run.

  neighbors_peers.py BINARIES WORK        (bench/run.py calls compare_neighbors)

All run on one thread, so that a busy machine slows all alike, and the ratio is of processor time: ours
from rows in memory to neighbours (bench/neighbors_bench), theirs of building the index and searching.
The medians of the repeats are compared. The sums of the distances found must agree.
"""

import os
import pathlib
import statistics
import sys

import numpy as np

from kmeans_peers import one_thread
from peers import json_of, peer_python

# Rows, columns, queries; and how many times faster than each peer ours must be, None: only shown.
SIZES = (((100_000, 64, 5_000), {"scikit-learn": 2.0, "faiss": 1.0}),
         ((20_000, 512, 2_000), {"scikit-learn": None, "faiss": None}))
NEIGHBORS, REPEATS = 10, 3

PEER = """
import json, sys, time
import numpy as np
rows, queries = (np.load(name) for name in sys.argv[1:3])
k = int(sys.argv[3])
if sys.argv[4] == "faiss":
    import faiss
    faiss.omp_set_num_threads(1)
    def search():
        index = faiss.IndexFlatL2(rows.shape[1])
        index.add(rows)
        return np.sqrt(index.search(queries, k)[0])
else:
    from sklearn.neighbors import NearestNeighbors
    def search():
        return NearestNeighbors(n_neighbors=k, algorithm="brute").fit(rows).kneighbors(queries)[0]
started, processor = time.perf_counter(), time.process_time()
found = search()
print(json.dumps({"seconds": time.perf_counter() - started, "cpu_seconds": time.process_time() - processor,
                  "distances": float(found.astype(float).sum())}))
"""


def planted(folder, n, d, queries):
    """Normal float32 rows and queries, made once, seed 0."""
    files = [folder / f"neighbors_{n}_{d}_{name}.npy" for name in ("rows", "queries")]
    if not files[1].exists():
        folder.mkdir(parents=True, exist_ok=True)
        random = np.random.default_rng(0)
        for file, count in zip(files, (n, queries)):
            np.save(file, random.standard_normal((count, d)).astype(np.float32))
    return files


def measure(commands, environment):
    """{name: (median processor seconds, median seconds, distances)}; None and why if one failed."""
    runs = {name: [] for name in commands}
    for _ in range(REPEATS):
        for name, command in commands.items():
            run, why = json_of(command, environment)
            if run is None:
                return None, f"{name}: {why}"
            runs[name].append(run)
    return {name: tuple(statistics.median(run[key] for run in of) for key in ("cpu_seconds", "seconds", "distances"))
            for name, of in runs.items()}, ""


def compare_neighbors(binaries, work, settings):
    """False if something that could be run failed, was slower than wanted or found other neighbours."""
    print(f"\n{NEIGHBORS} nearest neighbours, exact, float32, one thread each, processor seconds "
          f"(medians of {REPEATS})", flush=True)
    python, why = peer_python(work / "peers-indexes", "peers_indexes.txt")
    if python is None:
        print(f"  not compared: PyPI could not be reached ({why})")
        return True
    ok = True
    for (n, d, queries), wanted in SIZES:
        files = planted(work / "bench-data", n, d, queries)
        commands = {"germane": [binaries / "neighbors_bench", *files, str(NEIGHBORS), "1"]}
        commands.update({name: [python, "-c", PEER, *files, str(NEIGHBORS), name] for name in wanted})
        found, why = measure(commands, one_thread(settings))
        if found is None:
            print(f"  failed: {why}")
            return False
        ours, wall, distances = found["germane"]
        print(f"  {n:7,} x {d:3}, {queries:5,} queries  germane      {ours:7.3f}  (wall {wall:.3f})")
        for name, least in wanted.items():
            peer, wall, theirs = found[name]
            fine = (least is None or peer >= least * ours) and abs(theirs / distances - 1) < 1e-4
            print(f"  {'':32}{name:12} {peer:7.3f}  (wall {wall:.3f})  ratio {peer / ours:5.2f}"
                  f"{'' if fine else f'  (wanted: {least} times, the same distances)'}", flush=True)
            ok = ok and fine
    return ok


if __name__ == "__main__":
    sys.exit(0 if compare_neighbors(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), dict(os.environ)) else 1)
