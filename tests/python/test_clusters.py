"""Clusterers: reference values, constraints, new rows, scikit-learn's attributes."""

import subprocess

import numpy as np
import pandas as pd
import pytest
import scipy.cluster.hierarchy
import scipy.sparse
import sklearn.cluster
import sklearn.mixture
from sklearn.metrics import adjusted_rand_score

import germane


def test_kmeans_of_iris_is_the_reference(iris):
    X, _ = iris
    assert np.isclose(germane.KMeans(3).fit(X).inertia_, 78.85144143)
    assert np.isclose(germane.KMeans(2).fit(X).inertia_, 152.3479518)


def test_kmeans_from_given_centres_is_scikit_learns(draw):
    X = draw.normal(size=(500, 5))
    start = X[:7].copy()
    ours = germane.KMeans(7, init=start, n_init=1).fit(X)
    theirs = sklearn.cluster.KMeans(7, init=start, n_init=1, tol=0).fit(X)
    assert np.isclose(ours.inertia_, theirs.inertia_) and adjusted_rand_score(ours.labels_, theirs.labels_) == 1
    assert np.allclose(ours.cluster_centers_, theirs.cluster_centers_)
    assert np.allclose(ours.transform(X), theirs.transform(X)) and np.isclose(ours.score(X), theirs.score(X))
    assert np.array_equal(ours.predict(X), ours.labels_)


def test_weights_count_like_repeated_rows(draw):
    X = draw.normal(size=(60, 2))
    weights = draw.integers(1, 4, size=60)
    start = X[:3].copy()
    weighted = germane.KMeans(3, start=start, restarts=1).fit(X, sample_weight=weights)
    repeated = germane.KMeans(3, start=start, restarts=1).fit(np.repeat(X, weights, axis=0))
    assert np.allclose(weighted.cluster_centers_, repeated.cluster_centers_)


def test_sparse_rows_and_float32_cluster_alike(draw):
    X = draw.poisson(0.5, size=(200, 6)).astype(float)
    dense = germane.KMeans(4).fit(X)
    assert np.isclose(germane.KMeans(4).fit(scipy.sparse.csr_matrix(X)).inertia_, dense.inertia_, rtol=0.05)
    assert germane.KMeans(4).fit(X.astype(np.float32)).labels_.shape == (200,)


def test_constraints_hold_for_every_seed():
    known = germane.Constraints(cannot_links=[(0, 2), (1, 2)])
    for seed in range(10):
        labels = germane.ConstrainedKMeans(2, seed=seed).fit([[0.0], [1.0], [0.5]], constraints=known).labels_
        assert labels[0] == labels[1] != labels[2]
    with pytest.raises((ValueError, germane.NumericalError), match="exclusive|apart|cannot"):
        germane.ConstrainedKMeans(2).fit([[0.0], [1.0], [2.0]], constraints=germane.Constraints(
            cannot_links=[(0, 1), (1, 2), (0, 2)]))


def test_constraints_go_by_the_index(iris):
    X, y = iris
    frame = pd.DataFrame(X, index=[f"f{i}" for i in range(150)])
    known = germane.Constraints(must_links=[("f0", "f149")])
    labels = germane.ConstrainedKMeans(3).fit(frame, constraints=known).labels_
    assert labels[0] == labels[149]


def test_mixture_of_iris_is_the_reference(iris):
    X, _ = iris
    mixture = germane.GaussianMixture(3, ridge=1e-6, tolerance=1e-10).fit(X)
    assert np.isclose(mixture.score(X) * 150, -180.1854776, atol=1e-3)
    assert mixture.converged_ and np.isclose(mixture.weights_.sum(), 1)


@pytest.mark.parametrize("kind", ["full", "tied", "diag", "spherical"])
def test_mixtures_score_as_scikit_learns_do(iris, kind):
    X, _ = iris
    ours = germane.GaussianMixture(2, covariance_type=kind, tol=1e-10).fit(X)
    theirs = sklearn.mixture.GaussianMixture(2, covariance_type=kind, tol=1e-9, n_init=5, max_iter=1000,
                                             random_state=0).fit(X)
    assert ours.covariances_.shape == theirs.covariances_.shape
    assert ours.score(X) > theirs.score(X) - 1e-4
    theirs.means_, theirs.weights_, theirs.covariances_ = ours.means_, ours.weights_, ours.covariances_
    theirs.precisions_cholesky_ = sklearn.mixture._gaussian_mixture._compute_precision_cholesky(ours.covariances_, kind)
    assert np.allclose(ours.score_samples(X), theirs.score_samples(X))
    assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X))
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    assert np.isclose(ours.bic(X), theirs.bic(X)) and np.isclose(ours.aic(X), theirs.aic(X))
    assert ours.sample(10)[0].shape == (10, 4)


def test_number_of_components_may_be_chosen(draw):
    X = np.concatenate([draw.normal(size=(100, 2)), draw.normal(size=(100, 2)) + 10])
    found = germane.GaussianMixture("auto").fit(X)
    assert len(found.weights_) == found.n_components_ == 2


def test_constrained_mixture_keeps_chunklets_together(iris):
    X, y = iris
    known = germane.Constraints.simulate(y, components=0.7)
    labels = germane.ConstrainedGaussianMixture(3).fit(X, constraints=known).labels_
    assert all(labels[a] == labels[b] for a, b in known.must_links)


@pytest.mark.parametrize("link", ["single", "complete", "average", "ward"])
def test_linkage_is_scipys(draw, link):
    X = draw.normal(size=(60, 3))
    ours = germane.Linkage(4, linkage=link).fit(X)
    tree = scipy.cluster.hierarchy.linkage(X, link)
    assert np.allclose(ours.distances_, tree[:, 2])
    assert adjusted_rand_score(ours.labels_, scipy.cluster.hierarchy.fcluster(tree, 4, "maxclust")) == 1
    cut = germane.Linkage(None, linkage=link, distance_threshold=float(tree[-2:, 2].mean())).fit(X)
    assert cut.n_clusters_ == 2


def test_groups_vote(iris):
    X, y = iris
    labels = germane.KMeans(3).fit(X, groups=y).labels_
    assert all(len(set(labels[y == g].tolist())) == 1 for g in range(3))


def test_saved_clusterings_label_rows_by_the_tool(iris, tool, tmp_path):
    X, _ = iris
    np.save(tmp_path / "x.npy", X)
    for estimator in (germane.KMeans(3), germane.GaussianMixture(3), germane.Linkage(3), germane.Balls(3)):
        fitted = estimator.fit(X)
        fitted.save(tmp_path / "saved")
        subprocess.run([tool, "cluster", "assign", tmp_path / "saved", tmp_path / "x.npy", "--out",
                        tmp_path / "labels.npy"], check=True, capture_output=True)
        assert np.array_equal(np.load(tmp_path / "labels.npy")[:, 0], fitted.predict(X))


CLUSTERERS = [germane.KMeans(3, prepare="standardize"), germane.ConstrainedKMeans(3), germane.GaussianMixture(3),
              germane.ConstrainedGaussianMixture(3, covariance_type="diag"), germane.Linkage(3), germane.Balls(3)]


@pytest.mark.filterwarnings("ignore::germane.GermaneWarning")
@pytest.mark.parametrize("estimator", CLUSTERERS, ids=lambda each: type(each).__name__)
def test_clusterings_are_loaded(iris, tmp_path, estimator):
    import pandas
    X = pandas.DataFrame(iris[0], columns=list("abcd"))
    fitted = estimator.fit(X)
    fitted.save(tmp_path / "saved")
    loaded = germane.load(tmp_path / "saved")
    assert type(loaded) is type(fitted) and not hasattr(loaded, "labels_")
    assert loaded.get_params()["prepare"] == (fitted.prepare or "none")
    assert np.array_equal(loaded.predict(X), fitted.predict(X))
    assert loaded.n_features_in_ == 4 and loaded.feature_names_in_.tolist() == list("abcd")
    for name in ("transform", "score_samples"):
        if hasattr(fitted, name):
            assert np.array_equal(getattr(loaded, name)(X), getattr(fitted, name)(X))
    with pytest.raises(ValueError, match="feature"):
        loaded.predict(iris[0][:, :2])


def test_clusterings_of_views_and_of_the_tool_are_loaded(iris, tool, tmp_path):
    X, _ = iris
    fitted = germane.DivisiveViews(3).fit([X[:, :2], X[:, 2:]])
    fitted.save(tmp_path / "views")
    assert np.array_equal(germane.load(tmp_path / "views").predict(X[:, :2]), fitted.predict(X[:, :2]))
    germane.PCA(2).fit(X).save(tmp_path / "pca.model")
    np.save(tmp_path / "x.npy", X)
    subprocess.run([tool, "cluster", "kmeans", tmp_path / "x.npy", "--k", "3", "--model", tmp_path / "pca.model",
                    "--save", tmp_path / "saved", "--out", tmp_path / "labels.npy"], check=True, capture_output=True)
    loaded = germane.load(tmp_path / "saved")
    assert loaded.n_features_in_ == 4
    assert np.array_equal(loaded.predict(X), np.load(tmp_path / "labels.npy")[:, 0])


def test_what_is_no_clustering_is_refused(tmp_path):
    germane.KMeans(1).fit([[0.0], [1.0]]).save(tmp_path / "saved")
    content = (tmp_path / "saved").read_bytes()
    for broken in (b"", b"x", content[:40], content[:-3], content.replace(b"kmeans", b"kmaens")):
        (tmp_path / "broken").write_bytes(broken)
        with pytest.raises(ValueError, match="broken"):
            germane.load(tmp_path / "broken")


@pytest.mark.parametrize("prepare", ["standardize", "unit-rows"])
def test_new_rows_are_prepared_as_those_that_were_clustered(iris, prepare):
    X, _ = iris
    units = X / np.linalg.norm(X, axis=1, keepdims=True)
    kmeans = germane.KMeans(3, prepare=prepare).fit(X)
    assert np.array_equal(np.argmin(kmeans.transform(X), axis=1), kmeans.predict(X))
    assert np.isclose(-kmeans.score(X), kmeans.inertia_)
    mixture = germane.GaussianMixture(2, prepare=prepare).fit(X)
    assert np.array_equal(np.argmax(mixture.predict_proba(X), axis=1), mixture.predict(X))
    assert np.isclose(mixture.score(X) * 150, mixture.report_.data["log_likelihood"], rtol=1e-6)
    if prepare == "unit-rows":
        assert np.isclose(kmeans.inertia_, germane.KMeans(3).fit(units).inertia_)
        with pytest.raises(ValueError, match="row 0 .* zero"):
            kmeans.transform(np.zeros((1, 4)))


def test_gaps_are_filled_in_new_rows_too(iris):
    X, _ = iris
    gaps = X.copy()
    gaps[::10, 2] = np.nan
    kmeans = germane.KMeans(3, missing="mean").fit(gaps)
    assert np.array_equal(kmeans.predict(gaps), kmeans.labels_) and np.isfinite(kmeans.transform(gaps)).all()


@pytest.mark.parametrize("estimator", [germane.ConstrainedKMeans(2), germane.ConstrainedGaussianMixture(2),
                                       germane.Linkage(2, link="ward")], ids=lambda each: type(each).__name__)
def test_rows_of_one_label_stay_together(draw, estimator):
    X, labels = draw.normal(size=(60, 3)), np.where(np.arange(60) < 20, np.arange(60) % 2, -1)
    found = estimator.fit(X, constraints=germane.Constraints(labels=labels)).labels_
    assert len(set(found[:20:2])) == len(set(found[1:20:2])) == 1


def test_two_places_to_cut_a_tree_say_how_to_choose(draw):
    X = draw.normal(size=(20, 2))
    with pytest.raises(ValueError, match="pass n_clusters=None"):
        germane.Linkage(distance_threshold=1.0).fit(X)
    assert germane.Linkage(None, distance_threshold=1.0).fit(X).n_clusters_ > 1


def test_statistics_are_no_model(draw, tmp_path):
    germane.Statistics().update(draw.normal(size=(10, 2))).save(tmp_path / "all.stats")
    with pytest.raises(ValueError, match="germane.Statistics.load"):
        germane.load(tmp_path / "all.stats")
