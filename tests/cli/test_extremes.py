"""Columns at the edge of what numbers can hold: constant, nearly constant, and too large to square."""

import numpy as np
import pytest

from archive import Archive
from reference import bundled, csv_text

GROUPS = "".join(f"{i // 4}\n" for i in range(300))
CONSTANTS = [0.1, 0.3, 7.7, -1 / 3, 1e6 + 0.1, 1e9 + 0.1]


def save(germane, name, rows):
    np.save(germane.folder / name, rows)
    germane.write("groups.csv", GROUPS)
    return name


@pytest.mark.parametrize("constant", CONSTANTS)
@pytest.mark.parametrize("method", [["elda", "--ridge", 0.1], ["elda", "--ridge", 0], ["rca"],
                                    ["cfld"], ["pca", "--prepare", "standardize"],
                                    ["pca", "--whiten"]])
def test_a_constant_column_gets_no_weight_whatever_it_is(germane, constant, method):
    rows, labels, names = bundled("wine")
    rows = np.column_stack([np.full(len(rows), constant), rows])
    germane.write("t.csv", csv_text(rows, ["constant", *names[:13]]))
    germane.write("groups.csv", "".join(f"{label}\n" for label in labels))
    for part, (first, last) in enumerate([(0, 70), (70, 178)]):
        germane.write(f"{part}.csv", csv_text(rows[first:last], ["constant", *names[:13]]))
        germane.write(f"{part}.groups", "".join(f"{label}\n" for label in labels[first:last]))
        germane.ok("stats", f"{part}.csv", "--chunklets", f"{part}.groups", "--out", f"{part}.stats")
    germane.ok("merge", "0.stats", "1.stats", "--out", "all.stats")
    hints = [] if method[0] == "pca" else ["--chunklets", "groups.csv"]
    for data in (["t.csv", *hints, "--check", "none"], ["all.stats"]):
        germane.ok("learn", method[0], *data, *method[1:], "--out", "the.model")
        learned = Archive(germane.folder / "the.model").map
        assert np.abs(learned[:, 0]).max() <= 1e-6 * np.abs(learned).max()


@pytest.mark.parametrize("center, spread", [(1.7e9, 1e-3), (1e12, 0.5), (1e6, 5e-7)])
def test_a_spread_of_a_few_thousand_roundings_is_used(germane, center, spread):
    noise = np.random.default_rng(1).normal(size=(300, 3))
    save(germane, "t.npy", center + spread * noise)
    for method in (["rca", "--shrinkage", 0], ["cfld"], ["lda"]):
        hints = "--labels" if method[0] == "lda" else "--chunklets"
        germane.ok("learn", *method, "t.npy", hints, "groups.csv", "--out", f"{method[0]}.model")
    learned = Archive(germane.folder / "rca.model").map
    values = (center + spread * noise) - center
    within = values - np.repeat(values.reshape(75, 4, 3).mean(1), 4, axis=0)
    whitened = within @ learned.T
    assert np.abs(whitened.T @ whitened / 300 - np.eye(3)).max() < 1e-6


@pytest.mark.parametrize("size", [1e154, 1e160, 1e200])
@pytest.mark.parametrize("method", ["rca", "lda", "elda", "cfld", "pca"])
def test_numbers_too_large_to_square_are_refused_as_that(germane, size, method):
    save(germane, "t.npy", size * np.random.default_rng(1).normal(size=(300, 6)))
    hints = {"lda": ["--labels", "groups.csv"], "pca": []}.get(method, ["--chunklets", "groups.csv"])
    for check in ("folds", "none"):
        germane.refused("learn", method, "t.npy", *hints, "--check", check, "--out", "x.model",
                        code=1, says="too large to square")


def test_rows_that_differ_by_rounding_alone_have_no_spread(germane):
    rows = np.full((300, 2), 0.3)
    rows[::2] = 0.1 + 0.2  # one rounding away
    save(germane, "t.npy", rows)
    for method in ("rca", "cfld", "elda"):
        germane.refused("learn", method, "t.npy", "--chunklets", "groups.csv", "--out", "x.model",
                        code=1, says="identical")


def test_a_file_above_the_limit_fails_like_a_full_disk(germane):
    import resource
    import subprocess
    rows = np.random.default_rng(1).normal(size=(3000, 20))
    np.save(germane.folder / "t.npy", rows)
    germane.ok("learn", "pca", "t.npy", "--out", "m")
    before = germane.files()
    done = subprocess.run([str(germane.binary), "transform", "m", "t.npy", "--out", "out.csv"],
                          cwd=germane.folder, capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                (100_000, 100_000)))
    assert done.returncode == 2, done
    assert "out.csv" in done.stderr
    assert germane.files() == before
