"""K-means beside scikit-learn's Lloyd: the same rows, start and iterations, in turn, in one run.

  kmeans_peers.py BINARIES WORK        (bench/run.py calls compare_kmeans)

Both run on one thread, so that a busy machine slows both alike, and the ratio is of processor time:
ours from rows in memory to clusters (bench/kmeans_bench), theirs of fit(). The medians of the
repeats are compared. On noise the roundings of float32 centres lead scikit-learn astray, so the
inertia is compared with what it finds for the same rows as float64, which is not timed.
"""

import os
import pathlib
import statistics
import subprocess
import sys

import numpy as np

from peers import json_of

HERE = pathlib.Path(__file__).resolve().parent
SIZES = ((200_000, 16, 50), (100_000, 64, 256), (50_000, 256, 100))
ITERATIONS, REPEATS = 40, 3
WANTED = {"clustered": 3.0, "noise": 1.3}

PEER = """
import json, sys, time, warnings
import numpy as np
from sklearn.cluster import KMeans
warnings.simplefilter("ignore")
rows, centers = (np.load(name).astype(sys.argv[4]) for name in sys.argv[1:3])
model = KMeans(len(centers), init=centers, n_init=1, algorithm="lloyd", tol=0, max_iter=int(sys.argv[3]))
started, processor = time.perf_counter(), time.process_time()
model.fit(rows)
seconds, cpu = time.perf_counter() - started, time.process_time() - processor
print(json.dumps({"seconds": seconds, "cpu_seconds": cpu, "iterations": int(model.n_iter_),
                  "inertia": float(model.inertia_)}))
"""


def planted(folder, kind, n, d, k):
    """float32 rows and a start of k of them, made once, seed 0: noise, or k clusters that overlap."""
    rows_file, start_file = (folder / f"kmeans_{kind}_{n}_{d}_{name}.npy" for name in ("rows", "start"))
    if not start_file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        random = np.random.default_rng(0)
        rows = random.standard_normal((n, d))
        if kind == "clustered":
            rows += 1.5 * random.standard_normal((k, d))[random.integers(0, k, n)]
        rows = rows.astype(np.float32)
        np.save(rows_file, rows)
        np.save(start_file, rows[random.choice(n, k, replace=False)])
    return rows_file, start_file


def one_thread(settings):
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    # Both with huge pages, as the command line tool has them.
    return {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", **settings, **{name: "1" for name in names}}


def peer_command(python, files, scalar):
    return [python, "-c", PEER, *files, str(ITERATIONS), scalar]


def compare_kmeans(binaries, work, settings, python=sys.executable):
    """False if something that could be run failed, was slower than WANTED or ended elsewhere."""
    print(f"\nk-means, {ITERATIONS} iterations from the same start, float32, one thread each, "
          f"processor seconds (medians of {REPEATS})", flush=True)
    environment = one_thread(settings)
    probe = subprocess.run([python, "-c", "import sklearn"], env=environment, capture_output=True, check=False)
    if probe.returncode != 0:
        print("  not compared: scikit-learn is not installed")
        return True
    ok = True
    for n, d, k in SIZES:
        for kind, wanted in WANTED.items():
            files = planted(work / "bench-data", kind, n, d, k)
            times = {"ours": [], "peer": []}
            found = {}
            for _ in range(REPEATS):
                for name, command in (("ours", [binaries / "kmeans_bench", *files, str(ITERATIONS), "1"]),
                                      ("peer", peer_command(python, files, "float32"))):
                    found[name], why = json_of(command, environment)
                    if found[name] is None:
                        print(f"  {name} failed: {why}")
                        return False
                    times[name].append(found[name]["cpu_seconds"])
            ours, peer = (statistics.median(times[name]) for name in ("ours", "peer"))
            exact, why = json_of(peer_command(python, files, "float64"), environment)
            if exact is None:
                print(f"  peer failed: {why}")
                return False
            apart = found["ours"]["inertia"] / exact["inertia"] - 1
            fine = peer / ours >= wanted and abs(apart) < 1e-6
            print(f"  {n:7,} x {d:3}, k {k:3}, {kind:9}  germane {ours:7.3f}  scikit-learn {peer:7.3f}  ratio "
                  f"{peer / ours:5.2f}  iterations {found['ours']['iterations']} and {exact['iterations']}"
                  f"  inertia {apart:+.0e}{'' if fine else f'  (wanted: {wanted} times, inertia within 1e-6)'}",
                  flush=True)
            ok = ok and fine
    return ok


if __name__ == "__main__":
    sys.exit(0 if compare_kmeans(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), dict(os.environ)) else 1)
