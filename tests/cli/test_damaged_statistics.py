"""Statistics that no rows can have are refused where they are read, before they are learned from."""

import numpy as np
import pytest

from archive import Archive, archive_bytes
from reference import csv_text

ROWS = np.random.default_rng(1).normal(size=(40, 3))
COLUMNS = ["a", "b", "c"]
CHUNKLETS, LINKS = "chunklets", "links"  # what the statistics are of


def statistics(germane, kind):
    """A good file: four closed chunklets of 24 rows and 16 other rows; or 20 links."""
    germane.write("t.csv", csv_text(ROWS, COLUMNS))
    if kind == CHUNKLETS:
        germane.write("pairs", "".join(f"{i} {i + 4}\n" for i in range(20)))
    else:
        germane.write("pairs", "".join(f"{i} {i + 1}\n" for i in range(0, 40, 2)))
    germane.ok("stats", "t.csv", "--pairs", "pairs", "--out", "good.stats",
               *(("--links", "given") if kind == LINKS else ()))
    return Archive(germane.folder / "good.stats")


def put(name, *place):
    """A change of one number, the last of the arguments."""
    *index, value = place

    def change(arrays):
        arrays[name] = arrays[name].copy()
        arrays[name][tuple(index)] = value
    return change


def named_groups(archive):
    """Open chunklets, as a file of named groups leaves them."""
    archive["chunklets/open/names"] = np.frombuffer(b"xy", np.uint8)
    archive["chunklets/open/names/offsets"] = np.array([0, 1, 2])
    archive["chunklets/open/rows"] = np.array([2, 2])
    archive["chunklets/open/weight"] = np.array([2.0, 2.0])
    archive["chunklets/open/mean"] = np.ones((2, 3))


def open_chunklet(name, *place):
    change = put(name, *place)

    def both(arrays):
        named_groups(arrays)
        change(arrays)
    return both


def both_sides(name, value):
    def change(arrays):
        put(name, 0, 1, value)(arrays)
        put(name, 1, 0, value)(arrays)
    return change


def short_matrix(arrays):
    """As wide as the columns, but a row too few; what stands beside it agrees with its rows."""
    arrays["pairs/must"] = arrays["pairs/must"][:2]
    arrays["pairs/cannot"] = arrays["pairs/cannot"][:2, :2]


def no_others(arrays):
    put("others/rows", 0, 0)(arrays)
    put("others/weight", 0, 0)(arrays)


IMPLAUSIBLE = {
    "a negative number of rows": (CHUNKLETS, put("others/rows", 0, -16), ["-16 rows"]),
    "a negative number of rows in chunklets":
        (CHUNKLETS, put("chunklets/between/rows", 0, -24), ["-24 rows"]),
    "a negative number of chunklets": (CHUNKLETS, put("chunklets/chunklets", 0, -4), ["-4 chunklets"]),
    "a negative weight": (CHUNKLETS, put("others/weight", 0, -16), ["weight -16"]),
    "rows of no weight": (CHUNKLETS, put("others/weight", 0, 0), ["weight 0"]),
    "more chunklets than rows": (CHUNKLETS, put("chunklets/chunklets", 0, 25),
                                 ["25 chunklets", "24 rows"]),
    "a negative spread": (CHUNKLETS, put("others/spread", 1, -1), ["negative spread"]),
    "a negative diagonal of others": (CHUNKLETS, put("others/scatter", 1, 1, -1),
                                      ["negative spread"]),
    "a negative diagonal within": (CHUNKLETS, put("chunklets/within", 2, 2, -1),
                                   ["negative spread"]),
    "a negative diagonal between": (CHUNKLETS, put("chunklets/between/scatter", 0, 0, -1),
                                    ["negative spread"]),
    "nan within": (CHUNKLETS, put("chunklets/within", 0, 1, np.nan),
                   ["'chunklets/within'", "not finite"]),
    "nan in others": (CHUNKLETS, put("others/scatter", 0, 1, np.nan),
                      ["'others/scatter'", "not finite"]),
    "an infinite mean": (CHUNKLETS, put("others/mean", 0, np.inf), ["'others/mean'", "not finite"]),
    "nan of links": (LINKS, put("pairs/must", 0, 1, np.nan), ["'pairs/must'", "not finite"]),
    "an open chunklet of no rows": (CHUNKLETS, open_chunklet("chunklets/open/rows", 1, 0),
                                    ["open chunklet 'y'", "0 rows"]),
    "an open chunklet of negative weight": (CHUNKLETS, open_chunklet("chunklets/open/weight", 0, -2),
                                            ["open chunklet 'x'", "weight -2"]),
    "chunklets of one row": (CHUNKLETS, put("chunklets/chunklets", 0, 13),
                             ["13 chunklets", "24 rows"]),
    "others not symmetric": (CHUNKLETS, put("others/scatter", 0, 1, 7), ["symmetric"]),
    "within not symmetric": (CHUNKLETS, put("chunklets/within", 0, 1, 7), ["symmetric"]),
    "between not symmetric": (CHUNKLETS, put("chunklets/between/scatter", 2, 0, 7), ["symmetric"]),
    "links not symmetric": (LINKS, put("pairs/must", 0, 1, 7), ["symmetric"]),
    "a negative number of links": (LINKS, put("pairs/links", 0, -20), ["-20"]),
    "a negative weight of links": (LINKS, put("pairs/weights", 0, -20), ["-20"]),
    "a negative diagonal of links": (LINKS, put("pairs/must", 1, 1, -1), ["negative"]),
    "two open chunklets of one name":
        (CHUNKLETS, open_chunklet("chunklets/open/names", 1, ord("x")), ["'x'"]),
    "a covariance above the variances": (CHUNKLETS, both_sides("chunklets/within", 1e6),
                                         ["chunklets/within"]),
    "a matrix of links that is not square": (LINKS, short_matrix, ["'pairs/must'"]),
    "a spread that is not the scatter's": (CHUNKLETS, put("others/spread", 0, 1e6), ["spread"]),
    "a scatter of no rows": (CHUNKLETS, no_others, ["0 rows"]),
}


@pytest.mark.parametrize("verb", ["learn rca", "learn pca", "merge"])
@pytest.mark.parametrize("fault", IMPLAUSIBLE)
def test_what_no_rows_can_have_is_refused(germane, fault, verb):
    kind, change, says = IMPLAUSIBLE[fault]
    archive = statistics(germane, kind)
    arrays = dict(archive.arrays)
    change(arrays)
    germane.write("bad.stats", archive_bytes(archive.metadata, arrays))
    files = ("good.stats", "bad.stats") if verb == "merge" else ("bad.stats",)
    result = germane.refused(*verb.split(), *files, "--out", "x", says=["bad.stats", *says])
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("kind", [CHUNKLETS, LINKS])
def test_the_same_file_written_unchanged_is_read(germane, kind):
    archive = statistics(germane, kind)
    arrays = dict(archive.arrays)
    if kind == CHUNKLETS:
        named_groups(arrays)
    germane.write("same.stats", archive_bytes(archive.metadata, arrays))
    germane.ok("learn", "rca", "same.stats", "--out", "x")
