"""learn mmc: its objective recomputed pair by pair, and what it is given."""

import numpy as np
import pytest

from archive import Archive
from reference import bundled


def objective(rows, labels, learned, same_sum=4.509348222):
    """log of the summed distances over different pairs, at a fixed sum over same pairs."""
    mapped = rows @ learned.T
    distances = np.linalg.norm(mapped[:, None] - mapped[None], axis=2)
    alike = np.equal.outer(labels, labels)
    upper = np.triu(np.ones_like(alike), 1).astype(bool)
    same = (distances[alike & upper] ** 2).sum()
    return np.log(distances[~alike & upper].sum()) + 0.5 * np.log(same_sum / same)


@pytest.mark.parametrize("shape, least", [("full", 7.4138714), ("diagonal", 7.07140)])
def test_iris_with_all_pairs_reaches_the_optimum(germane, shape, least):
    rows, labels, _ = bundled("iris")
    report = germane.ok("learn", "mmc", "data/iris.csv", "--label", "label", "--chunklet-column",
                        "label", "--shape", shape, "--out", "the.model", "--json").json()
    learned = Archive(germane.folder / "the.model").map
    reached = objective(rows, np.asarray(labels), learned)
    assert reached >= least
    assert abs(report["summary"]["log_ratio"] + 0.5 * np.log(4.509348222) - reached) < 1e-9
    assert report["summary"]["gap"] <= 1e-6


def test_given_different_pairs_are_used(germane):
    germane.write("pairs.csv", "a,b,kind\n0,1,same\n50,51,same\n100,101,same\n2,3,same\n60,61,same\n"
                               "0,60,different\n50,110,different\n100,4,different\n")
    report = germane.ok("learn", "mmc", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                        "--json").json()
    assert report["summary"]["different_pairs"] == 3
    assert report["summary"]["same_pairs"] == 5


def test_standardizing_first_changes_no_distance_but_the_model_says_it(germane):
    for prepare in ("none", "standardize"):
        germane.ok("learn", "mmc", "data/wine.csv", "--label", "label", "--chunklet-column", "label",
                   "--prepare", prepare, "--tolerance", 1e-9, "--check", "none", "--out",
                   f"{prepare}.model")
    one, other = (Archive(germane.folder / f"{name}.model").map for name in ("none", "standardize"))
    a, b = one.T @ one, other.T @ other
    assert np.abs(a - b).max() < 1e-3 * np.abs(a).max()


def test_statistics_are_not_enough(germane):
    germane.ok("stats", "data/iris.csv", "--label", "label", "--chunklet-column", "label", "--out",
               "iris.stats")
    germane.refused("learn", "mmc", "iris.stats", "--out", "x.model",
                    says=["iris.stats", "learn mmc", "needs the rows"])


def test_links_must_be_closed(germane):
    germane.write("pairs.csv", "0,1\n50,51\n")
    germane.refused("learn", "mmc", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                    "--links", "given", "--out", "x.model", says="--links closed")


def test_the_same_bytes_for_any_number_of_threads(germane):
    for threads in (1, 3):
        germane.ok("learn", "mmc", "data/iris.csv", "--label", "label", "--chunklet-column",
                   "label", "--threads", threads, "--out", f"{threads}.model")
    assert germane.bytes_of("1.model") == germane.bytes_of("3.model")
