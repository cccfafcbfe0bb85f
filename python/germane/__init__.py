"""germane learns which differences matter, from examples of what belongs together.

Estimators in scikit-learn's shape over one C++ engine, the same as the command line's:

>>> from sklearn.datasets import load_iris
>>> import germane
>>> X, y = load_iris(return_X_y=True)
>>> known = germane.Constraints.simulate(y, components=0.7)    # or your own pairs, groups, labels
>>> rca = germane.RCA().fit(X, constraints=known)
>>> labels = germane.KMeans(n_clusters=3).fit_predict(rca.transform(X))
>>> rca.check_["verdict"]
'it helped'
"""

from ._engine import NumericalError, blas_kernel, core as _loaded, warn_of_kernel as _warn_of_kernel
from ._warning import GermaneWarning
from .citing import cite
from .clusters import Balls, ConstrainedKMeans, DivisiveViews, KMeans, Linkage
from .constraints import Constraints
from .learners import (CFLD, ELDA, LDA, MMC, MMC_Supervised, OnlineRCA, PCA, RCA, RCA_Supervised, AutoMetric,
                       KernelELDA, KernelRCA, SampledLDA)
from .loading import load
from .mixtures import ConstrainedGaussianMixture, GaussianMixture
from .report import Report
from .statistics import Statistics
from .views import CCA, GCCA, MCCA, PWCA, KernelCCA
from . import plot  # last: what it imports must find the engine loaded

__version__ = str(_loaded.__version__)

__all__ = [
    "AutoMetric", "Balls", "CCA", "CFLD", "ConstrainedGaussianMixture", "ConstrainedKMeans", "Constraints",
    "DivisiveViews", "ELDA", "GCCA", "GaussianMixture", "GermaneWarning", "KMeans", "KernelCCA", "KernelELDA",
    "KernelRCA", "LDA", "Linkage", "MCCA", "MMC", "MMC_Supervised", "NumericalError", "OnlineRCA", "PCA", "PWCA", "RCA",
    "RCA_Supervised", "Report", "SampledLDA", "Statistics", "blas_kernel", "cite", "load", "plot",
]



def __dir__() -> "list[str]":
    return sorted([*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"])


_warn_of_kernel()
