"""Mixtures of Gaussians from the command line: against scikit-learn, under links, and refused."""

import numpy as np
import pytest

from reference import bundled, read_clusters

ROWS, LABELS, _ = bundled("iris")
IRIS = ("data/iris.csv", "--label", "label")
KINDS = {"full": "full", "tied": "tied", "diagonal": "diag", "spherical": "spherical"}


@pytest.mark.parametrize("covariance", KINDS)
def test_the_best_of_many_starts_is_scikit_learns(germane, covariance):
    mixture = pytest.importorskip("sklearn.mixture").GaussianMixture(
        3, covariance_type=KINDS[covariance], reg_covar=1e-6, tol=1e-10, max_iter=2000, n_init=5, random_state=0)
    mixture.fit(ROWS)
    found = germane.ok("cluster", "gmm", *IRIS, "--k", 3, "--covariance", covariance, "--tolerance", 1e-10,
                       "--iterations", 2000, "--restarts", 10, "--out", "c.csv", "--json").json()
    theirs = mixture.score(ROWS) * len(ROWS)
    assert found["log_likelihood"] >= theirs - 1e-5
    if found["log_likelihood"] < theirs + 1e-5:  # the same maximum
        assert found["bic"] == pytest.approx(mixture.bic(ROWS), abs=1e-4)
        assert found["aic"] == pytest.approx(mixture.aic(ROWS), abs=1e-4)
        ours, peer = read_clusters(germane.folder / "c.csv")[2], mixture.predict(ROWS)
        assert len(set(zip(ours.tolist(), peer.tolist()))) == 3  # one to one


def test_starts_that_rest_on_the_ridge_are_passed_over(germane):
    """Ten rows in a component of their own have a singular covariance in 13 columns, and a likelihood as large as the
    ridge is small."""
    rows, labels, _ = bundled("wine")
    germane.ok("constraints", "simulate", "data/wine.csv", "--label", "label", "--components", 0.7, "--out", "links.csv")
    passed = []
    for seed in range(5):
        found = germane.ok("cluster", "constrained-gmm", "data/wine.csv", "--label", "label", "--k", 3, "--prepare",
                           "standardize", "--pairs", "links.csv", "--seed", seed, "--out", "c.csv", "--json").json()
        assert min(found["sizes"]) > rows.shape[1]
        assert found["scores"]["ari"] > 0.9
        passed.append(any("passed over" in note for note in found["notes"]))
    assert any(passed)


def test_a_component_of_few_rows_is_warned_of(germane):
    random = np.random.default_rng(4)
    np.save(germane.folder / "x.npy", random.normal(size=(9, 6)) + 20 * (np.arange(9) // 5)[:, None])
    result = germane("cluster", "gmm", "x.npy", "--k", 2)
    assert "a component has 4 rows for 6 columns: its covariance rests on --ridge" in result.err


def test_iris_has_the_known_likelihood(germane):
    found = germane.ok("cluster", "gmm", *IRIS, "--k", 3, "--tolerance", 1e-10, "--json").json()
    assert found["log_likelihood"] == pytest.approx(-180.1854776, abs=1e-6)
    assert found["converged"] is True and sum(found["weights"]) == pytest.approx(1)


def test_bic_chooses_the_number_of_components(germane):
    random = np.random.default_rng(0)
    np.save(germane.folder / "x.npy", np.concatenate(
        [random.standard_normal((150, 2)) + center for center in ([0, 0], [9, 0], [0, 9])]))
    found = germane.ok("cluster", "gmm", "x.npy", "--k", "auto", "--k-most", 5, "--json").json()
    assert found["clusters"] == 3 and len(found["bic_by_k"]) == 5
    assert np.argmin(found["bic_by_k"]) == 2


def test_threads_do_not_show_and_saved_mixtures_label_rows_as_they_did(germane):
    for threads in (1, 4):
        germane.ok("cluster", "gmm", *IRIS, "--k", 3, "--threads", threads, "--save", f"{threads}.clusters",
                   "--out", f"{threads}.csv")
    assert germane.bytes_of("1.clusters") == germane.bytes_of("4.clusters")
    germane.ok("cluster", "assign", "1.clusters", *IRIS, "--out", "new.csv")
    assert germane.bytes_of("1.csv") == germane.bytes_of("new.csv")


def test_text_that_does_not_fit_into_memory_is_read_for_every_update(germane):
    found = germane("cluster", "gmm", *IRIS, "--k", 2, "--memory", 3000, "--json")
    assert found.code == 0, found
    assert "were read for every update" in found.out
    assert found.json()["log_likelihood"] == pytest.approx(-214.355, abs=0.01)


def test_links_hold_and_help(germane):
    germane.ok("constraints", "simulate", *IRIS, "--components", 0.7, "--seed", 1, "--out", "same.csv")
    pairs = (germane.folder / "same.csv").read_text().splitlines()
    apart = [(0, 75), (1, 76), (60, 120), (61, 121), (120, 2)]
    germane.write("pairs.csv", "\n".join(pairs + [f"{a},{b},different" for a, b in apart]) + "\n")
    result = germane("cluster", "constrained-gmm", *IRIS, "--pairs", "pairs.csv", "--k", 3, "--out", "c.csv", "--json")
    assert result.code == 0, result
    found = result.json()
    clusters = read_clusters(germane.folder / "c.csv")[2]
    assert found["broken_links"] == 0 and found["approximate_groups"] == 0 and found["chunklets"] > 10
    assert all(clusters[a] != clusters[b] for a, b in apart)
    for line in pairs:
        a, b = line.split(",")[:2]
        if a.isdigit():
            assert clusters[int(a)] == clusters[int(b)]


def test_infeasible_links_are_refused_by_their_ids(germane):
    links = ("cluster", "constrained-gmm", *IRIS, "--pairs", "p.csv", "--k", 2)
    germane.write("p.csv", "0,1,different\n1,2,different\n0,2,different\n")
    germane.refused(*links, code=1, says="between 3 chunklets or rows, those of rows 0, 1, 2")
    germane.write("p.csv", "0,1,same\n1,2,same\n0,2,different\n")
    germane.refused(*links, code=1, says="0 = 1 = 2")


def test_wrong_use_is_refused(germane):
    germane.refused("cluster", "gmm", *IRIS, says="how many components? pass --k N, or --k auto")
    germane.refused("cluster", "constrained-gmm", *IRIS, says="how many components? pass --k N")
    germane.refused("cluster", "gmm", *IRIS, "--k", 151, says="k = 151: must be at most the number of rows, 150")
    germane.refused("cluster", "gmm", *IRIS, "--k", 3, "--covariance", "round",
                    says="must be one of full, tied, diagonal, spherical")
    germane.write("line.csv", "a,b\n" + "".join(f"{i},{2 * i}\n" for i in range(20)))
    germane.refused("cluster", "gmm", "line.csv", "--k", 1, "--ridge", 0, code=1,
                    says="the covariance of component 0 of 1 is singular; pass a larger --ridge")


@pytest.mark.parametrize("name", ["p.csv", "p.npy"])
def test_posteriors_are_those_of_bayes_and_the_largest_is_the_cluster(germane, name):
    germane.ok("cluster", "gmm", "data/iris.csv", "--label", "label", "--k", 3, "--restarts", 2, "--out",
               "c.csv", "--posteriors", name)
    if name.endswith("npy"):
        posteriors = np.load(germane.folder / name)
    else:
        lines = germane.bytes_of(name).decode().splitlines()
        assert lines[0] == "row,cluster_0,cluster_1,cluster_2"
        posteriors = np.array([[float(x) for x in line.split(",")[1:]] for line in lines[1:]])
    np.testing.assert_allclose(posteriors.sum(axis=1), 1, atol=1e-12)
    clusters = read_clusters(germane.folder / "c.csv")[2]
    assert (posteriors.argmax(axis=1) == clusters).all()
    rows = bundled("iris")[0]
    joint = []
    for c in range(3):  # one step of EM from a fixed point stays there
        weight = posteriors[:, c]
        mean = weight @ rows / weight.sum()
        scatter = (rows - mean).T @ ((rows - mean) * weight[:, None]) / weight.sum() + 1e-6 * np.eye(4)
        away = np.einsum("ij,jk,ik->i", rows - mean, np.linalg.inv(scatter), rows - mean)
        joint.append(np.log(weight.mean()) - 0.5 * (away + np.linalg.slogdet(scatter)[1]))
    joint = np.exp(np.array(joint).T)
    np.testing.assert_allclose(posteriors, joint / joint.sum(axis=1, keepdims=True), atol=1e-2)


def test_posteriors_replace_no_input_and_no_other_result(germane):
    iris = ("cluster", "gmm", "data/iris.csv", "--label", "label", "--k", 2)
    germane.refused(*iris, "--out", "x.csv", "--posteriors", "x.csv", says="two results in one file")
    germane.refused(*iris, "--posteriors", "data/iris.csv", says="is an input")
    germane.write("w", "1\n" * 150)
    germane.refused("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 2, "--weights", "w",
                    "--out", "w", says="is an input")
