"""pwca and kernel-cca, against NumPy."""

import numpy as np
import pytest
import scipy.linalg

from archive import Archive
from views import centred, found, mapped, views_of, wide


def unit_kernel(rows):
    """The centred linear kernel with a mean diagonal of 1."""
    kernel = centred(rows) @ centred(rows).T
    return kernel / np.diag(kernel).mean()


def rbf(x, y, gamma):
    return np.exp(-gamma * ((x[:, None] - y[None]) ** 2).sum(axis=2))


def kernel_cca(k1, k2, kappa):
    """By the definition with alpha and beta: a generalised eigenproblem of centred kernels."""
    n = len(k1)
    center = np.eye(n) - 1 / n
    k1, k2 = center @ k1 @ center, center @ k2 @ center
    def whitener(k):
        values, vectors = np.linalg.eigh(k)
        keep = values > 1e-9 * values[-1]
        values, vectors = values[keep], vectors[:, keep]
        return vectors * np.sqrt(values / (values + kappa * np.trace(k) / n))
    return np.linalg.svd(whitener(k1).T @ whitener(k2), compute_uv=False)


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_pwca_is_the_parallel_sum_of_kernels(germane, wide, names):
    report = germane.ok("learn", "pwca", *views_of(names), "--ridge", "0.1", "--dimensions", "4",
                        "--json", "--out", "x.model").json()
    kernels = [unit_kernel(wide[name]) for name in names]
    total = sum(np.linalg.inv(kernel + 0.1 * np.eye(30)) for kernel in kernels)
    values, vectors = np.linalg.eigh(np.linalg.inv(total))
    np.testing.assert_allclose(report["summary"]["gamma"], values[::-1][:4], rtol=1e-8)
    model = Archive(germane.folder / "x.model")
    for name, kernel in zip(names, kernels):
        told = np.sqrt(30) * kernel @ np.linalg.solve(kernel + 0.1 * np.eye(30), vectors[:, ::-1][:, :4])
        np.testing.assert_allclose(np.abs(mapped(model, name, wide[name])), np.abs(told), atol=1e-7)


def test_pwca_of_many_objects_and_of_few_agree(germane, wide):
    # Columns fewer than objects: the same objects through the columns' covariances.
    random = np.random.default_rng(2)
    for name in "ab":
        np.save(germane.folder / f"{name}.npy", wide[name][:, :6])
        np.save(germane.folder / f"{name}_wide.npy",
                wide[name][:, :6] @ np.linalg.qr(random.normal(size=(60, 6)))[0].T)
    narrow = germane.ok("learn", "pwca", *views_of("ab"), "--dimensions", "3", "--json").json()
    turned = germane.ok("learn", "pwca", "--view", "a=a_wide.npy", "--view", "b=b_wide.npy",
                        "--dimensions", "3", "--json").json()
    np.testing.assert_allclose(narrow["summary"]["gamma"], turned["summary"]["gamma"], rtol=1e-7)
    np.testing.assert_allclose(found(narrow), found(turned), atol=1e-8)


def test_the_printed_system_leaves_contradictions_out(germane, wide):
    report = germane.ok("learn", "pwca", *views_of("ab"), "--system", "printed", "--ridge", "0.2",
                        "--dimensions", "2", "--json").json()
    k1, k2, eye = unit_kernel(wide["a"]), unit_kernel(wide["b"]), np.eye(30)
    values, vectors = scipy.linalg.eigh(scipy.linalg.block_diag(k1, k2),
                                        np.block([[1.2 * eye, eye], [eye, 1.2 * eye]]))
    kept = []
    for value, vector in zip(values[::-1], vectors.T[::-1]):
        alpha, beta = vector[:30], vector[30:]
        if np.sum((alpha + beta) ** 2) > alpha @ alpha + beta @ beta:
            kept.append(value)
    np.testing.assert_allclose(report["summary"]["gamma"], kept[:2], rtol=1e-9)
    assert report["summary"]["contradictory"] > 0
    germane.refused("learn", "pwca", *views_of("ab"), "--ridge", "0", says="--ridge 0.01")
    germane.refused("learn", "pwca", *views_of("ab"), "--view-ridge", "a=0.3", says="unknown option '--view-ridge'")


def test_kernel_cca_of_linear_kernels_is_cca_with_the_ridge_per_object(germane, wide):
    n, d = 30, {"a": 50, "b": 40}
    per_column = [word for name in "ab" for word in ("--view-ridge", f"{name}={0.02 * d[name] / n}")]
    dual = germane.ok("learn", "kernel-cca", *views_of("ab"), "--kernel", "linear", "--ridge", "0.02",
                      "--dimensions", "4", "--json").json()
    primal = germane.ok("learn", "cca", *views_of("ab"), *per_column, "--dimensions", "4", "--json").json()
    np.testing.assert_allclose(found(dual), found(primal), atol=1e-8)
    landmarks = germane.ok("learn", "kernel-cca", *views_of("ab"), "--kernel", "linear", "--ridge", "0.02",
                           "--landmarks", "30", "--dimensions", "4", "--json").json()
    np.testing.assert_allclose(found(landmarks), found(primal), atol=1e-6)


@pytest.mark.parametrize("shift", [0, 10])
def test_kernel_cca_with_rbf_and_with_its_values_precomputed(germane, wide, shift):
    gamma = 0.02
    for name in "ab":
        np.save(germane.folder / f"{name}.npy", wide[name] + shift)
        np.save(germane.folder / f"k{name}.npy", rbf(wide[name], wide[name], gamma))
    report = germane.ok("learn", "kernel-cca", *views_of("ab"), "--gamma", str(gamma), "--ridge", "0.1",
                        "--dimensions", "3", "--json", "--out", "x.model").json()
    expected = kernel_cca(rbf(wide["a"], wide["a"], gamma), rbf(wide["b"], wide["b"], gamma), 0.1)
    np.testing.assert_allclose(report["summary"]["singular_values"][:3], expected[:3], atol=1e-8)
    given = germane.ok("learn", "kernel-cca", "--view", "a=ka.npy", "--view", "b=kb.npy", "--kernel",
                       "precomputed", "--ridge", "0.1", "--dimensions", "3", "--json", "--out",
                       "k.model").json()
    np.testing.assert_allclose(found(given), found(report), atol=1e-7)
    # New rows: the same through both doors, and those learned from as they were learned.
    random = np.random.default_rng(5)
    new = random.normal(size=(7, 50)) + wide["a"].mean()
    np.save(germane.folder / "new.npy", np.vstack([new, wide["a"]]) + shift)
    np.save(germane.folder / "knew.npy", rbf(np.vstack([new, wide["a"]]), wide["a"], gamma))
    germane.ok("transform", "x.model", "--view", "a=new.npy", "--out", "y.npy")
    germane.ok("transform", "k.model", "--view", "a=knew.npy", "--out", "z.npy")
    y, z = np.load(germane.folder / "y.npy"), np.load(germane.folder / "z.npy")
    np.testing.assert_allclose(np.abs(y), np.abs(z), atol=1e-6)
    np.testing.assert_allclose(y[7:].mean(axis=0), 0, atol=1e-8)


def test_kernel_cca_takes_more_than_two_views_and_many_objects(germane):
    random = np.random.default_rng(6)
    shared = random.normal(size=5000)
    for name in "abc":
        np.save(germane.folder / f"{name}.npy",
                np.stack([np.sin(shared), shared ** 2, random.normal(size=5000)], axis=1)
                + 0.1 * random.normal(size=(5000, 3)))
    report = germane.ok("learn", "kernel-cca", *views_of("abc"), "--landmarks", "100", "--dimensions",
                        "2", "--json").json()
    assert found(report, "held_out")[0] > 0.95
    assert report["kernel_a"]["landmarks"] == 100 and 0 < report["kernel_a"]["missed_share"] < 0.2


def test_clusters_are_the_largest_components(germane, wide):
    germane.ok("learn", "pwca", *views_of("ab"), "--dimensions", "3", "--out", "x.model")
    germane.ok("transform", "x.model", "--view", "b=b.npy", "--out", "y.npy", "--clusters", "c.csv")
    expected = np.abs(np.load(germane.folder / "y.npy")).argmax(axis=1)
    lines = (germane.folder / "c.csv").read_text().splitlines()
    assert lines[0] == "row,cluster"
    assert [int(line.split(",")[1]) for line in lines[1:]] == list(expected)
    germane.ok("transform", "x.model", "--view", "b=b.npy", "--clusters", "d.csv")
    assert (germane.folder / "d.csv").read_bytes() == (germane.folder / "c.csv").read_bytes()
    germane.refused("transform", "x.model", "--view", "b=b.npy", "--out", "c.csv", "--clusters", "c.csv",
                    says="two files")
