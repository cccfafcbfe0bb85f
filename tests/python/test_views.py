"""Learners of several views: reference values, laws, ids, cca_zoo's and scikit-learn's vocabulary."""

import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import germane

LEARNERS = [germane.CCA(2), germane.MCCA(2), germane.GCCA(2), germane.PWCA(2), germane.KernelCCA(2)]


@pytest.fixture
def views(iris):
    X, _ = iris
    return [np.ascontiguousarray(X[:, :2]), np.ascontiguousarray(X[:, 2:])]


def test_correlations_are_the_references(iris, views):
    X, y = iris
    assert np.allclose(germane.CCA().fit(views).correlations_, [0.940968997, 0.123936881], atol=1e-9)
    found = germane.CCA(2, ridge=1e-12).fit([X, np.eye(3)[y][:, :2]]).correlations_
    assert np.allclose(found, [0.984820894, 0.471197019], atol=1e-6)


def test_correlations_are_those_of_the_scores(views):
    cca = germane.CCA().fit(views)
    left, right = cca.transform(views)
    for k in range(2):
        assert np.isclose(np.corrcoef(left[:, k], right[:, k])[0, 1], cca.correlations_[k])
    assert abs(np.corrcoef(left[:, 0], left[:, 1])[0, 1]) < 1e-8
    assert np.allclose(cca.pairwise_correlations(views)[0, 1], cca.correlations_)
    assert np.isclose(cca.score(views), cca.correlations_.mean())
    assert np.all(cca.held_out_correlations_ <= 1) and cca.p_values_[0] < 1e-10 < cca.p_values_[1]


def test_multi_set_methods_agree_with_cca_on_two_views(views):
    expected = germane.CCA().fit(views).pairwise_correlations(views)[0, 1]
    for estimator in (germane.MCCA(), germane.GCCA()):
        assert np.allclose(estimator.fit(views).pairwise_correlations(views)[0, 1], expected, atol=1e-8)


@pytest.mark.parametrize("estimator", LEARNERS)
def test_scores_of_every_method_have_its_components(views, estimator):
    scores = estimator.fit(views).transform(views)
    assert [each.shape for each in scores] == [(150, 2), (150, 2)]
    named = estimator.fit({"sepal": views[0], "petal": views[1]})
    assert named.view_names_ == ["sepal", "petal"]
    one = named.transform({"petal": views[1]})
    assert list(one) == ["petal"] and np.allclose(one["petal"], scores[1])
    again = pickle.loads(pickle.dumps(named))
    assert np.array_equal(again.transform(views)[0], named.transform(views)[0])


def test_weights_map_centred_rows(views):
    cca = germane.CCA().fit(views)
    for view, weights, scores in zip(views, cca.weights_, cca.transform(views)):
        assert np.allclose((view - view.mean(axis=0)) @ weights, scores)


def test_fit_and_transform_take_x_and_y(views):
    cca = germane.CCA(1).fit(views[0], views[1])
    left, right = cca.transform(views[0], views[1])
    assert np.allclose(left, germane.CCA(1).fit(views).transform(views)[0]) and right.shape == (150, 1)
    assert np.allclose(cca.transform(views[0]), left)


def test_frames_are_joined_on_their_index(views):
    frames = [pd.DataFrame(view, index=[f"f{i}" for i in range(150)]) for view in views]
    expected = germane.CCA().fit(views).correlations_
    shuffled = [frames[0], frames[1].sample(frac=1, random_state=1)]
    assert np.allclose(germane.CCA().fit(shuffled).correlations_, expected)
    fewer = germane.CCA().fit([frames[0], shuffled[1].iloc[:100]])
    assert np.all(fewer.correlations_ <= 1)
    with pytest.raises(ValueError, match="some have an index and some"):
        germane.CCA().fit([frames[0], views[1]])
    with pytest.raises(ValueError, match="single table"):
        germane.CCA().fit(views[0])


def test_sparse_views_are_taken(views):
    sparse = [scipy.sparse.csr_matrix(view) for view in views]
    assert np.allclose(germane.CCA().fit(sparse).correlations_, germane.CCA().fit(views).correlations_)


def test_ridges_of_single_views_and_groups_are_passed_on(views, iris):
    _, y = iris
    assert germane.CCA(view_ridge={"view0": 0.5}).fit(views).correlations_[0] < germane.CCA().fit(views).correlations_[0]
    shuffled = germane.CCA().fit(views, shuffle_within=y)
    assert not np.allclose(shuffled.correlations_, germane.CCA().fit(views).correlations_)
    tested = germane.CCA(permutations=19, ridge=0.01).fit(views, permute_within=y)
    assert tested.report_.data is not None


def test_width_of_new_rows_is_looked_at(views):
    with pytest.raises(ValueError, match="view1: 3 columns, but the model was learned on 2"):
        germane.CCA().fit(views).transform([views[0], np.zeros((4, 3))])
    with pytest.raises(ValueError, match="there is no view 'sound'"):
        germane.CCA().fit(views).transform({"sound": views[0]})


def test_models_of_views_are_the_tools(views, tool, tmp_path):
    for i, view in enumerate(views):
        np.save(tmp_path / f"{i}.npy", view)
    subprocess.run([tool, "learn", "cca", "--view", f"a={tmp_path}/0.npy", "--view", f"b={tmp_path}/1.npy", "--out",
                    tmp_path / "cca.model"], check=True, capture_output=True)
    loaded = germane.load(tmp_path / "cca.model")
    assert loaded.view_names_ == ["a", "b"]
    assert np.allclose(loaded.transform(views)[1], germane.CCA().fit(views).transform(views)[1])


def test_kernel_transform_of_training_rows_is_the_fit_wherever_they_lie(views):
    near = germane.KernelCCA(2).fit(views)
    far = [view + 10 for view in views]
    moved = germane.KernelCCA(2).fit(far)
    assert np.allclose(np.abs(near.transform(views)[0]), np.abs(moved.transform(far)[0]), atol=1e-6)


def test_divisive_views_cluster_and_label_new_rows(iris, views):
    _, y = iris
    found = germane.DivisiveViews(n_clusters=3).fit(views)
    assert len(set(found.labels_.tolist())) == 3
    assert np.mean(found.predict(views[0]) == found.labels_) > 0.9
    divided = germane.DivisiveViews(n_clusters=4, parts=2).fit(views)
    assert len(divided.tree_) >= 4
    voted = germane.DivisiveViews(n_clusters=3).fit(views, groups=y)
    assert all(len(set(voted.labels_[y == g].tolist())) == 1 for g in range(3))


# One view told from another.

def test_a_view_is_told_as_the_tool_tells_it(iris, tool, tmp_path):
    X, _ = iris
    sepal, petal = pd.DataFrame(X[:, :2], columns=["a", "b"]), pd.DataFrame(X[:, 2:], columns=["c", "d"])
    sepal.to_csv(tmp_path / "sepal.csv", index=False)
    cca = germane.CCA(1, predicted="petal").fit({"sepal": sepal, "petal": petal})
    cca.save(tmp_path / "iris.model")
    subprocess.run([tool, "transform", "iris.model", "--view", "sepal=sepal.csv", "--predict", "petal", "--out", "petal.npy"],
                   cwd=tmp_path, check=True, capture_output=True)
    expected = np.load(tmp_path / "petal.npy")
    for told in (cca.predict_view(sepal, "petal"), cca.predict_view({"sepal": sepal.to_numpy()}, "petal"),
                 germane.load(tmp_path / "iris.model").predict_view(sepal, "petal")):
        np.testing.assert_array_equal(told, expected)
    scores = np.column_stack([np.ones(150), cca.transform({"sepal": sepal})["sepal"]])
    np.testing.assert_allclose(expected, scores @ np.linalg.lstsq(scores, X[:, 2:], rcond=None)[0])


@pytest.mark.parametrize("call, message", [
    (lambda cca, X: cca.predict_view(X, "view1"), r"from which view\? give a mapping of one, as in \{'view0': rows\}"),
    (lambda cca, X: cca.predict_view({"view1": X}, "view1"), "'view1' is told from one other view, but 'view1' is given"),
    (lambda cca, X: cca.predict_view({"view0": X, "view2": X}, "view1"), "but 'view0', 'view2' is given"),
    (lambda cca, X: cca.predict_view({"view0": X}, "view2"), "the fit was not told to; pass predicted='view2' to MCCA"),
    (lambda cca, X: cca.predict_view({"view0": X}, "zz"), "there is no view 'zz'; there are 'view0', 'view1', 'view2'"),
    (lambda cca, X: cca.predict_view({"zz": X}, "view1"), "there is no view 'zz'"),
    (lambda cca, X: cca.predict_view({"view0": X[:, :1]}, "view1"), "view0: 1 columns, but the model was learned on 2")])
def test_a_view_that_cannot_be_told_is_refused(views, call, message):
    three = [*views, views[0] ** 2]
    with pytest.raises(ValueError, match=message):
        call(germane.MCCA(1, predicted=["view1"]).fit(three), views[0])
