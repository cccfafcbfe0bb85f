"""Learners of one table: results, shapes and paths that agree."""

import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

import germane

EIGHT = np.array([[-0.05, 3.0], [0.05, -3.0], [0.1, -3.55], [-0.1, 3.55], [-0.95, -0.05], [0.95, 0.05], [0.4, 0.05],
                  [-0.4, -0.05]])
CHUNKS = [0, 0, 1, 1, 2, 2, 3, 3]
FROM_STATISTICS = [germane.PCA(), germane.LDA(), germane.RCA(), germane.CFLD(), germane.ELDA(ridge=0.1)]


def within_covariance(X, y):
    """S_w / p, in NumPy."""
    scatter = sum((X[y == g] - X[y == g].mean(0)).T @ (X[y == g] - X[y == g].mean(0)) for g in np.unique(y))
    return scatter / len(X)


def test_rca_of_metric_learns_eight_points():
    rca = germane.RCA(shrinkage=0, check="none").fit(EIGHT, CHUNKS)
    expected = [[1.936702623, 0.032086285], [0.032086285, 0.430847426]]
    assert np.allclose(rca.components_, expected, atol=1e-8)
    assert np.allclose(rca.get_mahalanobis_matrix(), np.linalg.inv(within_covariance(EIGHT, np.array(CHUNKS))))


def test_rca_inverts_the_scatter_inside_classes(iris):
    X, y = iris
    rca = germane.RCA(shrinkage=0).fit(X, y)
    assert np.allclose(rca.get_mahalanobis_matrix(), np.linalg.inv(within_covariance(X, y)))
    labels = germane.KMeans(3).fit_predict(rca.transform(X))
    assert round(adjusted_rand_score(y, labels), 4) == 0.9410


def test_new_row_is_components_times_row_less_center(iris):
    X, y = iris
    for estimator in (germane.PCA(2), germane.LDA(), germane.RCA(), germane.ELDA()):
        fitted = estimator.fit(X, y)
        assert np.allclose(fitted.transform(X), (X - fitted.center_) @ fitted.components_.T)
        assert fitted.transform(X).shape == (150, len(fitted.components_))


def test_inverse_transform_brings_rows_back(iris):
    X, y = iris
    rca = germane.RCA().fit(X, y)
    assert np.allclose(rca.inverse_transform(rca.transform(X)), X)


def test_groups_may_be_words_and_have_gaps(iris):
    X, y = iris
    plain = germane.RCA().fit(X, y).components_
    assert np.array_equal(germane.RCA().fit(X, y * 100 + 7).components_, plain)
    assert np.array_equal(germane.RCA().fit(X, np.array(["a", "b", "c"])[y]).components_, plain)
    assert np.array_equal(germane.RCA().fit(X, y.astype(float)).components_, plain)


def test_minus_one_none_and_nan_are_no_chunklet(iris):
    X, y = iris
    some = np.where(np.arange(150) % 3 == 0, -1, y)
    plain = germane.RCA().fit(X, some).components_
    assert np.array_equal(germane.RCA().fit(X, np.where(some < 0, np.nan, some)).components_, plain)
    words = np.where(some < 0, None, some.astype(object))
    assert np.array_equal(germane.RCA().fit(X, words).components_, plain)


def test_minus_one_is_a_class_for_lda(iris):
    X, y = iris
    assert np.array_equal(germane.LDA().fit(X, y - 1).components_, germane.LDA().fit(X, y).components_)


def test_float32_stays_float32_and_rows_are_not_copied(iris):
    X, y = iris
    single = X.astype(np.float32)
    before = single.copy()
    rca = germane.RCA().fit(single, y)
    assert rca.transform(single).dtype == np.float32 and rca.transform(X).dtype == np.float64
    assert np.allclose(rca.transform(single), germane.RCA().fit(X, y).transform(X), atol=1e-3)
    assert np.array_equal(single, before)


def test_memory_mapped_and_sparse_rows_give_the_same(iris, tmp_path):
    X, y = iris
    np.save(tmp_path / "x.npy", X)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    plain = germane.RCA().fit(X, y)
    assert np.array_equal(germane.RCA().fit(mapped, y).components_, plain.components_)
    sparse = scipy.sparse.csr_matrix(X)
    assert np.allclose(germane.RCA().fit(sparse, y).components_, plain.components_)
    assert np.allclose(plain.transform(sparse), plain.transform(X))


def test_broken_sparse_matrices_are_refused():
    matrix = scipy.sparse.csr_matrix(np.eye(4))
    matrix.indices[0] = 77
    with pytest.raises(ValueError, match="column|index"):
        germane.PCA().fit(matrix)


def test_data_frames_keep_names_and_pandas_comes_out(iris):
    X, y = iris
    frame = pd.DataFrame(X, columns=list("abcd"))
    rca = germane.RCA(n_components=2).set_output(transform="pandas").fit(frame, y)
    mapped = rca.transform(frame)
    assert list(mapped.columns) == ["rca0", "rca1"] and list(rca.feature_names_in_) == list("abcd")
    assert rca.model_.columns("") == list("abcd")
    with pytest.raises(ValueError, match="feature names"):
        rca.transform(frame[["b", "a", "c", "d"]])


def test_constraints_go_by_the_index_of_a_frame(iris):
    X, y = iris
    frame = pd.DataFrame(X, index=[f"flower{i}" for i in range(150)])
    pairs = [(i, i + 1) for i in range(0, 150, 2)]
    named = germane.Constraints(must_links=[(f"flower{a}", f"flower{b}") for a, b in pairs])
    by_name = germane.RCA().fit(frame, constraints=named)
    assert np.array_equal(by_name.components_, germane.RCA().fit(X, constraints=germane.Constraints(pairs)).components_)
    shuffled = frame.sample(frac=1, random_state=0)
    assert np.allclose(germane.RCA().fit(shuffled, constraints=named).components_, by_name.components_)
    with pytest.raises(ValueError, match="1 of 2 name no row, the first: 'nobody'"):
        germane.RCA().fit(frame, constraints=germane.Constraints(must_links=[("flower0", "nobody")]))
    with pytest.raises(ValueError, match="are no row numbers"):
        germane.RCA().fit(X, constraints=named)


def test_pairs_of_points_and_of_indices_are_metric_learns(iris):
    X, y = iris
    indices = np.array([(i, i + 1) for i in range(0, 150, 2)])
    by_points = germane.RCA(check="none").fit(X[indices])
    by_indices = germane.RCA(check="none", preprocessor=X).fit(indices)
    by_chunks = germane.RCA(check="none").fit(X, np.arange(150) // 2)
    assert np.allclose(by_points.components_, by_chunks.components_)
    assert np.allclose(by_indices.components_, by_chunks.components_)
    assert np.allclose(by_indices.pair_distance(indices), by_points.pair_distance(X[indices]))


def test_distances_scores_and_metric_agree(iris):
    X, y = iris
    rca = germane.RCA().fit(X, y)
    pairs = X[[[0, 1], [0, 60], [70, 120]]]
    differences = pairs[:, 0] - pairs[:, 1]
    expected = np.sqrt(np.einsum("ni,ij,nj->n", differences, rca.get_mahalanobis_matrix(), differences))
    assert np.allclose(rca.pair_distance(pairs), expected)
    assert np.allclose(rca.pair_score(pairs), -expected)
    metric = rca.get_metric()
    assert np.isclose(metric(X[0], X[60]), expected[1]) and np.isclose(metric(X[0], X[60], squared=True), expected[1]**2)
    nearest = KNeighborsClassifier(3, metric=metric).fit(X, y)
    assert nearest.score(X, y) > 0.95


def test_threshold_separates_what_it_was_calibrated_on():
    pairs = np.array([[[0.0], [0.1]], [[0.0], [0.2]], [[0.0], [5.0]], [[0.0], [6.0]]])
    learned = germane.RCA(check="none").fit(np.array([[0.0], [1.0], [5.0], [6.5]]), [0, 0, 1, 1])
    kinds = [1, 1, -1, -1]
    with pytest.raises(AttributeError) as refused:
        learned.predict(pairs)
    assert "no threshold" in str(refused.value.__cause__ or refused.value)  # newer scikit-learn says it behind its own words
    for strategy, more in (("accuracy", {}), ("f_beta", {}), ("max_tpr", {"min_rate": 1.0}),
                           ("max_tnr", {"min_rate": 1.0})):
        learned.calibrate_threshold(pairs, kinds, strategy=strategy, **more)
        assert learned.predict(pairs).tolist() == kinds
    assert learned.score(pairs, kinds) == 1.0
    assert learned.set_threshold(1e9).predict(pairs).tolist() == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="strategy = 'best'"):
        learned.calibrate_threshold(pairs, kinds, strategy="best")
    with pytest.raises(ValueError, match="both kinds"):
        learned.calibrate_threshold(pairs, [1, 1, 1, 1])


def test_check_says_whether_it_helped(iris):
    X, y = iris
    rca = germane.RCA().fit(X, constraints=germane.Constraints.simulate(y, components=0.7))
    assert rca.check_["verdict"] == "it helped"
    assert [row["distance"] for row in rca.check_["scores"]] == ["raw columns", "standardized columns", "after rca"]
    assert germane.RCA(check="none").fit(X, y).check_["verdict"] == "not checked"


@pytest.mark.parametrize("estimator", FROM_STATISTICS)
def test_partial_fit_equals_fit(iris, estimator):
    X, y = iris
    whole = clone(estimator).set_params(check="none").fit(X, y)
    parts = clone(whole)
    for i in range(5):
        parts.partial_fit(X[i::5], y[i::5])
    assert np.allclose(np.abs(parts.components_), np.abs(whole.components_), atol=1e-9)


def test_what_needs_rows_has_no_partial_fit():
    assert not hasattr(germane.KernelRCA(), "partial_fit") and hasattr(germane.RCA(), "partial_fit")


def test_pickled_cloned_saved_and_loaded_are_the_same(iris, tmp_path):
    X, y = iris
    for estimator in (germane.RCA(n_components=2), germane.KernelRCA(ridge=0.1), germane.ELDA(), germane.MMC()):
        fitted = estimator.fit(X, y)
        again = pickle.loads(pickle.dumps(fitted))
        assert np.array_equal(again.transform(X), fitted.transform(X))
        assert again.report_.text == fitted.report_.text
        fitted.save(tmp_path / "x.model")
        assert np.array_equal(germane.load(tmp_path / "x.model").transform(X), fitted.transform(X))
        assert not hasattr(clone(fitted), "model_")


def test_models_are_the_tools_bit_for_bit(iris, tool, tmp_path):
    X, y = iris
    np.save(tmp_path / "x.npy", X)
    germane.RCA().fit(X, y).save(tmp_path / "python.model")
    subprocess.run([tool, "transform", tmp_path / "python.model", tmp_path / "x.npy", "--out", tmp_path / "mapped.npy"],
                   check=True, capture_output=True)
    assert np.array_equal(np.load(tmp_path / "mapped.npy"), germane.load(tmp_path / "python.model").transform(X))
    np.savetxt(tmp_path / "y.csv", y, fmt="%d")
    subprocess.run([tool, "learn", "rca", tmp_path / "x.npy", "--chunklets", tmp_path / "y.csv", "--out",
                    tmp_path / "tool.model"], check=True, capture_output=True)
    loaded = germane.load(tmp_path / "tool.model")
    loaded.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == (tmp_path / "tool.model").read_bytes()
    assert np.allclose(loaded.components_, germane.RCA().fit(X, y).components_, rtol=1e-12)


def test_pipelines_and_grid_searches_route_chunklets(iris):
    X, y = iris
    chunks = y * 10 + np.arange(150) % 10  # thirty chunklets
    search = GridSearchCV(germane.RCA(check="none"), {"dimensions": [1, 4]}, cv=GroupKFold(5))
    search.fit(X, chunks, groups=chunks)
    assert search.best_params_["dimensions"] in (1, 4) and 0.5 < search.best_score_ <= 1
    pipe = make_pipeline(germane.RCA(check="none"), germane.KMeans(3)).fit(X, y)
    assert adjusted_rand_score(y, pipe[-1].labels_) > 0.9
    assert adjusted_rand_score(y, pipe.predict(X)) > 0.9


def test_missing_cells_are_filled_by_means_when_asked(iris):
    X, y = iris
    gaps = X.copy()
    gaps[3, 1] = np.nan
    with pytest.raises(ValueError, match=r"row 3 \(from 0\), column 1: NaN"):
        germane.RCA().fit(gaps, y)
    filled = X.copy()
    filled[3, 1] = np.delete(X[:, 1], 3).mean()
    learned = germane.RCA(missing="mean").fit(gaps, y)
    assert np.allclose(learned.components_, germane.RCA().fit(filled, y).components_)
    assert np.allclose(learned.transform(gaps), learned.transform(filled))


def test_what_cannot_be_computed_is_a_numerical_error():
    X = np.column_stack([np.repeat([0.0, 1.0], 4), np.arange(8.0)])
    with pytest.raises(germane.NumericalError, match="never inside a chunklet"):
        germane.RCA(shrinkage=0).fit(X, np.repeat([0, 1], 4))
    with pytest.raises(ValueError, match="all 3 chunklets have one row"):
        germane.RCA().fit(X[:3], [0, 1, 2])


def test_every_class_is_sampled_for_supervised_learners(iris):
    X, y = iris
    drawn = germane.RCA_Supervised(chunk_size=2)._drawn(y)
    assert {int(y[row]) for row in drawn.groups} == {0, 1, 2}
    pairs = germane.MMC_Supervised(n_constraints=30)._drawn(y)
    assert {int(y[a]) for a, _ in pairs.must_links} == {0, 1, 2}
    assert all(y[a] == y[b] for a, b in pairs.must_links) and all(y[a] != y[b] for a, b in pairs.cannot_links)
    with pytest.raises(ValueError, match="n_chunks = 100: the classes have rows for 75 chunklets of 2"):
        germane.RCA_Supervised(n_chunks=100).fit(X, y)


def test_auto_metric_says_which_method(iris):
    X, y = iris
    learned = germane.AutoMetric().fit(X, constraints=germane.Constraints.simulate(y, components=0.7))
    assert learned.method_ in ("rca", "elda", "cfld") and learned.transform(X).shape[0] == 150


def test_truth_goes_on_in_other_types(iris):
    X, y = iris
    truth = y == 1
    for learner in (germane.RCA(check="none"), germane.LDA(check="none")):
        for kind in (object, int, float):
            learner = clone(learner).partial_fit(X[::2], truth[::2]).partial_fit(X[1::2], truth[1::2].astype(kind))
            assert learner.statistics_.describe().data["open_chunklets"] == 2


def test_partial_fit_says_that_it_begins_anew_and_keeps_what_says_too_little(iris):
    X, y = iris
    fitted = germane.RCA(check="none").fit(X, y)
    with pytest.warns(germane.GermaneWarning, match="begins anew"):
        fitted.partial_fit(X[:60], y[:60])
    assert fitted.statistics_.rows == 60
    sorted_parts = germane.LDA(check="none")
    with pytest.raises(ValueError, match="These rows are kept"):
        sorted_parts.partial_fit(X[:50], y[:50])
    np.testing.assert_allclose(sorted_parts.partial_fit(X[50:], y[50:]).components_,
                               germane.LDA(check="none").fit(X, y).components_, rtol=1e-8, atol=1e-10)


def test_statistics_with_y_are_refused(iris):
    X, y = iris
    with pytest.raises(ValueError, match="leave y and constraints out"):
        germane.RCA(check="none").fit(germane.Statistics().update(X, y), y)


def test_the_metric_pickles(iris):
    X, y = iris
    metric = germane.RCA(check="none").fit(X, y).get_metric()
    assert pickle.loads(pickle.dumps(metric))(X[0], X[1]) == metric(X[0], X[1])


@pytest.mark.parametrize("kind, size", [("f4", 3e38), ("f8", 1e308)])
def test_rows_too_far_to_be_mapped_are_refused(kind, size):
    X = np.random.default_rng(0).normal(size=(60, 30)).astype(kind)
    learned = germane.RCA(check="none").fit(X, np.arange(60) // 4)
    with pytest.raises(germane.NumericalError, match="row 1 .* would be infinite"):
        learned.transform(np.vstack([X[:1], np.full((2, 30), size, dtype=kind) * np.sign(learned.components_[0]).astype(kind)]))
