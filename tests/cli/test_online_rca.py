"""learn online-rca converges to the metric of learn rca."""

import numpy as np

from archive import Archive


def metrics(germane, *arguments):
    germane.ok("learn", "rca", *arguments, "--shrinkage", 0, "--check", "none", "--out", "rca.model")
    germane.ok("learn", "online-rca", *arguments, "--passes", 3000, "--tolerance", 1e-9, "--check",
               "none", "--out", "online.model", "--quiet")
    for name in ("rca", "online"):
        learned = Archive(germane.folder / f"{name}.model").map
        yield learned.T @ learned


def test_pairs_give_the_metric_of_rca(germane):
    rows = np.random.default_rng(1).normal(size=(400, 3)) @ [[2, 1, 0], [0, 1, 0.5], [0, 0, 0.1]]
    np.save(germane.folder / "t.npy", rows)
    germane.write("pairs.csv", "".join(f"{i},{i + 1}\n" for i in range(0, 400, 2)))
    batch, online = metrics(germane, "t.npy", "--pairs", "pairs.csv")
    assert np.abs(online - batch).max() < 0.02 * np.abs(batch).max()


def test_statistics_appended_to_and_finished_equal_the_batch(germane):
    """The exact online learner: stats of what is new, merged, learned from at any time."""
    rows = np.random.default_rng(2).normal(size=(120, 3))
    np.save(germane.folder / "all.npy", rows)
    germane.write("all.pairs", "".join(f"{i},{i + 1}\n" for i in range(0, 120, 2)))
    for part in range(3):
        np.save(germane.folder / f"{part}.npy", rows[40 * part:40 * (part + 1)])
        germane.write(f"{part}.pairs", "".join(f"{i},{i + 1}\n" for i in range(0, 40, 2)))
        germane.ok("stats", f"{part}.npy", "--pairs", f"{part}.pairs", "--out", f"{part}.stats")
        if part > 0:
            germane.ok("merge", "sum.stats" if part > 1 else "0.stats", f"{part}.stats", "--out",
                       "next.stats")
            (germane.folder / "next.stats").replace(germane.folder / "sum.stats")
    germane.ok("learn", "rca", "sum.stats", "--shrinkage", 0, "--out", "sum.model")
    germane.ok("learn", "rca", "all.npy", "--pairs", "all.pairs", "--shrinkage", 0, "--check", "none",
               "--out", "all.model")
    one, other = (Archive(germane.folder / f"{name}.model").map for name in ("sum", "all"))
    assert np.abs(one - other).max() < 1e-12 * np.abs(other).max()


def test_it_says_when_it_still_moves(germane):
    rows = np.random.default_rng(3).normal(size=(40, 3))
    np.save(germane.folder / "t.npy", rows)
    germane.write("pairs.csv", "".join(f"{i},{i + 1}\n" for i in range(0, 40, 2)))
    result = germane("learn", "online-rca", "t.npy", "--pairs", "pairs.csv", "--passes", 1)
    assert result.code == 0
    assert "still moving" in result.out + result.err
