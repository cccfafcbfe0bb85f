"""Files of format version 1 stay readable, and say what they said (tests/golden/version_1.py made them)."""

import numpy as np
import pytest

import germane
from conftest import ROOT

FOLDER = ROOT / "tests" / "golden" / "version_1"


def numbers(name, columns):
    return np.loadtxt(FOLDER / name, delimiter=",", skiprows=1, usecols=columns, ndmin=2)


@pytest.mark.parametrize("name, kind, dimensions", [("rca", germane.RCA, 3), ("kernel-rca", germane.KernelRCA, 6)])
def test_models_map_rows_as_they_did(name, kind, dimensions):
    model = germane.load(FOLDER / f"{name}.model")
    assert type(model) is kind
    expected = numbers(f"{name}.csv", range(1, dimensions + 1))
    assert np.allclose(model.transform(numbers("rows.csv", range(3))), expected, rtol=1e-12, atol=1e-12)


def test_models_of_views_map_them_as_they_did():
    model = germane.load(FOLDER / "cca.model")
    assert type(model) is germane.CCA
    _, right = model.transform([numbers("left.csv", range(2)), numbers("right.csv", range(1))])
    assert np.allclose(right, numbers("cca.csv", [1]), rtol=1e-12, atol=1e-12)


def test_statistics_teach_what_they_taught():
    statistics = germane.Statistics.load(FOLDER / "rows.stats")
    assert statistics.rows == 8
    mapped = germane.RCA().fit(statistics).transform(numbers("rows.csv", range(3)))
    assert np.allclose(mapped, numbers("rca.csv", range(1, 4)), rtol=1e-9, atol=1e-9)
