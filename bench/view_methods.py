"""The methods of several views against their peers; called by run.py.

cca: 50,000 x (256 + 256), ten dimensions, against scikit-learn's and cca_zoo's. The tool's time is that
of the whole process, reading and writing too; the peers' that of the fit alone.
pwca: three views of 1,000 rows and 1,200 columns, against LAPACK's dsygvd of the 3,000 x 3,000 system
that [Hardoon10] prints, on one thread.
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

from peers import json_of, peer_python

HERE = pathlib.Path(__file__).resolve().parent
CCA = {"rows": 50_000, "columns": (256, 256), "dimensions": 10}
PWCA = {"rows": 1_000, "columns": (1_200, 1_200, 1_200), "dimensions": 10}
# A place for sparse views of 60,000 x 40,000 with 3 million cells, learned by random projections.


def planted_views(folder, name, rows, columns, factors=20):
    """Views of the same factors, each weaker than the one before, and noise; made once, seed 0."""
    files = [folder / f"{name}_{view}.npy" for view in range(len(columns))]
    if all(file.exists() for file in files):
        return files
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    shared = random.standard_normal((rows, factors)) * np.linspace(3, 0.3, factors)
    for file, width in zip(files, columns):
        axes = np.linalg.qr(random.standard_normal((width, factors)))[0]
        np.save(file, shared @ axes.T + random.standard_normal((rows, width)))
    return files


def learned(tool, method, files, options, environment):
    """Times and correlations of the best of three runs, as a shared machine only ever adds time, and '';
    or None and why."""
    best = None
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            views = [word for i, file in enumerate(files) for word in ("--view", f"v{i}={file}")]
            before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            done = subprocess.run([tool, "learn", method, *views, "--check", "none", *options, "--json",
                                   "--out", pathlib.Path(folder) / "learned.model"],
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  env=environment, check=False)
            seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            return None, done.stderr.strip()
        if best is None or seconds < best["seconds"]:
            best = {"seconds": seconds,
                    "processor_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
                    "correlations": [row["correlation"] for row in json.loads(done.stdout)["components"]]}
    return best, ""


def print_times(name, times, kernel, ours=None):
    ratio = f"   {times['seconds'] / ours['seconds']:8.1f} times ours" if ours else ""
    print(f"  {name:14}{times['seconds']:9.3f} s   {times['processor_seconds']:9.3f} s of processors   "
          f"kernel {kernel}{ratio}", flush=True)


def compare(name, python, arguments, environment, ours, tolerance=1e-8):
    """Prints what a peer needs; False if it fails or finds something else."""
    peer, why = json_of([python, HERE / "peer_cca.py", *map(str, arguments)], environment)
    if peer is None:
        print(f"  {name:14}failed: {why}")
        return False
    print_times(name, peer, ", ".join(peer["kernel"]) or "not OpenBLAS", ours)
    if "correlations" not in peer:
        return True
    worst = float(np.max(np.abs(np.subtract(peer["correlations"], ours["correlations"]))))
    print(f"                same correlations: largest difference {worst:.1e}")
    return worst < tolerance


def compare_cca(tool, work, environment, kernel, slow):
    files = planted_views(work / "bench-data", "cca", CCA["rows"], CCA["columns"])
    print(f"\ncca, {CCA['rows']:,} x (256 + 256), {CCA['dimensions']} dimensions", flush=True)
    ours, why = learned(tool, "cca", files, ["--dimensions", str(CCA["dimensions"])], environment)
    if ours is None:
        print(f"  germane       failed: {why}")
        return False
    print_times("germane", ours, kernel)
    python, why = peer_python(work / "peers-views", "peers_views.txt")
    ok = True
    if python is None:
        print(f"  cca_zoo       not compared: PyPI could not be reached ({why})")
    else:
        ok = compare("cca_zoo", python, ["cca_zoo", CCA["dimensions"], *files], environment, ours)
    if not slow:
        print("  scikit-learn  not compared, as it takes minutes: pass --slow")
        return ok
    # Its iterations stop at changes of 1e-6.
    return compare("scikit-learn", sys.executable, ["sklearn", CCA["dimensions"], *files], environment, ours,
                   tolerance=1e-3) and ok


def compare_pwca(tool, work, environment, kernel):
    files = planted_views(work / "bench-data", "pwca", PWCA["rows"], PWCA["columns"])
    print(f"\npwca, three views of {PWCA['rows']:,} x 1,200, {PWCA['dimensions']} dimensions", flush=True)
    one_thread = {**environment, "OPENBLAS_NUM_THREADS": "1"}
    options = ["--dimensions", str(PWCA["dimensions"]), "--threads", "1"]
    ours, why = learned(tool, "pwca", files, options, one_thread)
    if ours is None:
        print(f"  germane       failed: {why}")
        return False
    print_times("germane", ours, kernel)
    return compare("dsygvd", sys.executable, ["lapack", PWCA["dimensions"], *files], one_thread, ours)
