"""Linkage against SciPy, its tree on disk, links, and rows that were not clustered."""

import csv

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import cdist

from reference import bundled, csv_text, read_clusters

ROWS, LABELS, NAMES = bundled("iris")
IRIS = ("cluster", "linkage", "data/iris.csv", "--label", "label")
LINKS = ["single", "complete", "average", "ward"]


def read_tree(path):
    with open(path, newline="") as file:
        header, *lines = list(csv.reader(file))
    assert header == ["a", "b", "height", "size"]
    return np.array(lines, dtype=float)


def same_partition(a, b):
    return len(set(zip(a, b))) == len(set(a)) == len(set(b))


@pytest.mark.parametrize("columns", [1, 3, 12])
@pytest.mark.parametrize("link", LINKS)
def test_heights_and_partitions_are_scipys(germane, link, columns):
    rows = np.random.default_rng(columns).standard_normal((400, columns))
    germane.write("rows.csv", csv_text(rows))
    tree = linkage(rows, link)
    for k in (2, 9):
        germane.ok("cluster", "linkage", "rows.csv", "--link", link, "--k", k, "--out", "c.csv",
                   "--tree", "t.csv")
        ours = read_tree(germane.folder / "t.csv")
        assert np.abs(ours[:, 2] - tree[:, 2]).max() < 1e-10
        assert (ours[:, [0, 1, 3]] == tree[:, [0, 1, 3]]).all()
        clusters = read_clusters(germane.folder / "c.csv")[2]
        assert same_partition(clusters, fcluster(tree, k, "maxclust"))


@pytest.mark.parametrize("link", LINKS)
def test_a_threshold_cuts_as_scipy_does(germane, link):
    tree = linkage(ROWS, link)
    height = (tree[-5, 2] + tree[-4, 2]) / 2
    found = germane.ok(*IRIS, "--link", link, "--threshold", repr(height), "--out", "c.csv", "--json").json()
    clusters = read_clusters(germane.folder / "c.csv")[2]
    assert same_partition(clusters, fcluster(tree, height, "distance"))
    assert found["threshold"] == height
    assert found["last_merge"] == pytest.approx(tree[-5, 2], rel=1e-10)
    assert found["next_merge"] == pytest.approx(tree[-4, 2], rel=1e-10)


def test_the_report_draws_the_last_merges(germane):
    text = germane.ok(*IRIS, "--link", "average", "--k", 3).out
    assert "the last 20 merges, up to a height of 4.063" in text
    assert text.count("─") > 100
    table = germane.ok(*IRIS, "--link", "average", "--k", 3, "--json").json()["dendrogram"]
    assert len(table) == 21
    assert sum(line["rows"] for line in table) == 150
    assert {line["cluster"] for line in table} == {0, 1, 2}


def test_links_are_respected(germane):
    germane.write("pairs.csv", "0 60 same\n0 1 different\n2 100 same\n")
    for link in LINKS:
        germane.ok(*IRIS, "--link", link, "--k", 4, "--pairs", "pairs.csv", "--out", "c.csv")
        clusters = read_clusters(germane.folder / "c.csv")[2]
        assert clusters[0] == clusters[60] and clusters[2] == clusters[100] and clusters[0] != clusters[1]


def test_too_few_clusters_for_the_cannot_links(germane):
    germane.write("pairs.csv", "0 1 different\n1 2 different\n0 2 different\n")
    result = germane(*IRIS, "--k", 2, "--pairs", "pairs.csv")
    assert result.code != 0
    assert "k = 2: merging ends at 3 clusters" in result.err


@pytest.mark.parametrize("link", ["single", "ward"])
def test_new_rows_get_the_cluster_of_the_nearest_row(germane, link):
    germane.ok(*IRIS, "--link", link, "--k", 3, "--save", "iris.clusters", "--out", "own.csv")
    clusters = read_clusters(germane.folder / "own.csv")[2]
    new = np.random.default_rng(0).normal(ROWS.mean(axis=0), ROWS.std(axis=0), (60, 4))
    germane.write("new.csv", csv_text(new, NAMES))
    found = germane.ok("cluster", "assign", "iris.clusters", "new.csv", "--out", "n.csv", "--json").json()
    assert found["rule"] == "the cluster of the nearest of 150 rows"
    expected = clusters[cdist(new, ROWS).argmin(axis=1)]
    assert (read_clusters(germane.folder / "n.csv")[2] == expected).all()


def test_the_calibrated_threshold_of_a_model(germane):
    for seed in (0, 1):
        germane.ok("constraints", "simulate", "data/wine.csv", "--label", "label", "--components", 0.7,
                   "--cannot", 200, "--seed", seed, "--out", f"pairs{seed}.csv")
    germane.ok("learn", "cfld", "data/wine.csv", "--label", "label", "--pairs", "pairs0.csv", "--out", "m")
    arguments = ("cluster", "linkage", "data/wine.csv", "--label", "label", "--model")
    refused = germane(*arguments, "m", "--threshold", "auto")
    assert refused.code != 0
    assert "germane pairs MODEL DATA --pairs FILE --score distance --calibrate FILE" in refused.err
    germane("pairs", "m", "data/wine.csv", "--label", "label", "--pairs", "pairs1.csv", "--score", "distance",
            "--calibrate", "calibrated")
    found = germane(*arguments, "calibrated", "--threshold", "auto", "--json").json()
    assert 0 < found["last_merge"] <= found["threshold"] < found["next_merge"]


def test_a_tree_never_replaces_what_it_was_made_from(germane):
    germane.write("rows.csv", csv_text(ROWS[:20], NAMES))
    refused = germane("cluster", "linkage", "rows.csv", "--k", 2, "--tree", "rows.csv")
    assert refused.code != 0 and "rows.csv" in refused.err
    refused = germane("cluster", "linkage", "rows.csv", "--k", 2, "--tree", "x.csv", "--out", "x.csv")
    assert "two results in one file" in refused.err


def test_balls_find_round_clouds_and_label_new_rows(germane):
    random = np.random.default_rng(3)
    labels = np.repeat([0, 1, 2], [200, 100, 50])
    rows = random.standard_normal((350, 3)) + 30 * np.eye(3)[labels]
    germane.write("rows.csv", csv_text(rows))
    found = germane.ok("cluster", "balls", "rows.csv", "--k", 3, "--out", "c.csv", "--save", "b", "--json").json()
    assert same_partition(read_clusters(germane.folder / "c.csv")[2], labels)
    assert found["sizes"] == [200, 100, 50]
    assert found["share"] == pytest.approx(1 / 12)  # the smallest cloud has fewer than 1 / 6
    germane.ok("cluster", "assign", "b", "rows.csv", "--out", "n.csv")
    assert germane.bytes_of("c.csv") == germane.bytes_of("n.csv")
