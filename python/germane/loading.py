"""Models and clusterings of files, whoever wrote them."""

from __future__ import annotations

import errno
import json
import os
from typing import Any, Mapping

import numpy as np

from . import clusters, learners, mixtures, views
from ._engine import core
from ._saved import Parts

_LEARNERS = {
    "pca": learners.PCA, "lda": learners.LDA, "rca": learners.RCA, "cfld": learners.CFLD, "elda": learners.ELDA,
    "sampled-lda": learners.SampledLDA, "online-rca": learners.OnlineRCA, "mmc": learners.MMC,
    "kernel-elda": learners.KernelELDA, "kernel-rca": learners.KernelRCA, "cca": views.CCA, "mcca": views.MCCA,
    "gcca": views.GCCA, "pwca": views.PWCA, "kernel-cca": views.KernelCCA,
}
_CLUSTERERS = {
    "kmeans": clusters.KMeans, "constrained-kmeans": clusters.ConstrainedKMeans, "gmm": mixtures.GaussianMixture,
    "constrained-gmm": mixtures.ConstrainedGaussianMixture, "linkage": clusters.Linkage, "balls": clusters.Balls,
    "views": clusters.DivisiveViews,
}


def load(path: "str | os.PathLike[str]") -> Any:
    """A fitted estimator from a model or a clustering that ``save`` or the command line wrote.

    Its parameters are those it was learned with, as far as they are in the file. Clusterings know how
    new rows find their clusters, not the rows they were made of: they have no ``labels_``.
    """
    name = os.fspath(path)
    if not os.path.exists(name):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    kind = core.kind_of(name)
    if kind == "statistics":
        raise ValueError(f"{name}: is a statistics file; germane.Statistics.load reads it, and learners fit to that")
    return _clusterer(name) if kind == "clustering" else _learner(name)


def _made(kinds: Mapping[str, type], method: str, options: Mapping[str, Any], path: str) -> Any:
    """An estimator of the method with its options."""
    if method not in kinds:
        raise ValueError(f"{path}: by {method!r}, which has no estimator here")
    estimator = kinds[method]()
    known = {option: name for name, option in estimator._options.items()}
    return estimator.set_params(**{known[option]: value for option, value in options.items() if option in known})


def _learner(path: str) -> Any:
    model = core.Model.read(path)
    estimator = _made(_LEARNERS, model.method, json.loads(model.options), path)
    estimator.model_ = model
    if model.views:
        estimator.view_names_ = list(model.views)
        estimator.n_views_ = len(model.views)
        estimator.n_features_in_ = [model.inputs(name) for name in model.views]
        return estimator
    estimator._set_model(model)
    _set_columns(estimator, model.columns(""))
    if len(model.fill("")):
        estimator.missing = "mean"
    if model.threshold is not None:
        estimator.set_threshold(model.threshold)
    return estimator


def _clusterer(path: str) -> Any:
    with open(path, "rb") as file:
        content = file.read()
    parts = Parts(content)
    estimator = _made(_CLUSTERERS, parts.method, parts.options, path)
    estimator._restore(content)
    if parts.width is not None:
        estimator.n_features_in_ = parts.width
        _set_columns(estimator, parts.columns)
    if "fill" in parts.arrays:
        estimator.missing = "mean"
    return estimator


def _set_columns(estimator: Any, names: Any) -> None:
    if names:
        estimator.feature_names_in_ = np.array(names, dtype=object)
