"""--chunklet-weights equal: C is the mean of the chunklets' own covariances, recomputed in NumPy."""

import numpy as np
import pytest
import scipy.linalg

from archive import Archive
from reference import inverse_root, oas_weight, shrink

EQUAL = ("--chunklet-weights", "equal")


def table(germane, sizes, seed=0, others=6, name="t"):
    """Rows in groups of these sizes, in mixed order, and some in none."""
    random = np.random.default_rng(seed)
    groups = np.concatenate([np.full(size, g) for g, size in enumerate(sizes)] + [np.full(others, -1)])
    rows = random.normal(size=(len(groups), 4)) @ random.normal(size=(4, 4))
    rows += 5 * random.normal(size=(len(sizes) + 1, 4))[groups]
    order = random.permutation(len(groups))
    return write(germane, rows[order], groups[order], name)


def write(germane, rows, groups, name="t"):
    np.save(germane.folder / f"{name}.npy", rows)
    germane.write(f"{name}.groups", "".join(f"{g}\n" for g in groups))
    return rows, groups


def learn(germane, method, *options, name="t"):
    germane.ok("learn", method, f"{name}.npy", "--chunklets", f"{name}.groups", "--check", "none", *options,
               "--out", "the.model")
    return Archive(germane.folder / "the.model")


def mean_covariance(rows, groups):
    return np.mean([np.cov(rows[groups == g].T) for g in sorted(set(groups) - {-1})], axis=0)


def weighted_total(rows, groups):
    """Every row counts (p - m) / (m (n_g - 1)), rows in no group 1; and the sum of the weights."""
    sizes = {g: int((groups == g).sum()) for g in set(groups) - {-1}}
    p, m = sum(sizes.values()), len(sizes)
    weights = np.array([1 if g < 0 else (p - m) / m / (sizes[g] - 1) for g in groups])
    centred = rows - np.average(rows, axis=0, weights=weights)
    return (centred * weights[:, None]).T @ centred / weights.sum()


def test_rca_whitens_the_mean_of_the_chunklets_covariances(germane):
    rows, groups = table(germane, [2, 3, 40, 7, 11])
    model = learn(germane, "rca", *EQUAL, "--shrinkage", 0, "--unbiased")
    assert np.abs(model.map - inverse_root(mean_covariance(rows, groups))).max() < 1e-10
    # Without --unbiased C is smaller by (p - m) / p, as it is for rows that count alike.
    biased = learn(germane, "rca", *EQUAL, "--shrinkage", 0)
    assert np.allclose(biased.map, model.map * np.sqrt(63 / 58), rtol=1e-12)


def test_cfld_weighs_the_total_alike(germane):
    rows, groups = table(germane, [2, 3, 40, 7, 11], seed=1)
    model = learn(germane, "cfld", *EQUAL, "--shrinkage", 0, "--unbiased", "--dimensions", 3)
    values, vectors = scipy.linalg.eigh(weighted_total(rows, groups), mean_covariance(rows, groups))
    expected = vectors[:, ::-1][:, :3]
    assert np.allclose(model.map.T @ model.map, expected @ expected.T, rtol=1e-9, atol=1e-11)


def test_lda_gives_classes_equal_weight(germane):
    rows, groups = table(germane, [5, 60, 9], seed=2, others=0)
    germane.ok("learn", "lda", "t.npy", "--labels", "t.groups", *EQUAL, "--shrinkage", 0, "--unbiased",
               "--check", "none", "--out", "the.model")
    learned = Archive(germane.folder / "the.model").map
    values, vectors = scipy.linalg.eigh(weighted_total(rows, groups), mean_covariance(rows, groups))
    expected = vectors[:, ::-1][:, :2]
    assert np.allclose(learned.T @ learned, expected @ expected.T, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("method", ["rca", "cfld"])
@pytest.mark.parametrize("options", [(), ("--shrinkage", "oas"), ("--prepare", "standardize")])
def test_chunklets_of_one_size_give_the_same_model(germane, method, options):
    table(germane, [4] * 12, seed=3)
    rows, equal = (learn(germane, method, *options, "--chunklet-weights", w) for w in ("rows", "equal"))
    assert np.array_equal(rows.map, equal.map)
    assert np.array_equal(rows.center, equal.center)


def test_oas_knows_how_little_small_chunklets_tell(germane):
    rows, groups = table(germane, [2, 2, 2, 200], seed=4)
    c = mean_covariance(rows, groups)
    freedom = 4 ** 2 / (1 + 1 + 1 + 1 / 199)
    model = learn(germane, "rca", *EQUAL, "--shrinkage", "oas", "--unbiased")
    assert np.abs(model.map - inverse_root(shrink(c, oas_weight(c, freedom)))).max() < 1e-9


def test_more_of_the_same_rows_change_little(germane):
    """A chunklet's rows 30 times over: its covariance, and so the mean, stays what it was."""
    rows, groups = table(germane, [12] * 8, seed=5)
    again = np.tile(rows[groups == 0], (29, 1))
    write(germane, np.vstack([rows, again]), np.concatenate([groups, np.zeros(len(again), int)]), "more")
    change = {}
    for weights in ("rows", "equal"):
        before, after = (learn(germane, "rca", "--shrinkage", 0, "--unbiased", "--chunklet-weights", weights,
                               name=name).metric for name in ("t", "more"))
        change[weights] = np.abs(after - before).max() / np.abs(before).max()
    assert change["equal"] < 0.05
    assert change["rows"] > 4 * change["equal"]


def test_one_wrongly_joined_chunklet_does_not_rule(germane):
    """400 rows of all classes in one group, beside 60 honest pairs."""
    random = np.random.default_rng(6)
    scales = np.array([1.0, 1, 5, 5])
    pairs = np.repeat(random.normal(size=(60, 4)) * 10, 2, axis=0) + random.normal(size=(120, 4)) * scales
    joined = random.normal(size=(400, 4)) * 10
    write(germane, np.vstack([pairs, joined]),
          np.concatenate([np.repeat(np.arange(60), 2), np.full(400, 60)]))
    truth = np.diag(scales ** -2.0)
    error = {}
    for weights in ("rows", "equal"):
        metric = learn(germane, "rca", "--shrinkage", 0, "--unbiased", "--chunklet-weights", weights).metric
        metric *= np.trace(truth) / np.trace(metric)
        error[weights] = np.abs(metric - truth).max()
    assert error["equal"] < error["rows"] / 2


def test_same_bits_for_any_number_of_threads_and_in_any_format(germane):
    rows, groups = table(germane, [2, 3, 400, 7, 1100], seed=7)
    models = []
    for threads in (1, 3):
        learn(germane, "rca", *EQUAL, "--threads", threads)
        models.append(germane.bytes_of("the.model"))
    assert models[0] == models[1]


def test_it_is_checked_on_folds_and_stored(germane):
    table(germane, [2, 3, 40, 7, 11, 5, 6, 8, 9, 4], seed=8)
    report = germane("learn", "rca", "t.npy", "--chunklets", "t.groups", *EQUAL, "--out", "m", "--json").json()
    assert report["summary"]["chunklet_weights"] == "equal"
    assert report["check"]["folds"] == 5
    assert '"chunklet-weights":"equal"' in str(Archive(germane.folder / "m").metadata).replace(" ", "")


def test_what_it_cannot_do_is_refused(germane):
    table(germane, [2, 3, 5])
    germane.write("pairs", "0 1\n2 3\n4 5\n")
    germane.refused("learn", "rca", "t.npy", "--pairs", "pairs", "--links", "given", *EQUAL,
                    says=["--chunklet-weights equal: pairs used as given are no chunklets",
                          "pass --links closed, or --chunklet-weights rows"])
    germane.refused("learn", "rca", "t.npy", "--chunklets", "t.groups", *EQUAL, "--shrinkage",
                    "ledoit-wolf", says=["learn rca: shrinkage = ledoit-wolf takes rows alike",
                                         "pass --shrinkage oas, or --chunklet-weights rows"])
    germane.ok("stats", "t.npy", "--chunklets", "t.groups", "--out", "t.stats")
    germane.refused("learn", "rca", "t.stats", *EQUAL, says=[
        "learn rca: chunklet-weights = equal needs sums that were made with them, and these were made "
        "with rows; learn from the rows, or pass --chunklet-weights rows"])
