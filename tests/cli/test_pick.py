"""learn without a METHOD, learn auto, and dimensions that are chosen: which was taken, and why."""

import numpy as np
import pytest

from archive import Archive
from reference import bundled

IRIS = ("data/iris.csv", "--exclude", "label")


def simulate(germane, *more, data="data/iris.csv"):
    germane.ok("constraints", "simulate", data, "--label", "label", "--components", 0.7, *more,
               "--out", "pairs.csv")


def taken(germane, *arguments):
    report = germane.ok("learn", *arguments, "--out", "m", "--json").json()
    return Archive(germane.folder / "m").metadata["method"], report


@pytest.mark.parametrize("given, method, why", [
    (("data/iris.csv", "--chunklet-column", "label"), "rca", "groups"),
    ((*IRIS, "--pairs", "pairs.csv"), "rca", "pairs"),
    (("data/iris.csv", "--label", "label"), "sampled-lda", "labels"),
    ((*IRIS, "--pairs", "both.csv", "--k", 3), "sampled-lda", "different"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_the_method_that_fits_is_taken_and_said(germane, given, method, why):
    simulate(germane)
    text = (germane.folder / "pairs.csv").read_text()
    germane.write("both.csv", text + "0,100,different\n")
    found, _ = taken(germane, *given)
    assert found == method
    line = next(line for line in germane.ok("learn", *given).out.splitlines()
                if line.startswith("method "))
    assert method in line and why in line


def test_the_picked_rca_shrinks_by_ledoit_wolf(germane):
    taken(germane, "data/iris.csv", "--chunklet-column", "label")
    picked = germane.bytes_of("m")
    germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label", "--shrinkage",
               "ledoit-wolf", "--out", "named")
    assert picked == germane.bytes_of("named")


def test_labels_beside_pairs_are_not_learned_from(germane):
    """A label column is often named only so that it is no feature."""
    simulate(germane)
    found, report = taken(germane, "data/iris.csv", "--label", "label", "--pairs", "pairs.csv")
    assert found == "rca"
    assert any("not learned from" in note for note in report["notes"])


def test_different_pairs_without_k_are_said_not_to_be_learned_from(germane):
    simulate(germane)
    text = (germane.folder / "pairs.csv").read_text()
    germane.write("both.csv", text + "0,100,different\n")
    found, report = taken(germane, *IRIS, "--pairs", "both.csv")
    assert found == "rca"
    assert any("--k" in note for note in report["notes"])


def test_nothing_to_go_by_is_refused(germane):
    germane.refused("learn", *IRIS, "--out", "m", says=["what belongs together", "--pairs"])
    germane.write("different.csv", "0,100,different\n")
    germane.refused("learn", *IRIS, "--pairs", "different.csv", "--out", "m", says=["--k"])
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--out", "s")
    for verb in (("learn",), ("learn", "auto")):
        germane.refused(*verb, "s", "--out", "m", says=["name a method"])


def test_a_slip_in_a_method_is_not_taken_for_a_file(germane):
    germane.refused("learn", "rcaa", "data/iris.csv", says=["unknown method 'rcaa'", "rca"])
    germane.refused("learn", "none.csv", says=["none.csv", "No such file"])


def test_a_file_that_is_called_like_a_word_is_read(germane):
    (germane.folder / "iris").write_bytes((germane.folder / "data/iris.csv").read_bytes())
    assert taken(germane, "iris", "--chunklet-column", "label")[0] == "rca"


@pytest.mark.parametrize("k", [(), ("--k", 2)], ids=["by distance", "by clusters"])
def test_auto_takes_the_candidate_with_the_best_score(germane, k):
    simulate(germane, data="data/ionosphere.csv")
    given = ("data/ionosphere.csv", "--exclude", "label", "--pairs", "pairs.csv", *k)
    found, report = taken(germane, "auto", *given)
    candidates = {row["method"]: row["score"] for row in report["choice_of_method"]["candidates"]}
    assert {name.split()[0] for name in candidates} == {"rca", "cfld", "elda"}
    assert len(candidates) == 9
    best = max(candidates.values())
    assert candidates[report["choice_of_method"]["chosen"]] == best
    assert report["choice_of_method"]["chosen"].split()[0] == found == report["method"].split()[0]
    # The same by name: the model of the method that was chosen.
    _, *options = report["choice_of_method"]["chosen"].split()
    germane.ok("learn", found, *given, *options, "--out", "named")
    np.testing.assert_allclose(Archive(germane.folder / "named").map,
                               Archive(germane.folder / "m").map, rtol=1e-7, atol=1e-9)


def test_auto_on_labels_tries_lda_too(germane):
    _, report = taken(germane, "auto", "data/wine.csv", "--label", "label")
    assert "lda" in [row["method"] for row in report["choice_of_method"]["candidates"]]


def test_auto_needs_something_to_hold_out(germane):
    germane.write("pairs.csv", "0,1\n")
    germane.refused("learn", "auto", *IRIS, "--pairs", "pairs.csv", "--out", "m",
                    says=["held out", "two chunklets"])
    germane.refused("learn", "auto", *IRIS, "--pairs", "pairs.csv", "--links", "given", "--out", "m",
                    says=["--links given", "closed"])


@pytest.mark.parametrize("method, word", [("rca", "auto"), ("cfld", "held-out"),
                                          ("elda", "held-out")])
def test_dimensions_are_chosen_on_held_out_chunklets(germane, method, word):
    simulate(germane, data="data/ionosphere.csv")
    given = ("data/ionosphere.csv", "--exclude", "label", "--pairs", "pairs.csv")
    report = germane.ok("learn", method, *given, "--dimensions", word, "--out", "m",
                        "--json").json()
    choice = report["choice_of_dimensions"]
    tried = {row["dimensions"]: row["score"] for row in choice["candidates"]}
    assert list(tried)[:5] == [1, 2, 3, 5, 8] and list(tried)[-1] == 34
    assert tried[choice["chosen"]] == max(score for score in tried.values() if score != "failed")
    assert Archive(germane.folder / "m").map.shape[0] <= choice["chosen"]


def test_lda_tries_no_more_dimensions_than_it_can_have(germane):
    report = germane.ok("learn", "lda", "data/wine.csv", "--label", "label", "--dimensions",
                        "held-out", "--json").json()
    assert [row["dimensions"] for row in report["choice_of_dimensions"]["candidates"]] == [1, 2]
