"""The same numbers give the same model through every door.

A format is one entry of EXACT, ROUNDED or WHOLE below: its name, and a writer `write(folder, rows,
names)` that returns the file's name (or a list of names and the bytes for standard input). Formats
that hold float64 go to EXACT and give the same bits as npy; sparse ones, summed in another order, to
SPARSE; those that hold float32 go to ROUNDED, and those of small integers to WHOLE: there the numbers
are such that every format holds them, and the sums differ by rounding only.
"""

import gzip
import os
import struct
import subprocess
import threading

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from archive import Archive
from limits import SECONDS
from reference import bundled, csv_text

ROWS, LABELS, NAMES = bundled("wine")
WHOLE_ROWS = np.round(100 * ROWS / ROWS.max(axis=0))  # from 0 to 100: any type holds them
GROUPS = "".join(f"{label}\n" for label in LABELS)
FLOAT32_ROUNDING = 20 * np.finfo("<f4").eps  # float32 rows are centred in float32; 20: the condition of wine


def text(ending, separator=","):
    def write(folder, rows, names):
        (folder / f"x{ending}").write_text(csv_text(rows, names, separator=separator))
        return f"x{ending}"
    return write


def unnamed_text(folder, rows, _):
    (folder / "plain.csv").write_text(csv_text(rows))
    return "plain.csv"


def gzipped(folder, rows, names):
    (folder / "x.csv.gz").write_bytes(gzip.compress(csv_text(rows, names).encode()))
    return "x.csv.gz"


def standard_input(_, rows, names):
    return ["-"], csv_text(rows, names).encode()


def named_pipe(folder, rows, names):
    os.mkfifo(folder / "pipe")
    content = csv_text(rows, names).encode()
    threading.Thread(target=lambda: (folder / "pipe").write_bytes(content), daemon=True).start()
    return "pipe"


def npy(kind, order="C"):
    def write(folder, rows, _):
        np.save(folder / "x.npy", np.asarray(rows.astype(kind), order=order))
        return "x.npy"
    return write


def npz(save, order="C", kind="<f8"):
    def write(folder, rows, _):
        save(folder / "x.npz", rows=np.asarray(rows.astype(kind), order=order))
        return "x.npz"
    return write


def one_of_several(folder, rows, _):
    np.savez(folder / "x.npz", other=rows[:5], rows=rows)
    return "x.npz:rows"


def vecs(ending, kind):
    def write(folder, rows, _):
        (folder / f"x.{ending}").write_bytes(
            b"".join(struct.pack("<i", len(row)) + row.tobytes() for row in rows.astype(kind)))
        return f"x.{ending}"
    return write


def counted_table(ending, kind):
    def write(folder, rows, _):
        (folder / f"x.{ending}").write_bytes(
            struct.pack("<II", *rows.shape) + rows.astype(kind).tobytes())
        return f"x.{ending}"
    return write


def two_shards(folder, rows, names):
    (folder / "a.csv").write_text(csv_text(rows[:70], names))
    (folder / "b.csv").write_text(csv_text(rows[70:, ::-1], names[::-1]))
    return ["a.csv", "b.csv"], b""


def svmlight(folder, rows, _):
    (folder / "x.svm").write_text("".join(
        "0 " + " ".join(f"{j + 1}:{number:.17g}" for j, number in enumerate(row)) + "\n"
        for row in rows))
    return "x.svm"


def svmlight_gz(folder, rows, names):
    (folder / "x.svm.gz").write_bytes(gzip.compress((folder / svmlight(folder, rows, names)).read_bytes()))
    return "x.svm.gz"


def matrix_market(folder, rows, _):
    scipy.io.mmwrite(folder / "x.mtx", scipy.sparse.csr_matrix(rows), precision=17)
    return "x.mtx"


REFERENCE = npy("<f8")
EXACT = [
    ("csv", text(".csv")),
    ("tsv", text(".tsv", "\t")),
    ("semicolons", text(".csv", ";")),
    ("csv without header", unnamed_text),
    ("csv.gz", gzipped),
    ("standard input", standard_input),
    ("named pipe", named_pipe),
    ("two csv files", two_shards),
    ("npy, Fortran order", npy("<f8", "F")),
    ("npy, big endian", npy(">f8")),
    ("npz, stored", npz(np.savez)),
    ("npz, stored, Fortran order", npz(np.savez, "F")),
    ("npz, deflated", npz(np.savez_compressed)),
    ("npz, deflated, Fortran order", npz(np.savez_compressed, "F")),
    ("npz:NAME", one_of_several),
]
SPARSE = [("svmlight", svmlight), ("svmlight.gz", svmlight_gz), ("Matrix Market", matrix_market)]
ROUNDED = [
    ("npy f4", npy("<f4")),
    ("npy f4, Fortran order", npy("<f4", "F")),
    ("npz f4", npz(np.savez_compressed, kind="<f4")),
    ("fvecs", vecs("fvecs", "<f4")),
    ("fbin", counted_table("fbin", "<f4")),
]
WHOLE = [
    *ROUNDED,
    *((f"npy {kind}", npy(kind)) for kind in ("<f2", "i1", "u1", "<i2", ">u2", "<i4", "<u4", "<i8", ">u8")),
    ("bvecs", vecs("bvecs", "u1")),
    ("u8bin", counted_table("u8bin", "u1")),
    ("i8bin", counted_table("i8bin", "i1")),
]


def learned(germane, writer, rows, *options):
    """The model that `learn rca` finds in the rows, written by `writer`."""
    for name in ("m", "pipe"):
        (germane.folder / name).unlink(missing_ok=True)
    given = writer(germane.folder, rows, NAMES)
    files, stdin = given if isinstance(given, tuple) else ([given], b"")
    germane.write("groups", GROUPS)
    done = subprocess.run([str(germane.binary), "learn", "rca", *files, "--chunklets", "groups",
                           "--check", "none", "--out", "m", *options], cwd=germane.folder,
                          input=stdin, capture_output=True, timeout=SECONDS,
                          check=False)
    assert (done.returncode, done.stderr) == (0, b""), done
    return Archive(germane.folder / "m")


def assert_close(model, reference, rows, tolerance):
    """The same centre and the same distances, in units of the columns' spreads. (Not the same map: in
    float32 the units of wine hide its small columns, and the root is then taken of correlations.)"""
    spread = np.nanstd(rows, axis=0)
    assert np.abs((model.center - reference.center) / spread).max() <= tolerance
    metric, expected = (spread[:, None] * x.metric * spread for x in (model, reference))
    assert np.abs(metric - expected).max() <= tolerance * np.abs(expected).max()


def cases(formats):
    return [pytest.param(writer, id=name) for name, writer in formats]


@pytest.mark.parametrize("writer", cases(EXACT))
def test_formats_of_float64_give_the_same_bits(germane, writer):
    reference = learned(germane, REFERENCE, ROWS)
    model = learned(germane, writer, ROWS)
    assert model.map.tobytes() == reference.map.tobytes()
    assert model.center.tobytes() == reference.center.tobytes()


@pytest.mark.parametrize("writer", cases(SPARSE))
def test_sparse_formats_give_the_same_model_to_rounding(germane, writer):
    assert_close(learned(germane, writer, ROWS), learned(germane, REFERENCE, ROWS), ROWS, 1e-10)


@pytest.mark.parametrize("writer", cases(ROUNDED))
def test_formats_of_float32_give_the_same_model_to_rounding(germane, writer):
    rows = ROWS.astype("<f4").astype(float)
    assert_close(learned(germane, writer, rows), learned(germane, REFERENCE, rows), rows,
                 FLOAT32_ROUNDING)


@pytest.mark.parametrize("writer", cases(WHOLE))
def test_whole_numbers_give_the_same_model_through_every_type(germane, writer):
    assert_close(learned(germane, writer, WHOLE_ROWS), learned(germane, REFERENCE, WHOLE_ROWS), WHOLE_ROWS,
                 FLOAT32_ROUNDING)


@pytest.mark.parametrize("writer", cases([*EXACT, *ROUNDED]))
def test_missing_cells_are_filled_alike(germane, writer):
    rows = ROWS.astype("<f4").astype(float)
    rows[[3, 7, 7, 60, 177], [0, 2, 3, 12, 1]] = np.nan
    reference = learned(germane, REFERENCE, rows, "--missing", "mean")
    model = learned(germane, writer, rows, "--missing", "mean")
    assert_close(model, reference, rows, FLOAT32_ROUNDING)
    np.testing.assert_allclose(model["fill"], np.nanmean(rows, axis=0), rtol=FLOAT32_ROUNDING)
    if writer in [exact for _, exact in EXACT]:
        assert model.map.tobytes() == reference.map.tobytes()
