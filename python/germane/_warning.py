"""Warnings, at the line of the user's that they are about."""

from __future__ import annotations

import sys
import warnings


class GermaneWarning(UserWarning):
    """Something in a report that deserves a second look, or a parameter that plays no part."""


def warn(message: str) -> None:
    """Warns at the line that called the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, GermaneWarning, stacklevel=level)
