"""Scores of pairs and of clusterings with their intervals, recomputed with NumPy."""

import numpy as np
import pytest

from reference import bundled

ROWS, LABELS, _ = bundled("iris")


def judged_pairs(count=800, seed=0):
    random = np.random.default_rng(seed)
    ends = random.integers(0, len(ROWS), (count, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    same = LABELS[ends[:, 0]] == LABELS[ends[:, 1]]
    distance = np.linalg.norm(ROWS[ends[:, 0]] - ROWS[ends[:, 1]], axis=1).round(2)  # with ties
    return ends, same, distance


def pairs_text(ends, same, score, header="a,b,kind,distance\n"):
    return header + "".join(f"r{a},r{b},{'same' if s else 'different'},{d:g}\n"
                            for (a, b), s, d in zip(ends, same, score))


def auc_of(same, distance, weight=None):
    """How often a same pair is nearer than a different one; ties count half."""
    weight = np.ones(len(distance)) if weight is None else weight
    nearer = (distance[same][:, None] < distance[~same]) + 0.5 * (distance[same][:, None] == distance[~same])
    both = weight[same][:, None] * weight[~same]
    return (nearer * both).sum() / both.sum()


def least_cost(same, distance, prior):
    thresholds = np.concatenate([[-1], np.unique(distance)])
    costs = []
    for threshold in thresholds:
        accepted = distance <= threshold
        miss, alarm = (~accepted)[same].mean(), accepted[~same].mean()
        costs.append((prior * miss + (1 - prior) * alarm) / min(prior, 1 - prior))
    return min(costs)


def test_scores_are_those_of_the_definitions(germane):
    ends, same, distance = judged_pairs()
    (germane.folder / "s.csv").write_text(pairs_text(ends, same, distance))
    found = germane("evaluate", "pairs", "s.csv", "--prior", 0.2, "--json").json()
    assert found["same_pairs"] == same.sum() and found["different_pairs"] == (~same).sum()
    assert found["more_alike"] == "smaller"
    assert found["auc"] == pytest.approx(auc_of(same, distance), abs=1e-12)
    assert found["min_dcf"] == pytest.approx(least_cost(same, distance, 0.2), abs=1e-12)
    for score in ("auc", "equal_error", "min_dcf"):
        low, high = found[f"{score}_interval"]
        assert low < found[score] < high


def test_intervals_are_about_those_of_drawing_rows_again(germane):
    ends, same, distance = judged_pairs()
    (germane.folder / "s.csv").write_text(pairs_text(ends, same, distance))
    found = germane("evaluate", "pairs", "s.csv", "--bootstrap", 2000, "--json").json()
    random = np.random.default_rng(1)
    drawn = []
    for _ in range(300):
        often = random.poisson(1, len(ROWS))
        drawn.append(auc_of(same, distance, often[ends[:, 0]] * often[ends[:, 1]]))
    expected = np.subtract(*np.quantile(drawn, [0.975, 0.025]))
    low, high = found["auc_interval"]
    assert high - low == pytest.approx(expected, rel=0.2)


def test_what_pairs_writes_is_read(germane):
    germane("constraints", "simulate", "data/iris.csv", "--label", "label", "--components", 0.5, "--cannot", 80,
            "--out", "p.csv")
    germane.ok("learn", "rca", "data/iris.csv", "--label", "label", "--pairs", "p.csv", "--out", "m.model")
    said = germane("pairs", "m.model", "data/iris.csv", "--label", "label", "--pairs", "p.csv", "--out", "s.csv",
                   "--json").json()
    found = germane("evaluate", "pairs", "s.csv", "--json").json()
    figures = next(v for v in said.values() if isinstance(v, dict) and "auc" in v)
    assert found["auc"] == pytest.approx(figures["auc"], abs=1e-12)
    assert found["equal_error"] == pytest.approx(figures["equal_error"], abs=1e-12)


def test_scores_that_look_inverted_are_warned_of(germane):
    ends, same, distance = judged_pairs()
    germane.write("s.csv", pairs_text(ends, same, distance, header="a,b,kind,score\n"))
    result = germane("evaluate", "pairs", "s.csv", "--json")
    assert "pass --alike smaller" in result.err
    turned = germane.ok("evaluate", "pairs", "s.csv", "--alike", "smaller", "--json").json()
    assert turned["auc"] == pytest.approx(1 - result.json()["auc"], abs=1e-12)


def test_several_scorers_stand_side_by_side(germane):
    ends, same, distance = judged_pairs()
    (germane.folder / "good.csv").write_text(pairs_text(ends, same, distance))
    noise = np.random.default_rng(2).random(len(distance))
    (germane.folder / "noise.csv").write_text(pairs_text(ends, same, noise))
    found = germane("evaluate", "pairs", "good.csv", "noise.csv", "--json").json()
    auc = next(row for row in found["scores"] if row["score"] == "auc")
    assert auc["good.csv"] > 0.8 > 0.6 > auc["noise.csv"]
    assert {row["result"] for row in found["intervals"]} == {"good.csv", "noise.csv"}


def test_no_draws_no_intervals(germane):
    ends, same, distance = judged_pairs()
    (germane.folder / "s.csv").write_text(pairs_text(ends, same, distance))
    found = germane("evaluate", "pairs", "s.csv", "--bootstrap", 0, "--json").json()
    assert not [key for key in found if key.endswith("_interval")]


def test_the_seed_decides_the_intervals_and_threads_do_not(germane):
    ends, same, distance = judged_pairs()
    (germane.folder / "s.csv").write_text(pairs_text(ends, same, distance))
    run = lambda *more: germane("evaluate", "pairs", "s.csv", "--json", *more).json()["auc_interval"]
    assert run("--threads", 1) == run("--threads", 2)
    assert run("--seed", 1) != run("--seed", 2)


def test_clusterings_have_intervals_too(germane):
    germane.ok("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3, "--out", "c.csv")
    found = germane("evaluate", "c.csv", "--truth", "data/iris.csv", "--label", "label", "--json").json()
    low, high = found["accuracy_interval"]
    assert low < found["accuracy"] < high
    share = found["accuracy"]
    assert high - low == pytest.approx(2 * 1.96 * (share * (1 - share) / 150) ** 0.5, rel=0.3)


@pytest.mark.parametrize("text, part", [
    ("", "holds no pairs"),
    ("a,b,same,1\n", "0 different pairs"),
    ("a,b,same,x\nc,d,different,1\n", "is not a score"),
])
def test_refusals(germane, text, part):
    (germane.folder / "s.csv").write_text(text)
    assert part in germane.refused("evaluate", "pairs", "s.csv").err
