"""What two results of the same rows differ by, with intervals by brute force: every row written out as often as drawn."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from reference import bundled, read_clusters
from test_evaluate_pairs import auc_of, judged_pairs, pairs_text

ROWS, LABELS, _ = bundled("wine")
KMEANS = ("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 3)
TRUTH = ("--truth", "data/wine.csv", "--label", "label")


def differences(report):
    return {(row["score"], row["result"]): row for row in report["differences"]}


def interval(difference, draws):
    """The middle 95 of 100, moved so that their mean is the difference."""
    return np.quantile(draws, [0.025, 0.975]) - np.mean(draws) + difference


@pytest.fixture
def clustered(germane):
    germane(*KMEANS, "--out", "raw.csv")  # warns of units
    germane.ok(*KMEANS, "--prepare", "standardize", "--out", "scaled.csv")
    return germane


def test_of_clusterings_are_those_of_rows_drawn_again(clustered):
    found = differences(clustered.ok("evaluate", "raw.csv", "scaled.csv", *TRUTH, "--bootstrap", 3000,
                                     "--json").json())
    raw, scaled = (read_clusters(clustered.folder / f"{name}.csv")[2] for name in ("raw", "scaled"))
    random = np.random.default_rng(0)
    for score, function in (("ari", adjusted_rand_score), ("nmi", normalized_mutual_info_score)):
        draws = []
        for _ in range(1500):
            rows = np.repeat(np.arange(len(ROWS)), random.poisson(1, len(ROWS)))
            draws.append(function(LABELS[rows], scaled[rows]) - function(LABELS[rows], raw[rows]))
        row = found[score, "scaled.csv"]
        expected = function(LABELS, scaled) - function(LABELS, raw)
        assert row["difference"] == pytest.approx(expected, abs=1e-12)
        low, high = interval(expected, draws)
        assert [row["from"], row["to"]] == pytest.approx([low, high], abs=0.1 * (high - low))
        assert row["sure"] is True


def test_of_pairs_are_those_of_rows_drawn_again_whatever_the_order_of_lines(germane):
    ends, same, distance = judged_pairs(500)
    random = np.random.default_rng(2)
    noisy = (distance + random.normal(size=len(distance)) * 0.4).round(3)
    order = random.permutation(len(ends))
    germane.write("good.csv", pairs_text(ends, same, distance))
    germane.write("noisy.csv", pairs_text(ends[order], same[order], noisy[order]))
    found = differences(germane.ok("evaluate", "pairs", "good.csv", "noisy.csv", "--bootstrap", 2000,
                                   "--json").json())
    draws = []
    for _ in range(600):
        often = random.poisson(1, len(LABELS))
        weight = often[ends[:, 0]] * often[ends[:, 1]]
        draws.append(auc_of(same, noisy, weight) - auc_of(same, distance, weight))
    row = found["auc", "noisy.csv"]
    assert row["difference"] == pytest.approx(auc_of(same, noisy) - auc_of(same, distance), abs=1e-12)
    low, high = interval(row["difference"], draws)
    assert [row["from"], row["to"]] == pytest.approx([low, high], abs=0.15 * (high - low))


def test_drawing_the_same_rows_is_surer_than_two_intervals(germane):
    ends, same, distance = judged_pairs(500)
    random = np.random.default_rng(3)
    germane.write("good.csv", pairs_text(ends, same, distance))
    germane.write("noisy.csv", pairs_text(ends, same, distance + random.normal(size=len(distance)) * 0.3))
    report = germane.ok("evaluate", "pairs", "good.csv", "noisy.csv", "--json").json()
    widths = [row["to"] - row["from"] for row in report["intervals"] if row["score"] == "auc"]
    paired = differences(report)["auc", "noisy.csv"]
    assert paired["to"] - paired["from"] < 0.7 * np.hypot(*widths)


def test_of_rankings_are_those_of_queries_drawn_again(germane):
    retrieve = ("retrieve", "data/wine.csv", "--label", "label", "--k", 5)
    germane.warned(*retrieve, "--out", "euclidean.csv")
    germane.warned(*retrieve, "--metric", "cosine", "--out", "cosine.csv")
    found = differences(germane.ok("evaluate", "ranking", "euclidean.csv", "cosine.csv", *TRUTH, "--bootstrap",
                                   3000, "--json").json())

    def wrong(name):
        lines = np.loadtxt(germane.folder / name, delimiter=",", skiprows=1)
        first = lines[lines[:, 1] == 1].astype(int)
        return LABELS[first[:, 0]] != LABELS[first[:, 2]]

    more = wrong("cosine.csv").astype(float) - wrong("euclidean.csv")
    random = np.random.default_rng(0)
    weights = random.poisson(1, (3000, len(more)))
    low, high = interval(more.mean(), (weights @ more) / weights.sum(axis=1))
    row = found["nearest_error", "cosine.csv"]
    assert row["difference"] == pytest.approx(more.mean(), abs=1e-12)
    assert [row["from"], row["to"]] == pytest.approx([low, high], abs=0.1 * (high - low))
    assert row["sure"] == (row["from"] > 0 or row["to"] < 0)


def test_a_result_does_not_differ_from_itself_and_each_is_compared_with_the_first(clustered):
    clustered.write("again.csv", clustered.bytes_of("raw.csv").decode())
    found = differences(clustered.ok("evaluate", "raw.csv", "again.csv", "scaled.csv", *TRUTH, "--json").json())
    assert {result for _, result in found} == {"again.csv", "scaled.csv"}
    for (score, result), row in found.items():
        if result == "again.csv":
            assert row["difference"] == row["from"] == row["to"] == 0 and row["sure"] is False, score


def test_text_says_what_it_is_and_no_draws_leave_it_out(clustered):
    text = clustered.ok("evaluate", "raw.csv", "scaled.csv", *TRUTH).out
    assert "how much more than raw.csv, with the same rows drawn for both" in text
    assert "differences" not in clustered.ok("evaluate", "raw.csv", "scaled.csv", *TRUTH, "--bootstrap", 0,
                                             "--json").json()
    assert "differences" not in clustered.ok("evaluate", "raw.csv", *TRUTH, "--json").json()
