"""Runs the benchmarks, and other libraries on the same numbers beside ours. Called by ./run bench.

  run.py --binaries build/release/bench --germane build/release/apps/cli/germane --work build [--peer-only] [--slow]

Our own programs print what they measure. bench/rca_bench ROWS.npy CHUNKLETS.csv prints one JSON object,
{"seconds": ..., "kernel": ...}, the time from rows in memory to a model; with "mahalanobis_diagonal"
in it (shrinkage 0) the two answers are compared too.
"""

import argparse
import os
import pathlib
import platform
import subprocess
import sys

import numpy as np

import gmm_peers
import linkage_methods
import kmeans_peers
import neighbors_peers
import view_methods
from peers import forget_kernel_of_environment, is_wrong_kernel, json_of, peer_python

HERE = pathlib.Path(__file__).resolve().parent
ROWS, COLUMNS, CHUNKLET_ROWS = 100_000, 128, 4


def machine():
    model = platform.machine()
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {len(os.sched_getaffinity(0))} processors"


def planted_chunklets(folder):
    """Rows in chunklets around random centres, correlated columns; made once, seed 0."""
    rows_file, chunklets_file = folder / "rca_rows.npy", folder / "rca_chunklets.csv"
    if rows_file.exists() and chunklets_file.exists():
        return rows_file, chunklets_file
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    chunklets = ROWS // CHUNKLET_ROWS
    mixing = random.standard_normal((COLUMNS, COLUMNS)) / np.sqrt(COLUMNS) + np.eye(COLUMNS)
    rows = random.standard_normal((ROWS, COLUMNS)) @ mixing.T
    rows += np.repeat(3.0 * random.standard_normal((chunklets, COLUMNS)), CHUNKLET_ROWS, axis=0)
    of_row = np.repeat(np.arange(chunklets), CHUNKLET_ROWS)
    order = random.permutation(ROWS)  # chunklets straddle blocks, as they do in life
    np.savetxt(chunklets_file, of_row[order], fmt="%d")
    np.save(rows_file, rows[order])
    return rows_file, chunklets_file


def our_environment(binaries):
    """Debian's OpenBLAS may not know the processor; then the kernel that fits it is named, as the
    command line tool does for itself."""
    environment = dict(os.environ)
    kernel, why = json_of([binaries / "blas_kernel"])
    if kernel is None:
        print(f"the BLAS kernel could not be asked for: {why}")
    elif kernel["better"]:
        environment["OPENBLAS_CORETYPE"] = kernel["better"]
    return environment


def peer_environment(python, ours):
    """The peer gets the right kernel too: where its own BLAS falls back, the one that ours is given."""
    environment = dict(os.environ)
    probe, why = json_of([python, HERE / "peer_rca.py"], environment)
    if probe is None:
        return None, why
    wanted = ours.get("OPENBLAS_CORETYPE", "")
    if wanted and any(is_wrong_kernel(kernel, wanted) for kernel in probe["kernel"]):
        environment["OPENBLAS_CORETYPE"] = wanted
    return environment, ""


def largest_disagreement(ours, peer):
    """Of the diagonals of the two metrics, up to one factor (the estimators divide by p or p - m)."""
    ratio = np.array(ours) / np.array(peer)
    return float(np.max(np.abs(ratio / np.median(ratio) - 1.0)))


def compare_rca(binaries, work, our_settings, peer_only):
    """Ours and metric-learn on the same rows, one after the other, nothing else running. False if
    what could be run failed."""
    rows, chunklets = planted_chunklets(work / "bench-data")
    print(f"\nRCA, {ROWS:,} x {COLUMNS}, {ROWS // CHUNKLET_ROWS:,} chunklets of {CHUNKLET_ROWS}, "
          "rows in memory to model", flush=True)
    ours, ok = None, True
    if not peer_only:
        ours, why = json_of([binaries / "rca_bench", rows, chunklets], our_settings)
        if ours is None:
            print(f"  germane       failed: {why}")
            ok = False
        else:
            print(f"  germane       {ours['seconds']:9.4f} s   kernel {ours['kernel']}", flush=True)

    python, why = peer_python(work / "peers", "peers.txt")
    if python is None:
        print(f"  metric-learn  not compared: PyPI could not be reached ({why})")
        return ok
    environment, why = peer_environment(python, our_settings)
    peer = None
    if environment is not None:
        peer, why = json_of([python, HERE / "peer_rca.py", rows, chunklets], environment)
    if peer is None:
        print(f"  metric-learn  failed: {why}")
        return False
    print(f"  metric-learn  {peer['seconds']:9.4f} s   kernel {', '.join(peer['kernel'])}")
    if ours:
        print(f"  ratio         {peer['seconds'] / ours['seconds']:9.1f}")
        if "mahalanobis_diagonal" in ours:
            worst = largest_disagreement(ours["mahalanobis_diagonal"], peer["mahalanobis_diagonal"])
            print(f"  same metric up to a factor: largest relative difference {worst:.1e}")
            ok = ok and worst < 1e-6
    return ok


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binaries", type=pathlib.Path, required=True)
    parser.add_argument("--germane", type=pathlib.Path, required=True, help="the tool")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--peer-only", action="store_true", help="only the peer, to see that it runs")
    parser.add_argument("--slow", action="store_true", help="also the peers that take minutes")
    arguments = parser.parse_args()

    print(machine(), flush=True)
    ok = True
    forget_kernel_of_environment()
    settings = our_environment(arguments.binaries)
    if not arguments.peer_only:
        for binary in sorted(arguments.binaries.glob("*_bench")):
            if binary.name not in ("rca_bench", "gmm_bench", "kmeans_bench", "neighbors_bench"):
                print(f"\n{binary.name}", flush=True)
                done = subprocess.run([binary], stdin=subprocess.DEVNULL, env=settings, check=False)
                ok = ok and done.returncode == 0
    ok = compare_rca(arguments.binaries, arguments.work, settings, arguments.peer_only) and ok
    if not arguments.peer_only:
        ok = gmm_peers.compare_gmm(arguments.binaries, arguments.work, settings) and ok
        asked, _ = json_of([arguments.binaries / "blas_kernel"], settings)
        kernel = asked["in_use"] if asked else "not known"
        ok = view_methods.compare_cca(arguments.germane, arguments.work, settings, kernel, arguments.slow) and ok
        ok = kmeans_peers.compare_kmeans(arguments.binaries, arguments.work, settings) and ok
        ok = neighbors_peers.compare_neighbors(arguments.binaries, arguments.work, settings) and ok
        ok = view_methods.compare_pwca(arguments.germane, arguments.work, settings, kernel) and ok
        ok = linkage_methods.compare_linkage(arguments.germane, arguments.work, settings) and ok
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
