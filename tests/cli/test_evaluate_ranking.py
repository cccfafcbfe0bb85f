"""Scores of ranked lists, recomputed with NumPy."""

import numpy as np
import pytest

from reference import bundled

ROWS, LABELS, _ = bundled("iris")
RETRIEVE = ("retrieve", "data/iris.csv", "--label", "label", "--k", 7)
TRUTH = ("--truth", "data/iris.csv", "--label", "label", "--json")


def expected(k):
    distances = np.linalg.norm(ROWS[:, None] - ROWS, axis=2)
    np.fill_diagonal(distances, np.inf)
    right = LABELS[np.argsort(distances, axis=1, kind="stable")[:, :k]] == LABELS[:, None]
    ranks = np.arange(1, k + 1)
    precision_at = right.cumsum(axis=1) / ranks
    return {"nearest_error": 1 - right[:, 0].mean(), "precision": right.mean(),
            "average_precision": ((precision_at * right).sum(axis=1) / k).mean(),
            "reciprocal_rank": np.where(right.any(axis=1), 1 / (right.argmax(axis=1) + 1), 0).mean(),
            "hit_rate": right.any(axis=1).mean()}


def test_scores_are_those_of_the_definitions(germane):
    said = germane.ok(*RETRIEVE, "--out", "n.csv", "--json").json()
    found = germane.ok("evaluate", "ranking", "n.csv", *TRUTH).json()
    assert found["queries"] == 150 and found["k"] == 7
    for score, value in expected(7).items():
        assert found[score] == pytest.approx(value, abs=1e-12), score
        low, high = found[f"{score}_interval"]
        assert low <= found[score] <= high
    assert found["nearest_error"] == pytest.approx(said["labels"]["nearest_error"], abs=1e-12)


def test_several_searches_stand_side_by_side(germane):
    germane.ok(*RETRIEVE, "--out", "euclidean.csv")
    germane.ok(*RETRIEVE, "--metric", "cosine", "--out", "cosine.csv")
    found = germane.ok("evaluate", "ranking", "euclidean.csv", "cosine.csv", *TRUTH).json()
    assert [row["score"] for row in found["scores"]][2:] == list(expected(7))
    assert set(found["scores"][0]) == {"score", "euclidean.csv", "cosine.csv"}


def test_queries_of_another_table_are_looked_up_there(germane):
    lines = (germane.folder / "data" / "iris.csv").read_text().splitlines()
    germane.write("q.csv", "\n".join(lines[:1] + lines[1::10]) + "\n")
    germane.write("r.csv", "\n".join(lines[:1] + [line for i, line in enumerate(lines[1:]) if i % 10]) + "\n")
    germane.ok("retrieve", "r.csv", "--queries", "q.csv", "--label", "label", "--k", 3, "--out", "n.csv")
    found = germane.ok("evaluate", "ranking", "n.csv", "--truth", "r.csv", "--queries", "q.csv", "--label", "label",
                       "--json").json()
    assert found["queries"] == 15
    assert found["precision"] > 0.8


@pytest.mark.parametrize("text, says", [
    ("query,rank,neighbor\n", "holds no neighbours"),
    ("0,1,2\n0,1,3\n", "stands twice"),
    ("0,1,500\n", "500"),
])
def test_refusals(germane, text, says):
    germane.write("n.csv", text)
    germane.refused("evaluate", "ranking", "n.csv", *TRUTH, says=says)


def test_without_truth_it_says_what_is_needed(germane):
    germane.write("n.csv", "0,1,2\n")
    germane.refused("evaluate", "ranking", "n.csv", says="--truth FILE --label COLUMN")
