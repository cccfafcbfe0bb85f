"""Clusters and their scores, recomputed over all pairs of rows."""

import itertools

import numpy as np
import pytest

from reference import bundled, csv_text, pair_counts, read_clusters

ROWS, LABELS, NAMES = bundled("wine")
KMEANS = ("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 3)


def inertia_of(rows, clusters):
    return sum(((rows[clusters == c] - rows[clusters == c].mean(axis=0)) ** 2).sum()
               for c in set(clusters))


# ---- kmeans

def test_one_row_has_no_scores_and_a_point_is_no_certainty(germane):
    germane.write("truth.csv", "id,label\n" + "".join(f"{i},{'a' if i == 3 else ''}\n" for i in range(12)))
    germane.write("clusters.csv", "id,cluster\n" + "".join(f"{i},{i % 2}\n" for i in range(12)))
    germane.refused("evaluate", "clusters.csv", "--truth", "truth.csv", "--label", "label", "--id", "id",
                    says=["clusters.csv", "one row", "two are needed"])
    germane.write("truth.csv", "id,label\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(12)))
    assert "an interval of one point" in germane.ok("evaluate", "clusters.csv", "--truth", "truth.csv", "--label", "label",
                                                    "--id", "id").out


def test_inertia_and_sizes_are_those_of_the_clusters(germane):
    found = germane.warned(*KMEANS, "--out", "c.csv", "--json").json()
    header, names, clusters = read_clusters(germane.folder / "c.csv")
    assert header == ["row", "cluster"]
    assert names == [str(i) for i in range(178)]
    assert found["inertia"] == pytest.approx(inertia_of(ROWS, clusters), rel=1e-12)
    assert found["sizes"] == np.bincount(clusters).tolist()
    assert found["converged"] is True


def test_every_row_is_with_its_nearest_centre(germane):
    germane.warned(*KMEANS, "--out", "c.csv")
    clusters = read_clusters(germane.folder / "c.csv")[2]
    centres = np.array([ROWS[clusters == c].mean(axis=0) for c in range(3)])
    distances = ((ROWS[:, None] - centres) ** 2).sum(axis=2)
    assert (distances.argmin(axis=1) == clusters).all()


def test_clusters_are_numbered_by_their_first_rows(germane):
    germane.warned(*KMEANS, "--out", "c.csv")
    clusters = read_clusters(germane.folder / "c.csv")[2].tolist()
    assert [clusters.index(c) for c in range(3)] == sorted(clusters.index(c) for c in range(3))


def test_the_same_seed_gives_the_same_bytes(germane):
    for name in "ab":
        germane.warned(*KMEANS, "--seed", 5, "--out", f"{name}.csv")
    assert germane.bytes_of("a.csv") == germane.bytes_of("b.csv")


def test_the_default_seed_is_zero(germane):
    germane.warned(*KMEANS, "--out", "a.csv")
    germane.warned(*KMEANS, "--seed", 0, "--out", "b.csv")
    assert germane.bytes_of("a.csv") == germane.bytes_of("b.csv")


def test_more_restarts_are_never_worse(germane):
    found = [germane.warned("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 8, "--start",
                            "random", "--restarts", count, "--json").json()["inertia"]
             for count in (1, 5, 30)]
    assert found[0] >= found[1] >= found[2]


def test_standardize_clusters_scaled_columns(germane):
    found = germane.ok(*KMEANS, "--prepare", "standardize", "--out", "c.csv", "--json").json()
    clusters = read_clusters(germane.folder / "c.csv")[2]
    scaled = (ROWS - ROWS.mean(axis=0)) / ROWS.std(axis=0)
    assert found["inertia"] == pytest.approx(inertia_of(scaled, clusters), rel=1e-10)
    assert found["scores"]["pair_accuracy"] > 0.94


def test_unit_rows_clusters_rows_of_length_one(germane):
    found = germane.warned(*KMEANS, "--prepare", "unit-rows", "--out", "c.csv", "--json").json()
    clusters = read_clusters(germane.folder / "c.csv")[2]
    unit = ROWS / np.linalg.norm(ROWS, axis=1, keepdims=True)
    assert found["inertia"] == pytest.approx(inertia_of(unit, clusters), rel=1e-8)


def test_a_model_clusters_as_the_transformed_rows_do(germane):
    germane.ok("learn", "rca", "data/wine.csv", "--chunklet-column", "label", "--out", "m")
    found = germane.ok(*KMEANS, "--model", "m", "--out", "a.csv", "--json").json()
    germane.ok("transform", "m", "data/wine.csv", "--out", "new.npy")
    germane.ok("cluster", "kmeans", "new.npy", "--k", 3, "--out", "b.csv")
    assert germane.bytes_of("a.csv") == germane.bytes_of("b.csv")
    new = np.load(germane.folder / "new.npy")
    assert found["inertia"] == pytest.approx(
        inertia_of(new, read_clusters(germane.folder / "a.csv")[2]), rel=1e-10)
    assert found["scores"]["ari"] > 0.95


def test_one_cluster_holds_everything(germane):
    found = germane.warned("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 1,
                           "--json").json()
    assert found["sizes"] == [178]


def test_as_many_clusters_as_rows_leave_no_distance(germane):
    germane.write("t.csv", "a,b\n1,2\n3,5\n8,1\n")
    found = germane.ok("cluster", "kmeans", "t.csv", "--k", 3, "--json").json()
    assert found["inertia"] == 0 and found["sizes"] == [1, 1, 1]


def test_not_converging_is_said_and_is_no_error(germane):
    result = germane("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 8,
                     "--iterations", 1, "--restarts", 1, "--json")
    assert result.code == 0
    assert result.json()["converged"] is False
    assert "not converged" in result.err and "--iterations" in result.err


def test_more_clusters_than_rows_are_refused(germane):
    germane.write("t.csv", "a\n1\n2\n3\n")
    germane.refused("cluster", "kmeans", "t.csv", "--k", 4, "--out", "c.csv",
                    says=["k = 4", "at most", "rows, 3"])


def test_more_clusters_than_different_rows_are_refused(germane):
    germane.write("t.csv", "a\n1\n1\n1\n2\n")
    germane.refused("cluster", "kmeans", "t.csv", "--k", 3, "--out", "c.csv",
                    says=["k = 3", "at most", "different rows, 2"])


def test_a_model_and_a_preparation_exclude_each_other(germane):
    germane.warned("learn", "pca", "data/wine.csv", "--label", "label", "--out", "m")
    germane.refused(*KMEANS, "--model", "m", "--prepare", "standardize", "--out", "c.csv",
                    says=["--prepare", "--model"])


# ---- evaluate

@pytest.fixture(scope="module")
def brute():
    """Scores over all pairs, and by counting, for given clusters."""
    def scores(clusters):
        a, b, c, d = pair_counts(LABELS, clusters)
        expected = (a + b) * (a + c) / (a + b + c + d)
        groups = [[LABELS[i] for i in np.flatnonzero(clusters == k)] for k in sorted(set(clusters))]
        table = np.array([[group.count(label) for label in sorted(set(LABELS))] for group in groups])
        share = table / table.sum()
        cluster, label = share.sum(axis=1), share.sum(axis=0)
        entropy = lambda p: -(p[p > 0] * np.log2(p[p > 0])).sum()
        mutual = entropy(cluster) + entropy(label) - entropy(share.ravel())
        wide = np.zeros((max(table.shape),) * 2, dtype=int)
        wide[:table.shape[0], :table.shape[1]] = table
        best = max(sum(wide[i, j] for i, j in enumerate(order))
                   for order in itertools.permutations(range(len(wide))))
        return {
            "pair_accuracy": (a / (a + b) + d / (c + d)) / 2,
            "pair_accuracy_clustering": (a / (a + c) + d / (b + d)) / 2,
            "rand": (a + d) / (a + b + c + d),
            "pair_precision": a / (a + c),
            "pair_recall": a / (a + b),
            "pair_f1": 2 * a / (2 * a + b + c),
            "ari": (a - expected) / ((2 * a + b + c) / 2 - expected),
            "purity": table.max(axis=1).sum() / table.sum(),
            "accuracy": best / table.sum(),
            "nmi": 2 * mutual / (entropy(cluster) + entropy(label)),
            "homogeneity": mutual / entropy(label),
            "completeness": mutual / entropy(cluster),
            "conditional_perplexity": 2 ** (entropy(label) - mutual),
            "cluster_perplexity": 2 ** entropy(cluster),
        }
    return scores


@pytest.mark.parametrize("k", [2, 3, 5])
def test_scores_are_those_counted_over_all_pairs(germane, brute, k):
    germane.warned("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", k, "--out", "c.csv")
    found = germane.ok("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "label",
                       "--json").json()
    for name, value in brute(read_clusters(germane.folder / "c.csv")[2]).items():
        assert found[name] == pytest.approx(value, rel=1e-10), name


def test_cluster_reports_the_same_scores_as_evaluate(germane):
    scores = germane.warned(*KMEANS, "--out", "c.csv", "--json").json()["scores"]
    found = germane.ok("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "label",
                       "--json").json()
    for name, value in scores.items():
        assert found[name] == value


def test_the_labels_compared_with_are_named(germane):
    assert "agreement with the labels of column 'label'" in germane.warned(*KMEANS).out
    germane.write("classes", "".join(f"{label}\n" for label in LABELS))
    assert "agreement with the labels of classes" in germane.warned(
        "cluster", "kmeans", "data/wine.csv", "--exclude", "label", "--labels", "classes", "--k", 3).out


def test_a_perfect_clustering_scores_one(germane):
    germane.write("c.csv", "row,cluster\n" + "".join(
        f"{i},{label}\n" for i, label in enumerate(LABELS)))
    found = germane.ok("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "label",
                       "--json").json()
    for name in ("pair_accuracy", "ari", "nmi", "ami", "purity", "accuracy"):
        assert found[name] == pytest.approx(1, abs=1e-12)


def test_several_clusterings_stand_side_by_side(germane):
    for k in (2, 3):
        germane.warned("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", k, "--out",
                       f"{k}.csv")
    rows = germane.ok("evaluate", "2.csv", "3.csv", "--truth", "data/wine.csv", "--label", "label",
                      "--json").json()["scores"]
    for name in ("2.csv", "3.csv"):
        alone = germane.ok("evaluate", name, "--truth", "data/wine.csv", "--label", "label",
                           "--json").json()
        for row in rows:
            assert row[name] == alone[row["score"]]


def test_scores_by_id_do_not_depend_on_the_order_of_lines(germane):
    ids = np.array([f"w{i}" for i in range(178)])
    germane.write("t.csv", csv_text(ROWS, NAMES, {"bottle": ids, "label": LABELS}))
    germane.warned("cluster", "kmeans", "t.csv", "--id", "bottle", "--label", "label", "--k", 3, "--out",
                   "c.csv")
    header, names, clusters = read_clusters(germane.folder / "c.csv")
    assert names == ids.tolist()
    order = np.random.default_rng(1).permutation(178)
    germane.write("mixed.csv", ",".join(header) + "\n" + "".join(
        f"{names[i]},{clusters[i]}\n" for i in order))
    truth = ("--truth", "t.csv", "--label", "label", "--id", "bottle", "--json")
    a = germane.ok("evaluate", "c.csv", *truth).json()
    b = germane.ok("evaluate", "mixed.csv", *truth).json()
    assert a.pop("run") != b.pop("run")
    assert a == b and a["matched"] == "by id"


def test_unlabelled_rows_take_no_part(germane, brute):
    some = [label if i % 2 else "" for i, label in enumerate(LABELS)]
    germane.write("t.csv", csv_text(ROWS, NAMES, {"label": some}))
    germane.warned("cluster", "kmeans", "t.csv", "--label", "label", "--k", 3, "--out", "c.csv")
    found = germane.ok("evaluate", "c.csv", "--truth", "t.csv", "--label", "label", "--json").json()
    clusters = read_clusters(germane.folder / "c.csv")[2]
    a, b, c, d = pair_counts(LABELS[1::2], clusters[1::2])
    assert found["pair_accuracy"] == pytest.approx((a / (a + b) + d / (c + d)) / 2)


def test_held_out_links_are_counted_with_their_chance(germane):
    germane.warned(*KMEANS, "--out", "c.csv")
    pairs = [(i, i + 1) for i in range(0, 58, 2)]
    germane.write("held.csv", "".join(f"{a},{b}\n" for a, b in pairs))
    found = germane.ok("evaluate", "c.csv", "--truth", "data/wine.csv", "--pairs", "held.csv",
                       "--json").json()
    clusters = read_clusters(germane.folder / "c.csv")[2]
    together = sum(clusters[a] == clusters[b] for a, b in pairs)
    chance = ((np.bincount(clusters) / 178) ** 2).sum()
    q = len(pairs)
    assert found["links_together"] == pytest.approx(together / q)
    assert found["links_expected"] == pytest.approx(chance)
    assert found["links_z"] == pytest.approx(
        (together - q * chance) / np.sqrt(q * chance * (1 - chance)))


# ---- refusals

def test_clusters_of_unknown_ids_are_refused_or_skipped(germane):
    germane.write("t.csv", "id,v,y\np,1,a\nq,2,a\nr,3,b\ns,4,b\n")
    germane.write("c.csv", "id,cluster\np,0\nq,0\nr,1\ns,1\nu1,0\nu2,0\nu3,1\nu4,1\n")
    command = ("evaluate", "c.csv", "--truth", "t.csv", "--id", "id", "--label", "y")
    germane.refused(*command, says=["4 ids", "'u1'", "'u2'", "'u3'", "--unknown-ids skip"])
    result = germane(*command, "--unknown-ids", "skip", "--json")
    assert result.code == 0 and result.json()["ari"] == 1
    assert "4 lines skipped" in result.err


def test_no_id_in_common_is_refused_even_when_skipping(germane):
    germane.write("t.csv", "id,v,y\np,1,a\nq,2,a\nr,3,b\n")
    germane.write("c.csv", "id,cluster\nx,0\ny,1\n")
    germane.refused("evaluate", "c.csv", "--truth", "t.csv", "--id", "id", "--label", "y",
                    "--unknown-ids", "skip", says="no row has both")


def test_a_row_that_the_truth_does_not_have_is_refused(germane):
    germane.write("c.csv", "row,cluster\n0,0\n178,1\n")
    germane.refused("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "label",
                    says=["c.csv:3", "no row 178"])


def test_clusters_of_fewer_rows_than_the_truth_are_not_passed_over_in_silence(germane):
    """Matched by position, equal lengths are required."""
    germane.write("c.csv", "row,cluster\n0,0\n1,0\n")
    germane.refused("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "label",
                    says=["2", "178"])


def test_a_row_in_two_clusters_is_refused(germane):
    germane.write("c.csv", "row,cluster\n0,0\n1,0\n0,1\n")
    germane.refused("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "label",
                    says=["c.csv:4"])


def test_a_table_is_no_file_of_clusters(germane):
    germane.refused("evaluate", "data/wine.csv", "--truth", "data/wine.csv", "--label", "label",
                    says=["data/wine.csv", "cluster"])


def test_without_truth_the_ways_to_give_it_are_named(germane):
    germane.warned(*KMEANS, "--out", "c.csv")
    germane.refused("evaluate", "c.csv", says=["--truth", "--label", "--pairs"])
    germane.refused("evaluate", "c.csv", "--truth", "data/wine.csv", says=["--label"])
    germane.refused("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "lable",
                    says=["lable", "did you mean 'label'"])
