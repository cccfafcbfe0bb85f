"""Labels and groups of any kind become codes in the order they are first seen."""

import numpy as np
import pytest

from germane._arrays import encode

NONE = (None, float("nan"), "", -1, -1.0, "-1")


@pytest.mark.parametrize("values, codes, names", [
    (np.array([3, -1, 3, 7]), [3, -1, 3, 7], []),
    (np.array(["b", "a", "", "b", "-1"]), [0, 1, -1, 0, -1], ["b", "a"]),
    (np.array([2.0, np.nan, 0.5, 2.0, -1.0, np.nan]), [0, -1, 1, 0, -1, -1], ["2", "0.5"]),
    (np.array(["x", "y", "x"], dtype=object), [0, 1, 0], ["x", "y"]),
    (np.array([1, True, "1", 1.0, "True", False, 0], dtype=object), [0, 1, 0, 0, 1, 2, 3], ["1", "True", "False", "0"]),
    (np.array(NONE, dtype=object), [-1] * len(NONE), []),
], ids=["whole numbers", "words", "floats", "objects", "mixed", "none"])
def test_codes_of_labels(values, codes, names):
    found, found_names = encode(values, len(values), "y")
    assert found.dtype == np.int64 and found.tolist() == codes
    assert found_names == names


def test_codes_of_what_cannot_be_hashed():
    values = np.empty(3, dtype=object)
    values[:] = [[1, 2], [3], [1, 2]]
    assert encode(values, 3, "y")[0].tolist() == [0, 1, 0]
