"""Nothing broken gets in: one case for every kind of bad input that we know of.

Each is refused with exit code 2 (1: well-formed, but not computable), in one line that names the
file, the place and a way out; nothing is written, and an old result stays as it was. Other files
test most of these more closely; this one is the list to read."""

import gzip
import io
import os
import resource
import signal
import struct
import subprocess
import time
import zipfile

import numpy as np
import pytest

from archive import Archive, safetensors
from limits import SECONDS, SLOWER

OLD = b"what was here before"


# ---- hostile files

def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def npy_claiming(shape, descr="'<f8'", data=bytes(80)):
    """An npy file whose header says what it likes."""
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + data


def npz(member, **more):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, **more) as archive:
        archive.writestr("a.npy", member)
    return file.getvalue()


def with_size(archive, size):
    """The zip directory's first entry says that it inflates to that size."""
    at = archive.index(b"PK\1\2") + 24
    return archive[:at] + struct.pack("<I", size) + archive[at + 4:]


def tensors(**entry):
    """A safetensors file of ours whose one array is described by `entry`."""
    said = {"dtype": "F64", "shape": [1, 2], "data_offsets": [0, 16], **entry}
    return safetensors({"__metadata__": {"format": "germane", "kind": "statistics",
                                         "format_version": "1"}, "map": said}, bytes(16))


ARRAY = npy(np.arange(12.).reshape(6, 2))
HOSTILE = {  # file, content, words of the message beside the file's name
    "ragged row": ("t.csv", "a,b\n1,2\n3\n", ["t.csv:3", "1 field"]),
    "text in a number column": ("t.csv", "a,b\n1,2\n3,x\n", ["t.csv:3:2", "'x'", "'b'", "--exclude"]),
    "empty file": ("t.csv", "", ["empty"]),
    "header only": ("t.csv", "a,b\n", ["no rows"]),
    "nan in text": ("t.csv", "a,b\n1,2\n3,nan\n", ["t.csv:3:2", "'nan'", "'b'", "--missing"]),
    "inf in text": ("t.csv", "a,b\n1,2\ninf,4\n", ["t.csv:3:1", "'inf'", "finite"]),
    "1e999": ("t.csv", "a,b\n1,2\n1e999,4\n", ["t.csv:3:1", "'1e999'", "finite"]),
    "nan in npy": ("t.npy", npy(np.array([[1, 2], [3, np.nan]])), ["row 1", "column 1", "nan"]),
    "inf in npy": ("t.npy", npy(np.array([[1, 2], [-np.inf, 3]])), ["row 1", "column 0", "inf"]),
    "byte-order mark of UTF-16": ("t.csv", "a,b\n1,2\n".encode("utf-16"), ["UTF-16", "UTF-8"]),
    "byte-order mark, then a bad cell": ("t.csv", b"\xef\xbb\xbfa,b\n1,2\n3,x\n", ["t.csv:3:2", "'b'"]),
    "column name twice": ("t.csv", "a,a\n1,2\n3,4\n", ["'a'", "rename"]),
    # npy
    "npy cut in its magic": ("t.npy", ARRAY[:5], []),
    "npy cut in its header": ("t.npy", ARRAY[:40], []),
    "npy cut in its data": ("t.npy", ARRAY[:-1], ["cut short"]),
    "npy with more data than its shape": ("t.npy", ARRAY + b"xyz", []),
    "npy of overflowing size": ("t.npy", npy_claiming(f"({2 ** 62}, 4)"), []),
    "npy of a size beyond 64 bits": ("t.npy", npy_claiming(f"({10 ** 30}, 4)"), []),
    "npy of negative shape": ("t.npy", npy_claiming("(-5, 2)"), []),
    "npy of two negatives": ("t.npy", npy_claiming("(-5, -2)"), []),
    "npy of terabytes": ("t.npy", npy_claiming("(1000000000, 1000)"), []),
    "npy header of 4 GB": ("t.npy", b"\x93NUMPY\2\0" + struct.pack("<I", 2 ** 32 - 1) + b"{" * 99, []),
    "npy of complex numbers": ("t.npy", npy(np.ones((3, 2), complex)), ["<c16", "astype"]),
    "npy of text": ("t.npy", npy(np.array([["a", "b"]])), ["<U1"]),
    "npy of objects": ("t.npy", npy_claiming("(5, 2)", "'|O'"), ["|O"]),
    "npy of records": ("t.npy", npy_claiming("(5,)", "[('a', '<f8'), ('b', '<f8')]"), []),
    "npy of an invented type": ("t.npy", npy_claiming("(5, 2)", "'<f7'"), ["<f7"]),
    # npz
    "npz cut short": ("t.npz", npz(ARRAY)[:-1], ["cut short"]),
    "npz cut in half": ("t.npz", npz(ARRAY)[:70], ["cut short"]),
    "npz that claims less than it holds": ("t.npz", with_size(npz(ARRAY), 100), ["t.npz:a"]),
    "npz that claims 4 GB": ("t.npz", with_size(npz(ARRAY), 2 ** 32 - 2), ["t.npz:a"]),
    "npz of an overflowing shape": ("t.npz", npz(npy_claiming(f"({2 ** 62}, 4)")), ["t.npz:a"]),
    "zip bomb past its shape": ("t.npz", npz(ARRAY + bytes(1 << 27)), ["t.npz:a"]),
    # gzip
    "gz of three bytes": ("t.csv.gz", b"\x1f\x8b\x08", ["cut short"]),
    "gz cut short": ("t.csv.gz", gzip.compress(b"a,b\n1,2\n3,4\n")[:-5], ["cut short"]),
    "gz with a flipped byte": ("t.csv.gz", gzip.compress(b"a,b\n1,2\n3,4\n")[:-6] + b"\xff" * 6, []),
    "gz that is no gz": ("t.csv.gz", b"\x1f\x8b\x08\x00" + bytes(40), []),
    "gz of bytes": ("t.csv.gz", gzip.compress(bytes(99)), ["no text"]),
    # safetensors: our models and statistics
    "safetensors cut in its length": ("t.stats", tensors()[:6], []),
    "safetensors cut in its header": ("t.stats", tensors()[:30], []),
    "safetensors cut in its data": ("t.stats", tensors()[:-1], []),
    "safetensors header of 10 GB": ("t.stats", struct.pack("<Q", 10 ** 10) + tensors()[8:], []),
    "safetensors header of 2^64 - 1": ("t.stats", struct.pack("<Q", 2 ** 64 - 1) + tensors()[8:], []),
    "safetensors of overflowing shape": ("t.stats", tensors(shape=[2 ** 62, 8]), []),
    "safetensors of negative shape": ("t.stats", tensors(shape=[-1, -2]), []),
    "safetensors offsets backwards": ("t.stats", tensors(data_offsets=[16, 0]), []),
    "safetensors offsets past the end": ("t.stats", tensors(data_offsets=[0, 2 ** 60]), []),
    "safetensors of another type": ("t.stats", tensors(dtype="BF16"), []),
    "safetensors of 100,000 brackets": ("t.stats", struct.pack("<Q", 10 ** 5) + b"[" * 10 ** 5, []),
}


def within_a_gigabyte():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def small_refused(germane, *arguments, code=2, says=()):
    """As germane.refused, in a gigabyte: no header makes us ask for more. One line, no crash."""
    before = germane.files()
    # Sanitizers reserve more addresses than the limit lets them.
    done = subprocess.run([str(germane.binary), *map(str, arguments)], cwd=germane.folder,
                          capture_output=True, timeout=SECONDS, check=False,
                          preexec_fn=within_a_gigabyte if SLOWER == 1 else None)
    err = done.stderr.decode()
    assert done.returncode == code and done.stdout == b"", (done.returncode, err)
    assert err.startswith("germane: ") and err.count("\n") == 1, err
    assert "out of memory" not in err and "internal" not in err and "terminate" not in err, err
    for words in says:
        assert words in err, f"{words!r} is not in: {err}"
    assert germane.files() == before
    return err


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_by_name_in_little_memory(germane, kind):
    name, content, says = HOSTILE[kind]
    germane.write(name, content)
    germane.write("old", OLD)
    verb = ("merge",) if name == "t.stats" else ("learn", "pca")
    small_refused(germane, *verb, name, "--out", "old", says=[name, *says])


@pytest.mark.parametrize("kind", [kind for kind in HOSTILE if kind.startswith("safetensors")])
def test_a_hostile_model_is_refused_too(germane, kind):
    germane.write("t.model", HOSTILE[kind][1].replace(b"statistics", b"model"))
    small_refused(germane, "transform", "t.model", "data/iris.csv", "--out", "new.csv", says=["t.model"])


# ---- wrong wishes: tables that are well, and what does not fit them

FILES = {
    "t.csv": "id,a,b\np,1,2\nq,3,5\nr,5,6\ns,4,4\n",
    "same.csv": "a,b\n1,2\n1,2\n3,4\n3,4\n",
    "twice.csv": "id,a,b\np,1,2\nq,3,5\np,5,6\n",
    "far.pairs": "0 1\n2 4\n",
    "below.pairs": "0 1\n-1 2\n",
    "self.pairs": "0 1\n2 2\n",
    "stranger.pairs": "p q\nr nobody\n",
    "negative.pairs": "0 1 same 1\n1 2 same -1\n",
    "nan.pairs": "0 1 same nan\n",
    "both.pairs": "0 1 same\n1 0 different\n",
    "short.groups": "1\n1\n2\n",
    "long.groups": "1\n1\n2\n2\n2\n",
    "single.groups": "1\n2\n3\n4\n",
    "stranger.clusters": "id,cluster\np,0\nq,0\nr,1\nnobody,1\n",
    "no.clusters": "id,cluster\nu,0\nv,1\n",
    "few.clusters": "row,cluster\n0,0\n9,1\n",
}
RCA = ("learn", "rca", "t.csv", "--exclude", "id")
BY_ID = ("learn", "rca", "t.csv", "--id", "id")
TRUTH = ("--truth", "t.csv", "--id", "id", "--label", "a")
WRONG = {
    "missing column": ([*RCA[:3], "--id", "name"], ["t.csv", "no column 'name'", "--id"]),
    "missing id": ([*BY_ID, "--pairs", "stranger.pairs"],
                   ["stranger.pairs:2:2", "'nobody'", "--unknown-ids"]),
    "row number too large": ([*RCA, "--pairs", "far.pairs"], ["far.pairs:2:2", "no row 4", "0 to 3"]),
    "row number below 0": ([*RCA, "--pairs", "below.pairs"], ["below.pairs:2:1", "-1"]),
    "self pair": ([*RCA, "--pairs", "self.pairs"], ["self.pairs:2", "itself"]),
    "pair that is same and different": ([*RCA, "--pairs", "both.pairs"], ["both.pairs:2", "line 1"]),
    "duplicate ids": (["learn", "pca", "twice.csv", "--id", "id"], ["twice.csv", "'p'", "0 and 2"]),
    "one point in every chunklet": ([*RCA, "--chunklets", "single.groups"], ["4 chunklets", "two rows"]),
    "dimensions of 0": ([*RCA, "--pairs", "far.pairs", "--dimensions", 0], ["dimensions = 0", "at least 1"]),
    "dimensions of d + 1": (["learn", "pca", *RCA[2:], "--dimensions", 3], ["dimensions = 3", "at most 2"]),
    "directory instead of a file": (["learn", "pca", "data"], ["data", "directory"]),
    "directory of pairs": ([*RCA, "--pairs", "data"], ["data", "directory"]),
    "no such file": (["learn", "pca", "nowhere.csv"], ["nowhere.csv", "check the path"]),
    "k above the rows": (["cluster", "kmeans", "t.csv", "--id", "id", "--k", 5], ["k = 5", "4"]),
    "k above the distinct rows": (["cluster", "kmeans", "same.csv", "--k", 3], ["k = 3", "2"]),
    "negative weight": ([*RCA, "--links", "given", "--pairs", "negative.pairs"],
                        ["negative.pairs:2:4", "'-1'", "above 0"]),
    "weight that is no number": ([*RCA, "--pairs", "nan.pairs"], ["nan.pairs:1:4", "'nan'"]),
    "chunklet file too short": ([*RCA, "--chunklets", "short.groups"], ["short.groups", "3 lines", "4 rows"]),
    "chunklet file too long": ([*RCA, "--chunklets", "long.groups"], ["long.groups", "5 lines", "4 rows"]),
    "id that the truth has not": (["evaluate", "stranger.clusters", *TRUTH],
                                  ["stranger.clusters:5:1", "'nobody'"]),
    "no id in common": (["evaluate", "no.clusters", *TRUTH, "--unknown-ids", "skip"],
                        ["no.clusters", "none of its ids is in t.csv"]),
    "row that the truth has not": (["evaluate", "few.clusters", "--truth", "t.csv", "--label", "a"],
                                   ["few.clusters:3:1", "9"]),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_does_not_fit_is_refused_by_place(germane, kind):
    for name, text in FILES.items():
        germane.write(name, text)
    germane.write("old", OLD)
    arguments, says = WRONG[kind]
    out = () if arguments[0] == "evaluate" else ("--out", "old")
    germane.refused(*arguments, *out, says=says)


def test_more_columns_than_lapack_can_solve_are_refused_before_the_work(germane):
    np.save(germane.folder / "t.npy", np.ones((3, 46341), np.float32))
    germane.write("groups.csv", "0\n0\n1\n")
    for memory in (4e9, 1e15):
        for method in (("pca", "t.npy", "--solver", "primal"), ("rca", "t.npy", "--chunklets", "groups.csv")):
            small_refused(germane, "learn", *method, "--memory", memory, "--out", "m",
                          says=["46,341 columns", "LAPACK", "46,340", "fewer columns"])


def test_few_rows_of_more_columns_than_lapack_can_solve_are_learned_by_rows(germane):
    rows = np.random.default_rng(0).normal(size=(4, 46341)).astype(np.float32)
    np.save(germane.folder / "t.npy", rows)
    assert "dual" in germane.ok("learn", "pca", "t.npy", "--out", "m").out


# ---- outputs

def test_an_output_that_cannot_be_written_is_refused(germane):
    germane.write("t.csv", "a,b\n1,2\n3,5\n5,6\n")
    (germane.folder / "folder").mkdir()
    for out, says in {"no/such/m": "make it first", "folder": "directory", "t.csv/m": "t.csv",
                      "folder/": "directory", "x" * 300: "name"}.items():
        germane.refused("learn", "pca", "t.csv", "--out", out, says=[out, "cannot be written", says])


def test_an_output_that_is_the_mapped_input_is_refused(germane):
    np.save(germane.folder / "t.npy", np.arange(12.).reshape(6, 2) % 5)
    germane.ok("learn", "pca", "t.npy", "--out", "m")
    (germane.folder / "link.npy").symlink_to("t.npy")
    os.link(germane.folder / "t.npy", germane.folder / "hard.npy")
    for out in ("t.npy", "./t.npy", "link.npy", "hard.npy"):
        germane.refused("transform", "m", "t.npy", "--out", out, says=["input"])


@pytest.fixture
def small_disk(germane):
    """A file system of a megabyte."""
    disk = germane.folder / "disk"
    disk.mkdir()
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True,
        check=False).returncode == 0
    if not mounted:
        pytest.skip("a small disk cannot be mounted here; that needs root")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("name", ["new.csv", "new.npy", "new.npz"])
def test_a_full_disk_leaves_the_old_result_and_no_temporary_file(germane, small_disk, name):
    np.save(germane.folder / "t.npy", np.random.default_rng(1).normal(size=(100_000, 4)))
    germane.ok("learn", "pca", "t.npy", "--check", "none", "--out", "m")
    (small_disk / name).write_bytes(OLD)
    germane.refused("transform", "m", "t.npy", "--out", f"disk/{name}",
                    says=[f"disk/{name}", "No space left", "free some space"])
    assert os.listdir(small_disk) == [name]


def test_a_disk_too_small_for_decompressed_text_is_named(germane, small_disk):
    germane.write("bomb.csv.gz", gzip.compress(b"1,2\n" * 1_000_000))
    done = subprocess.run([str(germane.binary), "learn", "pca", "bomb.csv.gz", "--out", "m"],
                          cwd=germane.folder, env={**os.environ, "TMPDIR": str(small_disk)},
                          capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == 2 and b"bomb.csv.gz" in done.stderr and b"TMPDIR" in done.stderr
    assert os.listdir(small_disk) == [] and not (germane.folder / "m").exists()


# ---- while it runs

def test_a_broken_pipe_ends_quietly(germane):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([str(germane.binary), "methods"], stdout=writer, stderr=subprocess.PIPE,
                          timeout=SECONDS, check=False)
    os.close(writer)
    assert done.returncode == 141 and done.stderr == b""


@pytest.fixture
def running(germane):
    """A transform that has begun to write, and has seconds of work left."""
    np.save(germane.folder / "t.npy", np.random.default_rng(1).normal(size=(2_000_000, 2)))
    germane.ok("learn", "pca", "t.npy", "--check", "none", "--out", "m")
    germane.write("new.csv", OLD)
    before = set(os.listdir(germane.folder))
    process = subprocess.Popen([str(germane.binary), "transform", "m", "t.npy", "--out",
                                "new.csv"], cwd=germane.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    end = time.monotonic() + 20 * SLOWER
    while set(os.listdir(germane.folder)) == before and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.002)
    yield process
    assert germane.bytes_of("new.csv") == OLD
    assert set(os.listdir(germane.folder)) == before
    (germane.folder / "t.npy").unlink()


def test_control_c_exits_130(germane, running):
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=SECONDS)
    assert running.returncode == 130 and out == b"" and err.startswith(b"germane: ")


def test_an_input_that_changes_while_it_is_read_is_refused(germane, running):
    os.utime(germane.folder / "t.npy", (1, 1))
    out, err = running.communicate(timeout=SECONDS)
    assert running.returncode == 2 and out == b""
    assert err.startswith(b"germane: t.npy: changed while it was read")


def test_the_cases_above_would_be_read_if_nothing_were_wrong(germane):
    """The builders of hostile files build good ones when they tell the truth."""
    germane.write("good.npy", npy_claiming("(5, 2)", data=np.arange(10.).tobytes()))
    germane.write("good.npz", npz(ARRAY))
    germane.write("good.csv.gz", gzip.compress(b"\xef\xbb\xbfa,b\n1,2\n3,4\n4,3\n"))
    germane.write("good.csv", b"\xef\xbb\xbfa,b\n1,2\n3,4\n4,3\n")
    for name in ("good.npy", "good.npz", "good.csv.gz", "good.csv"):
        germane.ok("learn", "pca", name, "--check", "none", "--out", "m")
        assert Archive(germane.folder / "m").map.shape[1] == 2
