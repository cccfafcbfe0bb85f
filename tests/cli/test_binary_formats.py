"""Arrays and vectors: the same numbers give the same model through every format, and bytes that are
no such file are refused, never crashed on."""

import io
import resource
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from limits import SECONDS, SLOWER
from reference import csv_text

ROWS = np.random.default_rng(3).integers(-100, 100, size=(60, 4))  # whole numbers, which all types hold
GROUPS = "".join(f"{i % 5}\n" for i in range(len(ROWS)))


def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def npz(save=np.savez, **arrays):
    file = io.BytesIO()
    save(file, **arrays)
    return file.getvalue()


def vecs(array):
    return b"".join(struct.pack("<i", len(row)) + row.tobytes() for row in array)


def table(array):
    return struct.pack("<II", *array.shape) + array.tobytes()


class Unseekable(io.RawIOBase):
    """A file that cannot be gone back in, so that sizes are written behind the bytes."""

    def __init__(self):
        self.bytes = b""

    def writable(self):
        return True

    def write(self, more):
        self.bytes += bytes(more)
        return len(more)


def piped_npz(array):
    pipe = Unseekable()
    with zipfile.ZipFile(pipe, "w") as archive:  # not of the time that it is: all who run tests have the same bytes
        archive.writestr(zipfile.ZipInfo("a.npy"), npy(array), zipfile.ZIP_DEFLATED)
    return pipe.bytes


SINGLE = ROWS.astype("<f4")
FLOAT32 = {
    "f4.npy": npy(SINGLE),
    "fortran.npy": npy(np.asfortranarray(SINGLE)),
    "big.npy": npy(ROWS.astype(">f4")),
    "half.npy": npy(ROWS.astype("<f2")),
    "i1.npy": npy(ROWS.astype("i1")),
    "i2.npy": npy(ROWS.astype(">i2")),
    "x.fvecs": vecs(SINGLE),
    "x.fbin": table(SINGLE),
    "x.i8bin": table(ROWS.astype("i1")),
    "stored.npz": npz(rows=SINGLE),
    "deflated.npz": npz(np.savez_compressed, rows=SINGLE),
    "piped.npz": piped_npz(SINGLE),
    "fortran.npz": npz(rows=np.asfortranarray(SINGLE)),
    "deflated_fortran.npz": npz(np.savez_compressed, rows=np.asfortranarray(SINGLE)),
}
FLOAT64 = {
    "f8.npy": npy(ROWS.astype("<f8")),
    "i4.npy": npy(ROWS.astype("<i4")),
    "i8.npy": npy(ROWS.astype(">i8")),
    "stored.npz": npz(rows=ROWS.astype("<f8")),
    "deflated.npz": npz(np.savez_compressed, rows=ROWS),
    "x.csv": csv_text(ROWS).encode(),
}
UNSIGNED = ROWS + 100
BYTES = {
    "u1.npy": npy(UNSIGNED.astype("u1")),
    "u2.npy": npy(UNSIGNED.astype("<u2")),
    "x.bvecs": vecs(UNSIGNED.astype("u1")),
    "x.u8bin": table(UNSIGNED.astype("u1")),
    "f4.npy": npy(UNSIGNED.astype("<f4")),
}


@pytest.mark.parametrize("files", [FLOAT32, FLOAT64, BYTES], ids=["float32", "float64", "bytes"])
def test_the_same_numbers_give_the_same_model_bytes(germane, files):
    germane.write("groups", GROUPS)
    models = set()
    for name, content in files.items():
        germane.write(name, content)
        germane.ok("learn", "rca", name, "--chunklets", "groups", "--out", "m")
        models.add(germane.bytes_of("m"))
    assert len(models) == 1


@pytest.mark.parametrize("name,content,rows", [
    *(pytest.param(name, content, ROWS, id=name) for name, content in FLOAT32.items()),
    *(pytest.param(name, content, UNSIGNED, id=f"unsigned-{name}") for name, content in BYTES.items()),
])
def test_describe_works_on_all(germane, name, content, rows):
    germane.write(name, content)
    found = germane.ok("describe", name, "--json").json()
    assert (found["rows"], found["columns"], found["scalar"]) == (60, 4, "float32")
    for key, values in {"least": rows.min(axis=0), "largest": rows.max(axis=0)}.items():
        assert [row[key] for row in found["features"]] == list(values)


def test_bools_are_numbers(germane):
    germane.write("b.npy", npy(ROWS > 0))
    found = germane.ok("describe", "b.npy", "--json").json()
    assert [row["mean"] for row in found["features"]] == pytest.approx((ROWS > 0).mean(axis=0))


def test_formats_are_parts_of_one_table(germane):
    germane.write("groups", GROUPS)
    germane.write("all.npy", FLOAT32["f4.npy"])
    parts = {"a.fvecs": vecs(SINGLE[:20]), "b.npz": npz(np.savez_compressed, r=SINGLE[20:33]),
             "c.fbin": table(SINGLE[33:])}
    for name, content in parts.items():
        germane.write(name, content)
    germane.ok("learn", "rca", "all.npy", "--chunklets", "groups", "--out", "whole")
    germane.ok("learn", "rca", *parts, "--chunklets", "groups", "--out", "parts")
    assert germane.bytes_of("whole") == germane.bytes_of("parts")


# ---- writing

@pytest.mark.parametrize("name", ["new.npz", "new.fvecs"])
def test_transformed_rows_are_those_of_npy(germane, name):
    germane.write("x.npy", FLOAT32["f4.npy"])
    ids = [f"u{i}" for i in range(len(ROWS))]
    germane.write("ids", "".join(f"{i}\n" for i in ids))
    germane.ok("learn", "pca", "x.npy", "--out", "m")
    for out in (name, "new.npy"):
        germane.ok("transform", "m", "x.npy", "--ids", "ids", "--out", out)
        assert germane.bytes_of("new.ids.txt").decode().split() == ids
    expected = np.load(germane.folder / "new.npy")
    if name.endswith(".npz"):
        with np.load(germane.folder / name) as arrays:  # checks the checksum, too
            assert arrays.files == ["rows"]
            found = arrays["rows"]
    else:
        found = np.fromfile(germane.folder / name, "<f4").reshape(len(ROWS), -1)
        assert (found[:, 0].view("<i4") == expected.shape[1]).all()
        found = found[:, 1:]
    assert found.dtype == expected.dtype and (found == expected).all()
    features = germane.ok("describe", name, "--json").json()["features"]
    assert features == germane.ok("describe", "new.npy", "--json").json()["features"]


def test_fvecs_do_not_take_float64(germane):
    germane.write("x.npy", FLOAT64["f8.npy"])
    germane.ok("learn", "pca", "x.npy", "--out", "m")
    germane.refused("transform", "m", "x.npy", "--out", "new.fvecs", says=["float64", ".npy"])
    germane.refused("transform", "m", "x.npy", "--out", "new.bvecs", says=["new.bvecs", ".fvecs"])


# ---- refusals

def zip_of(method=zipfile.ZIP_STORED, **members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return file.getvalue()


def flagged(archive, flag):
    """With a flag set in the directory's first entry."""
    at = archive.index(b"PK\1\2") + 8
    return archive[:at] + bytes([archive[at] | flag]) + archive[at + 1:]


def spoilt(archive):
    """With another checksum in the directory."""
    at = archive.index(b"PK\1\2") + 16
    return archive[:at] + bytes([archive[at] ^ 1]) + archive[at + 1:]


WIDE = np.arange(40000.).reshape(200, 200)
REFUSED = {
    "beyond 2^53": ("x.npy", npy(np.array([[1, 2], [3, 2 ** 53 + 1]])),
                    ["row 1", "column 1", "9007199254740993", "2^53", "astype"]),
    "beyond 2^53, unsigned": ("x.npy", npy(np.array([[1, 2 ** 64 - 1]], np.uint64)),
                              ["row 0", "column 1", "18446744073709551615"]),
    "complex": ("x.npy", npy(np.ones((2, 2), complex)), ["'<c16'", "astype"]),
    "text": ("x.npy", npy(np.array([["a", "b"]])), ["'<U1'"]),
    "half nan": ("x.npy", npy(np.array([[1, np.nan]], np.float16)), ["row 0", "column 1", "nan"]),
    "npy cut short": ("x.npy", FLOAT32["i1.npy"][:-1], ["cut short"]),
    "fvecs empty": ("x.fvecs", b"", ["x.fvecs", "empty"]),
    "fvecs cut short": ("x.fvecs", FLOAT32["x.fvecs"][:-3], ["row 59", "cut short"]),
    "fvecs of two lengths": ("x.fvecs", vecs(SINGLE) + vecs(SINGLE[:, :3]), ["row 60", "byte 1200", "3"]),
    "fvecs of hostile length": ("x.fvecs", struct.pack("<i", 2 ** 31 - 1) + bytes(8), ["2147483647"]),
    "fvecs of negative length": ("x.fvecs", struct.pack("<i", -4) + bytes(16), ["-4"]),
    "bvecs that are fvecs": ("x.bvecs", FLOAT32["x.fvecs"], ["x.bvecs", "row 1", "byte 8", "ending"]),
    "fvecs with inf": ("x.fvecs", vecs(np.array([[1, np.inf]], "<f4")), ["row 0", "column 1", "inf"]),
    "fbin cut short": ("x.fbin", FLOAT32["x.fbin"][:-1], ["60 rows", "959 bytes"]),
    "fbin without header": ("x.fbin", b"abc", ["3 bytes", "8"]),
    "fbin of hostile size": ("x.fbin", struct.pack("<II", 2 ** 31, 2 ** 31), ["2,147,483,648 rows"]),
    "u8bin that is fbin": ("x.u8bin", FLOAT32["x.fbin"], ["1 byte a number", "ending"]),
    "npz of two tables": ("x.npz", npz(a=SINGLE, b=SINGLE), ["2 arrays", "'a', 'b'", "x.npz:NAME"]),
    "npz of no table": ("x.npz", npz(a=SINGLE[0], b=SINGLE[0]), ["0 arrays", "'a', 'b'"]),
    "npz of nothing": ("x.npz", npz(), ["no arrays"]),
    "npz cut short": ("x.npz", FLOAT32["stored.npz"][:-1], ["cut short"]),
    "npz without its end": ("x.npz", FLOAT32["stored.npz"][:100], ["cut short"]),
    "npz encrypted": ("x.npz", flagged(FLOAT32["stored.npz"], 1), ["x.npz:rows", "encrypted"]),
    "npz in bzip2": ("x.npz", zip_of(zipfile.ZIP_BZIP2, a=npy(SINGLE)), ["x.npz:a", "bzip2"]),
    "npz in LZMA": ("x.npz", zip_of(zipfile.ZIP_LZMA, a=npy(SINGLE)), ["x.npz:a", "LZMA"]),
    "npz with another checksum": ("x.npz", spoilt(npz(np.savez_compressed, a=WIDE)), ["x.npz:a", "checksum"]),
    "npz of objects": ("x.npz", npz(a=np.array([[1, None]])), ["x.npz:a", "'|O'"]),
    "npz of no npy": ("x.npz", zip_of(a=b"text"), ["x.npz:a", "not an npy"]),
    "npz that inflates past its shape": (
        "x.npz", zip_of(zipfile.ZIP_DEFLATED, a=npy(SINGLE) + bytes(1 << 24)), ["x.npz:a", "16778176"]),
    "spreadsheet": ("x.xlsx", b"PK\3\4" + bytes(60), ["x.xlsx", "zip"]),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_such_file_is_refused(germane, kind):
    name, content, says = REFUSED[kind]
    germane.write(name, content)
    result = germane.refused("learn", "pca", name, "--out", "m", says=[name, *says])
    assert result.err.count("\n") == 1


def test_names_that_stand_twice_are_refused(germane):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive, pytest.warns(UserWarning):
        archive.writestr("a.npy", npy(SINGLE))
        archive.writestr("a.npy", npy(SINGLE))
    germane.write("x.npz", file.getvalue())
    germane.refused("describe", "x.npz", says=["'a.npy'", "two members"])


@pytest.mark.parametrize("name", ["x.fvecs", "x.fbin", "x.npz"])
def test_folders_and_files_that_are_not_there(germane, name):
    germane.refused("describe", name, says=[name, "No such file"])
    (germane.folder / name).mkdir()
    germane.refused("describe", name, says=[name, "directory"])


@pytest.mark.parametrize("name", ["x.fvecs", "x.fbin", "stored.npz"])
def test_columns_have_no_names(germane, name):
    germane.write(name, FLOAT32[name])
    germane.refused("describe", name, "--id", "who", says=[name, "no named columns", "--ids"])
    germane.refused("describe", name, "--header", "yes", says=[name, "no header line"])
    assert germane.ok("describe", name, "--columns", "2,0", "--json").json()["columns"] == 2


def test_one_array_of_many_is_named(germane):
    germane.write("x.npz", npz(a=SINGLE, **{"deep/b": SINGLE[:7], "c": SINGLE[0]}))
    assert germane.ok("describe", "x.npz:a", "--json").json()["rows"] == 60
    assert germane.ok("describe", "x.npz:deep/b", "--json").json()["rows"] == 7
    assert germane.ok("describe", "x.npz:c", "--json").json()["columns"] == 1
    germane.refused("describe", "x.npz:d", says=["no array 'd'", "'a', 'deep/b', 'c'"])
    germane.refused("describe", "y.npz:a", says=["y.npz:a", "No such file"])


# ---- damage

def within_two_gigabytes():
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def damaged(content, random):
    """A few bytes changed, cut off, repeated or set to a hostile number."""
    content = bytearray(content)
    for _ in range(random.integers(1, 4)):
        at = int(random.integers(len(content)))
        match random.integers(4):
            case 0: content[at] = random.integers(256)
            case 1: content[at:at + 4] = random.choice([b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff", bytes(4)])
            case 2: del content[at:at + int(random.integers(1, 20))]
            case 3: content[at:at] = content[at:at + int(random.integers(1, 20))]
        if not content:
            break
    return bytes(content)


DAMAGED = {name: FLOAT32[name] for name in ("half.npy", "x.fvecs", "x.fbin", "stored.npz", "deflated.npz")}
DAMAGED["x.bvecs"] = BYTES["x.bvecs"]


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_read_or_refused_in_little_memory(germane, name):
    # Sanitizers reserve more addresses than the limit lets them.
    limit = within_two_gigabytes if SLOWER == 1 else None
    random = np.random.default_rng(sorted(DAMAGED).index(name))
    codes = set()
    for _ in range(300 if SLOWER == 1 else 40):
        germane.write(name, damaged(DAMAGED[name], random))
        done = subprocess.run([str(germane.binary), "describe", name, "--json", "--threads", "1"],
                              cwd=germane.folder, capture_output=True, timeout=SECONDS, check=False,
                              preexec_fn=limit)
        assert done.returncode in (0, 2), done
        assert (done.returncode == 0) == (done.stderr == b""), done
        assert b"out of memory" not in done.stderr, done
        codes.add(done.returncode)
    assert 2 in codes


# In a process of its own, as a child is charged with the memory of who started it.
MOST_MEMORY = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(SLOWER > 1, reason="sanitizers have memory of their own")
def test_a_deflated_array_is_never_held_whole(germane):
    rows = np.tile(np.arange(64, dtype="<f4"), (800_000, 1))
    rows[:, 0] = np.arange(len(rows))
    np.savez_compressed(germane.folder / "x.npz", rows=rows)
    done = subprocess.run([sys.executable, "-c", MOST_MEMORY, str(germane.binary), "describe", "x.npz"],
                          cwd=germane.folder, capture_output=True, timeout=SECONDS, check=True)
    assert int(done.stdout) << 10 < rows.nbytes / 2
