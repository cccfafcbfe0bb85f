"""A wheel in a virtual environment of its own: what is in it, and that it works there (tools/test_wheel.sh)."""

import os
import pathlib
import pickle
import re
import zipfile

import germane  # before NumPy: only then it can tell OpenBLAS which kernel suits
import numpy as np
import pytest
from sklearn.datasets import load_iris

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


def wheel_names():
    if not os.environ.get("GERMANE_WHEEL"):
        pytest.skip("GERMANE_WHEEL does not name the wheel")
    return zipfile.ZipFile(os.environ["GERMANE_WHEEL"]).namelist()


def test_it_is_the_installed_one():
    assert not pathlib.Path(germane.__file__).is_relative_to(ROOT / "python")
    assert "site-packages" in germane.__file__


def test_its_version_is_the_library_s():
    header = (ROOT / "germane" / "base" / "version.h").read_text()
    assert germane.__version__ == re.search(r'kVersion = "(.+)"', header)[1]
    from importlib.metadata import version
    assert version("germane") == germane.__version__


def test_it_holds_the_package_and_nothing_else():
    names = wheel_names()
    sources = {f"germane/{path.relative_to(ROOT / 'python' / 'germane')}"
               for path in (ROOT / "python" / "germane").rglob("*") if path.suffix in (".py", ".pyi", ".typed")}
    engine = [name for name in names if re.fullmatch(r"germane/_core\..*(so|pyd)", name)]
    about = [name for name in names if name.split("/")[0].endswith(".dist-info")]
    assert len(engine) == 1
    assert {"germane/py.typed", "germane/_core.pyi"} <= sources
    assert set(names) == sources | set(engine) | set(about)


def test_rca_learns_and_pickles(iris):
    X, y = iris
    learned = germane.RCA().fit(X, y)
    again = pickle.loads(pickle.dumps(learned))
    assert np.array_equal(again.transform(X), learned.transform(X))
    whitened = learned.transform(X)
    within = sum(np.cov(whitened[y == c].T, bias=True) * np.sum(y == c) for c in range(3)) / len(y)
    assert np.allclose(within, np.eye(4), atol=1e-6)


def test_kmeans_clusters_and_pickles(iris):
    X, _ = iris
    clusters = germane.KMeans(n_clusters=3).fit(X)
    assert clusters.inertia_ == pytest.approx(78.85, abs=0.01)  # the least there is on iris
    assert np.array_equal(pickle.loads(pickle.dumps(clusters)).predict(X), clusters.predict(X))


def test_cca_relates_views_and_pickles(iris):
    X, _ = iris
    views = [X[:, :2], X[:, 2:]]
    learned = germane.CCA().fit(views)
    left, right = pickle.loads(pickle.dumps(learned)).transform(views)
    assert np.corrcoef(left[:, 0], right[:, 0])[0, 1] == pytest.approx(0.9410, abs=1e-4)


def test_reports_can_be_pages(iris):
    X, y = iris
    page = germane.RCA().fit(X, y).report_._repr_html_()
    assert page is None or "<" in page


def test_the_papers_can_be_cited():
    assert "BarHillelTR03" in germane.cite("rca")
