"""Labels and groups of any kind become codes in the order they are first seen."""

import numpy as np
import pytest

from germane._arrays import Encoded, encode, whole_codes

NONE = (None, float("nan"), "", -1, -1.0, "-1")


@pytest.mark.parametrize("values, codes, names", [
    (np.array([3, -1, 3, 7]), [3, -1, 3, 7], []),
    (np.array(["b", "a", "", "b", "-1"]), [0, 1, -1, 0, -1], ["b", "a"]),
    (np.array([2.0, np.nan, 0.5, 2.0, -1.0, np.nan]), [0, -1, 1, 0, -1, -1], ["2", "0.5"]),
    (np.array(["x", "y", "x"], dtype=object), [0, 1, 0], ["x", "y"]),
    (np.array([1, True, "1", 1.0, "True", False, 0], dtype=object), [0, 0, 0, 0, 1, 2, 2], ["1", "True", "0"]),
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


@pytest.mark.parametrize("values, codes, numbers", [
    (np.array([3, -1, 3, 7, -1]), [0, 1, 0, 2, 1], [3, -1, 7]),
    (np.array([5], dtype=np.uint8), [0], [5]),
    (np.array([2, 10 ** 15, 2, -10 ** 15]), [0, 1, 0, 2], [2, 10 ** 15, -10 ** 15]),
    (np.array([2 ** 64 - 1, 2 ** 64 - 2, 2 ** 64 - 1], dtype=np.uint64), [0, 1, 0], [2 ** 64 - 1, 2 ** 64 - 2]),
    (np.array([127, -128, 127], dtype=np.int8), [0, 1, 0], [127, -128]),
    (np.array([True, False, True]), [0, 1, 0], [1, 0]),
], ids=["few", "one", "far apart", "unsigned", "small type", "bool"])
def test_codes_of_whole_numbers_are_by_appearance(values, codes, numbers):
    found, found_numbers = whole_codes(values)
    assert (found.tolist(), found_numbers) == (codes, numbers)


def test_what_is_encoded_is_passed_on():
    codes = np.array([0, 1, 0])
    found, names = encode(Encoded(codes, ["x", "y"]), 3, "y")
    assert found is codes and names == ["x", "y"]
    with pytest.raises(ValueError, match="y: 3 for 4 rows"):
        encode(Encoded(codes, ["x", "y"]), 4, "y")


@pytest.mark.parametrize("kind", [bool, object, int, float])
def test_truth_is_one_in_every_type(kind):
    codes, names = encode(np.array([True, False, True]).astype(kind), 3, "y")
    assert [names[code] if names else str(code) for code in codes] == ["1", "0", "1"]
