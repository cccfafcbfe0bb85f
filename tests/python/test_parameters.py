"""Parameters are the engine's options: names, defaults and aliases."""

import copy
import inspect
import pathlib
import pickle
import subprocess
import sys
import warnings

import numpy as np
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


def test_aliases_are_read_as_they_are_set(iris):
    kmeans = germane.KMeans(3, n_init=4)
    for same in (kmeans, clone(kmeans), pickle.loads(pickle.dumps(kmeans)), copy.deepcopy(kmeans)):
        assert (same.n_init, same.max_iter, same.k) == (4, 300, 3)
    assert germane.MMC(diagonal=True).diagonal is True and germane.MMC().diagonal is False
    assert "n_init" not in kmeans.get_params() and not hasattr(germane.RCA(), "n_init")
    with pytest.raises(AttributeError, match="'KMeans' object has no attribute 'colour'"):
        kmeans.colour
    rca = germane.RCA(check="none").fit(*iris)
    with pytest.raises(AttributeError, match="predict|no threshold is set"):  # what a property says is not lost
        rca.predict
    with pytest.raises(AttributeError, match="maps by a kernel: it has no components_"):
        germane.KernelRCA(check="none").fit(*iris).components_


def test_aliases_stand_in_the_documentation():
    assert "n_init\n    (restarts)" in germane.KMeans.__doc__ or "n_init (restarts)" in germane.KMeans.__doc__
    assert "Also taken: k (n_clusters)" in germane.KMeans.__doc__


@pytest.mark.parametrize("make", [
    lambda: germane.KMeans(3, algorithm="lloyd", copy_x=True),
    lambda: germane.GaussianMixture(3, warm_start=False, verbose_interval=10, means_init=None),
    lambda: germane.PCA(2, copy=True, svd_solver="full", iterated_power="auto"),
    lambda: germane.LDA(solver="svd", priors=None, store_covariance=False, tol=1e-4),
    lambda: germane.CCA(2, scale=False, copy=True, max_iter=500, tol=1e-6),
    lambda: germane.MCCA(2, copy_data=True, center=True),
    lambda: germane.Linkage(2, metric="euclidean", compute_full_tree="auto", connectivity=None, compute_distances=True),
    lambda: germane.MMC(max_proj=100, init="identity", diagonal_c=1.0)])
def test_parameters_of_others_that_change_nothing_are_left_out(make):
    with pytest.warns(germane.GermaneWarning, match="changes nothing here, and is left out") as warned:
        estimator = make()
    assert len(warned) == 1 and warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert clone(estimator).get_params() == estimator.get_params()
    assert set(estimator.get_params()) == set(inspect.signature(type(estimator)).parameters)


def test_parameters_of_others_may_be_set_too():
    with pytest.warns(germane.GermaneWarning, match="KMeans: copy_x=False changes nothing"):
        assert germane.KMeans().set_params(copy_x=False, n_init=2).restarts == 2


@pytest.mark.parametrize("make, message", [
    (lambda: germane.GaussianMixture(means_init=np.zeros((2, 2))), "means_init=...*; starts are drawn, by start="),
    (lambda: germane.GaussianMixture(warm_start=True), "GaussianMixture: unexpected keyword argument 'warm_start' .*anew"),
    (lambda: germane.Linkage(metric="cosine"), 'metric=.cosine.*Euclidean; prepare="unit-rows"'),
    (lambda: germane.CCA(scale=True), 'scale=True.*prepare="standardize"'),
    (lambda: germane.CCA(shrinkage=0.3), "shrinkage=0.3.*; ridge is there"),
    (lambda: germane.RCA(algorithm="lloyd"), "RCA: unexpected keyword argument 'algorithm'"),
    (lambda: germane.KMeans(restart=3), "KMeans: unexpected keyword argument 'restart' .*; did you mean restarts"),
    (lambda: germane.RCA(colour="red"), "RCA: unexpected keyword argument 'colour' .*; there are n_components, shrinkage"),
    (lambda: germane.KMeans(3, 4), "KMeans: 2 values without a name, where 1 may have none; name the others: restarts, "),
    (lambda: germane.KMeans(3, k=4), "KMeans: n_clusters is given twice, without a name and by name"),
    (lambda: germane.KMeans(n_init=3, restarts=4), "KMeans: one parameter is given twice, under two names: n_init, restarts")])
def test_parameters_of_others_that_would_change_something_are_refused(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_unknown_parameters_are_refused():
    with pytest.raises(ValueError, match="Invalid parameter 'colour'"):
        germane.RCA().set_params(colour="red")


@pytest.mark.parametrize("estimator, message", [
    (germane.RCA(shrinkage=1.7), r"shrinkage = 1.7: must be in \[0, 1\]"),
    (germane.RCA(prepare="polish"), "prepare = 'polish': must be one of none, standardize, unit-rows"),
    (germane.RCA(missing="drop-rows"), "missing = 'drop-rows': must be one of 'refuse', 'mean'"),
    (germane.RCA(n_components=0), "n_components = 0: must be at least 1"),
    (germane.RCA(random_state="x"), "random_state = 'x': must be a whole number"),
    (germane.KMeans("3"), "n_clusters = '3': is a text; pass the number, n_clusters=3"),
    (germane.RCA(shrinkage="0.5"), "shrinkage = '0.5': is a text"),
    (germane.KMeans("x"), "n_clusters = 'x': must be an integer"),
    (germane.PCA(whiten="yes"), "whiten = 'yes': must be True or False"),
    (germane.RCA(n_jobs=0), "n_jobs = 0: must be at least 1")])
def test_values_out_of_range_are_refused_with_pythons_names(iris, estimator, message):
    with pytest.raises(ValueError, match=message):
        estimator.fit(*iris)
