"""Clusters in the space where two views agree, recomputed with NumPy."""

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from reference import read_clusters
from views import centred

K = 4


@pytest.fixture
def planted(germane):
    """Four clusters that both views see, under loud noise of each view's own."""
    random = np.random.default_rng(0)
    truth = np.concatenate([np.arange(K), random.integers(K, size=396)])
    for name in "ab":
        quiet = random.normal(size=(K, 5))[truth] * 6 + random.normal(size=(400, 5))
        np.save(germane.folder / f"{name}.npy", np.hstack([quiet, 300 * random.normal(size=(400, 2))]))
    germane.write("truth.txt", "".join(f"{label}\n" for label in truth))
    germane.truth = truth
    return germane


VIEWS = ("cluster", "views", "--view", "a=a.npy", "--view", "b=b.npy")


def canonical(a, b, dimensions, power):
    """New rows of a, of variance r^(2 power) at a correlation of r."""
    a, b = centred(a), centred(b)
    u, r, _ = np.linalg.svd(np.linalg.qr(a)[0].T @ np.linalg.qr(b)[0])
    return np.linalg.qr(a)[0] @ u[:, :dimensions] * np.sqrt(len(a)) * r[:dimensions] ** power


@pytest.mark.parametrize("scale, power", [("alike", 0), ("shared", 0.5)])
def test_clusters_are_those_of_kmeans_on_canonical_variates(planted, scale, power):
    found = planted.ok(*VIEWS, "--k", K, "--scale", scale, "--out", "c.csv", "--json").json()
    rows = canonical(np.load(planted.folder / "a.npy"), np.load(planted.folder / "b.npy"), K - 1, power)
    expected = KMeans(K, n_init=20, random_state=0).fit(rows)
    clusters = read_clusters(planted.folder / "c.csv")[2]
    assert adjusted_rand_score(clusters, expected.labels_) == 1
    assert found["inertia"] == pytest.approx(expected.inertia_, rel=1e-6)
    assert adjusted_rand_score(clusters, planted.truth) > 0.99


@pytest.mark.parametrize("options", [(), ("--sample", "halves"), ("--on", "b"), ("--parts", K)])
def test_what_the_views_share_is_found(planted, options):
    found = planted.ok(*VIEWS, "--k", K, *options, "--labels", "truth.txt", "--json").json()
    assert found["scores"]["ari"] > 0.99


def test_where_one_view_varies_most_they_are_not(planted):
    found = planted.ok(*VIEWS, "--k", K, "--space", "pca", "--labels", "truth.txt", "--json").json()
    assert found["scores"]["ari"] < 0.3


def test_the_number_of_clusters_is_counted_from_correlations(planted):
    found = planted.ok(*VIEWS, "--labels", "truth.txt", "--json").json()
    assert found["clusters"] == K
    held_out = found["held_out_correlations"]
    assert held_out[K - 2] > 0.8 and abs(held_out[K - 1]) < 0.3


@pytest.mark.parametrize("options", [(), ("--parts", 2), ("--sample", "halves"), ("--on", "b"),
                                     ("--prepare", "standardize"), ("--prepare", "unit-rows"),
                                     ("--pca", 6), ("--project", 5), ("--parts", 3, "--pca", 5)])
def test_a_saved_clustering_labels_its_own_rows_alike(planted, options):
    args = ("--k", K, "--ridge", 0.001, *options)
    planted.ok(*VIEWS, *args, "--save", "c", "--out", "own.csv")
    view = "b.npy" if "--on" in options else "a.npy"
    planted.ok("cluster", "assign", "c", view, "--out", "new.csv")
    own, new = (read_clusters(planted.folder / name)[2] for name in ("own.csv", "new.csv"))
    if "halves" in options:  # the first half was clustered in the space of the second
        assert (own == new).mean() > 0.99
    else:
        assert (own == new).all()


def test_the_tree_adds_up(planted):
    found = planted.ok(*VIEWS, "--k", 9, "--parts", 3, "--ridge", 0.01, "--tree", "t.csv", "--json").json()
    lines = [line.split(",") for line in planted.bytes_of("t.csv").decode().split("\n")[1:-1]]
    assert found["divisions"] == 4 and len(lines) == 12
    objects = {}
    for split, _, count, _ in lines:
        objects[split] = objects.get(split, 0) + int(count)
    assert objects["0"] == 400
    for _, _, count, leads_to in lines:
        kind, number = leads_to.split()
        assert int(count) == (found["sizes"][int(number)] if kind == "cluster" else objects[number])


def test_sparse_views_with_more_columns_than_objects(germane):
    germane.ok("vectorize", "data/notes.tsv", "--text", "text", "--id", "id", "--out", "n.mtx")
    found = germane.ok("cluster", "views", "--view", "a=n.mtx", "--view", "b=n.mtx", "--k", 3, "--ridge", 0.1,
                       "--save", "c", "--out", "own.csv", "--json").json()
    assert sum(found["sizes"]) == found["objects"]
    germane.ok("cluster", "assign", "c", "n.mtx", "--out", "new.csv")
    assert germane.bytes_of("own.csv") == germane.bytes_of("new.csv")


def test_objects_are_matched_by_id_and_groups_vote(planted):
    order = np.random.default_rng(1).permutation(400)
    np.save(planted.folder / "b2.npy", np.load(planted.folder / "b.npy")[order])
    planted.write("a.ids", "".join(f"o{i}\n" for i in range(400)))
    planted.write("b.ids", "".join(f"o{i}\n" for i in order))
    planted.write("g", "".join(f"o{i} {planted.truth[i]}\n" for i in range(400)))
    found = planted.ok("cluster", "views", "--view", "a=a.npy", "--view", "b=b2.npy", "--view-ids", "a=a.ids",
                       "--view-ids", "b=b.ids", "--k", K, "--labels", "g", "--chunklets", "g",
                       "--group-vote", "--json").json()
    assert found["scores"]["ari"] == 1
    assert found["matched"] == "by id"


@pytest.mark.parametrize("options, says", [
    (("--k", 401), "401 clusters for 400 objects"),
    (("--k", 2, "--on", "x"), "there is no such view"),
    (("--k", 2, "--parts", 1), "--parts 1"),
    (("--k", 2, "--parts", 2, "--sample", "halves"), "one of the two"),
    (("--space", "pca"), "pass --k N"),
    (("--k", 2, "--group-vote"), "which groups"),
    (("--k", 2, "--chunklets", "truth.txt"), "pass --group-vote"),
    (("--k", 2, "--out", "a.npy"), "is an input"),
    (("--k", 2, "--out", "x", "--tree", "x"), "two results"),
    (("--k", 2, "--view", "c=a.npy"), "it takes two"),
    (("--k", 2, "--memory", 100), "--project"),
])
def test_what_makes_no_sense_is_refused(planted, options, says):
    planted.refused(*VIEWS, *options, says=says)
