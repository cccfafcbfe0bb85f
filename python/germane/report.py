"""Reports: what a run found, as text, as data, as a page with plots."""

from __future__ import annotations

import html
import json
import os
from typing import Any, Callable, Mapping, Optional

import numpy as np

from ._wording import in_python, replaced

WIDTH = 100  # of text, in characters


class Report:
    """What a fit found: every finding, automatic choice and warning.

    ``print(report)`` shows it, ``report.data`` is the same as nested dictionaries, and in a notebook it
    is a page with plots. What is shown speaks of parameters; ``text`` and ``data`` are the command line's.
    """

    def __init__(self, core_report: Any, names: Optional[Mapping[str, str]] = None) -> None:
        self._core = core_report  # shown when asked for; what is pickled is what it shows
        self._names = dict(names or {})  # what options are called in Python
        self._shown: dict[str, Any] = {}

    def _show(self, what: str) -> Any:
        if what not in self._shown:
            shows: dict[str, Callable[[], Any]] = {
                "title": lambda: str(self._core.title),
                "text": lambda: str(self._core.text(WIDTH)),
                "json": lambda: str(self._core.json()),
                "html": self._core.html,
                "plots": self._core.plots,
                "warnings": lambda: list(self._core.warnings()),
            }
            self._shown[what] = shows[what]()
        return self._shown[what]

    def __getstate__(self) -> dict[str, Any]:
        for what in ("title", "text", "json", "html", "plots", "warnings"):
            self._show(what)
        return {"_core": None, "_names": self._names, "_shown": self._shown}

    @property
    def title(self) -> str:
        """What was run."""
        return str(self._show("title"))

    @property
    def warnings(self) -> list[str]:
        """What deserves a second look."""
        return [in_python(warning, self._names) for warning in self._show("warnings")]

    @property
    def text(self) -> str:
        """As the command line prints it."""
        return str(self._show("text"))

    @property
    def data(self) -> dict[str, Any]:
        """As nested dictionaries; the same as ``--json`` of the command line."""
        return dict(json.loads(self._show("json")))

    @property
    def check(self) -> "Optional[dict[str, Any]]":
        """Whether learning helped, and why that was not looked at; None: the report says nothing of it."""
        data = self.data
        found: dict[str, Any] = data.get("check", {})
        notes = [in_python(note, self._names) for note in (*found.get("notes", ()), *data.get("notes", ()))]
        if "verdict" in found:
            return {**found, "notes": notes[:len(found.get("notes", ()))]}
        reason = next((note.partition("no check: ")[2] for note in notes if "no check: " in note), None)
        return None if reason is None else {"verdict": "not checked", "reason": reason}

    @property
    def html(self) -> str:
        """One self-contained page."""
        page = self._page()
        if page is None:
            raise RuntimeError("this build has no HTML reports: it was made without node and npm")
        return page

    def _page(self) -> Optional[str]:
        if self._show("html") is None:
            return None
        page = str(self._show("html"))
        for old, new in self._reworded().items():
            page = page.replace(_in_script(old), _in_script(new))  # first, as the other would break its lines
            page = replaced(page, html.escape(old, quote=False), html.escape(new, quote=False), WIDTH)
        return page

    def _reworded(self) -> dict[str, str]:
        """Warnings and notes in the command line's words, and in Python's."""
        said, data = list(self._show("warnings")), self.data
        for section in (data, *data.values()):
            said += section.get("notes", []) if isinstance(section, dict) else []
        both = {text: in_python(text, self._names) for text in said if isinstance(text, str)}
        return {old: new for old, new in both.items() if old != new}

    @property
    def plots(self) -> dict[str, dict[str, np.ndarray]]:
        """The data of every plot: file name -> column -> values."""
        return {name: {column: _numbers(values) for column, values in columns.items()}
                for name, columns in self._show("plots").items()}

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes it as .html, .json or .txt."""
        name = os.fspath(path)
        ending = os.path.splitext(name)[1]
        if ending not in (".html", ".json", ".txt"):
            raise ValueError(f"{name}: a report is written as .html, .json or .txt")
        content = self.html if ending == ".html" else self._show("json") if ending == ".json" else str(self)
        beside = f"{name}.{os.getpid()}.part"
        with open(beside, "w", encoding="utf-8") as file:
            file.write(content)
        os.replace(beside, name)

    def __str__(self) -> str:
        text = self.text
        for old, new in self._reworded().items():
            text = replaced(text, old, new, WIDTH)
        return text

    def __repr__(self) -> str:
        return f"<germane report: {self.title}>"

    def _repr_html_(self) -> str:
        page = self._page()
        if page is None:
            return f"<pre>{html.escape(str(self))}</pre>"
        return (f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:640px;border:0" '
                f'title="{html.escape(self.title)}"></iframe>')


def _in_script(text: str) -> str:
    """As the page's data has it."""
    return json.dumps(text, ensure_ascii=False).replace("<", "\\u003c")


def _numbers(values: list[str]) -> np.ndarray:
    """Numbers where all are (empty: NaN), else texts."""
    try:
        return np.array([float(value) if value else np.nan for value in values])
    except ValueError:
        return np.array(values, dtype=object)
