"""cluster linkage against SciPy and fastcluster; called by run.py.

10,000 x 10 side by side for each linkage, and 100,000 x 10 for single linkage, where the peers would need
all pairs. The tool's time is that of the whole process, reading and writing too; the peers' that of the
linkage alone.
"""

import csv
import pathlib
import resource
import subprocess
import tempfile
import time

import numpy as np

from peers import json_of, peer_python

HERE = pathlib.Path(__file__).resolve().parent
ROWS, MANY, COLUMNS = 10_000, 100_000, 10
TOLERANCE = 1e-9  # of the sum of heights; those of tied merges may differ in the last digits


def planted_rows(folder, count):
    """50 clouds of spread 1 around centres of spread 5; made once, seed 0."""
    file = folder / f"linkage_{count}.npy"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        random = np.random.default_rng(0)
        centres = 5 * random.standard_normal((50, COLUMNS))
        np.save(file, centres[np.arange(count) % 50] + random.standard_normal((count, COLUMNS)))
    return file


def ours(tool, link, file, environment):
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree.csv"
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run([tool, "cluster", "linkage", file, "--link", link, "--k", "50", "--tree", tree],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=False)
        seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            return None, done.stderr.strip()
        with open(tree, newline="", encoding="utf-8") as lines:
            heights = sum(float(line["height"]) for line in csv.DictReader(lines))
    return {"seconds": seconds, "heights": heights,
            "processor_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}, ""


def show(name, times, reference=None):
    ratio = f"   {times['processor_seconds'] / reference['processor_seconds']:6.1f} times ours" if reference else ""
    print(f"    {name:14}{times['seconds']:9.3f} s   {times['processor_seconds']:9.3f} s of processors{ratio}",
          flush=True)


def compare_linkage(tool, work, environment):
    """False if something that could be run failed, or found other heights."""
    file = planted_rows(work / "bench-data", ROWS)
    print(f"\nlinkage, {ROWS:,} x {COLUMNS}", flush=True)
    python, why = peer_python(work / "peers-linkage", "peers_linkage.txt")
    if python is None:
        print(f"  peers         not compared: PyPI could not be reached ({why})")
    ok = True
    for link in ("single", "complete", "average", "ward"):
        print(f"  {link}")
        times, why = ours(tool, link, file, environment)
        if times is None:
            print(f"    germane       failed: {why}")
            ok = False
            continue
        show("germane", times)
        for library in ("scipy", "fastcluster") if python else ():
            peer, why = json_of([python, HERE / "peer_linkage.py", library, link, file])
            if peer is None:
                print(f"    {library:14}failed: {why}")
                ok = False
                continue
            show(library, peer, times)
            if abs(peer["heights"] / times["heights"] - 1) > TOLERANCE:
                print(f"    {library:14}has other heights: {peer['heights']!r}, ours {times['heights']!r}")
                ok = False
    times, why = ours(tool, "single", planted_rows(work / "bench-data", MANY), environment)
    print(f"  single, {MANY:,} x {COLUMNS}")
    if times is None:
        print(f"    germane       failed: {why}")
        return False
    show("germane", times)
    return ok
