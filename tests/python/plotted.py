"""What the tests of plots share: models to draw, and how what was drawn is read."""

import warnings

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import germane  # noqa: E402
from matplotlib import pyplot  # noqa: E402
from sklearn.datasets import load_wine  # noqa: E402


@pytest.fixture(autouse=True)
def no_figures_left():
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def wine():
    data = load_wine(as_frame=True)
    return data.data, data.target.to_numpy()


@pytest.fixture(scope="module")
def known(wine):
    return germane.Constraints.simulate(wine[1], components=0.7)


@pytest.fixture(scope="module")
def learned(wine, known):
    X, y = wine
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "rca": germane.RCA(check="none").fit(X, constraints=known),
            "elda": germane.ELDA(check="none", ridge=1.0).fit(X, constraints=known),
            "lda": germane.LDA(check="none").fit(X, y),
            "pca": germane.PCA(check="none").fit(X),
        }


@pytest.fixture(scope="module")
def views(wine):
    return {"acids": wine[0].iloc[:, :6], "colours": wine[0].iloc[:, 6:]}


@pytest.fixture(scope="module")
def cca(views):
    return germane.CCA(permutations=39).fit(views)


def points(line):
    return np.column_stack([line.get_xdata(), line.get_ydata()]).astype(float)


def line_of(ax, label):
    (found,) = [line for line in ax.lines if line.get_label().startswith(label)]
    return points(found)


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]
