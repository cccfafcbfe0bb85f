"""What scikit-learn is told of estimators, in the words of its old releases and of its new ones."""

from __future__ import annotations

from typing import Any


class Tagged:
    """Set what differs from the defaults in a class."""

    _requires_y = False
    _keeps_float32 = True

    def _more_tags(self) -> dict:
        return {
            "requires_y": self._requires_y,
            "allow_nan": False,
            "preserves_dtype": ["float64", "float32"] if self._keeps_float32 else ["float64"],
        }

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.target_tags.required = self._requires_y
        tags.input_tags.sparse = True
        if tags.transformer_tags is not None:
            tags.transformer_tags.preserves_dtype = ["float64", "float32"] if self._keeps_float32 else ["float64"]
        return tags
