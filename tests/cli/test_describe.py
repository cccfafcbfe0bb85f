"""`describe` explains any file, `methods` every method."""

import numpy as np
import pytest

from archive import Archive
from reference import bundled, csv_text


@pytest.mark.parametrize("name", ["iris", "wine", "ionosphere"])
def test_the_columns_of_a_table(germane, name):
    rows, labels, names = bundled(name)
    found = germane.ok("describe", f"data/{name}.csv", "--label", "label", "--json").json()
    assert (found["rows"], found["columns"]) == rows.shape
    assert found["classes"] == len(set(labels))
    assert found["constant_columns"] == (np.ptp(rows, axis=0) == 0).sum()
    assert [row["column"] for row in found["features"]] == names
    for key, values in {"mean": rows.mean(axis=0), "deviation": rows.std(axis=0),
                        "least": rows.min(axis=0), "largest": rows.max(axis=0)}.items():
        assert [row[key] for row in found["features"]] == pytest.approx(values, rel=1e-10, abs=1e-13)


def test_an_npy_file_says_its_type(germane):
    np.save(germane.folder / "t.npy", np.ones((3, 2), np.float32))
    found = germane.ok("describe", "t.npy", "--json").json()
    assert (found["rows"], found["columns"], found["constant_columns"]) == (3, 2, 2)
    assert "float32" in germane.ok("describe", "t.npy").out


def test_several_files_are_one_table(germane):
    rows, _, names = bundled("iris")
    germane.write("a.csv", csv_text(rows[:50], names))
    germane.write("b.csv", csv_text(rows[50:], names))
    assert germane.ok("describe", "a.csv", "b.csv", "--json").json()["rows"] == 150


def test_missing_cells_are_counted_and_left_out_of_figures(germane):
    germane.write("t.csv", "x,y,z\n1,,NA\n2,5,\n6,7,?\n,9,NaN\n")
    found = germane.ok("describe", "t.csv", "--json").json()
    assert (found["rows"], found["missing_cells"], found["whole_rows"]) == (4, 6, 0)
    x, y, z = found["features"]
    assert [row["missing"] for row in (x, y, z)] == [1, 1, 4]
    assert (x["mean"], x["least"], x["largest"]) == (3, 1, 6)
    assert x["deviation"] == pytest.approx(np.std([1, 2, 6]))
    assert y["deviation"] == pytest.approx(np.std([5, 7, 9]))
    assert [z[key] for key in ("mean", "deviation", "least", "largest")] == [None] * 4
    assert "missing cells" in germane.ok("describe", "t.csv").out
    assert "missing_cells" not in germane.ok("describe", "data/iris.csv", "--label", "label", "--json").json()
    rows = np.arange(12.0).reshape(4, 3)
    rows[1, 2] = np.nan
    np.save(germane.folder / "t.npy", rows)
    found = germane.ok("describe", "t.npy", "--json").json()
    assert (found["missing_cells"], found["whole_rows"]) == (1, 3)
    assert found["features"][2]["mean"] == pytest.approx(np.nanmean(rows[:, 2]))
    # What is asked for is still done.
    assert germane.ok("describe", "t.npy", "--missing", "drop-rows", "--json").json()["rows"] == 3


def test_a_wide_table_stays_readable(germane):
    np.save(germane.folder / "wide.npy", np.random.default_rng(1).normal(size=(5, 4000)))
    assert germane.ok("describe", "wide.npy").out.count("\n") < 200


def test_a_model_tells_method_options_and_summary(germane):
    germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label", "--shrinkage", 0.25,
               "--dimensions", 2, "--out", "m")
    model = Archive(germane.folder / "m")
    found = germane.ok("describe", "m", "--json").json()
    assert (found["method"], found["columns"], found["dimensions"]) == ("rca", 4, 2)
    assert found["features"] == bundled("iris")[2]
    assert found["options"] == model.options
    assert found["summary"] == model.summary
    assert found["options"]["shrinkage"] == 0.25
    text = germane.ok("describe", "m").out
    for words in ("rca", "sepal_length", "0.25", "rank", "condition"):
        assert words in text


def test_statistics_tell_what_they_cover(germane):
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--prepare", "unit-rows",
               "--out", "s")
    found = germane.ok("describe", "s", "--json").json()
    assert (found["rows"], found["columns"], found["prepare"]) == (150, 4, "unit-rows")
    assert found["open_chunklets"] == 3


@pytest.mark.parametrize("word,method", [
    ("rca", "learn rca"), ("wccn", "learn rca"), ("fisherfaces", "learn lda"),
    ("eigenfaces", "learn pca"), ("kmeans", "cluster kmeans"),
    ("WCCN", "learn rca"),
])
def test_methods_are_found_by_what_other_fields_call_them(germane, word, method):
    rows = germane.ok("methods", word, "--json").json()["methods"]
    assert rows[0]["method"] == method
    assert len(rows) <= 3  # a name may be part of another's: rca, online-rca, kernel-rca


def test_all_methods_are_listed(germane):
    rows = germane.ok("methods", "--json").json()["methods"]
    assert {row["method"] for row in rows} >= {"learn rca", "learn lda", "learn pca",
                                               "cluster kmeans"}
    germane.refused("methods", "nonesuch", says=["nonesuch", "germane methods"])


def test_quickstart_elsewhere_says_what_to_name(germane):
    germane.refused("quickstart", "nowhere", says=["nowhere/iris.csv", "germane quickstart FOLDER"])


def test_quickstart_shows_an_honest_table(germane):
    rows = next(iter(value for value in germane.ok("quickstart", "data", "--json").json().values()
                     if isinstance(value, list)))
    found = {row["data"]: row for row in rows}
    assert found["iris"]["raw"] == pytest.approx(0.87, abs=0.01)
    assert found["iris"]["standardized"] == pytest.approx(0.81, abs=0.01)
    assert found["iris"]["after_rca"] > 0.94
    assert found["wine"]["raw"] == pytest.approx(0.69, abs=0.01)
    assert found["wine"]["standardized"] == pytest.approx(0.95, abs=0.01)
    assert found["wine"]["after_rca"] > 0.96
    assert found["ionosphere"]["raw"] == pytest.approx(0.59, abs=0.01)
