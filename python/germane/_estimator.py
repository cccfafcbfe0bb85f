"""What every estimator has: parameters that are the engine's options, aliases, and one way to run."""

from __future__ import annotations

import functools
import inspect
import os
import sys
import warnings
from typing import Any, Callable, Iterable, Mapping, TypeVar, cast

from sklearn.base import BaseEstimator

from . import _engine
from ._arrays import seed_of
from ._wording import ESTIMATORS
from .report import Report

# What other libraries call a parameter, in the order in which ours are tried.
ALIASES = {
    "dimensions": ("n_components",), "latent_dimensions": ("n_components",), "latent_dims": ("n_components",),
    "k": ("n_clusters", "n_classes", "n_components"), "n_clusters": ("n_classes", "n_components"), "n_components": ("n_clusters",),
    "seed": ("random_state",), "n_init": ("restarts",), "max_iter": ("iterations", "passes"), "tol": ("tolerance",),
    "init": ("start",), "init_params": ("start",), "covariance_type": ("covariance",), "reg_covar": ("ridge",),
    "linkage": ("link",), "distance_threshold": ("threshold",), "c": ("ridge",), "threads": ("n_jobs",),
    "coef0": ("offset",), "kernel_params": (), "progress": ("verbose",), "diagonal": ("shape",),
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


def own_name(name: str, known: Iterable[str]) -> str:
    """What a parameter is called here; its own name where it is none of ours, for whoever refuses it."""
    if name in known:
        return name
    return next((own for own in ALIASES.get(name, ()) if own in known), name)


Init = TypeVar("Init", bound=Callable[..., None])


def with_aliases(init: Init) -> Init:
    """An __init__ that also takes its parameters under other libraries' names; its signature stays."""
    known = list(inspect.signature(init).parameters)

    @functools.wraps(init)
    def taking(self: Any, *arguments: Any, **parameters: Any) -> None:
        own = {own_name(name, known): value for name, value in parameters.items()}
        if len(own) < len(parameters):
            raise TypeError(f"{type(self).__name__}: one parameter is given twice, under two names: "
                            f"{', '.join(sorted(parameters))}")
        init(self, *arguments, **own)

    return cast(Init, taking)


class GermaneWarning(UserWarning):
    """Something in a report that deserves a second look."""


def warn(message: str) -> None:
    """Warns at the line that called the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, GermaneWarning, stacklevel=level)


class Parameters(BaseEstimator):
    """Parameters under the names of scikit-learn's world; each is an option of the engine."""

    _verb = ""
    _options: Mapping[str, str] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        """The described parameters stand in the documentation of every estimator."""
        super().__init_subclass__(**more)
        if cls.__name__.endswith("Parameters"):
            ESTIMATORS.setdefault(cls._verb, cls.__name__[:-len("Parameters")])
        described = next((base.__doc__ for base in cls.__mro__[1:] if base.__name__.endswith("Parameters")
                          and base.__doc__ and base is not Parameters), None)
        if cls.__doc__ and described and "{parameters}" in cls.__doc__:
            cls.__doc__ = cls.__doc__.replace("    {parameters}\n", described.lstrip("\n").rstrip(" "))

    def set_params(self, **params: Any) -> "Parameters":
        known = self.get_params(deep=False)
        super().set_params(**{own_name(name, known): value for name, value in params.items()})
        return self

    def _value(self, parameter: str) -> Any:
        return getattr(self, parameter)

    def _set_options(self) -> dict[str, Any]:
        """The engine's options as the parameters say."""
        options: dict[str, Any] = {}
        for name, option in self._options.items():
            value = self._value(name)
            if isinstance(value, (str, bool, type(None))):
                value = VALUE_ALIASES.get((name, value), value)
            if name == "missing" and value not in ("refuse", "mean"):
                raise ValueError(f"missing = {value!r}: must be one of 'refuse', 'mean'; drop rows or columns before")
            if name == "random_state":
                value = seed_of(value)
            if isinstance(value, (list, tuple)):
                raise ValueError(f"{name} = {value!r}: must be one value")
            if option == "dimensions" and value is None:
                continue
            options[option] = value
        return options

    def _run(self, given: Any, options: Mapping[str, Any]) -> Report:
        names = {option: name for name, option in self._options.items()}
        report = Report(_engine.run(self._verb, given, {**self._set_options(), **options}, plots=bool(self.plots),
                                    n_jobs=self.n_jobs, verbose=self.verbose, names=names), names)
        for warning in report.warnings:
            warn(warning)
        return report


def write_whole(path: "str | os.PathLike[str]", content: bytes) -> None:
    """All of it or nothing: an interrupted write leaves an old file as it was."""
    name = path_text(path)
    beside = f"{name}.{os.getpid()}.part"
    try:
        with open(beside, "wb") as file:
            file.write(content)
        os.replace(beside, name)
    except OSError as error:
        if os.path.exists(beside):
            os.unlink(beside)
        raise ValueError(f"{name}: cannot be written: {error.strerror}") from None


def path_text(path: "str | os.PathLike[str]") -> str:
    return os.fspath(path)
