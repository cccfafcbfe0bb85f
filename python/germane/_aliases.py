"""Parameters under the names that scikit-learn, metric-learn and cca_zoo have for them, and those that have no
meaning here."""

from __future__ import annotations

import difflib
import functools
import inspect
from typing import Any, Callable, Iterable, Mapping, Sequence, TypeVar, cast

from ._warning import warn

# What other libraries call a parameter, in the order in which ours are tried.
ALIASES: "dict[str, tuple[str, ...]]" = {
    "dimensions": ("n_components",), "latent_dimensions": ("n_components",), "latent_dims": ("n_components",),
    "k": ("n_clusters", "n_classes", "n_components"), "n_clusters": ("n_classes", "n_components"),
    "n_components": ("n_clusters",),
    "seed": ("random_state",), "n_init": ("restarts",), "max_iter": ("iterations", "passes"), "tol": ("tolerance",),
    "convergence_threshold": ("tolerance",), "init": ("start",), "init_params": ("start",),
    "covariance_type": ("covariance",), "reg_covar": ("ridge",), "linkage": ("link",), "distance_threshold": ("threshold",),
    "c": ("ridge",), "threads": ("n_jobs",), "coef0": ("offset",), "progress": ("verbose",), "diagonal": ("shape",),
    "num_constraints": ("n_constraints",), "num_chunks": ("n_chunks",),
}
# Words of theirs for values of ours.
VALUE_ALIASES = {
    ("covariance", "diag"): "diagonal",
    ("start", "kmeans"): "k-means", ("start", "random_from_data"): "random",
    ("kernel", "poly"): "polynomial",
    ("shape", True): "diagonal", ("shape", False): "full",
    ("restarts", "auto"): None,
    ("threshold", None): "none",
}

_ANY = "any value"
_K_MEANS, _MIXTURES = ("KMeans", "ConstrainedKMeans"), ("GaussianMixture", "ConstrainedGaussianMixture")
_VIEWS, _MMC = ("CCA", "MCCA", "GCCA", "PWCA", "KernelCCA"), ("MMC", "MMC_Supervised")
_STARTS = 'starts are drawn, by start="k-means" or start="random"'
_EUCLIDEAN = 'distances are Euclidean; prepare="unit-rows" orders them as the cosine does'
# Of other libraries' parameters: whose, which, the values that change no result, and what there is for others.
_FOREIGN: "tuple[tuple[Sequence[str], str, Any, str], ...]" = (
    (_K_MEANS, "algorithm", _ANY, ""), (_K_MEANS, "copy_x", _ANY, ""),
    (_MIXTURES, "verbose_interval", _ANY, ""), (_MIXTURES, "warm_start", (False,), "every fit begins anew"),
    (_MIXTURES, "means_init", (None,), _STARTS), (_MIXTURES, "weights_init", (None,), _STARTS),
    (_MIXTURES, "precisions_init", (None,), _STARTS),
    (("PCA",), "copy", _ANY, ""), (("PCA",), "svd_solver", _ANY, ""), (("PCA",), "tol", _ANY, ""),
    (("PCA",), "iterated_power", _ANY, ""), (("PCA",), "n_oversamples", _ANY, ""),
    (("PCA",), "power_iteration_normalizer", _ANY, ""),
    (("LDA",), "solver", _ANY, ""), (("LDA",), "tol", (1e-4,), "directions that never vary are left out by themselves"),
    (("LDA",), "priors", (None,), "classes weigh by their rows"),
    (("LDA",), "store_covariance", (False,), "summary_ has what was found"),
    (("LDA",), "covariance_estimator", (None,), 'shrinkage="ledoit-wolf" and shrinkage="oas" are there'),
    (_VIEWS, "copy", _ANY, ""), (_VIEWS, "copy_data", _ANY, ""), (_VIEWS, "accept_sparse", _ANY, ""),
    (_VIEWS, "max_iter", _ANY, ""), (_VIEWS, "tol", _ANY, ""), (_VIEWS, "eps", _ANY, ""),
    (_VIEWS, "scale", (False,), 'prepare="standardize" divides columns by their deviations'),
    (_VIEWS, "center", (True,), "views are centred always"), (_VIEWS, "centre", (True,), "views are centred always"),
    (_VIEWS, "shrinkage", (0,), "ridge is there; docs/python.md says how the two compare"),
    (_VIEWS, "kernel_params", (None,), "gamma, degree and offset are there"),
    (_VIEWS, "view_weights", (None,), "views weigh alike"),
    (("Linkage",), "metric", ("euclidean", None), _EUCLIDEAN), (("Linkage",), "affinity", ("euclidean", None), _EUCLIDEAN),
    (("Linkage",), "connectivity", (None,), "fit(X, constraints=...) takes links"),
    (("Linkage",), "compute_full_tree", _ANY, ""), (("Linkage",), "compute_distances", _ANY, ""),
    (_MMC, "max_proj", _ANY, ""), (_MMC, "init", _ANY, ""),  # the problem is convex: all starts end in one place
    (_MMC, "diagonal_c", (1,), "same pairs and different ones weigh alike"),
)


def own_name(name: str, known: Iterable[str]) -> str:
    """What a parameter is called here; its own name where it is none of ours, for whoever refuses it."""
    if name in known:
        return name
    return next((own for own in ALIASES.get(name, ()) if own in known), name)


def aliases_of(known: Iterable[str]) -> "dict[str, str]":
    """Names of others' that are taken beside the known ones, and what they are called here."""
    known = list(known)
    return {name: own_name(name, known) for name in ALIASES if own_name(name, known) != name}


def _foreign(estimator: str, parameter: str, value: Any) -> "tuple[bool, str]":
    """Whether a parameter of another library plays no part here, and what there is instead."""
    for estimators, name, harmless, instead in _FOREIGN:
        if estimator in estimators and name == parameter:
            simple = value is None or isinstance(value, (str, bool, int, float))
            return harmless is _ANY or (simple and value in harmless), instead
    return False, ""


def understood(estimator: str, parameters: Mapping[str, Any], known: Iterable[str]) -> "dict[str, Any]":
    """Parameters under their own names, without those that play no part, of which is warned."""
    known = list(known)
    own: "dict[str, Any]" = {}
    ignored = []
    for name, value in parameters.items():
        key = own_name(name, known)
        if key not in known and _foreign(estimator, name, value)[0]:
            ignored.append(f"{name}={value!r}")
            continue
        if key in own:
            raise TypeError(f"{estimator}: one parameter is given twice, under two names: {', '.join(sorted(parameters))}")
        own[key] = value
    if ignored:
        warn(f"{estimator}: {', '.join(ignored)} changes nothing here, and is left out")
    return own


def _refusal(estimator: str, name: str, value: Any, known: "list[str]") -> str:
    instead = _foreign(estimator, name, value)[1]
    if not instead:
        near = difflib.get_close_matches(name, [*known, *aliases_of(known)], n=3)
        instead = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
    shown = repr(value) if isinstance(value, (str, bool, int, float)) else "..."
    return f"{estimator}: unexpected keyword argument {name!r} ({name}={shown}); {instead}"


Init = TypeVar("Init", bound=Callable[..., None])


def with_aliases(init: Init) -> Init:
    """An __init__ that also takes its parameters under other libraries' names; its signature stays."""
    known = list(inspect.signature(init).parameters)[1:]
    leading = [name for name, each in inspect.signature(init).parameters.items() if each.kind == each.POSITIONAL_OR_KEYWORD][1:]

    @functools.wraps(init)
    def taking(self: Any, *arguments: Any, **parameters: Any) -> None:
        estimator = type(self).__name__
        own = understood(estimator, parameters, known)
        if len(arguments) > len(leading):
            raise TypeError(f"{estimator}: {len(arguments)} values without a name, where {len(leading)} may have none; name "
                            f"the others: {', '.join(known[len(leading):])}")
        twice = [name for name, _ in zip(leading, arguments) if name in own]
        if twice:
            raise TypeError(f"{estimator}: {twice[0]} is given twice, without a name and by name")
        unknown = next((name for name in own if name not in known), None)
        if unknown is not None:
            raise TypeError(_refusal(estimator, unknown, own[unknown], known))
        init(self, *arguments, **own)

    return cast(Init, taking)
