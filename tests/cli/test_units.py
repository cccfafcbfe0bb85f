"""Columns in different units: a warning where the method depends on them, and only there."""

import numpy as np
import pytest

from reference import bundled, csv_text

ROWS, LABELS, NAMES = bundled("wine")
WORDS = ("'nonflavanoid_phenols'", "0.124", "'proline'", "314", "2.53e+03", "--prepare standardize")
DEPEND = {
    "pca": ("learn", "pca", "data/wine.csv", "--label", "label", "--dimensions", 2),
    "kernel-rca": ("learn", "kernel-rca", "data/wine.csv", "--chunklet-column", "label", "--check", "none"),
    "kernel-elda": ("learn", "kernel-elda", "data/wine.csv", "--chunklet-column", "label", "--check", "none"),
    "identity": ("learn", "elda", "data/wine.csv", "--chunklet-column", "label", "--check", "none",
                 "--towards", "identity", "--ridge", 1),
    "kmeans": ("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 3),
}
RETRIEVE = ("retrieve", "data/wine.csv", "--label", "label", "--k", 3)


@pytest.mark.parametrize("verb", DEPEND.values(), ids=DEPEND)
def test_methods_that_depend_on_units_warn_and_standardizing_ends_it(germane, verb):
    result = germane(*verb, "--json")
    assert result.code == 0 and result.err.count("warning") == 1, result
    for words in WORDS:
        assert words in result.err and words in " ".join(result.json()["warnings"]), words
    germane.ok(*verb, "--prepare", "standardize")


@pytest.mark.parametrize("verb", [
    ("learn", "rca", "--chunklet-column"), ("learn", "elda", "--chunklet-column"),
    ("learn", "cfld", "--chunklet-column"), ("learn", "lda", "--label"),
    ("learn", "pca", "--whiten", "--label"),
], ids=" ".join)
def test_methods_that_do_not_depend_on_units_say_nothing(germane, verb):
    *verb, option = verb
    germane.ok(*verb, "data/wine.csv", option, "label", "--check", "none")


def test_unit_rows_leave_units_as_they_are(germane):
    result = germane("cluster", "kmeans", "data/wine.csv", "--exclude", "label", "--k", 3, "--prepare",
                     "unit-rows")
    assert result.code == 0 and "--prepare standardize" in result.err, result


def test_a_model_has_no_units(germane):
    germane.ok("learn", "rca", "data/wine.csv", "--chunklet-column", "label", "--out", "m")
    germane.ok("cluster", "kmeans", "data/wine.csv", "--exclude", "label", "--k", 3, "--model", "m")


def test_neighbours_of_raw_columns_depend_on_units_and_those_of_a_model_do_not(germane):
    result = germane.warned(*RETRIEVE)
    assert all(words in result.err for words in (*WORDS, "--model")), result
    germane.ok("learn", "pca", "data/wine.csv", "--label", "label", "--prepare", "standardize", "--out", "m")
    germane.ok(*RETRIEVE, "--model", "m")


def test_statistics_know_their_units(germane):
    germane.ok("stats", "data/wine.csv", "--exclude", "label", "--out", "s")
    result = germane("learn", "pca", "s")
    assert result.code == 0 and all(words in result.err for words in WORDS), result
    germane.ok("learn", "pca", "s", "--prepare", "standardize")


def test_describe_remarks_it_without_a_warning(germane):
    found = germane.ok("describe", "data/wine.csv", "--label", "label", "--json").json()
    (note,) = found["notes"]
    for words in (*WORDS, "learn pca", "learn kernel-elda", "cluster kmeans"):
        assert words in note
    assert "learn rca" not in note
    assert "notes" not in germane.ok("describe", "data/iris.csv", "--label", "label", "--json").json()


def test_a_factor_of_100_is_the_limit_and_constant_columns_do_not_count(germane):
    rows = np.column_stack([ROWS[:, 0], 99 * ROWS[:, 0], np.full(len(ROWS), 7.0)])
    germane.write("near.csv", csv_text(rows, ["a", "b", "c"]))
    germane.ok("learn", "pca", "near.csv")
    rows[:, 1] *= 101 / 99
    np.save(germane.folder / "far.npy", rows)
    result = germane("learn", "pca", "far.npy")
    assert "column 0 has a standard deviation of" in result.err and "101 times" in result.err, result


def test_a_precomputed_kernel_has_no_units(germane):
    rows = ROWS - ROWS.mean(axis=0)
    np.save(germane.folder / "k.npy", rows @ rows.T)
    germane.write("groups", "".join(f"{label}\n" for label in LABELS))
    result = germane("learn", "kernel-rca", "k.npy", "--kernel", "precomputed", "--chunklets", "groups",
                     "--check", "none")
    assert result.code == 0 and "standardize" not in result.err, result
