#!/usr/bin/python3
"""Statistics, k-means and transform of a file larger than the memory they may take.

Makes an npy file of float32 rows, a part at a time, and runs the tool over it: peak resident memory
and seconds of each, beside those of plain reading. docs/scale.md explains the columns.

  bench/larger_than_memory.py --germane build/release/apps/cli/germane --gigabytes 8
"""

import argparse
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import time

import numpy as np

COLUMNS = 64
PART = 1 << 18  # rows made at a time
DIFFERENT = 4  # parts that differ
LIMIT = 1 << 30  # bytes of resident memory that no step may pass


def make(path, rows):
    """Sixteen clouds in 64 columns, in an npy file that is never in memory. A quarter of a gigabyte of different
    rows is written again and again: drawing them takes longer than writing."""
    random = np.random.default_rng(0)
    centers = random.normal(0, 4, (16, COLUMNS)).astype(np.float32)
    header = np.lib.format.header_data_from_array_1_0(np.zeros((1, COLUMNS), np.float32))
    header["shape"] = (rows, COLUMNS)
    parts = []
    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        for number, first in enumerate(range(0, rows, PART)):
            if number < DIFFERENT:
                part = random.standard_normal((PART, COLUMNS), dtype=np.float32)
                parts.append(part + centers[random.integers(0, len(centers), PART)])
            file.write(parts[number % DIFFERENT][:min(PART, rows - first)].tobytes())


def forget(path):
    """Asks the system to drop the file from its cache; what it has written to disk, it does."""
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def measured(words):
    """Seconds of wall clock and of processor, and peak resident bytes of one process."""
    started = time.monotonic()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaint = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit {process.returncode}\n{complaint}")
    return time.monotonic() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("--germane", required=True)
    parse.add_argument("--folder", default="/tmp/germane-large", type=pathlib.Path)
    parse.add_argument("--gigabytes", type=float, help="of the file; default: what the disk allows")
    parse.add_argument("--threads", default="0")
    parse.add_argument("--keep", action="store_true", help="the file, for another run")
    given = parse.parse_args()
    given.folder.mkdir(exist_ok=True)
    data, out = given.folder / "rows.npy", given.folder / "mapped.npy"
    # Beside the file there must be room for what transform writes: 8 of 64 columns.
    free = shutil.disk_usage(given.folder).free
    size = given.gigabytes * 1e9 if given.gigabytes else 0.8 * free
    rows = int(size / (4 * COLUMNS))
    if 1.2 * size > free and not data.exists():
        sys.exit(f"{given.folder}: {free / 1e9:.1f} GB are free, {1.2 * size / 1e9:.1f} are needed")
    try:
        if not data.exists():
            # In a process of its own: what this one once took would count as the peak of those it starts.
            making = multiprocessing.Process(target=make, args=(data, rows))
            making.start()
            making.join()
            if making.exitcode != 0:
                sys.exit(f"{data}: could not be made")
        size = data.stat().st_size
        rows = (size - 128) // (4 * COLUMNS)
        model = given.folder / "pca.model"
        options = ["--threads", given.threads, "--quiet"]

        def germane(*words):
            return [given.germane, *words, *options]

        steps = [
            ("plain reading", ["cat", data]),
            ("stats", germane("stats", data, "--out", given.folder / "rows.stats")),
            ("transform", germane("transform", model, data, "--out", out)),
            ("k-means", germane("cluster", "kmeans", data, "--k", "16", "--sample", "100000",
                                "--memory", "9e8", "--save", given.folder / "rows.clusters")),
        ]
        learn = germane("learn", "pca", given.folder / "rows.stats", "--dimensions", "8", "--out",
                        model)
        print(f"{size / 1e9:.1f} GB: {rows:,} rows of {COLUMNS} float32 columns")
        print(f"{'step':<20}{'seconds':>9}{'cpu':>9}{'GB/s':>8}{'of reading':>12}{'peak MB':>9}")
        reading = None
        for name, words in steps:
            if name == "transform":
                measured(learn)
            forget(data)
            seconds, cpu, peak = measured(words)
            rate = size / seconds / 1e9
            reading = reading or rate
            print(f"{name:<20}{seconds:>9.1f}{cpu:>9.1f}{rate:>8.2f}{rate / reading:>12.2f}"
                  f"{peak / 1e6:>9.0f}", flush=True)
            if peak > LIMIT:
                sys.exit(f"{name}: {peak / 1e6:.0f} MB, above {LIMIT / 1e6:.0f}")
    finally:
        if not given.keep:
            shutil.rmtree(given.folder)


if __name__ == "__main__":
    main()
