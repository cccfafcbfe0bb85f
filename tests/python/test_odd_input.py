"""Odd and broken input: the right result, or an error that says what to do."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError

import germane
from germane import Constraints


def test_sparse_rows_may_be_unsorted_and_hold_cells_twice(iris):
    X, y = iris
    rca = germane.RCA(check="none").fit(X, y)
    unsorted = sp.csr_matrix(X)[:, [2, 0, 1, 3]]
    assert np.allclose(rca.transform(unsorted), rca.transform(X[:, [2, 0, 1, 3]]))
    twice = sp.csr_matrix((np.ones(4), np.array([0, 0, 1, 3]), np.array([0, 4])), shape=(1, 4))
    assert np.allclose(rca.transform(twice), rca.transform(np.array([[2.0, 1, 0, 1]])))
    assert np.allclose(germane.RCA(check="none").fit(unsorted, y).components_,
                       germane.RCA(check="none").fit(X[:, [2, 0, 1, 3]], y).components_)


def test_broken_sparse_rows_are_refused_by_fit_and_transform(iris):
    X, y = iris
    rca = germane.RCA(check="none").fit(X, y)
    for name, at, value in (("indptr", 3, 10**6), ("indptr", 3, -5), ("indices", 7, 99)):
        broken = sp.csr_matrix(X)
        getattr(broken, name)[at] = value
        with pytest.raises(ValueError):
            rca.transform(broken)
        with pytest.raises(ValueError):
            germane.RCA().fit(broken, y)


def test_float32_sparse_rows_stay_float32(iris):
    X, y = iris
    assert germane.RCA().fit(X, y).transform(sp.csr_matrix(X.astype(np.float32))).dtype == np.float32


def test_what_is_drawn_by_position_is_used_by_position(iris):
    X, y = iris
    frame = pd.DataFrame(X).sample(frac=1, random_state=0)
    labels = y[frame.index]
    for estimator in (germane.RCA_Supervised(chunk_size=5, check="none"), germane.MMC_Supervised(check="none")):
        of_frame = estimator.fit(frame, labels).components_
        assert np.allclose(of_frame, estimator.fit(frame.to_numpy(), labels).components_)
    drawn = Constraints.simulate(labels, size=5, share=0.9)
    assert np.array_equal(germane.RCA().fit(frame, constraints=drawn).components_,
                          germane.RCA().fit(frame.to_numpy(), constraints=drawn).components_)


@pytest.mark.parametrize("none", [None, np.nan, pd.NA, pd.NaT, ""])
def test_no_value_is_no_group(iris, none):
    X, y = iris
    some = np.where(np.arange(150) % 3 == 0, None, y.astype(object))
    expected = germane.RCA().fit(X, some).components_
    given = np.array([none if value is None else value for value in some], dtype=object)
    assert np.array_equal(germane.RCA().fit(X, given).components_, expected)


def test_series_of_every_kind_are_groups(iris):
    X, y = iris
    expected = germane.RCA().fit(X, y).components_
    for dtype in ("string", "category", "Int64", "float"):
        series = pd.Series(y).astype("string" if dtype == "string" else dtype)
        assert np.array_equal(germane.RCA().fit(X, series).components_, expected), dtype


def test_groups_of_a_series_go_by_its_index(iris):
    X, y = iris
    frame = pd.DataFrame(X, index=[f"r{i}" for i in range(150)])
    groups = pd.Series(y, index=frame.index)
    expected = germane.RCA().fit(X, y).components_
    shuffled = Constraints(groups=groups.sample(frac=1, random_state=3))
    assert np.allclose(germane.RCA().fit(frame, constraints=shuffled).components_, expected)
    part = germane.RCA().fit(frame, constraints=Constraints(groups=groups.iloc[:100])).components_
    assert np.allclose(part, germane.RCA().fit(X, np.where(np.arange(150) < 100, y, -1)).components_)


def test_index_that_begins_elsewhere_is_one_of_ids(iris):
    X, _ = iris
    frame = pd.DataFrame(X)
    left, right = frame[[0, 1]], frame[[2, 3]]
    expected = germane.CCA().fit([X[50:100, :2], X[50:100, 2:]]).correlations_
    joined = germane.CCA().fit([left.iloc[0:100], right.iloc[50:150]])
    assert np.allclose(joined.correlations_, expected)
    turned = germane.CCA().fit([left.iloc[1:], right.iloc[1:].iloc[::-1]])
    assert np.allclose(turned.correlations_, germane.CCA().fit([X[1:, :2], X[1:, 2:]]).correlations_)


def test_scores_of_views_are_joined_as_the_fit_is(iris):
    X, _ = iris
    names = [f"r{i}" for i in range(150)]
    left, right = pd.DataFrame(X[:, :2], index=names), pd.DataFrame(X[:, 2:], index=names)
    cca = germane.CCA().fit([left, right])
    shuffled = right.sample(frac=1, random_state=0)
    assert np.isclose(cca.score([left, shuffled]), cca.score([left, right]))
    assert cca.score([left, shuffled.iloc[:100]]) <= 1


def test_columns_of_views_go_by_name(iris):
    X, _ = iris
    left, right = pd.DataFrame(X[:, :2], columns=["a", "b"]), pd.DataFrame(X[:, 2:], columns=["c", "d"])
    cca = germane.CCA().fit([left, right])
    assert np.array_equal(cca.transform([left[["b", "a"]], right])[0], cca.transform([left, right])[0])
    with pytest.raises(ValueError, match="lacks the columns a"):
        cca.transform([left.rename(columns={"a": "z"}), right])


def test_index_with_repeats_is_no_matter_where_rows_are_only_counted(iris):
    X, y = iris
    frame = pd.DataFrame(X, index=["same"] * 150)
    assert germane.RCA().fit(frame, y).partial_fit(frame, y).n_features_in_ == 4
    assert germane.Statistics().update(frame, chunks=y).rows == 150
    assert len(set(germane.KMeans(3).fit(frame, groups=y).labels_[y == 0])) == 1
    with pytest.raises(ValueError, match="is the id of more than one row"):
        germane.RCA().fit(frame, constraints=Constraints([("same", "other")]))


def test_split_of_large_and_named_ids_keeps_everything():
    kept, held = Constraints([(0, 10**9), (1, 2)]).split(0.5)
    assert len(kept.must_links) == len(held.must_links) == 1
    known = Constraints([("a", "b"), ("c", "d")], groups={"e": 1, "f": 1, "g": 2, "h": 2}, labels={"x": 0, "y": 1})
    kept, held = known.split(0.5, seed=1)
    assert len(kept.must_links) + len(held.must_links) == 4
    assert set(kept.labels) | set(held.labels) == {"x", "y"} and not set(kept.labels) & set(held.labels)
    assert len(Constraints(groups={"a": 1, "b": 1, "c": 2, "d": 2}).split(0.5)[1].must_links) == 1


def test_many_weighted_pairs_are_taken_quickly():
    pairs = [(i, i + 1) for i in range(0, 200_000, 2)]
    assert len(Constraints.from_pairs(pairs, [1] * 100_000, iter([1.0] * 100_000))) == 100_000


def test_labels_are_groups_for_learners_of_groups(iris):
    X, y = iris
    assert np.array_equal(germane.RCA().fit(X, constraints=Constraints.from_labels(y)).components_,
                          germane.RCA().fit(X, y).components_)


def test_sampled_lda_takes_ids_and_pairs(iris):
    X, y = iris
    frame = pd.DataFrame(X, index=[f"r{i}" for i in range(150)])
    some = {f"r{i}": int(y[i]) for i in range(0, 150, 5)}
    assert germane.SampledLDA().fit(frame, constraints=Constraints(labels=some)).transform(frame).shape == (150, 2)
    pairs = X[[[0, 1], [50, 51], [0, 50], [2, 60]]]
    assert germane.SampledLDA(n_classes=2).fit(pairs, [1, 1, -1, -1]).components_.shape[1] == 4


def test_unit_rows_have_no_matrix_but_distances(iris):
    X, y = iris
    rca = germane.RCA(prepare="unit-rows").fit(X, y)
    for call in (rca.get_metric, rca.get_mahalanobis_matrix, lambda: rca.inverse_transform(rca.transform(X))):
        with pytest.raises(ValueError, match="rows are brought to length 1"):
            call()
    pairs = X[[[0, 60]]]
    mapped = rca.transform(pairs[0])
    assert np.isclose(rca.pair_distance(pairs)[0], np.linalg.norm(mapped[0] - mapped[1]))
    parts = germane.RCA(prepare="unit-rows", check="none").partial_fit(X[::2], y[::2]).partial_fit(X[1::2], y[1::2])
    assert np.allclose(parts.components_, germane.RCA(prepare="unit-rows", check="none").fit(X, y).components_)


def test_several_values_for_one_are_refused(iris):
    X, _ = iris
    with pytest.raises(ValueError, match=r"n_clusters = \[3, 4\]: must be one value"):
        germane.KMeans([3, 4]).fit(X)
    with pytest.raises(TypeError, match="given twice, under two names: k, n_clusters"):
        germane.KMeans(n_clusters=3, k=4)
    views = [X[:, :2], X[:, 2:]]
    by_view = germane.CCA(c=[0.5, 0.0]).fit(views)
    assert np.allclose(by_view.correlations_, germane.CCA(view_ridge={"view0": 0.5}).fit(views).correlations_)
    with pytest.raises(ValueError, match="ridge: 3 for 2 views"):
        germane.CCA(c=[1, 2, 3]).fit(views)


def test_permutations_give_the_p_values_that_were_asked_for(iris):
    X, y = iris
    tested = germane.CCA(2, ridge=0.1, permutations=19).fit([X[:, :2], X[:, 2:]])
    assert np.isclose(tested.p_values_[0], 0.05)


def test_score_leaves_out_what_fit_does(iris):
    X, y = iris
    rca = germane.RCA().fit(X, y)
    some = np.where(np.arange(150) % 4 == 0, -1, y)
    expected = rca.score(X, some)
    for same in (np.where(some == -1, np.nan, some), np.where(some == -1, None, some.astype(object))):
        assert rca.score(X, same) == expected
    assert germane.LDA().fit(X, y - 1).score(X, y - 1) == germane.LDA().fit(X, y).score(X, y)
    with pytest.raises(ValueError, match="y: 100 for 150 rows"):
        rca.score(X, y[:100])


@pytest.mark.parametrize("kind", [int, float, str])
def test_minus_one_is_a_class_of_lda_in_any_dress(iris, kind):
    X, y = iris
    assert np.array_equal(germane.LDA().fit(X, (y - 1).astype(kind)).components_, germane.LDA().fit(X, y).components_)


def test_fit_begins_anew(iris):
    X, y = iris
    rca = germane.RCA(check="none").partial_fit(X, y)
    rca.fit(X[:100], y[:100]).partial_fit(X[100:], y[100:])
    assert rca.statistics_.rows == 50
    rca.set_threshold(1.0).fit(X, y)
    assert not hasattr(rca, "threshold_")
    frame = pd.DataFrame(X, columns=list("abcd"))
    again = germane.RCA(check="none").fit(frame, y).fit(germane.Statistics().update(X[:, :2], chunks=y))
    assert again.transform(X[:, :2]).shape == (150, 2)


def test_fit_of_pairs_calibrates_and_chunks_is_a_name_of_y(iris):
    X, y = iris
    pairs = X[[[0, 1], [50, 51], [0, 100], [2, 60]]]
    assert germane.MMC(check="none").fit(pairs, [1, 1, -1, -1]).predict(pairs).tolist() == [1, 1, -1, -1]
    assert np.array_equal(germane.RCA().fit(X, chunks=y).components_, germane.RCA().fit(X, y).components_)
    by_index = germane.RCA_Supervised(preprocessor=X, check="none").fit(np.arange(150), y)
    assert np.array_equal(by_index.components_, germane.RCA_Supervised(check="none").fit(X, y).components_)


def test_gaps_are_filled_everywhere(iris):
    X, y = iris
    gaps = X.copy()
    gaps[::10, 1] = np.nan
    rca = germane.RCA(missing="mean").fit(gaps, y)
    assert np.isfinite(rca.pair_distance(gaps[[[0, 1]]])).all()
    sparse = sp.csr_matrix(gaps)
    assert np.allclose(rca.transform(sparse), rca.transform(gaps))
    with pytest.raises(ValueError, match="partial_fit: missing = 'mean'"):
        germane.RCA(missing="mean").partial_fit(gaps, y)
    kmeans = germane.KMeans(3, missing="mean").fit(gaps)
    assert np.allclose(kmeans.transform(sparse), kmeans.transform(gaps))


def test_mixtures_refuse_what_is_not_finite(iris):
    X, _ = iris
    mixture = germane.GaussianMixture(2).fit(X)
    for call in (mixture.predict_proba, mixture.score_samples, mixture.predict, germane.KMeans(2).fit(X).transform):
        for bad in (np.nan, np.inf):
            with pytest.raises(ValueError, match="NaN|inf"):
                call(np.full((1, 4), bad))


def test_preparation_is_that_of_the_fit(iris):
    X, _ = iris
    kmeans = germane.KMeans(3, prepare="standardize").fit(X)
    expected = kmeans.transform(X)
    assert np.array_equal(kmeans.set_params(prepare="none").transform(X), expected)
    assert germane.KMeans(3, prepare="").fit(X).transform(X).shape == (150, 3)


def test_loaded_views_know_their_correlations(iris, tmp_path):
    X, _ = iris
    cca = germane.CCA().fit([X[:, :2], X[:, 2:]])
    cca.save(tmp_path / "x.model")
    assert np.allclose(germane.load(tmp_path / "x.model").correlations_, cca.correlations_)
    frame = pd.DataFrame(X, columns=list("abcd"))
    germane.PCA().fit(frame).save(tmp_path / "y.model")
    assert list(germane.load(tmp_path / "y.model").feature_names_in_) == list("abcd")


@pytest.mark.parametrize("call, kind, message", [
    (lambda X, y: germane.CCA().fit([]), ValueError, "views: 0; two or more are needed"),
    (lambda X, y: germane.CCA().fit({"b=c": X, "d": X}), ValueError, "'b=c'; a name is a word"),
    (lambda X, y: germane.RCA().fit(X, constraints=[(0, 1)]), TypeError, "must be germane.Constraints"),
    (lambda X, y: Constraints.from_pairs([(0, 1)], [np.nan]), ValueError, "a pair is same"),
    (lambda X, y: Constraints.simulate(y, bogus=3), TypeError, "has no option bogus"),
    (lambda X, y: germane.RCA().pair_distance(X[[[0, 1]]]), NotFittedError, "not fitted"),
    (lambda X, y: germane.RCA(n_jobs=1.5).fit(X, y), ValueError, "n_jobs = 1.5: must be a whole number"),
    (lambda X, y: germane.RCA(n_jobs="all").fit(X, y), ValueError,
     "^n_jobs = 'all': must be a whole number, or None for all cores$"),
    (lambda X, y: germane.KMeans(3, n_jobs=np.nan).fit(X), ValueError, "^n_jobs = nan: must be a whole number"),
    (lambda X, y: germane.KMeans(3, n_jobs=4097).fit(X), ValueError,
     "^n_jobs = 4097: must be at most 4096, or None for all cores$"),
    (lambda X, y: germane.KMeans(3, n_jobs=10 ** 12).fit(X), ValueError, "^n_jobs = 1000000000000: must be at most"),
    (lambda X, y: germane.RCA().fit(X, y).inverse_transform(X[:, :2]), ValueError, "the learned space has 4"),
    (lambda X, y: germane.RCA().fit(X, y).calibrate_threshold(X[[[0, 1]]], [1, 2]), ValueError, r"1 \(same\) or -1"),
    (lambda X, y: germane.RCA(n_components=10).fit(X, y), ValueError, "n_components = 10"),
    (lambda X, y: germane.KMeans(3).fit(X).save("no/such/folder/x"), ValueError, "cannot be written"),
    (lambda X, y: germane.RCA().fit(np.empty((0, 3)), []), ValueError, "0 sample"),
    (lambda X, y: germane.RCA().fit(X, y[:-1]), ValueError, "149 for 150 rows"),
    (lambda X, y: germane.RCA().fit([["a", "b"]] * 4, [0, 0, 1, 1]), ValueError, "convert|numeric"),
    (lambda X, y: germane.CCA().fit([X[:100], X]), ValueError, "100"),
])
def test_errors_say_what_is_wrong(iris, call, kind, message):
    with pytest.raises(kind, match=message):
        call(*iris)


def test_pairs_of_a_model_with_names_have_none(iris, recwarn):
    X, y = iris
    rca = germane.RCA(check="none").fit(pd.DataFrame(X, columns=list("abcd")), y)
    recwarn.clear()
    assert rca.pair_distance(X[[[0, 1]]]).shape == (1,) and not recwarn.list
    with pytest.raises(ValueError, match="pairs: 2 features, but the model was learned on 4"):
        rca.pair_distance(X[[[0, 1]]][:, :, :2])


def test_views_that_were_joined_say_so(iris):
    X, _ = iris
    names = [f"r{i}" for i in range(150)]
    frames = [pd.DataFrame(X[:, :2], index=names), pd.DataFrame(X[:, 2:], index=names)]
    assert germane.CCA().fit(frames).report_.data["matched"] == "by id"
    assert germane.CCA().fit([frame.to_numpy() for frame in frames]).report_.data["matched"] == "by position"


def test_rows_too_far_to_be_squared_are_refused(iris):
    X, _ = iris
    mixture, kmeans = germane.GaussianMixture(2).fit(X), germane.KMeans(2).fit(X)
    for ask in (lambda: mixture.predict_proba(X * 1e300), lambda: mixture.score_samples(X * 1e200),
                lambda: kmeans.transform(X * 1e300)):
        with pytest.raises(germane.NumericalError, match="row 0 "):
            ask()


def test_sparse_rows_of_more_columns_than_anything_dense_has_are_mapped():
    rows = sp.random(60, 60_000, 1e-3, format="csr", random_state=0)
    rca = germane.RCA(project=20, check="none").fit(rows, np.arange(60) // 5)
    expected = rows @ rca.components_.T - rca.components_ @ rca.center_
    np.testing.assert_allclose(rca.transform(rows), expected, atol=1e-10 * np.abs(expected).max())
    assert rca.transform(rows.astype(np.float32)).dtype == np.float32
