#!/usr/bin/python3
"""Two ranks of an MPI job beside two processes that know nothing of each other.

  bench/ranks.py --germane build/mpi/apps/cli/germane --work build [--rows N] [--repeats N]

Each process, or rank, has one thread and as many rows: two float32 files of 64 columns. By the clock, least of
the repeats, in turns. `share`: the seconds of two processes over those of two ranks, each less what it takes to
start (`--version`, under `mpirun` or not); none where the work is short beside that.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

import numpy as np

COLUMNS = 64
MPIRUN = ["mpirun", "-n", "2", "--map-by", "core", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]


def shards_in(folder, rows):
    """Two files, made once."""
    paths = [folder / f"ranks-{rows}-{number}.npy" for number in range(2)]
    for number, path in enumerate(paths):
        if not path.exists():
            part = path.with_suffix(".part")
            with open(part, "wb") as file:
                np.save(file, np.random.default_rng(number).standard_normal((rows, COLUMNS), dtype=np.float32))
            part.replace(path)
    return paths


def verbs(folder, model):
    """What is run, by name: words before the files, and words after, given the name of what is written."""
    def to(name):
        return str(folder / name)
    return {
        "stats": (["stats"], lambda who: ["--out", to(f"ranks-{who}.stats")]),
        "learn pca": (["learn", "pca"], lambda who: ["--dimensions", "10", "--out", to(f"ranks-{who}.model")]),
        "transform": (["transform", model], lambda who: ["--out", to(f"ranks-{who}.npy")]),
        "cluster kmeans": (["cluster", "kmeans"],
                           lambda who: ["--k", "16", "--restarts", "1", "--iterations", "10", "--start", "random",
                                        "--save", to(f"ranks-{who}.clusters")]),
        "cluster gmm": (["cluster", "gmm"],
                        lambda who: ["--k", "4", "--restarts", "1", "--iterations", "3", "--start", "random",
                                     "--tolerance", "0", "--save", to(f"ranks-{who}.clusters")]),
    }


def seconds_of(*jobs):
    """From the start of all to the end of the last."""
    started = time.perf_counter()
    running = [subprocess.Popen([str(word) for word in job], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                text=True) for job in jobs]
    for job, process in zip(jobs, running):
        complaint = process.communicate()[1]
        if process.returncode != 0:
            sys.exit(f"{' '.join(map(str, job))}: exit {process.returncode}\n{complaint}")
    return time.perf_counter() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--germane", type=pathlib.Path, required=True, help="the tool, built with MPI")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="where the files are made")
    parser.add_argument("--rows", type=int, default=4_000_000, help="of each file")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    shards = shards_in(arguments.work, arguments.rows)

    def command(words, files, more):
        return [arguments.germane, *words, *files, *more, "--threads", "1", "--quiet"]
    model = arguments.work / "ranks.model"
    seconds_of(command(["learn", "pca"], shards[:1], ["--dimensions", "10", "--out", model]))
    nothing = [arguments.germane, "--version"]
    starts = [(seconds_of(nothing, nothing), seconds_of([*MPIRUN, *nothing])) for _ in range(arguments.repeats)]
    start_apart, start = (min(each) for each in zip(*starts))
    print(f"{arguments.rows:,} rows of {COLUMNS} float32 columns for each; to start takes two processes "
          f"{start_apart:.2f} s, two ranks {start:.2f} s\n\n"
          f"{'':16}{'two processes, s':>18}{'two ranks, s':>14}{'share':>8}", flush=True)
    for name, (words, more) in verbs(arguments.work, model).items():
        apart, ranks = float("inf"), float("inf")
        for _ in range(arguments.repeats):
            apart = min(apart, seconds_of(*(command(words, [shard], more(number)) for number, shard in enumerate(shards))))
            ranks = min(ranks, seconds_of([*MPIRUN, *command(words, shards, more("both"))]))
        share = f"{(apart - start_apart) / (ranks - start):.2f}" if ranks > 1.5 * start else "-"
        print(f"{name:16}{apart:>18.2f}{ranks:>14.2f}{share:>8}", flush=True)


if __name__ == "__main__":
    main()
