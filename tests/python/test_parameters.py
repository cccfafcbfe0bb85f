"""Parameters are the engine's options: names, defaults and aliases."""

import inspect
import pathlib
import subprocess
import sys

import pytest
from sklearn.base import clone

import germane
from conftest import ROOT
from germane import _parameters


def test_parameters_are_those_of_the_engines_catalog():
    package = pathlib.Path(germane.__file__).parent
    done = subprocess.run([sys.executable, ROOT / "tools/make_python_parameters.py", package, "--check"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_method_of_the_engine_has_an_estimator():
    verbs = {command["name"] for command in germane._engine.core.commands()
             if command["name"].split()[0] in ("learn", "cluster") and " " in command["name"]}
    known = {value._verb for value in vars(_parameters).values() if getattr(value, "_verb", "")}
    assert verbs - known == {"cluster assign"}  # which is predict


def test_every_parameter_is_described():
    for name in germane.__all__:
        estimator = getattr(germane, name)
        if not hasattr(estimator, "_options"):
            continue
        for parameter in inspect.signature(estimator).parameters:
            assert f"\n    {parameter} : " in estimator.__doc__, (name, parameter)
        assert "{parameters}" not in estimator.__doc__ and "Examples" in estimator.__doc__, name


@pytest.mark.parametrize("alias, own, value", [
    ("dimensions", "n_components", 2), ("seed", "random_state", 3), ("latent_dimensions", "n_components", 2)])
def test_aliases_are_taken_by_name(alias, own, value):
    assert getattr(germane.CCA(**{alias: value}), own) == value
    assert getattr(germane.CCA().set_params(**{alias: value}), own) == value


def test_parameters_of_scikit_learns_classes_are_taken():
    kmeans = germane.KMeans(n_clusters=3, n_init=4, max_iter=50, tol=1e-3, init="random", random_state=1)
    assert (kmeans.restarts, kmeans.iterations, kmeans.tolerance, kmeans.start) == (4, 50, 1e-3, "random")
    mixture = germane.GaussianMixture(n_components=2, covariance_type="diag", reg_covar=1e-5, max_iter=7)
    assert (mixture.covariance, mixture.ridge, mixture.iterations) == ("diag", 1e-5, 7)
    assert germane.KMeans(k=4).n_clusters == germane.KMeans(4).n_clusters == 4
    assert germane.GaussianMixture(n_clusters=4).n_components == 4
    assert clone(kmeans).get_params() == kmeans.get_params()


def test_unknown_parameters_are_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        germane.RCA(colour="red")
    with pytest.raises(ValueError, match="Invalid parameter 'colour'"):
        germane.RCA().set_params(colour="red")


@pytest.mark.parametrize("estimator, message", [
    (germane.RCA(shrinkage=1.7), r"shrinkage = 1.7: must be in \[0, 1\]"),
    (germane.RCA(prepare="polish"), "prepare = 'polish': must be one of none, standardize, unit-rows"),
    (germane.RCA(missing="drop-rows"), "missing = 'drop-rows': must be one of 'refuse', 'mean'"),
    (germane.RCA(n_components=0), "n_components = 0: must be at least 1"),
    (germane.RCA(random_state="x"), "random_state = 'x': must be a whole number"),
    (germane.RCA(n_jobs=0), "n_jobs = 0: must be at least 1")])
def test_values_out_of_range_are_refused_with_pythons_names(iris, estimator, message):
    with pytest.raises(ValueError, match=message):
        estimator.fit(*iris)
