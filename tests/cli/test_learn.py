"""What every learner shares: links as given, preparation, labels; lda and pca by their certificates."""

import numpy as np
import pytest

from archive import Archive
from reference import (
    bundled, csv_text, generalised_eigenvalues, inverse_root, same_class_pairs,
    total_covariance, within_scatter)


def learn(germane, *arguments, warns=False):
    run = germane.warned if warns else germane.ok
    run("learn", *arguments, "--out", "the.model")
    return Archive(germane.folder / "the.model")


def test_given_links_use_every_pair_with_its_weight_and_no_closure(germane):
    rows, labels, _ = bundled("iris")
    pairs = same_class_pairs(labels, 40, seed=5)
    pairs += [(10, 11), (11, 12), (10, 12)]  # closed they would be one chunklet of three
    pairs = sorted(set(pairs))
    weights = np.random.default_rng(6).uniform(0.1, 3, len(pairs)).round(3)
    germane.write("pairs.csv", "a,b,kind,weight\n" + "".join(
        f"{a},{b},same,{w}\n" for (a, b), w in zip(pairs, weights)))
    model = learn(germane, "rca", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                  "--links", "given", "--shrinkage", 0, "--check", "none")
    h = np.array([rows[a] - rows[b] for a, b in pairs])
    c = (h * weights[:, None]).T @ h / (4 * weights.sum())
    assert np.abs(model.map - inverse_root(c)).max() < 1e-10


def test_given_links_do_not_care_about_the_scale_of_weights(germane):
    pairs = same_class_pairs(bundled("iris")[1], 40, seed=5)
    models = []
    for weight in (1, 7):
        germane.write("pairs.csv", "".join(f"{a} {b} same {weight}\n" for a, b in pairs))
        models.append(learn(germane, "rca", "data/iris.csv", "--label", "label", "--pairs",
                            "pairs.csv", "--links", "given", "--shrinkage", 0, "--check", "none"))
    assert np.abs(models[0].map - models[1].map).max() < 1e-12


def test_given_disjoint_pairs_equal_closed_ones(germane):
    germane.write("pairs.csv", "".join(f"{i} {i + 1}\n" for i in range(0, 150, 2)))
    maps = [learn(germane, "rca", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                  "--links", links, "--shrinkage", 0, "--check", "none").map
            for links in ("closed", "given")]
    assert np.abs(maps[0] - maps[1]).max() < 1e-12



def test_standardize_learns_on_scaled_columns_and_maps_the_rows_as_they_are(germane):
    rows, labels, _ = bundled("wine")
    model = learn(germane, "rca", "data/wine.csv", "--chunklet-column", "label", "--check", "none",
                  "--shrinkage", 0, "--prepare", "standardize")
    deviation = rows.std(axis=0)
    scatter, p, _ = within_scatter(rows / deviation, labels)
    expected = inverse_root(scatter / p) / deviation
    germane.ok("transform", "the.model", "data/wine.csv", "--label", "label", "--out", "new.npy")
    new = np.load(germane.folder / "new.npy")
    assert np.abs(new - (rows - rows.mean(axis=0)) @ expected.T).max() < 1e-9
    assert model.options["prepare"] == "standardize"


def test_unit_rows_are_stored_in_the_model_and_applied_by_transform(germane):
    rows, labels, _ = bundled("wine")
    learn(germane, "rca", "data/wine.csv", "--chunklet-column", "label", "--check", "none",
          "--shrinkage", 0, "--prepare", "unit-rows")
    germane.ok("transform", "the.model", "data/wine.csv", "--label", "label", "--out", "new.npy")
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    scatter, p, _ = within_scatter(unit, labels)
    expected = (unit - unit.mean(axis=0)) @ inverse_root(scatter / p)
    new = np.load(germane.folder / "new.npy")
    assert np.abs(new - expected).max() < 1e-7 * np.abs(expected).max()


def test_a_row_of_zeros_has_no_unit_length(germane):
    germane.write("t.csv", "a,b\n1,2\n0,0\n3,1\n")
    germane.refused("learn", "pca", "t.csv", "--prepare", "unit-rows", "--out", "m", says="1")



@pytest.mark.parametrize("name", ["iris", "wine"])
def test_lda_keeps_the_top_generalised_eigenvectors_one_less_than_classes(germane, name):
    rows, labels, _ = bundled(name)
    w = learn(germane, "lda", f"data/{name}.csv", "--label", "label", "--shrinkage", 0,
              "--check", "none").map
    scatter, p, _ = within_scatter(rows, labels)
    c, s = scatter / p, total_covariance(rows)
    assert w.shape[0] == 2
    assert np.abs(w @ c @ w.T - np.eye(2)).max() < 1e-9
    assert np.diag(w @ s @ w.T) == pytest.approx(generalised_eigenvalues(s, c)[:2], rel=1e-9)


def test_lda_learns_from_the_labelled_rows_only(germane):
    rows, labels, names = bundled("iris")
    some = [label if i % 3 == 0 else "" for i, label in enumerate(labels)]
    germane.write("some.csv", csv_text(rows, names, {"label": some}))
    germane.write("part.csv", csv_text(rows[::3], names, {"label": labels[::3]}))
    a = learn(germane, "lda", "some.csv", "--label", "label", "--shrinkage", 0, "--check", "none")
    b = learn(germane, "lda", "part.csv", "--label", "label", "--shrinkage", 0, "--check", "none")
    assert np.abs(a.metric - b.metric).max() < 1e-10 * np.abs(b.metric).max()


def test_labels_may_come_from_a_file(germane):
    labels = bundled("iris")[1]
    germane.write("labels.txt", "".join(f"{label}\n" for label in labels))
    a = learn(germane, "lda", "data/iris.csv", "--exclude", "label", "--labels", "labels.txt")
    b = learn(germane, "lda", "data/iris.csv", "--label", "label")
    assert (a.map == b.map).all()


@pytest.mark.parametrize("whiten", [False, True])
@pytest.mark.parametrize("dimensions", ["all", 2])
def test_pca_gives_the_eigenvectors_of_the_total_covariance(germane, whiten, dimensions):
    rows, _, _ = bundled("wine")
    w = learn(germane, "pca", "data/wine.csv", "--label", "label", "--dimensions", dimensions,
              *(["--whiten"] if whiten else []), warns=not whiten or dimensions != "all").map
    kept = 13 if dimensions == "all" else dimensions
    values, vectors = np.linalg.eigh(total_covariance(rows))
    expected = vectors[:, ::-1][:, :kept].T
    if whiten:
        expected = expected / np.sqrt(values[::-1][:kept, None])
    signs = np.sign((w * expected).sum(axis=1))
    assert w.shape == (kept, 13)
    for one, other, sign in zip(w, expected, signs):
        assert np.abs(one * sign - other).max() < 1e-8 * np.abs(other).max()


def test_pca_summary_gives_the_variances(germane):
    summary = learn(germane, "pca", "data/wine.csv", "--label", "label", warns=True).summary
    values = np.linalg.eigvalsh(total_covariance(bundled("wine")[0]))[::-1]
    assert summary["variances"] == pytest.approx(values, rel=1e-9)
    assert summary["rank"] == 13


def test_pca_of_fewer_rows_than_columns_keeps_the_rank(germane):
    rows = np.random.default_rng(1).normal(size=(6, 9))
    np.save(germane.folder / "wide.npy", rows)
    w = learn(germane, "pca", "wide.npy").map
    assert w.shape == (5, 9)
    assert np.abs(w @ w.T - np.eye(5)).max() < 1e-12


def test_pca_of_identical_rows_is_not_computable(germane):
    germane.write("t.csv", "a,b\n1,2\n1,2\n1,2\n")
    germane.refused("learn", "pca", "t.csv", "--out", "m", code=1, says="identical")
