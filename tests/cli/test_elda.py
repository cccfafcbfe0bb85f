"""learn elda and cfld: against SciPy, and how the ridge is chosen."""

import numpy as np
import pytest
import scipy.linalg

from archive import Archive
from reference import bundled, same_class_pairs


def disjoint_pairs(labels, count, seed):
    used, pairs = set(), []
    for a, b in same_class_pairs(labels, 40 * count, seed=seed):
        if a not in used and b not in used and len(pairs) < count:
            used |= {a, b}
            pairs.append((a, b))
    return pairs


def write_pairs(germane, pairs, name="pairs.csv"):
    return germane.write(name, "".join(f"{a},{b}\n" for a, b in pairs))


def elda_by_scipy(rows, chunklets, ridge, identity=False):
    """Lambda and directions, by the definitions: (S_b - b0 S_t) w = lambda (1 - b0)(S_t + rho D) w."""
    points = np.concatenate(chunklets)
    mean = rows[points].mean(axis=0)
    s_t = (rows[points] - mean).T @ (rows[points] - mean)
    s_b = sum(len(g) * np.outer(rows[g].mean(0) - mean, rows[g].mean(0) - mean) for g in chunklets)
    b0 = len(chunklets) / len(points)
    d = np.eye(len(s_t)) * np.trace(s_t) / len(s_t) if identity else np.diag(np.diag(s_t))
    values, vectors = scipy.linalg.eigh(s_b - b0 * s_t, (1 - b0) * (s_t + ridge * d))
    values, vectors = values[::-1], vectors[:, ::-1]
    scale = np.sqrt(np.einsum("ij,ij->j", vectors, s_t / len(points) @ vectors))
    return values, (vectors / scale * values).T


@pytest.mark.parametrize("ridge", [0, 0.01, 1])
@pytest.mark.parametrize("towards", ["diagonal", "identity"])
def test_elda_of_pairs_agrees_with_scipy(germane, ridge, towards):
    rows, labels, _ = bundled("wine")
    pairs = disjoint_pairs(labels, 40, seed=3)
    write_pairs(germane, pairs)
    run = germane.warned if towards == "identity" and ridge > 0 else germane.ok
    run("learn", "elda", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv", "--ridge", ridge,
        "--towards", towards, "--dimensions", 3, "--check", "none", "--out", "the.model")
    values, directions = elda_by_scipy(rows, [list(p) for p in pairs], ridge,
                                       towards == "identity")
    assert values[2] > 0
    learned = Archive(germane.folder / "the.model").map
    for ours, theirs in zip(learned, directions):
        sign = np.sign(ours @ theirs)
        assert np.abs(ours - sign * theirs).max() < 1e-8 * np.abs(theirs).max()


def test_elda_of_groups_of_any_sizes_agrees_with_scipy(germane):
    rows, labels, _ = bundled("iris")
    generator = np.random.default_rng(8)
    groups, codes = [], np.full(len(rows), -1)
    for label in np.unique(labels):
        members = generator.permutation(np.flatnonzero(np.asarray(labels) == label))
        for part in np.split(members[:30], [2, 5, 9, 16, 18]):
            codes[part] = len(groups)
            groups.append(list(part))
    germane.write("groups.csv", "row,group\n" + "".join(
        f"{i},g{g}\n" for i, g in enumerate(codes) if g >= 0))
    germane.ok("learn", "elda", "data/iris.csv", "--label", "label", "--chunklets", "groups.csv",
               "--ridge", 0.1, "--dimensions", 2, "--check", "none", "--out", "the.model")
    _, directions = elda_by_scipy(rows, groups, 0.1)
    learned = Archive(germane.folder / "the.model").map
    for ours, theirs in zip(learned, directions):
        sign = np.sign(ours @ theirs)
        assert np.abs(ours - sign * theirs).max() < 1e-8 * np.abs(theirs).max()


@pytest.mark.parametrize("given, by", [(["--k", 3], "z of held-out pairs in k-means clusters"),
                                       ([], "auc of held-out pairs")])
def test_the_ridge_is_chosen_on_held_out_chunklets_and_every_candidate_is_shown(germane, given, by):
    write_pairs(germane, disjoint_pairs(bundled("wine")[1], 30, seed=1))
    report = germane.ok("learn", "elda", "data/wine.csv", "--label", "label", "--pairs",
                        "pairs.csv", *given, "--json").json()
    choice = report["choice_of_ridge"]
    assert choice["by"] == by
    tried = {row["ridge"]: row["score"] for row in choice["candidates"]}
    assert sorted(tried) == [0, 1e-4, 1e-3, 1e-2, 1e-1, 1]
    assert tried[choice["chosen"]] == max(tried.values())
    assert report["summary"]["ridge"] == choice["chosen"]


def test_a_ridge_of_0_is_not_tried_on_too_few_points(germane):
    """20 points in 30 columns: in general position every lambda is 1 or -1 at ridge 0."""
    np.save(germane.folder / "t.npy", np.random.default_rng(0).normal(size=(60, 30)))
    germane.write("pairs.csv", "".join(f"{i} {i + 1}\n" for i in range(0, 20, 2)))
    command = ("learn", "elda", "t.npy", "--pairs", "pairs.csv", "--json")
    choice = germane(*command).json()["choice_of_ridge"]
    tried = {row["ridge"]: row["score"] for row in choice["candidates"]}
    assert tried.pop(0) == "failed"
    assert all(isinstance(score, float) for score in tried.values())
    assert choice["chosen"] in tried
    assert choice["notes"] == [
        "ridge 0: not tried: 18 points in chunklets and 30 columns leave every lambda at 1 or -1, "
        "whatever the data"]
    # Who asks for it gets it; and over all rows it says something.
    assert np.allclose(np.abs(germane(*command, "--ridge", 0, "--dimensions", "all").json()["summary"]
                              ["lambda"]), 1)
    tried = germane(*command, "--total", "all").json()["choice_of_ridge"]["candidates"]
    assert all(isinstance(row["score"], float) for row in tried)


def test_a_given_ridge_is_not_chosen(germane):
    write_pairs(germane, disjoint_pairs(bundled("wine")[1], 30, seed=1))
    report = germane.ok("learn", "elda", "data/wine.csv", "--label", "label", "--pairs",
                        "pairs.csv", "--ridge", 0.25, "--json").json()
    assert "choice_of_ridge" not in report
    assert report["summary"]["ridge"] == 0.25


def test_elda_from_statistics_takes_a_ridge_and_says_so(germane):
    write_pairs(germane, disjoint_pairs(bundled("wine")[1], 30, seed=1))
    germane.ok("stats", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv", "--out",
               "wine.stats")
    result = germane.ok("learn", "elda", "wine.stats", "--out", "from_stats.model")
    assert "the ridge is 0.1" in result.out
    germane.ok("learn", "elda", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv",
               "--ridge", 0.1, "--check", "none", "--out", "from_rows.model")
    one, other = (Archive(germane.folder / f"{name}.model").map
                  for name in ("from_stats", "from_rows"))
    assert np.abs(one - other).max() < 1e-12 * np.abs(one).max()


def test_elda_has_no_use_for_links_as_given(germane):
    write_pairs(germane, disjoint_pairs(bundled("wine")[1], 30, seed=1))
    germane.refused("learn", "elda", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv",
                    "--links", "given", "--ridge", 0.1, "--out", "x.model",
                    says=["--links given", "--links closed"])


def test_the_same_bytes_for_any_number_of_threads(germane):
    write_pairs(germane, disjoint_pairs(bundled("wine")[1], 30, seed=1))
    for threads in (1, 2, 3):
        germane.ok("learn", "elda", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv",
                   "--k", 3, "--threads", threads, "--out", f"{threads}.model")
    assert germane.bytes_of("1.model") == germane.bytes_of("2.model") == germane.bytes_of("3.model")


def test_cfld_is_fisher_from_chunklets_over_all_rows(germane):
    rows, labels, _ = bundled("wine")
    pairs = disjoint_pairs(labels, 50, seed=2)
    write_pairs(germane, pairs)
    germane.ok("learn", "cfld", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv",
               "--dimensions", 2, "--check", "none", "--out", "the.model")
    h = np.array([rows[a] - rows[b] for a, b in pairs])
    c = h.T @ h / (4 * len(pairs))
    _, vectors = scipy.linalg.eigh(np.cov(rows.T, bias=True), c)
    learned = Archive(germane.folder / "the.model").map
    for ours, theirs in zip(learned, vectors[:, ::-1].T):
        sign = np.sign(ours @ theirs)
        assert np.abs(ours - sign * theirs).max() < 1e-8 * np.abs(theirs).max()


def test_more_columns_than_pairs_is_finite_and_reported(germane):
    generator = np.random.default_rng(4)
    np.save(germane.folder / "wide.npy", generator.normal(size=(40, 300)))
    write_pairs(germane, [(2 * i, 2 * i + 1) for i in range(12)])
    for method in ("elda", "cfld", "rca"):
        report = germane.ok("learn", method, "wide.npy", "--pairs", "pairs.csv", "--out",
                            f"{method}.model", "--json").json()
        assert np.isfinite(Archive(germane.folder / f"{method}.model").map).all()
        assert report["summary"]["rank"] >= 1
