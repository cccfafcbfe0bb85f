"""K-means from given centres, with weights, of sparse rows and of files larger than --memory."""

import numpy as np
import pytest

from reference import bundled, csv_text, read_clusters

IRIS = bundled("iris")[0]


def run(germane, *arguments):
    found = germane("cluster", "kmeans", *arguments, "--out", "c.csv", "--json")
    assert found.code == 0, found.err
    return found.json(), read_clusters(germane.folder / "c.csv")[2]


def lloyd(rows, centers, weights=None):
    """Plain Lloyd in float64: labels and inertia."""
    weights = np.ones(len(rows)) if weights is None else weights
    before = None
    while True:
        distances = ((rows[:, None] - centers) ** 2).sum(axis=2)
        labels = distances.argmin(axis=1)
        if before is not None and (labels == before).all():
            return labels, (weights * distances.min(axis=1)).sum()
        before = labels
        centers = np.array([np.average(rows[labels == c], axis=0, weights=weights[labels == c])
                            for c in range(len(centers))])


def same_partition(a, b):
    return len(set(zip(a, b))) == len(set(a)) == len(set(b))


@pytest.fixture
def noise(germane):
    rows = np.random.default_rng(0).standard_normal((4000, 30)).astype(np.float32)
    np.save(germane.folder / "rows.npy", rows)
    np.save(germane.folder / "start.npy", rows[:20])
    return rows


@pytest.mark.parametrize("k", [2, 3, 7])
def test_from_a_file_of_centres_it_is_plain_lloyd(germane, k):
    np.savetxt(germane.folder / "start.csv", IRIS[::150 // k][:k], delimiter=",")
    np.save(germane.folder / "rows.npy", IRIS)
    found, clusters = run(germane, "rows.npy", "--k", k, "--start", "start.csv")
    labels, inertia = lloyd(IRIS, IRIS[::150 // k][:k])
    assert found["inertia"] == pytest.approx(inertia, rel=1e-12)
    assert same_partition(clusters, labels)


def test_from_the_same_start_scikit_learn_ends_there_too(germane, noise):
    cluster = pytest.importorskip("sklearn.cluster")
    peer = cluster.KMeans(20, init=noise[:20].astype(float), n_init=1, tol=0, max_iter=500,
                          algorithm="lloyd").fit(noise.astype(float))
    found, clusters = run(germane, "rows.npy", "--k", 20, "--start", "start.npy", "--iterations", 500)
    assert found["inertia"] == pytest.approx(peer.inertia_, rel=1e-6)
    assert same_partition(clusters, peer.labels_)


def test_rows_larger_than_memory_give_the_same_bytes(germane, noise):
    """Half a megabyte of rows where only 0.3 may be taken."""
    found = {}
    for memory in ("8e9", "3e5"):
        found[memory] = run(germane, "rows.npy", "--k", 20, "--restarts", 2, "--memory", memory)
        del found[memory][0]["run"]  # which names the memory
    assert found["8e9"][0] == found["3e5"][0]
    assert (found["8e9"][1] == found["3e5"][1]).all()


def test_weights_count_rows_so_many_times(germane):
    weights = np.random.default_rng(1).integers(0, 4, 150)
    np.savetxt(germane.folder / "w.txt", weights, fmt="%d")
    np.save(germane.folder / "rows.npy", IRIS)
    np.save(germane.folder / "start.npy", IRIS[[3, 60, 120]])
    found, clusters = run(germane, "rows.npy", "--k", 3, "--weights", "w.txt", "--start", "start.npy")
    labels, inertia = lloyd(IRIS, IRIS[[3, 60, 120]], weights)
    assert found["inertia"] == pytest.approx(inertia, rel=1e-12)
    assert same_partition(clusters, labels)


def test_weights_may_name_rows_in_any_order(germane):
    rows = IRIS[:60]
    (germane.folder / "t.csv").write_text(csv_text(rows, ["a", "b", "c", "d"], {"id": [f"r{i}" for i in range(60)]}))
    weights = np.random.default_rng(2).random(60)
    (germane.folder / "in_order.txt").write_text("weight\n" + "\n".join(str(w) for w in weights) + "\n")
    (germane.folder / "named.txt").write_text(
        "id,weight\n" + "\n".join(f"r{i},{weights[i]}" for i in np.random.default_rng(3).permutation(60)) + "\n")
    found = [run(germane, "t.csv", "--id", "id", "--k", 4, "--weights", name)[0]["inertia"]
             for name in ("in_order.txt", "named.txt")]
    assert found[0] == found[1]


def test_sparse_rows_cluster_as_dense_ones(germane):
    random = np.random.default_rng(4)
    rows = random.poisson(0.3, (300, 25)).astype(float)
    np.save(germane.folder / "rows.npy", rows)
    np.save(germane.folder / "start.npy", rows[:5])
    (germane.folder / "rows.svm").write_text("".join(
        "0 " + " ".join(f"{j + 1}:{row[j]:g}" for j in np.flatnonzero(row)) + "\n" for row in rows))
    dense = run(germane, "rows.npy", "--k", 5, "--start", "start.npy")
    sparse = run(germane, "rows.svm", "--k", 5, "--start", "start.npy")
    assert (dense[1] == sparse[1]).all()
    assert sparse[0]["inertia"] == pytest.approx(dense[0]["inertia"], rel=1e-12)


def test_a_very_wide_sparse_table_is_clustered(germane):
    (germane.folder / "wide.svm").write_text("".join(
        f"0 {1 + i % 3}:1 1000000:{i % 3}\n" for i in range(30)))
    found, clusters = run(germane, "wide.svm", "--k", 3)
    assert found["inertia"] == pytest.approx(0, abs=1e-12)
    assert [int(c) for c in clusters[:3]] == [0, 1, 2]


REFUSED = {
    "negative weight": ("-1\n" + "1\n" * 149, ["w.txt", "row '0'", "'-1'", "0 or more"]),
    "a word for a weight": ("1\n" * 149 + "heavy\n", ["w.txt", "row '149'", "'heavy'"]),
    "too few weights": ("1\n" * 3, ["w.txt", "3 weights for 150 rows"]),
    "a row without weight": ("".join(f"x{i} 1\n" for i in range(150)), ["w.txt", "no weight for row '0'"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_weights_that_do_not_fit_are_refused(germane, name):
    text, says = REFUSED[name]
    (germane.folder / "w.txt").write_text(text)
    germane.refused("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3, "--weights", "w.txt",
                    says=says)


def test_centres_of_another_number_are_refused(germane):
    np.save(germane.folder / "start.npy", IRIS[:4])
    germane.refused("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3, "--start", "start.npy",
                    says=["4 centres of 4 columns", "3 of 4"])


def test_a_start_that_is_neither_word_nor_file_is_refused(germane):
    germane.refused("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3, "--start", "k-mean++",
                    says=["start = 'k-mean++'", "greedy-k-means++", "file of centres"])


def test_centres_found_on_a_sample_serve_all_rows(germane):
    random = np.random.default_rng(1)
    classes = random.integers(0, 3, 3000)
    np.save(germane.folder / "rows.npy", 30 * np.eye(3)[classes] + random.normal(size=(3000, 3)))
    report = germane.ok("cluster", "kmeans", "rows.npy", "--k", "3", "--sample", "100", "--out",
                        "clusters.csv", "--json").json()
    assert report["sample"] == 100
    assert sorted(report["sizes"]) == sorted(np.bincount(classes).tolist())
    germane.refused("cluster", "kmeans", "rows.npy", "--k", "3", "--sample", "2",
                    says="sample = 2: must be at least k, 3")
