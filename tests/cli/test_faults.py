"""Whatever write, sync, rename, open, close, mapping or allocation fails: the run ends with a
message, the old result is intact or the new one complete, and no temporary file is left behind.

faults.c is preloaded and fails the k-th call of a kind. Calls that are made once per file fail for
every k. Allocations are thousands, so a spread sample of them fails here; GERMANE_ALL_FAULTS=1 in
the environment fails every one, in some minutes."""

import concurrent.futures
import errno
import os
import platform
import queue
import random
import shutil
import subprocess

import numpy as np
import pytest

from limits import SECONDS, SLOWER
from reference import bundled

ALL = "GERMANE_ALL_FAULTS" in os.environ
SAMPLE = 40  # allocations that fail of each command and way, unless all do
OLD = b"what was here before"
HERE = os.path.dirname(os.path.abspath(__file__))

pytestmark = [
    pytest.mark.skipif(SLOWER > 1, reason="a sanitizer's allocator cannot be preloaded over"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler for the preloaded faults"),
    pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="faults.c calls glibc by name"),
]

WINE = ("data/wine.csv", "--label", "label")
PAIRS = (*WINE, "--pairs", "pairs.csv")
COMMANDS = {  # the result is in folder out
    "learn": ("learn", "rca", *PAIRS, "--out", "out/m"),
    "stats": ("stats", *PAIRS, "--out", "out/s"),
    "merge": ("merge", "a.stats", "b.stats", "--out", "out/s"),
    "transform to csv": ("transform", "m", *WINE, "--out", "out/t.csv"),
    "transform to npy": ("transform", "m", "wine.npy", "--out", "out/t.npy"),
    "transform to npz": ("transform", "m", "wine.npy", "--out", "out/t.npz"),
    "cluster": ("cluster", "kmeans", *WINE, "--k", "3", "--prepare", "standardize", "--out", "out/c.csv"),
    "views": ("learn", "pwca", "--view", "a=wine.npy", "--view", "b=wine.npy", "--out", "out/m"),
    "vectorize": ("vectorize", "data/notes.tsv", "--text", "text", "--id", "id", "--out", "out/n.mtx"),
    "compressed": ("stats", "wine.csv.gz", "--label", "label", "--out", "out/s"),
}


class Bench:
    """Runs commands under faults, each worker in a folder of its own."""

    def __init__(self, germane, library):
        self.germane, self.library = germane, library
        germane.ok("constraints", "simulate", *WINE, "--seed", 1, "--out", "pairs.csv")
        germane.ok("stats", *PAIRS, "--out", "a.stats")
        germane.ok("constraints", "simulate", *WINE, "--seed", 2, "--out", "others.csv")
        germane.ok("stats", *WINE, "--pairs", "others.csv", "--out", "b.stats")
        germane.ok("learn", "rca", *PAIRS, "--out", "m")
        np.save(germane.folder / "wine.npy", bundled("wine")[0])
        subprocess.run("gzip -c data/wine.csv > wine.csv.gz", shell=True, cwd=germane.folder,
                       check=True)
        self.folders = queue.SimpleQueue()
        for i in range(os.cpu_count() or 1):
            folder = germane.folder / f"worker{i}"
            folder.mkdir()
            for name in ("data", "pairs.csv", "a.stats", "b.stats", "m", "wine.npy", "wine.csv.gz"):
                (folder / name).symlink_to(germane.folder / name)
            self.folders.put(folder)

    def run(self, command, fault="", threads=1):
        """Exit code, output, errors, files of the folder out; the counts when there is no fault."""
        folder = self.folders.get()
        try:
            shutil.rmtree(folder / "out", ignore_errors=True)
            (folder / "out").mkdir()
            result = folder / command[-1]
            result.write_bytes(OLD)
            # The guard of apps/cli/main.cpp: it does not start itself anew.
            environment = {**os.environ, "LD_PRELOAD": str(self.library), "FAULT": fault,
                           "FAULT_COUNT": str(folder / "counts"), "GERMANE_KERNEL_SET": "1",
                           "TMPDIR": str(folder / "out")}
            done = subprocess.run([str(self.germane.binary), *command, "--threads", str(threads)],
                                  cwd=folder, env=environment, capture_output=True, timeout=SECONDS,
                                  check=False)
            files = {path.name: path.read_bytes() for path in (folder / "out").iterdir()}
            counts = {}
            if not fault:
                lines = (folder / "counts").read_text().splitlines()
                counts = {kind: int(count) for kind, count in map(str.split, lines)}
            return done.returncode, done.stdout, done.stderr, files, counts
        finally:
            self.folders.put(folder)

    def clean(self, command):
        code, out, err, files, counts = self.run(command)
        assert code == 0 and err == b"", err
        assert files and OLD not in files.values()
        return out, files, counts

    def sweep(self, command, faults, threads=1, says=b"germane: "):
        """Fails in each way, all cores at a time; how many runs failed."""
        faults = list(faults)
        out, new, _ = self.clean(command)
        name = os.path.basename(command[-1])

        def wrong(fault):
            """What is wrong with that run, or nothing; and whether it was refused."""
            code, printed, err, files, _ = self.run(command, fault, threads)
            checks = {
                f"exit {code}": code in (0, 1, 2),
                f"files {sorted(files)}": name in files and files.keys() <= new.keys(),
                "half a result": all(content == new.get(each) or (each, content) == (name, OLD)
                                     for each, content in files.items()),
                "done, but not the same": code != 0 or (files == new and printed == out),
                "no message of ours": code == 0 or (err.startswith(says) and b"internal" not in err),
            }
            failed = [what for what, holds in checks.items() if not holds]
            return f"{fault}: {failed}: {err.decode()}" if failed else "", code != 0

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(wrong, faults))
        bad = [text for text, _ in results if text]
        assert not bad, f"{len(bad)} of {len(faults)} faults: " + "\n".join(bad[:40])
        return sum(refused for _, refused in results)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", path, os.path.join(HERE, "faults.c"), "-ldl"],
                   check=True)
    return path


@pytest.fixture
def bench(germane, library):
    return Bench(germane, library)


def text(fault):
    return ":".join(map(str, fault))


REASONS = {  # a failing call of each kind, for these reasons
    "write": (errno.ENOSPC, errno.EIO),
    "sync": (errno.EIO, errno.ENOSPC),
    "rename": (errno.EIO, errno.EACCES),
    "open": (errno.EMFILE, errno.EACCES),
    "close": (errno.EIO,),
    "map": (errno.ENOMEM,),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_call_on_files_may_fail(bench, name):
    command = COMMANDS[name]
    _, files, counts = bench.clean(command)
    assert counts["write"] >= 2 and counts["sync"] >= 1 and counts["rename"] == len(files), counts
    faults = [(kind, k, reason) for kind, reasons in REASONS.items() for reason in reasons
              for k in range(1, counts[kind] + 1)]
    # The last sync is that of the folder, after which the result is in place in any case.
    needed = [fault for fault in faults if fault[0] in ("write", "rename") or fault[:2] == ("sync", 1)]
    others = [fault for fault in faults if fault not in needed]
    refused = bench.sweep(command, map(text, needed))
    assert refused == len(needed)
    refused += bench.sweep(command, map(text, others))
    print(f"{name}: {len(faults)} calls failed, {refused} runs were refused")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_write_that_is_cut_short_or_interrupted_goes_on(bench, name):
    command = COMMANDS[name]
    counts = bench.clean(command)[2]
    faults = [text(("write", k, reason)) for k in range(1, counts["write"] + 1)
              for reason in (0, errno.EINTR)]
    assert bench.sweep(command, faults) == 0


@pytest.mark.parametrize("method", ["rca", "elda"])
def test_every_workspace_of_lapack_may_fail(bench, method):
    """Without one nothing is computed, and what was to hold the answer holds anything."""
    options = ("--ridge", "0.1") if method == "elda" else ()
    command = ("learn", method, *PAIRS, *options, "--check", "none", "--out", "out/m")
    count = bench.clean(command)[2]["workspace"]
    if count == 0:
        pytest.skip("LAPACKE is no library of its own here, so its calls are not known")
    faults = [f"workspace:{k}:{errno.ENOMEM}" for k in range(1, count + 1)]
    assert bench.sweep(command, faults, says=b"germane: out of memory") == count
    print(f"learn {method}: {count} workspaces failed")


def chosen(count, seed):
    if ALL:
        return list(range(1, count + 1))
    picked = random.Random(seed).sample(range(1, count + 1), min(SAMPLE, count))
    return sorted({*picked, 1, 2, count - 1, count})


@pytest.mark.parametrize("threads,on", [(1, ""), (1, ":on"), (2, "")],
                         ids=["once", "from then on", "two threads"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_allocation_may_fail(bench, name, threads, on):
    counts = bench.clean(COMMANDS[name])[2]
    faults = [f"allocate:{k}:{errno.ENOMEM}{on}" for k in chosen(counts["allocate"], name)]
    failed = bench.sweep(COMMANDS[name], faults, threads, says=b"germane: out of memory")
    print(f"{name}: {len(faults)} of {counts['allocate']} allocations failed, {failed} runs were refused")
    assert failed > 0
