"""What every estimator has: parameters that are the engine's options, aliases, and one way to run."""

from __future__ import annotations

import inspect
import os
import re
import textwrap
from typing import Any, Mapping

from sklearn.base import BaseEstimator

from . import _engine
from ._aliases import ALIASES, VALUE_ALIASES, aliases_of, own_name, understood
from ._arrays import seed_of
from ._warning import warn
from ._wording import ESTIMATORS
from .report import Report


class Parameters(BaseEstimator):
    """Parameters under the names of scikit-learn's world; each is an option of the engine."""

    _verb = ""
    _options: Mapping[str, str] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        """The described parameters and all attributes stand in the documentation of every estimator."""
        super().__init_subclass__(**more)
        if cls.__name__.endswith("Parameters"):
            ESTIMATORS.setdefault(cls._verb, cls.__name__[:-len("Parameters")])
        described = next((base.__doc__ for base in cls.__mro__[1:] if base.__name__.endswith("Parameters")
                          and base.__doc__ and base is not Parameters), None)
        if cls.__doc__ and described and "{parameters}" in cls.__doc__:
            known = aliases_of(inspect.signature(cls).parameters)
            also = textwrap.wrap("Also taken: " + ", ".join(f"{name} ({own})" for name, own in known.items()) + ".", 100,
                                 initial_indent="    ", subsequent_indent="    ")
            cls.__doc__ = cls.__doc__.replace("    {parameters}\n", described.lstrip("\n").rstrip(" ") + "\n" +
                                              "\n".join(also) + "\n")
            cls.__doc__ = _with_attributes(cls)

    def __getattr__(self, name: str) -> Any:
        """Other libraries' names of parameters."""
        own = own_name(name, inspect.signature(type(self)).parameters) if name in ALIASES else name
        if own == name:
            return object.__getattribute__(self, name)  # raises what it did
        value = getattr(self, own)
        return value in (True, "diagonal") if name == "diagonal" else value

    def set_params(self, **params: Any) -> "Parameters":
        known = self.get_params(deep=False)
        super().set_params(**understood(type(self).__name__, params, known))
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
            if isinstance(value, str):
                self._require_word(name, option, value)
            if option == "dimensions" and value is None:
                continue
            options[option] = value
        return options

    def _require_word(self, name: str, option: str, value: str) -> None:
        """Refuses numbers and truth values as text, which the command line would take."""
        kind, words = _engine.option_kinds(self._verb)[option]
        if kind == "switch":
            raise ValueError(f"{name} = {value!r}: must be True or False")
        if kind in ("integer", "number") and value not in words and _is_number(value):
            raise ValueError(f"{name} = {value!r}: is a text; pass the number, {name}={value.strip()}")

    def _run(self, given: Any, options: Mapping[str, Any]) -> Report:
        names = {option: name for name, option in self._options.items()}
        report = Report(_engine.run(self._verb, given, {**self._set_options(), **options}, plots=bool(self.plots),
                                    n_jobs=self.n_jobs, verbose=self.verbose, names=names), names)
        for warning in report.warnings:
            warn(warning)
        return report


_ATTRIBUTES = re.compile(r"    Attributes\n    -+\n((?:    \S.*\n(?:     +.*\n)*)+)\n?")


def _with_attributes(cls: type) -> str:
    """The documentation of a class, with its own and inherited attributes before the examples."""
    found: dict[str, str] = {}
    for base in cls.__mro__:
        section = _ATTRIBUTES.search((base.__doc__ or "") + "\n") if base.__module__.startswith(__package__) else None
        for entry in re.findall(r"    \S.*\n(?:     +.*\n)*", section[1]) if section else []:
            found.setdefault(entry.split(":")[0].strip(), entry)
    kept = "".join(entry for name, entry in found.items() if name not in getattr(cls, "_lacks", ()))
    text = _ATTRIBUTES.sub("", cls.__doc__ or "")
    return text.replace("    Examples\n", f"    Attributes\n    ----------\n{kept}\n    Examples\n", 1)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


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
