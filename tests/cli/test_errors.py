"""Every wrong use is refused by name, with its exit code, and changes no file."""

import os

import numpy as np
import pytest

from archive import Archive

OLD = b"what was here before"


@pytest.fixture
def out(germane):
    """An old file that a refused run must leave as it is."""
    germane.write("old.model", OLD)
    return ("--out", "old.model")


# ---- tables

TABLES = {
    "empty": ("", ["t.csv", "empty"]),
    "header only": ("a,b\n", ["t.csv", "no rows"]),
    "ragged": ("a,b\n1,2\n3\n4,5\n", ["t.csv:3", "1 field", "2"]),
    "too long a row": ("a,b\n1,2\n3,4,5\n", ["t.csv:3", "3 fields", "2"]),
    "text": ("a,b,kind\n1,2,x\n3,4,y\n", ["t.csv:2:3", "'x'", "'kind'", "--label", "--exclude kind"]),
    "nan": ("a,b\n1,2\nnan,3\n", ["t.csv:3:1", "'nan'", "'a'", "--exclude"]),
    "inf": ("a,b\n1,2\n3,-inf\n", ["t.csv:3:2", "'-inf'", "finite"]),
    "1e999": ("a,b\n1,2\n3,1e999\n", ["t.csv:3:2", "'1e999'", "finite"]),
    "missing": ("a,b\n1,2\n,3\n", ["t.csv:3:1", "empty", "'a'"]),
    "NA": ("a,b\n1,2\nNA,3\n", ["t.csv:3:1", "'NA'", "'a'"]),
    "quote left open": ('a,b\n1,2\n"3,4\n', ["t.csv:3"]),
    "bytes": (b"\x00\x01\x02\x03" * 10, ["t.csv"]),
    "UTF-16": ("a,b\n1,2\n".encode("utf-16"), ["t.csv"]),
    "gzip": (b"\x1f\x8b\x08\x00" + bytes(30), ["t.csv", "compressed"]),
}


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_that_cannot_be_read(germane, out, kind):
    text, says = TABLES[kind]
    germane.write("t.csv", text)
    germane.refused("learn", "pca", "t.csv", *out, says=says)


def test_a_column_name_that_stands_twice(germane, out):
    germane.write("t.csv", "a,a,b\n1,2,0\n3,5,1\n4,1,1\n")
    germane.refused("learn", "pca", "t.csv", *out, says=["t.csv", "'a'", "rename"])


def test_files_that_are_not_there(germane, out):
    germane.refused("learn", "pca", "nowhere.csv", *out, says=["nowhere.csv", "No such file"])
    germane.refused("learn", "pca", "data", *out, says=["data", "directory"])
    for option in ("--pairs", "--chunklets", "--ids", "--labels"):
        germane.refused("learn", "rca", "data/iris.csv", "--exclude", "label", option, "nowhere", *out,
                        says=["nowhere", "No such file"])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(germane, out):
    germane.write("secret.csv", "a\n1\n2\n")
    (germane.folder / "secret.csv").chmod(0)
    result = germane("learn", "pca", "secret.csv", *out)
    assert result.code == 2 and "Permission denied" in result.err


def test_ids_must_be_unique_and_complete(germane, out):
    germane.write("t.csv", "id,a\nx,1\ny,2\nx,3\n")
    germane.refused("learn", "pca", "t.csv", "--id", "id", *out, says=["'x'", "twice", "0 and 2"])
    germane.write("t.csv", "id,a\nx,1\n,2\nz,3\n")
    germane.refused("learn", "pca", "t.csv", "--id", "id", *out, says=["id"])
    germane.write("ids", "x\ny\n")
    germane.refused("learn", "pca", "t.csv", "--exclude", "id", "--ids", "ids", *out,
                    says=["ids", "2 ids", "3 rows"])
    germane.refused("learn", "pca", "t.csv", "--id", "id", "--ids", "ids", *out,
                    says=["--id", "--ids", "one of the two"])


@pytest.mark.parametrize("option", ["--id", "--label", "--columns", "--exclude", "--chunklet-column"])
def test_a_column_that_is_not_there(germane, out, option):
    germane.refused("learn", "rca", "data/iris.csv", option, "lable", *out,
                    says=["no column 'lable'", option, "did you mean 'label'"])


def test_no_column_left(germane, out):
    germane.write("t.csv", "a,b\n1,2\n3,4\n")
    germane.refused("learn", "pca", "t.csv", "--exclude", "a,b", *out, says=["t.csv", "no"])


def test_parts_with_other_columns(germane, out):
    germane.refused("learn", "pca", "data/iris.csv", "data/wine.csv", "--label", "label", *out,
                    says=["data/wine.csv", "'sepal_length'", "data/iris.csv"])


ARRAYS = {
    "complex": (np.ones((4, 2), complex), ["t.npy", "<c16", "astype"]),
    "three axes": (np.ones((2, 3, 4)), ["t.npy", "(2, 3, 4)"]),
    "no rows": (np.ones((0, 3)), ["t.npy"]),
    "no columns": (np.ones((3, 0)), ["t.npy"]),
    "nan": (np.array([[1, 2], [3, np.nan], [5, 6.]]), ["t.npy", "row 1", "column 1", "nan"]),
    "inf": (np.array([[1, 2], [3, 4], [np.inf, 6]], np.float32), ["t.npy", "row 2", "inf"]),
    "complex": (np.ones((2, 2), complex), ["t.npy", "<c16"]),
    "objects": (np.array([["a", None]], object), ["t.npy"]),
}


@pytest.mark.parametrize("kind", ARRAYS)
def test_an_array_that_cannot_be_used(germane, out, kind):
    array, says = ARRAYS[kind]
    np.save(germane.folder / "t.npy", array)
    germane.refused("learn", "pca", "t.npy", *out, says=says)


def test_an_array_cut_short(germane, out):
    np.save(germane.folder / "t.npy", np.random.default_rng(1).normal(size=(50, 4)))
    germane.write("t.npy", germane.bytes_of("t.npy")[:-100])
    germane.refused("learn", "pca", "t.npy", *out, says=["t.npy"])


@pytest.mark.parametrize("value", [1e300, 1e160])
def test_numbers_whose_squares_overflow_give_no_nan(germane, value):
    """Finite or refused with a reason."""
    germane.write("t.csv", f"a,b\n{value},2\n-{value},5\n{value},7\n0,1\n")
    result = germane("learn", "pca", "t.csv", "--out", "m")
    if result.code == 0:
        assert np.isfinite(Archive(germane.folder / "m").map).all()
    else:
        assert result.code in (1, 2) and result.err.startswith("germane: ")
        assert not (germane.folder / "m").exists()


def test_one_row_is_too_few(germane, out):
    germane.write("t.csv", "a,b\n1,2\n")
    result = germane("learn", "pca", "t.csv", *out)
    assert result.code in (1, 2) and "row" in result.err
    assert germane.bytes_of("old.model") == OLD


# ---- options

IRIS = ("learn", "rca", "data/iris.csv", "--chunklet-column", "label")

OPTIONS = {
    "shrinkage 1.7": ([*IRIS, "--shrinkage", 1.7], ["shrinkage = 1.7", "[0, 1]", "oas"]),
    "shrinkage nan": ([*IRIS, "--shrinkage", "nan"], ["shrinkage", "nan", "[0, 1]"]),
    "shrinkage word": ([*IRIS, "--shrinkage", "oaz"], ["shrinkage", "oaz", "oas"]),
    "dimensions 0": ([*IRIS, "--dimensions", 0], ["dimensions = 0", "at least 1"]),
    "dimensions d + 1": ([*IRIS, "--dimensions", 5], ["dimensions = 5", "at most 4"]),
    "dimensions 1.5": ([*IRIS, "--dimensions", 1.5], ["dimensions", "1.5", "integer"]),
    "dimensions huge": ([*IRIS, "--dimensions", 10 ** 30], ["dimensions"]),
    "alpha 1": ([*IRIS, "--alpha", 1], ["alpha = 1", "(0, 1)"]),
    "word": ([*IRIS, "--links", "closd"], ["closd", "closed, given", "did you mean 'closed'"]),
    "seed": ([*IRIS, "--seed", "x"], ["seed", "'x'", "integer"]),
    "threads": ([*IRIS, "--threads", -1], ["threads = -1", "[0, 1024]"]),
    "memory": ([*IRIS, "--memory", 0], ["memory = 0", "above 0"]),
    "no value": ([*IRIS, "--shrinkage"], ["--shrinkage"]),
    "value of a flag": ([*IRIS, "--unbiased=maybe"], ["--unbiased"]),
    "twice": ([*IRIS, "--seed", 1, "--seed", 2], ["--seed", "2 times"]),
    "unknown option": ([*IRIS, "--shrinkag", 0.1], ["'--shrinkag'", "did you mean '--shrinkage'"]),
    "unknown method": (["learn", "rcaa", "data/iris.csv"], ["'rcaa'", "did you mean 'rca'"]),
    "unknown verb": (["lern", "rca"], ["'lern'", "did you mean 'learn'"]),
    "far from any verb": (["xyzzy"], ["'xyzzy'", "learn", "transform"]),
    "another's option": (["learn", "pca", "data/iris.csv", "--k", 3], ["'--k'"]),
    "no data": (["learn", "rca"], ["DATA"]),
    "option first": (["--json", "learn", "rca"], ["--json", "verb"]),
    "k 0": (["cluster", "kmeans", "data/iris.csv", "--k", 0], ["k = 0", "at least 1"]),
    "no k": (["cluster", "kmeans", "data/iris.csv"], ["how many clusters?", "--k N"]),
    "share 1": (["constraints", "split", "data/iris.csv", "--share", 1], ["share = 1", "(0, 1)"]),
    "lda dimensions": (["learn", "lda", "data/iris.csv", "--label", "label", "--dimensions", 9],
                       ["dimensions = 9", "at most"]),
    "pca dimensions": (["learn", "pca", "data/iris.csv", "--label", "label", "--dimensions", 9],
                       ["dimensions = 9", "at most 4"]),
    "two groups": ([*IRIS, "--chunklets", "x"], ["--chunklets", "--chunklet-column"]),
    "report ending": ([*IRIS, "--report", "r.pdf"], ["r.pdf", ".txt", ".json"]),
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_a_wrong_option_is_named_with_its_bound(germane, kind):
    arguments, says = OPTIONS[kind]
    germane.write("old.model", OLD)
    extra = () if kind in ("unknown verb", "far from any verb", "option first", "no value") else (
        "--out", "old.model")
    germane.refused(*arguments, *extra, says=says)


def test_a_wrong_word_points_to_the_help(germane):
    assert "try: germane learn rca --help" in germane.refused(*IRIS, "--shrinkag", 1).err
    assert "try: germane --help" in germane.refused("lern").err


@pytest.mark.parametrize("words", [(), ("learn",), ("cluster",)], ids=lambda words: " ".join(words))
def test_nothing_to_do_shows_the_usage_as_an_error(germane, words):
    result = germane(*words)
    assert (result.code, result.out) == (2, "")
    assert "usage: germane" in result.err


@pytest.mark.parametrize("command", [
    ("transform", "m", "data/iris.csv"), ("stats", "data/iris.csv", "--label", "label"),
    ("merge", "s"), ("constraints", "simulate", "data/iris.csv", "--label", "label"),
    ("constraints", "split", "data/iris.csv", "--chunklet-column", "label")],
    ids=lambda command: " ".join(command[:2]))
def test_where_to_is_asked_when_a_file_is_the_only_result(germane, command):
    germane.ok("learn", "pca", "data/iris.csv", "--label", "label", "--out", "m")
    germane.ok("stats", "data/iris.csv", "--label", "label", "--out", "s")
    germane.refused(*command, says=["--out FILE"])


def test_ledoit_wolf_does_not_ask_for_rows_it_was_given(germane):
    germane.write("pairs", "".join(f"{i} {i + 1}\n" for i in range(0, 150, 2)))
    result = germane("learn", "rca", "data/iris.csv", "--label", "label", "--pairs", "pairs",
                     "--links", "given", "--shrinkage", "ledoit-wolf")
    assert result.code == 0 or "--links" in result.err


def test_unknown_ids_of_a_labels_file_are_refused_or_skipped(germane):
    germane.write("t.csv", "id,x,y\n" + "".join(f"r{i},{i % 3},{i * i % 7}\n" for i in range(12)))
    germane.write("labels", "".join(f"r{i} {'ab'[i % 2]}\n" for i in range(12)) + "stranger a\n")
    command = ("learn", "lda", "t.csv", "--id", "id", "--labels", "labels", "--check", "none")
    germane.refused(*command, says="stranger")
    germane.ok(*command, "--unknown-ids", "skip")


def test_columns_that_look_like_answers_or_ids_are_warned_of(germane):
    result = germane("cluster", "kmeans", "data/wine.csv", "--k", 3)
    assert result.code == 0
    assert "column 'label' is used as a feature" in result.out + result.err
    assert "--label label" in result.out + result.err
    germane.ok("learn", "pca", "data/iris.csv", "--label", "label", "--check", "none", "--out", "m")
    germane.ok("transform", "m", "data/iris.csv", "--label", "label", "--out", "mapped.csv")
    result = germane("cluster", "kmeans", "mapped.csv", "--k", 3)
    assert "--id row" in result.out + result.err
    quiet = germane.ok("cluster", "kmeans", "mapped.csv", "--id", "row", "--k", 3)
    assert "--id row" not in quiet.out


def test_a_file_of_groups_is_no_file_of_pairs(germane):
    germane.write("groups.csv", "row,chunklet\n0,1\n1,1\n2,2\n3,2\n")
    germane.refused("learn", "rca", "data/iris.csv", "--label", "label", "--pairs", "groups.csv",
                    says=["groups.csv", "holds groups", "--chunklets"])


def test_a_ridge_that_cannot_be_chosen_falls_back(germane):
    """Two groups: without one of them, nothing can be learned to choose by."""
    report = germane.ok("learn", "elda", "data/ionosphere.csv", "--label", "label",
                        "--chunklet-column", "label", "--out", "m").out
    assert "the ridge is 0.1 and was not chosen" in report


def test_a_first_pair_with_a_kind_is_no_header(germane):
    (germane.folder / "x.csv").write_text("id,x\na,1\nb,2\nc,4\n")
    (germane.folder / "p.csv").write_text("zzz,yyy,same\na,b,same\n")
    germane.refused("learn", "rca", "x.csv", "--id", "id", "--pairs", "p.csv",
                    says=["p.csv:1", "'zzz'"])
