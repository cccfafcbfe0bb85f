"""An input that somebody cuts short while it is mapped: refused in one line, nothing left behind."""

import os
import subprocess
import time

import numpy as np
import pytest

from archive import Archive, archive_bytes
from limits import SECONDS, SLOWER

COLUMNS = 2000  # wide rows: nearly all of the time goes into reading blocks, little between them
ROWS = 180_000  # 1.4 GB of holes, which take no place on the disk; about a second of work
NOTICED = "t.npy: changed while it was read"  # between two blocks
LOST = "germane: an input file became shorter while it was read; run again once it is complete\n"
TRIES = 15  # most of them cut inside a block, and the first that does is enough


def write_holes(path):
    """A table of zeros; returns the size of its header."""
    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": "<f4", "fortran_order": False, "shape": (ROWS, COLUMNS)})
        header = file.tell()
        file.truncate(header + 4 * ROWS * COLUMNS)
    return header


def write_wide_model(germane):
    """Made of a narrow one, as an eigenproblem of so many columns takes seconds."""
    germane.ok("learn", "pca", "data/iris.csv", "--label", "label", "--out", "narrow")
    metadata = Archive(germane.folder / "narrow").metadata
    (germane.folder / "narrow").unlink()
    germane.write("m", archive_bytes(metadata, {
        "center": np.zeros(COLUMNS), "map": np.ones((2, COLUMNS)),
        "columns": np.zeros(0, np.uint8), "columns/offsets": np.zeros(1, np.int64)}))


def cut_while_read(germane, delay):
    """What transform says, and its exit code; the file is cut `delay` seconds after the tool has
    made its output, which is just before it reads the first block."""
    header = write_holes(germane.folder / "t.npy")
    before = names(germane)
    process = subprocess.Popen([str(germane.binary), "transform", "m", "t.npy", "--out", "new.npy"],
                               cwd=germane.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    end = time.monotonic() + 20 * SLOWER
    while names(germane) == before and process.poll() is None:
        assert time.monotonic() < end, "it never began to write"
        time.sleep(0.002)
    time.sleep(delay)
    os.truncate(germane.folder / "t.npy", header)
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode in (0, 2), (process.returncode, err)
    assert process.returncode == 0 or out == b""
    return process.returncode, err.decode()


def names(germane):
    return {path.name for path in germane.folder.iterdir()}


def test_an_input_cut_short_while_it_is_read_is_refused_and_leaves_the_old_result(germane):
    write_wide_model(germane)
    for attempt in range(TRIES):
        germane.write("new.npy", b"old")
        code, err = cut_while_read(germane, delay=0.03 + 0.017 * attempt)
        if code == 0:
            continue  # it was done before we came to cut
        assert err == LOST or (NOTICED in err and err.count("\n") == 1), err
        assert germane.bytes_of("new.npy") == b"old"
        assert names(germane) == {"data", "m", "t.npy", "new.npy"}
        if err == LOST:
            return
    pytest.fail(f"in {TRIES} tries it was never cut inside a block")
