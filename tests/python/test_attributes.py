"""What is fitted has the attributes that its documentation names, and no others; some are scikit-learn's."""

import re
import warnings

import numpy as np
import pytest
from sklearn import cross_decomposition, decomposition, mixture
from sklearn.datasets import make_blobs

import germane

ESTIMATORS = [name for name in germane.__all__ if hasattr(getattr(germane, name), "_options")]
LATER = {"threshold_", "tree_", "statistics_"}  # once something more is asked for


def fitted(name):
    pd = pytest.importorskip("pandas")
    X, y = make_blobs(90, n_features=4, centers=3, random_state=0)
    frame = pd.DataFrame(X, columns=list("abcd"))
    estimator = getattr(germane, name)()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if hasattr(estimator, "view_ridge") or name in ("DivisiveViews", "PWCA"):
            return estimator.set_params(n_components=2).fit([X[:, :2], X[:, 2:]])
        return estimator.fit(frame, y)


def documented(cls):
    section = re.search(r"Attributes\n    -+\n(.*?)\n\n", cls.__doc__, re.DOTALL)[1]
    return {name for names in re.findall(r"^    (\w[\w, ]*) : ", section, re.MULTILINE) for name in names.split(", ")}


@pytest.mark.parametrize("name", ESTIMATORS)
def test_attributes_are_those_of_the_documentation(name):
    estimator = fitted(name)
    there = {each for each in dir(estimator) if each.endswith("_") and not each.startswith("_") and hasattr(estimator, each)}
    assert documented(type(estimator)) - LATER == there - LATER


@pytest.mark.parametrize("kind", ["full", "tied", "diag", "spherical"])
def test_precisions_have_scikit_learns_shapes_and_values(iris, kind):
    X, _ = iris
    ours = germane.GaussianMixture(2, covariance_type=kind, tol=1e-10).fit(X)
    theirs = mixture.GaussianMixture(2, covariance_type=kind, tol=1e-10, max_iter=1000, means_init=ours.means_).fit(X)
    for name in ("covariances_", "precisions_", "precisions_cholesky_"):
        found, expected = getattr(ours, name), getattr(theirs, name)
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("count", [2, 4])
def test_explained_variance_is_scikit_learns_but_for_the_divisor(iris, count):
    X, _ = iris
    ours, theirs = germane.PCA(count).fit(X), decomposition.PCA(count).fit(X)
    np.testing.assert_allclose(ours.explained_variance_ratio_, theirs.explained_variance_ratio_)
    np.testing.assert_allclose(ours.explained_variance_ * 150 / 149, theirs.explained_variance_)


def test_rotations_are_scikit_learns_but_for_scale(iris):
    X, _ = iris
    ours = germane.CCA(2).fit(X[:, :2], X[:, 2:])
    theirs = cross_decomposition.CCA(2, scale=False, max_iter=5000, tol=1e-12).fit(X[:, :2], X[:, 2:])
    for name in ("x_rotations_", "y_rotations_"):
        found, expected = getattr(ours, name), getattr(theirs, name)
        cosines = np.sum(found * expected, axis=0) / np.linalg.norm(found, axis=0) / np.linalg.norm(expected, axis=0)
        np.testing.assert_allclose(np.abs(cosines), 1, atol=1e-6)


def test_a_file_that_is_not_there_is_not_found():
    with pytest.raises(FileNotFoundError, match="No such file or directory: 'nope.model'"):
        germane.load("nope.model")


def test_the_package_shows_what_it_is_for():
    shown = [name for name in dir(germane) if not name.startswith("__")]
    assert shown == sorted(germane.__all__)
