"""What `learn rca` writes is what its formulas say, recomputed in NumPy from the model file alone."""

import numpy as np
import pytest

from archive import Archive
from reference import (
    bundled, closure, correlations, csv_text, generalised_eigenvalues, inverse_root,
    ledoit_wolf_weight, oas_weight, read_rows, same_class_pairs, shrink, total_covariance,
    within_scatter)

IRIS = ("data/iris.csv", "--chunklet-column", "label", "--check", "none")


def learn(germane, *arguments):
    germane.ok("learn", *arguments, "--out", "the.model")
    return Archive(germane.folder / "the.model")


def test_iris_mahalanobis_matrix_has_the_known_values(germane):
    metric = learn(germane, "rca", *IRIS, "--shrinkage", 0).metric
    known = [11.06481504, 14.52436643, 15.09102422, 37.52283607]
    assert np.abs(np.diag(metric) - known).max() < 5e-9
    assert abs(metric[0, 1] + 5.48691938) < 5e-9


def test_rca_is_the_symmetric_inverse_root_of_the_within_covariance(germane):
    model = learn(germane, "rca", *IRIS, "--shrinkage", 0)
    rows, labels, names = bundled("iris")
    scatter, p, _ = within_scatter(rows, labels)
    assert np.abs(model.map - inverse_root(scatter / p)).max() < 1e-11
    assert np.abs(model.map - model.map.T).max() < 1e-12
    assert model.texts("columns") == names
    assert model.metadata["method"] == "rca"


def test_center_is_the_mean_of_all_rows(germane):
    model = learn(germane, "rca", *IRIS, "--shrinkage", 0)
    assert np.abs(model.center - bundled("iris")[0].mean(axis=0)).max() < 1e-13


@pytest.mark.parametrize("ending", ["csv", "tsv", "npy"])
def test_covariance_inside_chunklets_is_the_identity_after_the_map(germane, ending):
    learn(germane, "rca", *IRIS, "--shrinkage", 0)
    germane.ok("transform", "the.model", "data/iris.csv", "--label", "label", "--out",
               f"new.{ending}")
    if ending == "npy":
        new = np.load(germane.folder / "new.npy")
    else:
        text = germane.bytes_of(f"new.{ending}").decode().replace("\t", ",")
        germane.write("new.csv", text)
        header, row, new = read_rows(germane.folder / "new.csv")
        assert header == ["row", "rca_0", "rca_1", "rca_2", "rca_3"]
        assert row == [str(i) for i in range(150)]
    scatter, p, _ = within_scatter(new, bundled("iris")[1])
    assert np.abs(scatter / p - np.eye(4)).max() < 1e-10


def test_transform_is_map_times_row_less_center(germane):
    model = learn(germane, "rca", *IRIS)
    germane.ok("transform", "the.model", "data/iris.csv", "--label", "label", "--out", "new.npy")
    expected = (bundled("iris")[0] - model.center) @ model.map.T
    assert np.abs(np.load(germane.folder / "new.npy") - expected).max() < 1e-13


def test_unbiased_divides_by_rows_less_chunklets(germane):
    model = learn(germane, "rca", *IRIS, "--shrinkage", 0, "--unbiased")
    scatter, p, m = within_scatter(*bundled("iris")[:2])
    assert np.abs(model.map - inverse_root(scatter / (p - m))).max() < 1e-11


@pytest.mark.parametrize("weight", [0.1, 0.5, 1])
def test_a_given_shrinkage_mixes_in_the_diagonal(germane, weight):
    model = learn(germane, "rca", *IRIS, "--shrinkage", weight)
    scatter, p, _ = within_scatter(*bundled("iris")[:2])
    assert np.abs(model.map - inverse_root(shrink(scatter / p, weight))).max() < 1e-11
    assert model.summary["shrinkage"] == weight
    assert model.summary["shrinkage_rule"] == "given"


@pytest.mark.parametrize("name", ["iris", "wine"])
@pytest.mark.parametrize("rule", ["oas", "ledoit-wolf"])
def test_the_automatic_weights_are_those_of_their_papers(germane, name, rule):
    rows, labels, _ = bundled(name)
    pairs = same_class_pairs(labels, 30, seed=3)
    germane.write("pairs.csv", "".join(f"{a},{b}\n" for a, b in pairs))
    model = learn(germane, "rca", f"data/{name}.csv", "--label", "label", "--pairs", "pairs.csv",
                  "--shrinkage", rule, "--check", "none")
    groups = closure(len(rows), pairs)
    scatter, p, m = within_scatter(rows, groups)
    expected = (oas_weight(scatter / p, p - m) if rule == "oas"
                else ledoit_wolf_weight(rows, groups))
    assert 0 < expected < 1
    assert model.summary["shrinkage"] == pytest.approx(expected, rel=1e-10)
    assert model.summary["shrinkage_rule"] == rule
    root = inverse_root(shrink(scatter / p, expected))
    assert np.abs(model.map - root).max() < 1e-9 * np.abs(root).max()


def test_auto_takes_no_shrinkage_when_the_covariance_is_well_conditioned(germane):
    summary = learn(germane, "rca", *IRIS).summary
    assert summary["shrinkage"] == 0
    assert "well conditioned" in summary["shrinkage_rule"]


def test_auto_takes_oas_when_there_are_few_chunklets(germane):
    rows, labels, _ = bundled("wine")
    pairs = same_class_pairs(labels, 9, seed=1)
    germane.write("pairs.csv", "".join(f"{a},{b}\n" for a, b in pairs))
    model = learn(germane, "rca", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv",
                  "--check", "none")
    scatter, p, m = within_scatter(rows, closure(len(rows), pairs))
    spectrum = np.linalg.eigvalsh(correlations(scatter))
    assert spectrum[-1] > 1000 * spectrum[0]
    assert "oas" in model.summary["shrinkage_rule"]
    assert model.summary["shrinkage"] == pytest.approx(oas_weight(scatter / p, p - m), rel=1e-10)


def test_summary_tells_rank_condition_and_counts(germane):
    summary = learn(germane, "rca", *IRIS, "--shrinkage", 0).summary
    scatter, p, m = within_scatter(*bundled("iris")[:2])
    values = np.linalg.eigvalsh(scatter)
    assert summary["rank"] == 4
    assert summary["condition"] == pytest.approx(values[-1] / values[0], rel=1e-10)
    assert (summary["chunklets"], summary["points_in_chunklets"]) == (m, p)
    assert summary["rank_bound"] == p - m


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_fewer_dimensions_solve_the_generalised_eigenproblem(germane, dimensions):
    rows, labels, _ = bundled("wine")
    pairs = same_class_pairs(labels, 200, seed=2)
    germane.write("pairs.csv", "".join(f"{a},{b}\n" for a, b in pairs))
    w = learn(germane, "rca", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv",
              "--shrinkage", 0, "--dimensions", dimensions, "--check", "none").map
    scatter, p, _ = within_scatter(rows, closure(len(rows), pairs))
    c, s = scatter / p, total_covariance(rows)
    assert w.shape == (dimensions, 13)
    assert np.abs(w @ c @ w.T - np.eye(dimensions)).max() < 1e-9
    values = np.diag(w @ s @ w.T)
    assert values == pytest.approx(generalised_eigenvalues(s, c)[:dimensions], rel=1e-9)
    residual = s @ w.T - c @ w.T @ np.diag(values)
    assert np.abs(residual).max() < 1e-9 * np.abs(s @ w.T).max()


def test_more_columns_than_the_chunklets_fill_are_reduced_by_pca_first(germane):
    rows, labels, _ = bundled("wine")
    pairs = [(0, 1), (2, 3), (60, 61), (62, 63), (150, 151), (152, 153)]
    germane.write("pairs.csv", "".join(f"{a},{b}\n" for a, b in pairs))
    model = learn(germane, "rca", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv",
                  "--shrinkage", 0, "--alpha", 0.5, "--check", "none")
    values, vectors = np.linalg.eigh(total_covariance(rows))
    basis = vectors[:, ::-1][:, :3].T  # alpha R = 0.5 * 6
    scatter, p, _ = within_scatter(rows, closure(len(rows), pairs))
    metric = basis.T @ np.linalg.inv(basis @ (scatter / p) @ basis.T) @ basis
    assert model.map.shape[0] == 3
    assert np.abs(model.metric - metric).max() < 1e-8 * np.abs(metric).max()
    assert model.summary["pca_dimensions"] == 3


def test_a_column_without_spread_inside_chunklets_is_refused_without_shrinkage(germane):
    rows, labels, names = bundled("iris")
    rows = np.column_stack([rows, (labels == "setosa").astype(float)])
    germane.write("t.csv", csv_text(rows, [*names, "stiff"], {"label": labels}))
    germane.refused("learn", "rca", "t.csv", "--chunklet-column", "label", "--shrinkage", 0,
                    "--out", "m", code=1, says=["stiff", "never inside a chunklet", "--exclude"])
    # With shrinkage its total variance stands in, and that is said.
    result = germane.ok("learn", "rca", "t.csv", "--chunklet-column", "label", "--shrinkage", 0.1,
                        "--check", "none")
    assert "stiff" in result.out and "total variance" in result.out


def test_a_constant_column_gets_no_weight_and_stays_finite(germane):
    rows, labels, names = bundled("iris")
    rows = np.column_stack([rows, np.full(len(rows), 7.0)])
    germane.write("t.csv", csv_text(rows, [*names, "seven"], {"label": labels}))
    model = learn(germane, "rca", "t.csv", "--chunklet-column", "label", "--shrinkage", 0,
                  "--check", "none")
    assert np.isfinite(model.map).all()
    assert np.abs(model.metric[4]).max() < 1e-9
    expected = learn(germane, "rca", *IRIS, "--shrinkage", 0).metric
    assert np.abs(model.metric[:4, :4] - expected).max() < 1e-9


def test_identical_rows_in_every_chunklet_are_not_computable(germane):
    germane.write("t.csv", "a,b,g\n1,2,x\n1,2,x\n3,5,y\n3,5,y\n")
    germane.refused("learn", "rca", "t.csv", "--chunklet-column", "g", "--out", "m", code=1,
                    says="identical")



def test_a_shift_and_a_rotation_of_the_rows_change_no_distance(germane):
    rows, labels, _ = bundled("iris")
    turn, _ = np.linalg.qr(np.random.default_rng(7).normal(size=(4, 4)))
    np.save(germane.folder / "a.npy", rows)
    np.save(germane.folder / "b.npy", rows @ turn + 1000)
    germane.write("groups", "".join(f"{label}\n" for label in labels))
    a, b = (learn(germane, "rca", f"{name}.npy", "--chunklets", "groups", "--shrinkage", 0,
                  "--check", "none").metric for name in "ab")
    assert np.abs(turn @ b @ turn.T - a).max() < 1e-8


def test_names_of_groups_and_their_gaps_change_nothing(germane):
    labels = bundled("iris")[1]
    names = {"setosa": "7", "versicolor": "900000000000", "virginica": "two words"}
    maps = []
    for value in (lambda l: l, lambda l: names[l]):
        germane.write("groups.csv", "row,chunklet\n" + "".join(
            f"{i},{value(label)}\n" for i, label in enumerate(labels)))
        maps.append(learn(germane, "rca", "data/iris.csv", "--exclude", "label", "--chunklets",
                          "groups.csv").map)
    assert np.abs(maps[0] - maps[1]).max() < 1e-12
