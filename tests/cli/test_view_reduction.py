"""Wide views made narrow before they are learned from."""

import numpy as np
import scipy.io
import scipy.sparse

from views import centred, found, views_of, wide


def sparse_views(germane, n=600, d=3000, shared=3):
    """Word counts of two languages for the same topics."""
    random = np.random.default_rng(11)
    topics = random.dirichlet(np.full(shared, 0.2), size=n)
    for name in "ab":
        words = random.dirichlet(np.full(d, 0.05), size=shared)
        counts = scipy.sparse.csr_matrix(random.poisson(200 * topics @ words))
        scipy.io.mmwrite(germane.folder / f"{name}.mtx", counts)
    return topics


def test_projected_views_keep_what_they_share(germane):
    sparse_views(germane)
    plain = germane.ok("learn", "cca", *views_of("ab", "mtx"), "--ridge", "100", "--dimensions", "2",
                       "--json").json()
    for options in ["--project", "200"], ["--pca", "20"], ["--project", "400", "--pca", "20"]:
        report = germane.ok("learn", "cca", *views_of("ab", "mtx"), *options, "--ridge", "1", "--dimensions",
                            "2", "--json", "--out", "x.model").json()
        np.testing.assert_allclose(found(report, "held_out"), found(plain, "held_out"), atol=0.03)
        scores = []
        for name in "ab":
            germane.ok("transform", "x.model", "--view", f"{name}={name}.mtx", "--out", "y.npy")
            scores.append(np.load(germane.folder / "y.npy"))
        for k in range(2):
            np.testing.assert_allclose(np.corrcoef(scores[0][:, k], scores[1][:, k])[0, 1],
                                       found(report)[k], atol=1e-8)
        np.testing.assert_allclose(scores[0].mean(axis=0), 0, atol=1e-8)


def test_pca_before_cca_is_cca_of_the_components(germane, wide):
    tall = {name: np.vstack([wide[name]] * 3) + np.random.default_rng(12).normal(size=(90, wide[name].shape[1]))
            for name in "ab"}
    for name, rows in tall.items():
        np.save(germane.folder / f"{name}.npy", rows)
    report = germane.ok("learn", "cca", *views_of("ab"), "--pca", "6", "--json").json()
    components = []
    for name in "ab":
        rows = centred(tall[name])
        components.append(rows @ np.linalg.svd(rows, full_matrices=False)[2][:6].T)
    q = [np.linalg.qr(rows)[0] for rows in components]
    np.testing.assert_allclose(found(report), np.linalg.svd(q[0].T @ q[1], compute_uv=False), atol=1e-6)
    assert report["pca_a"]["components"] == 6
    germane.refused("learn", "kernel-cca", *views_of("ab"), "--pca", "6", says="--kernel linear")
