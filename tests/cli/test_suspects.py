"""Links that may be wrong: bridges of large chunklets, and the least likely under a model."""

import numpy as np

from reference import bundled


def wrong_link(germane):
    """Chains through the first two iris classes, and one wrong link between them."""
    links = [(i, i + 1) for i in range(0, 19)] + [(i, i + 1) for i in range(50, 69)]
    links += [(0, 19), (50, 69), (5, 60)]
    germane.write("pairs.csv", "".join(f"{a},{b}\n" for a, b in links))
    return "pairs.csv"


def test_a_chunklet_of_many_rows_is_warned_of_with_its_bridges(germane):
    wrong_link(germane)
    result = germane("constraints", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                     "--json")
    assert result.code == 0
    report = result.json()
    assert any("one chunklet holds 40 rows (27 % of all)" in text for text in report["warnings"])
    assert report["bridges"] == [{"a": "5", "b": "60", "rows_split_off_without_it": 20}]


def test_groups_as_given_are_not_suspected(germane):
    report = germane.ok("constraints", "data/iris.csv", "--label", "label", "--chunklet-column",
                        "label", "--json").json()
    assert "bridges" not in report


def test_the_wrong_link_is_the_least_likely(germane):
    rows, labels, _ = bundled("iris")
    wrong_link(germane)
    germane.write("more.csv", (germane.folder / "pairs.csv").read_text()
                  + "10,130,different\n100,101,different\n0,100,different\n")
    germane.ok("learn", "rca", "data/iris.csv", "--label", "label", "--chunklet-column", "label",
               "--out", "m")
    shown = germane("constraints", "data/iris.csv", "--label", "label", "--pairs", "more.csv",
                    "--suspects", 2, "--model", "m", "--json").json()["suspects"]
    assert {(s["a"], s["b"], s["given_as"]) for s in shown} == {
        ("5", "60", "same"), ("100", "101", "different")}
    assert shown[0]["times_typical"] >= shown[1]["times_typical"] > 2
    assert np.asarray(labels)[5] != np.asarray(labels)[60] and len(rows) == 150


def test_wrong_use_is_refused(germane):
    wrong_link(germane)
    given = ("constraints", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv")
    germane.refused(*given, "--suspects", 3, says=["--suspects 3", "--model FILE"])
    germane.ok("learn", "rca", "data/iris.csv", "--label", "label", "--chunklet-column", "label",
               "--out", "m")
    germane.refused(*given, "--model", "m", says=["--model m", "--suspects N"])
    germane.refused("constraints", "data/iris.csv", "--label", "label", "--chunklet-column", "label",
                    "--suspects", 3, "--model", "m", says=["no links", "--pairs"])
