"""Missing cells: refused with a way out, filled by the training means, or left out."""

import numpy as np
import pytest

from archive import Archive
from reference import bundled, csv_text

ROWS, LABELS, NAMES = bundled("iris")
HOLES = [(3, 0), (7, 2), (7, 3), (60, 0), (149, 1)]


def with_holes(word):
    """iris as text, with a word in the place of some cells."""
    lines = csv_text(ROWS, NAMES, {"label": LABELS}).splitlines()
    for row, column in HOLES:
        fields = lines[row + 1].split(",")
        fields[column + 1] = word
        lines[row + 1] = ",".join(fields)
    return "\n".join(lines) + "\n"


def holed_rows():
    rows = ROWS.copy()
    for place in HOLES:
        rows[place] = np.nan
    return rows


LEARN = ("--chunklet-column", "label", "--check", "none", "--shrinkage", 0)


@pytest.mark.parametrize("word", ["", "NA", "nan", "?", "null"])
def test_missing_cells_are_refused_with_a_way_out(germane, word):
    germane.write("t.csv", with_holes(word))
    germane.refused("learn", "rca", "t.csv", *LEARN, "--out", "m",
                    says=["t.csv:5:2", "--missing mean"])


@pytest.mark.parametrize("word", ["", "NA", "NaN", "?"])
def test_mean_fills_by_the_training_means_and_keeps_them(germane, word):
    germane.write("t.csv", with_holes(word))
    filled = np.where(np.isnan(holed_rows()), np.nanmean(holed_rows(), axis=0), ROWS)
    germane.write("filled.csv", csv_text(filled, NAMES, {"label": LABELS}))
    report = germane.ok("learn", "rca", "t.csv", *LEARN, "--missing", "mean", "--out", "a",
                        "--json").json()
    assert report["missing"] == "5 cells in 4 columns, filled by the column's mean"
    germane.ok("learn", "rca", "filled.csv", *LEARN, "--out", "b")
    a, b = Archive(germane.folder / "a"), Archive(germane.folder / "b")
    np.testing.assert_allclose(a.map, b.map, rtol=1e-10)
    np.testing.assert_allclose(a["fill"], np.nanmean(holed_rows(), axis=0), rtol=1e-13)
    assert "fill" not in b.arrays

    # A new row is filled by what the model was learned on, not by its own table.
    germane.write("new.csv", csv_text(np.array([[5.0, 3.0, 1.0, 0.5]]), NAMES) + ",3.1,1.5,0.2\n")
    germane.ok("transform", "a", "new.csv", "--out", "new.npy")
    row = np.array([a["fill"][0], 3.1, 1.5, 0.2])
    np.testing.assert_allclose(np.load(germane.folder / "new.npy")[1],
                               a.map @ (row - a.center), rtol=1e-10)
    germane.refused("transform", "b", "new.csv", "--out", "x.npy", says=["new.csv:3:1"])


def test_npy_holes_are_treated_the_same(germane):
    np.save(germane.folder / "t.npy", holed_rows())
    germane.write("groups.txt", "".join(f"{label}\n" for label in LABELS))
    given = ("--chunklets", "groups.txt", "--check", "none", "--shrinkage", 0)
    germane.refused("learn", "rca", "t.npy", *given, says=["t.npy", "row 3", "--missing"])
    germane.ok("learn", "rca", "t.npy", *given, "--missing", "mean", "--out", "a")
    germane.write("t.csv", with_holes(""))
    germane.ok("learn", "rca", "t.csv", *LEARN, "--missing", "mean", "--out", "b")
    np.testing.assert_allclose(Archive(germane.folder / "a").map, Archive(germane.folder / "b").map,
                               rtol=1e-12)


def test_rows_with_holes_are_left_out_and_the_others_keep_their_numbers(germane):
    germane.write("t.csv", with_holes(""))
    keep = ~np.isnan(holed_rows()).any(axis=1)
    germane.write("kept.csv", csv_text(ROWS[keep], NAMES, {"label": LABELS[keep]}))
    report = germane.ok("learn", "rca", "t.csv", *LEARN, "--missing", "drop-rows", "--out", "a",
                        "--json").json()
    assert report["rows"] == 146 and "4 rows left out" in report["missing"]
    germane.ok("learn", "rca", "kept.csv", *LEARN, "--out", "b")
    np.testing.assert_allclose(Archive(germane.folder / "a").map, Archive(germane.folder / "b").map,
                               rtol=1e-12)
    germane.write("pairs.csv", "0,1\n4,5\n148,147\n")  # numbers of the file as it is
    germane.ok("learn", "rca", "t.csv", "--label", "label", "--pairs", "pairs.csv", "--missing",
               "drop-rows", "--check", "none")
    germane.write("pairs.csv", "0,1\n3,5\n")
    germane.refused("learn", "rca", "t.csv", "--label", "label", "--pairs", "pairs.csv", "--missing",
                    "drop-rows", says=["pairs.csv:2", "3"])
    germane.ok("transform", "a", "t.csv", "--missing", "drop-rows", "--out", "new.csv")
    ids = [line.split(",")[0] for line in (germane.folder / "new.csv").read_text().splitlines()[1:]]
    assert ids == [str(row) for row in np.flatnonzero(keep)]


def test_columns_with_holes_are_left_out_of_the_model(germane):
    lines = with_holes("").splitlines()
    germane.write("t.csv", "\n".join(line + ("," + ("x" if i == 0 else str(i)))
                                     for i, line in enumerate(lines)) + "\n")
    report = germane.ok("learn", "pca", "t.csv", "--label", "label", "--missing", "drop-columns",
                        "--out", "m", "--json").json()
    assert report["columns"] == 1 and "left out: sepal_length" in report["missing"]
    assert Archive(germane.folder / "m").texts("columns") == ["x"]
    germane.write("all.csv", "a,b\n1,\n,2\n")
    germane.refused("learn", "pca", "all.csv", "--missing", "drop-columns", says=["every column"])
    germane.refused("learn", "pca", "all.csv", "--missing", "drop-rows", says=["every row"])
    germane.write("none.csv", "a,b\n1,\n3,\n")
    germane.refused("learn", "pca", "none.csv", "--missing", "mean", says=["'b'", "no number"])


def test_infinities_are_not_missing(germane):
    germane.write("t.csv", "a,b\n1,2\ninf,3\n4,5\n")
    germane.refused("learn", "pca", "t.csv", "--missing", "mean", says=["t.csv:3:1", "inf"])
    np.save(germane.folder / "t.npy", np.array([[1, 2], [np.inf, 3], [4, 5]]))
    germane.refused("learn", "pca", "t.npy", "--missing", "mean", says=["row 1", "inf"])


def test_describe_counts_and_statistics_refuse_means(germane):
    germane.write("t.csv", with_holes("?"))
    assert "5 cells in 4 columns" in germane.ok("describe", "t.csv", "--label", "label", "--missing",
                                                "mean").out
    germane.refused("stats", "t.csv", "--label", "label", "--missing", "mean", "--out", "s",
                    says=["--missing mean", "drop-rows"])
    germane.ok("stats", "t.csv", "--label", "label", "--missing", "drop-rows", "--out", "s")
