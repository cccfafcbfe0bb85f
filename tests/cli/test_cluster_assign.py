"""Clusterings that are saved, and the rows they label."""

import numpy as np
import pytest

from reference import bundled, csv_text, read_clusters

ROWS, LABELS, NAMES = bundled("wine")
KMEANS = ("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 3)


@pytest.fixture
def saved(germane):
    germane.ok(*KMEANS, "--prepare", "standardize", "--save", "wine.clusters", "--out", "own.csv")
    return germane


@pytest.mark.parametrize("space", [(), ("--prepare", "standardize"), ("--prepare", "unit-rows"),
                                   ("--model", "m")])
def test_the_rows_that_were_clustered_get_their_own_clusters(germane, space):
    germane.ok("learn", "rca", "data/wine.csv", "--chunklet-column", "label", "--out", "m")
    germane("cluster", "kmeans", "data/wine.csv", *(() if "--model" in space else ("--exclude", "label")),
            "--k", 3, *space, "--save", "c", "--out", "own.csv")
    germane("cluster", "assign", "c", "data/wine.csv", "--out", "new.csv")
    assert germane.bytes_of("own.csv") == germane.bytes_of("new.csv")


def test_new_rows_go_to_the_nearest_centre_of_the_standardised_ones(saved):
    clusters = read_clusters(saved.folder / "own.csv")[2]
    scaled = (ROWS - ROWS.mean(axis=0)) / ROWS.std(axis=0)
    centres = np.array([scaled[clusters == c].mean(axis=0) for c in range(3)])
    new = ROWS[::-1] * 1.05
    saved.write("new.csv", csv_text(new, NAMES))
    found = saved.ok("cluster", "assign", "wine.clusters", "new.csv", "--out", "n.csv", "--json").json()
    mapped = (new - ROWS.mean(axis=0)) / ROWS.std(axis=0)
    expected = ((mapped[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert (read_clusters(saved.folder / "n.csv")[2] == expected).all()
    assert found["sizes"] == np.bincount(expected, minlength=3).tolist()
    assert found["rule"] == "the nearest of 3 centres"


def test_missing_cells_are_filled_as_when_it_was_made(germane):
    lines = csv_text(ROWS, NAMES).splitlines()
    lines[1] = "," + lines[1].split(",", 1)[1]
    germane.write("gap.csv", "\n".join(lines) + "\n")
    germane("cluster", "kmeans", "gap.csv", "--k", 3, "--missing", "mean", "--save", "c", "--out", "own.csv")
    germane("cluster", "assign", "c", "gap.csv", "--out", "new.csv")
    assert germane.bytes_of("own.csv") == germane.bytes_of("new.csv")


def test_the_same_clustering_is_the_same_bytes(saved):
    saved.ok(*KMEANS, "--prepare", "standardize", "--save", "again", "--threads", 1)
    assert saved.bytes_of("again") == saved.bytes_of("wine.clusters")


def test_describe_says_what_it_is(saved):
    found = saved.ok("describe", "wine.clusters", "--json").json()
    assert found["method"] == "kmeans" and found["clusters"] == 3 and found["columns"] == 13
    assert found["options"]["k"] == 3 and found["summary"]["converged"] is True


def test_labels_of_new_rows_are_compared(saved):
    found = saved.ok("cluster", "assign", "wine.clusters", "data/wine.csv", "--label", "label", "--json")
    assert found.json()["scores"]["accuracy"] > 0.9


def test_other_columns_models_and_damage_are_refused(saved):
    saved.write("few.csv", "a,b\n1,2\n")
    saved.refused("cluster", "assign", "wine.clusters", "few.csv")
    saved.ok("learn", "rca", "data/wine.csv", "--chunklet-column", "label", "--out", "m")
    assert "model" in saved.refused("cluster", "assign", "m", "data/wine.csv").err
    content = saved.bytes_of("wine.clusters")
    (saved.folder / "half").write_bytes(content[:len(content) // 2])
    saved.refused("cluster", "assign", "half", "data/wine.csv")
    assert "clustering" in saved.refused("transform", "wine.clusters", "data/wine.csv", "--out",
                                         "t.csv").err


def test_no_result_replaces_an_input_or_the_other_result(saved):
    assert "is an input" in saved.refused("cluster", "assign", "wine.clusters", "data/wine.csv", "--out",
                                          "wine.clusters").err
    assert "two results" in saved.refused(*KMEANS, "--out", "x", "--save", "x").err


def test_a_result_that_cannot_be_written_leaves_no_other(saved):
    (saved.folder / "folder").mkdir()
    for bad in ("nowhere/o.csv", "folder"):
        saved.refused(*KMEANS, "--save", "s", "--out", bad, says=bad)
        saved.refused("cluster", "assign", "wine.clusters", "data/wine.csv", "--out", bad, says=bad)


# ---- the vote of groups

def test_every_group_gets_one_cluster(germane):
    groups = [f"g{i // 10}" for i in range(len(ROWS))]
    germane.write("groups.csv", "".join(f"{g}\n" for g in groups))
    args = (*KMEANS, "--prepare", "standardize")
    germane.ok(*args, "--out", "own.csv")
    found = germane.ok(*args, "--chunklets", "groups.csv", "--group-vote", "--out", "v.csv", "--json").json()
    own = read_clusters(germane.folder / "own.csv")[2]
    voted = read_clusters(germane.folder / "v.csv")[2]
    names = np.array(groups)
    for name in set(groups):
        assert set(voted[names == name]) == {np.bincount(own[names == name]).argmax()}
    assert found["outvoted"] == (own != voted).sum() > 0
    assert found["sizes"] == np.bincount(voted, minlength=3).tolist()


def test_groups_without_a_vote_and_a_vote_without_groups_are_refused(germane):
    assert "takes no hints" in germane.refused(*KMEANS, "--chunklet-column", "label").err
    assert "which groups" in germane.refused(*KMEANS, "--group-vote").err


def test_new_rows_vote_too(saved):
    groups = np.array([f"g{i // 8}" for i in range(len(ROWS))])
    saved.write("groups.csv", "".join(f"{g}\n" for g in groups))
    assign = ("cluster", "assign", "wine.clusters", "data/wine.csv", "--label", "label")
    found = saved.ok(*assign, "--group-vote", "--chunklets", "groups.csv", "--out", "v.csv", "--json").json()
    own, voted = (read_clusters(saved.folder / name)[2] for name in ("own.csv", "v.csv"))
    for name in set(groups):
        assert set(voted[groups == name]) == {np.bincount(own[groups == name]).argmax()}
    assert found["outvoted"] == (own != voted).sum() > 0
    assert found["sizes"] == np.bincount(voted, minlength=3).tolist()
    lines = (saved.folder / "data" / "wine.csv").read_text().splitlines()
    saved.write("grouped.csv", "\n".join([f"{lines[0]},speaker"] + [f"{line},{g}" for line, g in
                                                                    zip(lines[1:], groups)]) + "\n")
    saved.ok("cluster", "assign", "wine.clusters", "grouped.csv", "--label", "label", "--group-vote",
             "--chunklet-column", "speaker", "--out", "w.csv")
    assert saved.bytes_of("v.csv") == saved.bytes_of("w.csv")


def test_groups_of_new_rows_that_are_of_no_use_are_refused(saved):
    assign = ("cluster", "assign", "wine.clusters", "data/wine.csv", "--label", "label")
    saved.refused(*assign, "--group-vote", says="which groups? pass --chunklets FILE or --chunklet-column")
    saved.write("groups.csv", "".join("g\n" for _ in ROWS))
    saved.refused(*assign, "--chunklets", "groups.csv", says="pass --group-vote too")
    saved.refused(*assign, "--group-vote", "--chunklets", "groups.csv", "--out", "groups.csv", says="is an input")


def test_damaged_clusterings_are_refused_by_name(germane):
    germane.ok("cluster", "linkage", "data/iris.csv", "--label", "label", "--k", 3, "--save", "iris.clusters")
    content = germane.bytes_of("iris.clusters")
    at = content.rindex(int(1).to_bytes(8, "little"))  # some row's cluster
    (germane.folder / "broken").write_bytes(content[:at] + int(999).to_bytes(8, "little") + content[at + 8:])
    germane.refused("cluster", "assign", "broken", "data/iris.csv", "--label", "label", says=["broken: ", "999"])
