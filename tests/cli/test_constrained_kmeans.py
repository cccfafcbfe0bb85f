"""Constrained k-means through the tool: links hold, what cannot be is refused, what is new is labelled."""

import numpy as np
import pytest

from reference import bundled, csv_text, read_clusters

ROWS, LABELS, NAMES = bundled("wine")
WINE = ("cluster", "constrained-kmeans", "data/wine.csv", "--label", "label", "--k", 3, "--prepare",
        "standardize")


@pytest.fixture
def wine(germane):
    germane.ok("constraints", "simulate", "data/wine.csv", "--label", "label", "--components", 0.7,
               "--cannot", 100, "--out", "pairs.csv")
    return germane


def links_of(germane):
    lines = [line.split(",") for line in (germane.folder / "pairs.csv").read_text().split()[1:]]
    return [(int(a), int(b), kind) for a, b, kind, *_ in lines]


def violated(clusters, links):
    return [sum((clusters[a] == clusters[b]) == (kind != "same") for a, b, kind in links if (kind == "same") == same)
            for same in (True, False)]


def test_all_hard_links_hold_and_the_report_says_so(wine):
    report = wine.ok(*WINE, "--pairs", "pairs.csv", "--out", "c.csv", "--json").json()
    clusters = read_clusters(wine.folder / "c.csv")[2]
    links = links_of(wine)
    assert {kind for *_, kind in links} == {"same", "different"}
    assert violated(clusters, links) == [0, 0]
    assert report["must_links_violated"] == report["cannot_links_violated"] == 0
    assert report["cannot_links"] == 100 and report["must_links"] == len(links) - 100
    assert report["sizes"] == np.bincount(clusters).tolist()
    assert report["objective"] == report["inertia"] == report["trace"][-1]
    assert all(b <= a * (1 + 1e-12) for a, b in zip(report["trace"], report["trace"][1:]))


def test_the_inertia_is_that_of_the_clusters_it_writes(wine):
    report = wine.ok(*WINE, "--pairs", "pairs.csv", "--out", "c.csv", "--json").json()
    clusters = read_clusters(wine.folder / "c.csv")[2]
    scaled = (ROWS - ROWS.mean(axis=0)) / ROWS.std(axis=0)
    expected = sum(((scaled[clusters == c] - scaled[clusters == c].mean(axis=0)) ** 2).sum() for c in range(3))
    assert report["inertia"] == pytest.approx(expected, rel=1e-10)


def test_soft_links_are_violated_for_less_inertia(wine):
    hard = wine.ok(*WINE, "--pairs", "pairs.csv", "--json").json()
    soft = wine.ok(*WINE, "--pairs", "pairs.csv", "--mode", "soft", "--links-cost", 0.01, "--out", "c.csv",
                   "--json").json()
    assert soft["inertia"] < hard["inertia"] and soft["objective"] > soft["inertia"]
    counts = violated(read_clusters(wine.folder / "c.csv")[2], links_of(wine))
    assert counts == [soft["must_links_violated"], soft["cannot_links_violated"]] and sum(counts) > 0
    free = wine.ok(*WINE, "--pairs", "pairs.csv", "--mode", "soft", "--links-cost", 0, "--json").json()
    plain = wine.ok("cluster", "kmeans", *WINE[2:], "--json").json()
    assert free["inertia"] == pytest.approx(plain["inertia"], rel=1e-12)


def test_groups_are_chunklets(germane):
    groups = np.where(np.arange(len(LABELS)) % 3 == 0, LABELS, "-1")
    germane.write("groups.csv", "\n".join(map(str, groups)) + "\n")
    report = germane.ok(*WINE, "--chunklets", "groups.csv", "--out", "c.csv", "--json").json()
    assert report["chunklets"] == 3
    clusters = read_clusters(germane.folder / "c.csv")[2]
    for group in set(groups) - {"-1"}:
        assert len(set(clusters[groups == group])) == 1


def test_the_threads_do_not_show(wine):
    for threads in (1, 3):
        wine.ok(*WINE, "--pairs", "pairs.csv", "--threads", threads, "--out", f"{threads}.csv")
    assert wine.bytes_of("1.csv") == wine.bytes_of("3.csv")


def test_a_saved_clustering_labels_new_rows_by_the_nearest_centre(wine):
    wine.ok(*WINE, "--pairs", "pairs.csv", "--save", "saved.clusters", "--out", "c.csv")
    own = read_clusters(wine.folder / "c.csv")[2]
    scaled = (ROWS - ROWS.mean(axis=0)) / ROWS.std(axis=0)
    centres = np.array([scaled[own == c].mean(axis=0) for c in range(3)])
    wine.write("new.csv", csv_text(ROWS, NAMES))
    wine.ok("cluster", "assign", "saved.clusters", "new.csv", "--out", "n.csv")
    expected = ((scaled[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert (read_clusters(wine.folder / "n.csv")[2] == expected).all()


def test_three_rows_of_which_one_differs_from_two(germane):
    germane.write("d.csv", "x,y\n0,0\n1,0\n0.4,0.1\n")
    germane.write("pairs.csv", "0,2,different\n1,2,different\n")
    for seed in range(10):
        germane.ok("cluster", "constrained-kmeans", "d.csv", "--k", 2, "--restarts", 1, "--seed", seed,
                   "--pairs", "pairs.csv", "--out", f"{seed}.csv")
        assert read_clusters(germane.folder / f"{seed}.csv")[2].tolist() == [0, 0, 1]


@pytest.mark.parametrize("pairs, k, code, said", [
    ("p,q,different\nq,r,different\np,r,different\n", 2, 1,
     "3 chunklets or rows all exclude each other, those of rows p, q, r"),
    ("p,q\nq,r\np,r,different\n", 2, 1,
     "cannot-link p - r: groups and must-links put both rows into one chunklet, by p = q = r"),
    ("p,q,different\nq,r,different\nr,s,different\ns,t,different\nt,p,different\n", 2, 1,
     "2 clusters cannot respect all cannot-links between 5 chunklets or rows"),
    ("p,q\nq,r\n", 4, 2, "must be at most the number of chunklets and rows in none, 3 (of 5 rows)"),
])
def test_what_cannot_be_is_refused_with_the_reason(germane, pairs, k, code, said):
    germane.write("d.csv", "id,x\np,1\nq,2\nr,3\ns,5\nt,8\n")
    germane.write("pairs.csv", pairs)
    result = germane("cluster", "constrained-kmeans", "d.csv", "--id", "id", "--k", k, "--pairs", "pairs.csv",
                     "--out", "c.csv")
    assert result.code == code and said in result.err, result
    assert not (germane.folder / "c.csv").exists()


def test_without_links_it_warns_and_is_kmeans(germane):
    report = germane(*WINE, "--json")
    assert report.code == 0 and "this is k-means" in report.err
    assert report.json()["sizes"] == germane.ok("cluster", "kmeans", *WINE[2:], "--json").json()["sizes"]
