"""learn kernel-rca and kernel-elda: against the dual problem written out in NumPy, and their refusals."""

import numpy as np
import pytest
import scipy.linalg

from archive import Archive
from reference import bundled, csv_text

PAIRS = "pairs.csv"


def squared_distances(rows, others=None):
    others = rows if others is None else others
    return ((rows[:, None, :] - others[None, :, :]) ** 2).sum(axis=2)


def write_pairs(germane, labels, count=40, seed=3):
    """Pairs of one label, no row twice, so that every chunklet has two rows."""
    random = np.random.default_rng(seed)
    pairs = []
    for label in np.unique(labels):
        rows = random.permutation(np.flatnonzero(labels == label))
        pairs += list(zip(rows[0:count:2], rows[1:count:2]))
    germane.write(PAIRS, "".join(f"{a},{b}\n" for a, b in pairs))
    return np.array(pairs)


def mapped(germane, model, data="data/wine.csv", *more):
    germane.ok("transform", model, data, *more, "--out", "new.npy")
    return np.load(germane.folder / "new.npy")


WINE = ("data/wine.csv", "--label", "label", "--pairs", PAIRS, "--check", "none")


def test_kernel_elda_is_the_dual_problem_of_the_paper(germane):
    """K K, K G K and rho K over the constrained rows [DeBie03, 3.3], solved by SciPy."""
    rows, labels, _ = bundled("wine")
    rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    germane.write("z.csv", csv_text(rows))
    pairs = write_pairs(germane, labels)
    gamma, ridge = 0.03, 0.2
    germane.ok("learn", "kernel-elda", "z.csv", "--pairs", PAIRS, "--check", "none", "--gamma",
               gamma, "--ridge", ridge, "--dimensions", 3, "--out", "m")
    ours = mapped(germane, "m", "z.csv")

    chosen = pairs.reshape(-1)
    p = len(chosen)
    center = np.eye(p) - 1 / p
    kernel = center @ np.exp(-gamma * squared_distances(rows[chosen])) @ center
    means = np.kron(np.eye(p // 2), np.full((2, 2), 0.5))
    b0 = 0.5
    total = kernel @ kernel / p
    between = kernel @ means @ kernel / p
    excess = (between - b0 * total) / (1 - b0)
    # The identity of the feature space is K in the dual; its mean variance is trace(S_t) over the
    # number of components.
    components = p - 1
    normalizer = total + ridge * np.trace(kernel) / p / components * kernel
    # K has the constant vector in its null space: solve in the range.
    values, vectors = np.linalg.eigh(kernel)
    basis = vectors[:, 1:] / np.sqrt(values[1:])
    lambdas, alphas = scipy.linalg.eigh(basis.T @ excess @ basis, basis.T @ normalizer @ basis)
    alphas = basis @ alphas[:, ::-1][:, :3]
    lambdas = lambdas[::-1][:3]
    new = np.exp(-gamma * squared_distances(rows, rows[chosen]))
    new = new @ center
    theirs = new @ alphas
    theirs *= lambdas / np.sqrt(np.einsum("ij,ik,kj->j", alphas, total, alphas))
    np.testing.assert_allclose(squared_distances(ours), squared_distances(theirs), rtol=1e-6,
                               atol=1e-8)


@pytest.mark.parametrize("method, more, dual", [
    ("rca", ("--shrinkage", 0), ("--ridge", 0)),
    ("elda", ("--ridge", 0.05, "--towards", "identity"), ())])
def test_a_linear_kernel_is_the_primal(germane, method, more, dual):
    _, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    run = germane.warned if "identity" in more else germane.ok  # rca itself has no units
    run("learn", method, *WINE, *more, "--out", "primal")
    germane.warned("learn", f"kernel-{method}", *WINE, *more, *dual, "--kernel", "linear",
                   "--out", "dual")
    primal = squared_distances(mapped(germane, "primal", "data/wine.csv", "--label", "label"))
    dual = squared_distances(mapped(germane, "dual", "data/wine.csv", "--label", "label"))
    np.testing.assert_allclose(dual, primal, rtol=1e-7, atol=1e-8 * primal.max())


def test_a_precomputed_kernel_is_the_same_kernel(germane):
    rows, labels, _ = bundled("wine")
    rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    pairs = write_pairs(germane, labels)
    assert len(pairs) > 10
    germane.write("z.csv", csv_text(rows))
    np.save(germane.folder / "k.npy", np.exp(-0.05 * squared_distances(rows)))
    more = ("--pairs", PAIRS, "--check", "none", "--ridge", 0.1)
    germane.ok("learn", "kernel-elda", "z.csv", *more, "--gamma", 0.05, "--out", "a")
    germane.ok("learn", "kernel-elda", "k.npy", *more, "--kernel", "precomputed", "--out", "b")
    np.testing.assert_allclose(squared_distances(mapped(germane, "b", "k.npy")),
                               squared_distances(mapped(germane, "a", "z.csv")), rtol=1e-6,
                               atol=1e-8)


def test_standardizing_happens_before_the_kernel(germane):
    rows, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    germane.write("z.csv", csv_text((rows - rows.mean(axis=0)) / rows.std(axis=0)))
    more = ("--pairs", PAIRS, "--check", "none", "--ridge", 0.1, "--gamma", 0.05)
    germane.ok("learn", "kernel-elda", "data/wine.csv", "--label", "label", *more, "--prepare",
               "standardize", "--out", "a")
    germane.ok("learn", "kernel-elda", "z.csv", *more, "--out", "b")
    np.testing.assert_allclose(
        squared_distances(mapped(germane, "a", "data/wine.csv", "--label", "label")),
        squared_distances(mapped(germane, "b", "z.csv")), rtol=1e-6, atol=1e-8)


def two_rings(count=300):
    random = np.random.default_rng(5)
    angle = random.uniform(0, 2 * np.pi, count)
    labels = np.arange(count) % 2
    radius = np.where(labels == 0, 1, 2) + 0.1 * random.normal(size=count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), labels


def test_rings_that_no_line_separates_are_told_apart(germane):
    rows, labels = two_rings()
    germane.write("rings.csv", csv_text(rows))
    write_pairs(germane, labels, 100)
    found = {}
    for method in ("elda", "kernel-elda"):
        report = germane("learn", method, "rings.csv", "--pairs", PAIRS, "--json").json()
        found[method] = {row["distance"]: row["auc"] for row in report["check"]["scores"]}
    assert found["kernel-elda"]["after kernel-elda"] > found["elda"]["after elda"] + 0.1
    assert found["kernel-elda"]["raw columns"] == pytest.approx(found["elda"]["raw columns"])


def test_the_check_of_pure_noise_is_near_chance(germane):
    """Held-out rows are no landmarks: else they would be told from the others by that alone."""
    random = np.random.default_rng(4)
    germane.write("noise.csv", csv_text(random.normal(size=(400, 10))))
    germane.write(PAIRS, "".join(f"{2 * i},{2 * i + 1}\n" for i in range(80)))
    for method in ("kernel-rca", "kernel-elda"):
        report = germane("learn", method, "noise.csv", "--pairs", PAIRS, "--json").json()
        scores = {row["distance"]: row["auc"] for row in report["check"]["scores"]}
        assert 0.4 < scores[f"after {method}"] < 0.62


def test_landmarks_are_said_with_what_they_miss(germane):
    _, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    few = germane.ok("learn", "kernel-rca", *WINE, "--prepare", "standardize", "--landmarks", 20,
                     "--out", "m", "--json").json()["kernel"]
    assert few["landmarks"] == 20 and 0 < few["missed_share"] < 1
    assert Archive(germane.folder / "m")["kernel/landmarks"].shape == (20, 13)
    text = germane.warned("learn", "kernel-rca", *WINE).out
    assert "exact" in text and "--out" in text


def test_a_kernel_model_is_described_and_clusters(germane):
    _, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    germane.warned("learn", "kernel-rca", *WINE, "--out", "m")
    described = germane.ok("describe", "m", "--json").json()
    assert described["columns"] == 13 and described["method"] == "kernel-rca"
    assert described["kernel"]["kernel"] == "rbf"
    germane.ok("cluster", "kmeans", "data/wine.csv", "--label", "label", "--model", "m", "--k", 3)
    germane.ok("constraints", "data/wine.csv", "--pairs", PAIRS, "--suspects", 3, "--model", "m")


def test_same_bytes_for_any_number_of_threads(germane):
    _, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    for threads in (1, 2, 3):
        germane.warned("learn", "kernel-elda", *WINE, "--threads", threads, "--out", f"m{threads}")
    assert germane.bytes_of("m1") == germane.bytes_of("m2") == germane.bytes_of("m3")


def test_refusals(germane):
    _, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    np.save(germane.folder / "k.npy", np.eye(178)[:, :177])
    given = ("--pairs", PAIRS, "--kernel", "precomputed", "--out", "m")
    germane.refused("learn", "kernel-rca", "k.npy", *given, says=["k.npy", "178 rows and 177"])
    lopsided = np.eye(178) + np.triu(np.full((178, 178), 0.5), 1)
    np.save(germane.folder / "k.npy", lopsided)
    germane.refused("learn", "kernel-rca", "k.npy", *given, says=["k.npy", "symmetric"])
    np.save(germane.folder / "k.npy", -np.eye(178))
    germane.refused("learn", "kernel-rca", "k.npy", *given, says=["negative eigenvalues"])
    np.save(germane.folder / "k.npy", np.eye(178))
    germane.refused("learn", "kernel-rca", "k.npy", *given, "--prepare", "standardize",
                    says=["--prepare", "precomputed"])
    germane.refused("learn", "kernel-elda", "data/wine.csv", "--label", "label", "--pairs", PAIRS,
                    "--links", "given", "--out", "m", says=["--links", "closed"])
    germane.ok("stats", "data/wine.csv", "--label", "label", "--pairs", PAIRS, "--out", "s")
    germane.refused("learn", "kernel-elda", "s", "--out", "m", says=["needs the rows"])
    germane.refused("learn", "kernel-elda", *WINE, "--kernel", "polynomial", "--degree", 90,
                    "--gamma", 1e9, code=1, says=["too large", "--gamma"])


def test_all_dimensions_are_tried_although_a_fold_has_fewer(germane):
    _, labels, _ = bundled("iris")
    write_pairs(germane, labels, 16)
    given = ("data/iris.csv", "--label", "label", "--pairs", PAIRS)
    report = germane.ok("learn", "kernel-rca", *given, "--ridge", 1, "--dimensions", "auto",
                        "--json").json()
    tried = report["choice_of_dimensions"]["candidates"]
    assert tried[-1]["dimensions"] == report["kernel"]["components"]
    assert all(row["score"] != "failed" for row in tried)
    result = germane("learn", "kernel-elda", *given, "--ridge", 1, "--dimensions", 500, "--json")
    assert "500 dimensions asked for" in result.err and "check" in result.json()


def test_gamma_does_not_hang_on_the_seed(germane):
    rows, labels, _ = bundled("iris")
    pairs = write_pairs(germane, labels).reshape(-1)
    distances = squared_distances(rows[pairs])[np.triu_indices(len(pairs), 1)]
    for seed in (0, 1):
        kernel = germane.ok("learn", "kernel-rca", "data/iris.csv", "--label", "label", "--pairs",
                            PAIRS, "--seed", seed, "--check", "none", "--ridge", 1,
                            "--json").json()["kernel"]
        assert kernel["gamma"] == pytest.approx(1 / np.median(distances[distances > 0]), rel=0.02)
    assert kernel["gamma"] == germane.ok(
        "learn", "kernel-rca", "data/iris.csv", "--label", "label", "--pairs", PAIRS, "--ridge", 1,
        "--check", "none", "--json").json()["kernel"]["gamma"]


def test_parameters_of_another_kernel_are_refused(germane):
    _, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    for more in (("linear", "--gamma", 2), ("cosine", "--gamma", 2), ("rbf", "--degree", 2)):
        germane.refused("learn", "kernel-rca", *WINE, "--kernel", *more, "--out", "m",
                        says=["leave"])


def test_a_ridge_of_zero_that_fits_anything_is_warned_of(germane):
    _, labels, _ = bundled("wine")
    write_pairs(germane, labels)
    result = germane("learn", "kernel-elda", *WINE, "--ridge", 0)
    assert result.code == 0 and "whatever the data" in result.err
