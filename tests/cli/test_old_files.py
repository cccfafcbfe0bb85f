"""Files of format version 1 stay readable, and say what they said (tests/golden/version_1.py made them)."""

import csv
import pathlib
import shutil

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "golden" / "version_1"


@pytest.fixture
def old(germane):
    for path in FOLDER.iterdir():
        shutil.copy(path, germane.folder)
    return germane


def numbers(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]


def assert_same(germane, name, expected, tolerance=1e-12):
    found, wanted = numbers(germane.folder / name), numbers(FOLDER / expected)
    assert len(found) == len(wanted) == 8
    for row, right in zip(found, wanted):
        assert row == pytest.approx(right, rel=tolerance, abs=tolerance)


@pytest.mark.parametrize("model", ["rca", "kernel-rca"])
def test_models_map_rows_as_they_did(old, model):
    old.ok("transform", f"{model}.model", "rows.csv", "--out", "now.csv")
    assert_same(old, "now.csv", f"{model}.csv")


def test_models_of_views_map_them_as_they_did(old):
    old.ok("transform", "cca.model", "--view", "right=right.csv", "--out", "now.csv")
    assert_same(old, "now.csv", "cca.csv")


def test_clusterings_label_rows_as_they_did(old):
    old.ok("cluster", "assign", "kmeans.clusters", "rows.csv", "--out", "now.csv")
    assert_same(old, "now.csv", "kmeans.csv")


def test_statistics_teach_what_they_taught(old):
    old.ok("learn", "rca", "rows.stats", "--out", "now.model")
    old.ok("transform", "now.model", "rows.csv", "--out", "now.csv")
    assert_same(old, "now.csv", "rca.csv", tolerance=1e-9)


def test_statistics_can_be_added_to(old):
    old.write("more.csv", "a,b,c,group\n0.25,1.5,-1.75,x\n2.5,-0.75,0.5,y\n")
    old.ok("stats", "more.csv", "--chunklet-column", "group", "--out", "more.stats")
    old.ok("merge", "rows.stats", "more.stats", "--out", "both.stats")
    assert old.ok("describe", "both.stats", "--json").json()["rows"] == 10
