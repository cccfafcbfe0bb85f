"""gzip, pipes and standard input: the same as the plain file, and refused when damaged."""

import gzip
import os
import resource
import signal
import subprocess

import numpy as np
import pytest

from archive import Archive
from limits import SECONDS, SLOWER
from reference import ROOT

IRIS = (ROOT / "data" / "iris.csv").read_bytes()
LEARN = ("learn", "rca", "--chunklet-column", "label")


def run(germane, *arguments, text=b"", **more):
    return subprocess.run([str(germane.binary), *map(str, arguments)], cwd=germane.folder,
                          input=text, capture_output=True, timeout=SECONDS, check=False, **more)


@pytest.fixture
def plain(germane):
    germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label", "--out", "plain")
    return Archive(germane.folder / "plain")


def same(germane, plain, name):
    assert np.array_equal(Archive(germane.folder / name).map, plain.map)


def test_a_compressed_table_is_the_same_table(germane, plain):
    germane.write("iris.csv.gz", gzip.compress(IRIS))
    germane.ok("learn", "rca", "iris.csv.gz", "--chunklet-column", "label", "--out", "m")
    same(germane, plain, "m")
    half = IRIS.index(b"\n", len(IRIS) // 2) + 1
    germane.write("members.csv.gz", gzip.compress(IRIS[:half]) + gzip.compress(IRIS[half:]))
    germane.ok("learn", "rca", "members.csv.gz", "--chunklet-column", "label", "--out", "m")
    same(germane, plain, "m")


def test_a_table_from_standard_input_plain_or_compressed(germane, plain):
    for text in (IRIS, gzip.compress(IRIS)):
        done = run(germane, "learn", "rca", "-", "--chunklet-column", "label", "--out", "m",
                   text=text)
        assert done.returncode == 0, done.stderr
        same(germane, plain, "m")
    assert b"standard input" in run(germane, "describe", "-", "--label", "label", text=IRIS).stdout


def test_a_named_pipe_is_read(germane, plain):
    os.mkfifo(germane.folder / "pipe")
    process = subprocess.Popen([str(germane.binary), "learn", "rca", "pipe", "--chunklet-column",
                                "label", "--out", "m"], cwd=germane.folder,
                               stdout=subprocess.DEVNULL)
    (germane.folder / "pipe").write_bytes(IRIS)
    assert process.wait(timeout=SECONDS) == 0
    same(germane, plain, "m")


def test_compressed_pairs_groups_labels_and_ids(germane):
    numbers = "".join(f"{i},{i + 1}\n" for i in range(0, 40, 2)).encode()
    germane.write("pairs.csv", numbers)
    germane.write("pairs.csv.gz", gzip.compress(numbers))
    for name in ("pairs.csv", "pairs.csv.gz"):
        germane.ok("learn", "rca", "data/iris.csv", "--exclude", "label", "--pairs", name, "--out",
                   name + ".model")
    assert germane.bytes_of("pairs.csv.model") == germane.bytes_of("pairs.csv.gz.model")
    labels = "".join(f"{i // 50}\n" for i in range(150)).encode()
    germane.write("labels.gz", gzip.compress(labels))
    germane.ok("learn", "lda", "data/iris.csv", "--exclude", "label", "--labels", "labels.gz")


def test_damaged_compression_is_refused(germane):
    whole = gzip.compress(IRIS)
    for size in (3, 10, 20, len(whole) // 2, len(whole) - 1):
        germane.write("t.csv.gz", whole[:size])
        germane.refused("describe", "t.csv.gz", says=["t.csv.gz", "cut short"])
    bad = bytearray(whole)
    bad[len(bad) // 2] ^= 0xFF
    germane.write("t.csv.gz", bytes(bad))
    germane.refused("describe", "t.csv.gz", says=["t.csv.gz", "damaged"])
    germane.write("t.csv.gz", gzip.compress(np.zeros(5).tobytes()))
    germane.refused("describe", "t.csv.gz", says=["t.csv.gz", "no text"])


def test_text_that_decompresses_without_end_meets_a_limit(germane):
    germane.write("bomb.csv.gz", gzip.compress(b"1,2\n" * 20_000_000))

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000_000, 10_000_000))
        if SLOWER == 1:  # a sanitizer reserves more
            resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))

    done = run(germane, "describe", "bomb.csv.gz", preexec_fn=limit)
    assert done.returncode == 2
    assert b"bomb.csv.gz" in done.stderr and b"TMPDIR" in done.stderr


def test_standard_input_cannot_be_two_things(germane):
    done = run(germane, "learn", "rca", "-", "--pairs", "-", text=IRIS)
    assert done.returncode == 2 and b"standard input" in done.stderr and b"once" in done.stderr
