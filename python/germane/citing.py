"""What to cite."""

from __future__ import annotations

from typing import Any

from . import _engine


def cite(method: Any = "") -> str:
    """BibTeX of a method's papers and of germane itself.

    Parameters
    ----------
    method : estimator, class of one, or str, default=''
        As ``germane.RCA``, 'rca', or the key of a paper; '': germane alone.

    Examples
    --------
    >>> import germane
    >>> print(germane.cite(germane.ELDA).splitlines()[0])
    @inproceedings{DeBie03,
    """
    name = str(getattr(method, "_verb", method))
    return str(_engine.run("cite", [name] if name else []).text(100))
