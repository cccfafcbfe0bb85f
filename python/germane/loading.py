"""Models of files, whoever wrote them."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from . import learners, views
from ._engine import core

_CLASSES = {
    "pca": learners.PCA, "lda": learners.LDA, "rca": learners.RCA, "cfld": learners.CFLD, "elda": learners.ELDA,
    "sampled-lda": learners.SampledLDA, "online-rca": learners.OnlineRCA, "mmc": learners.MMC,
    "kernel-elda": learners.KernelELDA, "kernel-rca": learners.KernelRCA, "cca": views.CCA, "mcca": views.MCCA,
    "gcca": views.GCCA, "pwca": views.PWCA, "kernel-cca": views.KernelCCA,
}


def load(path: "str | os.PathLike[str]") -> Any:
    """A fitted learner from a model that ``save`` or the command line wrote.

    Its parameters are those it was learned with, as far as they are in the file.
    """
    model = core.Model.read(os.fspath(path))
    kind = _CLASSES.get(model.method)
    if kind is None:
        raise ValueError(f"{path}: a model by {model.method!r}, which has no estimator here")
    estimator = kind()
    stored = json.loads(model.options)
    known = {option: name for name, option in estimator._options.items()}
    estimator.set_params(**{known[option]: value for option, value in stored.items() if option in known})
    estimator.model_ = model
    if model.views:
        estimator.view_names_ = list(model.views)
        estimator.n_views_ = len(model.views)
        estimator.n_features_in_ = [model.inputs(name) for name in model.views]
    else:
        estimator._set_model(model)
        if model.columns(""):
            estimator.feature_names_in_ = np.array(model.columns(""), dtype=object)
        if len(model.fill("")):
            estimator.missing = "mean"
    return estimator
