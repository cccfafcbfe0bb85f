"""GERMANE_PROCESSOR: what a processor can do shows in the time that is taken, not in the answer."""

import numpy as np
import pytest

KINDS = ["plain", "avx2", "avx512"]


@pytest.fixture
def rows(germane):
    """Clusters that overlap, so that rounding could tell."""
    random = np.random.default_rng(0)
    x = random.standard_normal((3000, 20)) + 2 * random.standard_normal((30, 20))[random.integers(0, 30, 3000)]
    np.save(germane.folder / "rows.npy", x.astype(np.float32))
    return "rows.npy"


def outputs(germane, monkeypatch, file, *words):
    found = []
    for kind in KINDS:
        monkeypatch.setenv("GERMANE_PROCESSOR", kind)
        germane.ok(*words, "--out", file, "--quiet")
        found.append(germane.bytes_of(file))
    return found


def test_clusters_of_kmeans_are_the_same_bits(germane, rows, monkeypatch):
    first, *others = outputs(germane, monkeypatch, "c.csv", "cluster", "kmeans", rows, "--k", "30", "--seed", "1")
    assert all(other == first for other in others)


def test_nearest_rows_are_the_same_bits(germane, rows, monkeypatch):
    first, *others = outputs(germane, monkeypatch, "nearest.npy", "retrieve", rows, "--k", "5")
    assert all(other == first for other in others)


def test_likelihoods_of_mixtures_agree_to_rounding(germane, rows, monkeypatch):
    found = []
    for kind in KINDS:
        monkeypatch.setenv("GERMANE_PROCESSOR", kind)
        found.append(germane.ok("cluster", "gmm", rows, "--k", "3", "--iterations", "5", "--restarts", "1", "--tolerance",
                                "0", "--quiet", "--json").json())
    text = [str(each) for each in found]
    assert "log_likelihood" in text[0]
    likelihoods = [next(value for key, value in walk(each) if key == "log_likelihood") for each in found]
    np.testing.assert_allclose(likelihoods, likelihoods[0], rtol=1e-10)


def walk(node):
    """All keys and values of nested objects."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield key, value
            yield from walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value)


def test_an_unknown_kind_is_named(germane, rows, monkeypatch):
    monkeypatch.setenv("GERMANE_PROCESSOR", "sse9")
    germane.refused("cluster", "kmeans", rows, "--k", "3", "--out", "c.csv",
                    says=["GERMANE_PROCESSOR = sse9", "avx512, avx2 or plain"])
