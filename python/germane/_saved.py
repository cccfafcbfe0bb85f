"""A clustering as the file that ``germane cluster assign`` reads: what clusterers keep of what they found."""

from __future__ import annotations

import io
import json
from typing import Any, Optional

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _engine
from ._arrays import mount
from ._estimator import write_whole


def read_npy(content: bytes) -> np.ndarray:
    return np.load(io.BytesIO(content), allow_pickle=False)


class Parts:
    """What such a file holds."""

    def __init__(self, content: bytes) -> None:
        metadata, self.arrays = _engine.core.archive_parts(content, "clustering")
        self.method, self.prepare = metadata["method"], metadata["prepare"]
        self.options, self.summary = json.loads(metadata["options"]), json.loads(metadata["summary"])

    @property
    def columns(self) -> list[str]:
        """The names of the features; none: unnamed."""
        model = self._model()
        if model is not None:
            return list(model.columns(""))
        text, ends = bytes(self.arrays["columns"]), self.arrays["columns/offsets"].tolist()
        return [text[start:end].decode() for start, end in zip(ends, ends[1:])]

    @property
    def width(self) -> Optional[int]:
        """Of the rows that find their clusters by it; None: the file does not tell."""
        model = self._model()
        if model is not None:
            return int(model.inputs(""))
        rule = next((self.arrays[f"rule/{name}"] for name in ("centers", "means", "rows") if f"rule/{name}" in self.arrays),
                    None)
        return None if rule is None else int(rule.shape[1])

    def _model(self) -> Any:
        return _engine.core.Model.from_bytes(bytes(self.arrays["model"])) if "model" in self.arrays else None


class Saved:
    """Has ``_saved``, the file, once it is fitted."""

    n_jobs: Any
    _saved: bytes

    def _assigned(self, rows: Any) -> np.ndarray:
        """The clusters of new rows."""
        out, saved = _engine.MemoryFile("labels.npy"), _engine.MemoryFile("saved.clusters", self._saved)
        table = mount(rows)
        _engine.run("cluster assign", [saved.name, table.name], {"out": out.name}, n_jobs=self.n_jobs)
        return read_npy(out.content)[:, 0]

    def save(self, path: Any) -> None:
        """Writes the clustering, for ``germane.load`` and ``germane cluster assign``."""
        check_is_fitted(self, "_saved")
        write_whole(path, self._saved)
