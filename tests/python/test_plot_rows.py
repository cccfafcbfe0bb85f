"""Plots of rows and pairs draw them where the learned space has them."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.metrics import det_curve, roc_curve
from sklearn.neighbors import NearestNeighbors

import germane
import germane.plot
from germane.plot import _drawing
from plotted import cca, known, learned, legend_of, line_of, no_figures_left, points, views, wine  # noqa: F401


# Rows.

def test_scatter_draws_the_first_two_directions_by_class(wine, learned):
    X, y = wine
    ax = germane.plot.scatter(learned["lda"], X, y)
    mapped = learned["lda"].transform(X)
    for label in (0, 1, 2):
        np.testing.assert_allclose(line_of(ax, str(label)), mapped[y == label][:, :2])
    assert legend_of(ax) == ["0", "1", "2"]


def test_scatter_draws_spaces_without_an_order_where_they_spread_most(wine, learned):
    X, y = wine
    drawn = np.concatenate([line_of(germane.plot.scatter(learned["rca"], X, y), str(label)) for label in (0, 1, 2)])
    mapped = learned["rca"].transform(X)
    widest = np.linalg.svd(mapped - mapped.mean(axis=0), compute_uv=False)[:2]
    np.testing.assert_allclose(np.linalg.norm(drawn - drawn.mean(axis=0), axis=0), widest)


def test_scatter_draws_must_links_between_their_rows(wine, learned, known):
    X, y = wine
    ax = germane.plot.scatter(learned["lda"], X, y, constraints=known)
    mapped = learned["lda"].transform(X)[:, :2]
    (links,) = ax.collections
    expected = [mapped[list(pair)] for pair in known.must_links]
    np.testing.assert_allclose(links.get_segments(), expected)


def test_scatter_draws_chunklets_as_chains(wine, learned):
    X, _ = wine
    groups = germane.Constraints(groups={5: "a", 2: "a", 9: "b", 7: "a"})
    ax = germane.plot.scatter(learned["lda"], X, constraints=groups)
    mapped = learned["lda"].transform(X)[:, :2]
    np.testing.assert_allclose(ax.collections[0].get_segments(), [mapped[[2, 5]], mapped[[5, 7]]])


def test_scatter_without_an_estimator_is_the_picture_before(wine):
    X, y = wine
    ax = germane.plot.scatter(None, X, y)
    drawn = np.concatenate([line_of(ax, str(label)) for label in (0, 1, 2)])
    centred = X.to_numpy() - X.to_numpy().mean(axis=0)
    np.testing.assert_allclose(np.linalg.norm(drawn - drawn.mean(axis=0), axis=0),
                               np.linalg.svd(centred, compute_uv=False)[:2])
    assert "as they are" in ax.get_title(loc="left")


def test_scatter_of_a_clusterer_colours_by_its_clusters():
    X = np.random.default_rng(0).normal(size=(60, 2))
    clusters = germane.KMeans(n_clusters=3).fit(X)
    ax = germane.plot.scatter(clusters, X)
    for cluster in range(3):
        np.testing.assert_array_equal(line_of(ax, str(cluster)), X[clusters.labels_ == cluster])


def test_scatter_of_views_draws_the_one_that_is_asked_for(wine, views, cca):
    scores = cca.transform(views)
    drawn = line_of(germane.plot.scatter(cca, views, view="colours"), "no label")
    np.testing.assert_allclose(drawn, scores["colours"][:, :2])
    np.testing.assert_allclose(line_of(germane.plot.scatter(cca, views), "no label"), scores["acids"][:, :2])
    with pytest.raises(ValueError, match="view = 'smells': must be one of acids, colours"):
        germane.plot.scatter(cca, views, view="smells")


def test_scatter_of_one_direction_spreads_rows_by_their_number(wine):
    X, y = wine
    model = germane.LDA(n_components=1, check="none").fit(X, y)
    drawn = line_of(germane.plot.scatter(model, X), "no label")
    np.testing.assert_allclose(drawn, np.column_stack([model.transform(X)[:, 0], np.arange(len(X))]))


@pytest.mark.parametrize("labels, expected", [([7, -1, 3, 7], ["3", "7"]), (["b", None, "a", "b"], ["b", "a"]),
                                              ([True, True, False, True], ["0", "1"])])
def test_labels_may_be_any_numbers_or_words_and_may_lack(labels, expected):
    X = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 5.0]])
    ax = germane.plot.scatter(None, X, labels)
    drawn = {line.get_label(): points(line) for line in ax.lines}
    assert [name for name in drawn if name != "no label"] == expected
    for name, at in drawn.items():
        rows = [i for i, label in enumerate(labels) if (name == "no label") == (label in (-1, None)) and
                (name == "no label" or str(int(label) if isinstance(label, bool) else label) == name)]
        np.testing.assert_array_equal(at, X[rows])


def purity_by_hand(rows, y, k):
    nearest = NearestNeighbors(n_neighbors=k).fit(rows).kneighbors(return_distance=False)
    same = y[nearest] == y[:, None]
    return np.mean(np.cumsum(same, axis=1) / np.arange(1, k + 1), axis=0)


def test_purity_is_the_share_of_the_same_label_among_the_nearest(wine, learned):
    X, y = wine
    ax = germane.plot.purity([learned["rca"], learned["elda"]], X, y, k=12)
    raw = X.to_numpy()
    for label, rows in (("raw columns", raw), ("standardized columns", raw / raw.std(axis=0)),
                        ("after rca", learned["rca"].transform(X)), ("after elda", learned["elda"].transform(X))):
        np.testing.assert_allclose(line_of(ax, label), np.column_stack([np.arange(1, 13), purity_by_hand(rows, y, 12)]))
    sizes = np.bincount(y)
    assert line_of(ax, "chance")[0, 1] == pytest.approx(np.sum(sizes * (sizes - 1)) / (178 * 177))


def test_purity_goes_as_far_as_the_largest_class(wine, learned):
    X, y = wine
    ax = germane.plot.purity(learned["lda"], X, y)
    assert len(line_of(ax, "after lda")) == np.bincount(y).max() - 1


# Pairs.

@pytest.fixture(scope="module")
def pairs(wine):
    X, y = wine[0].to_numpy(), wine[1]
    drawn = np.random.default_rng(0).integers(len(X), size=(600, 2))
    return X[drawn], np.where(y[drawn[:, 0]] == y[drawn[:, 1]], 1, -1)


def test_det_draws_both_errors_at_every_threshold(learned, pairs):
    rows, kinds = pairs
    ax = germane.plot.det(learned["rca"], rows, kinds)
    drawn = line_of(ax, "after rca: equal error")
    accepted, found, _ = roc_curve(kinds, -learned["rca"].pair_distance(rows), drop_intermediate=False)
    half = 0.5 / np.sum(kinds < 0), 0.5 / np.sum(kinds > 0)
    np.testing.assert_allclose(drawn[:, 0], np.clip(accepted, half[0], 1 - half[0]))
    np.testing.assert_allclose(drawn[:, 1], np.clip(1 - found, half[1], 1 - half[1]))


def test_det_marks_where_both_errors_are_equal(learned, pairs):
    rows, kinds = pairs
    ax = germane.plot.det(learned["rca"], rows, kinds, raw=False)
    (ring,) = [points(line) for line in ax.lines if line.get_marker() == "o"]
    accepted, refused, _ = det_curve(kinds, -learned["rca"].pair_distance(rows))
    between = np.argmin(np.abs(accepted - refused))
    assert ring[0, 0] == ring[0, 1] == pytest.approx((accepted[between] + refused[between]) / 2, abs=0.01)


def test_det_of_worked_distances():
    """Distances 1 2 3 4, same at 1 and 3: the curve goes (0, 1), (0, 1/2), (1/2, 1/2), (1/2, 0), (1, 0), and rates
    of 0 and 1 are drawn as half an error, 1/4 and 3/4; both errors are equal at 1/2."""
    rows = np.array([[[0.0], [d]] for d in (1.0, 2.0, 3.0, 4.0)])
    model = germane.PCA(check="none").fit(np.array([[0.0], [1.0], [2.0]]))
    ax = germane.plot.det(model, rows, [1, -1, 1, -1], raw=False)
    np.testing.assert_allclose(line_of(ax, "after pca: equal error 50 %"),
                               [[1 / 4, 3 / 4], [1 / 4, 1 / 2], [1 / 2, 1 / 2], [1 / 2, 1 / 4], [3 / 4, 1 / 4]])


def test_det_finds_equal_errors_between_thresholds():
    """Same at 1, 2, 4, different at 3, 5: the curve goes from (0, 1/3) to (1/2, 1/3), through (1/3, 1/3)."""
    rows = np.array([[[0.0], [d]] for d in (1.0, 2.0, 3.0, 4.0, 5.0)])
    model = germane.PCA(check="none").fit(np.array([[0.0], [1.0], [2.0]]))
    ax = germane.plot.det(model, rows, [1, 1, -1, 1, -1], raw=False)
    assert line_of(ax, "after pca: equal error 33.3 %").shape == (6, 2)
    (ring,) = [points(line) for line in ax.lines if line.get_marker() == "o"]
    np.testing.assert_allclose(ring, [[1 / 3, 1 / 3]])


def test_det_compares_learners_and_draws_raw_columns_once(learned, pairs):
    rows, kinds = pairs
    ax = germane.plot.det(learned["rca"], rows, kinds)
    germane.plot.det(learned["elda"], rows, kinds, ax=ax)
    ax.figure.canvas.draw()
    assert sum(line.get_gid() == "det raw" for line in ax.lines) == 1
    colors = [line.get_color() for line in ax.lines if line.get_gid() == "det"]
    assert colors == list(_drawing.COLORS[:2])


def test_det_marks_the_threshold_that_is_set(wine, pairs):
    rows, kinds = pairs
    lda = germane.LDA(check="none").fit(*wine)
    lda.calibrate_threshold(rows, kinds)
    ax = germane.plot.det(lda, rows, kinds)
    accepted = lda.predict(rows) > 0
    expected = [np.mean(accepted[kinds < 0]), np.mean(~accepted[kinds > 0])]
    np.testing.assert_allclose(line_of(ax, "after lda: at its threshold"), [expected])


def test_det_needs_both_kinds(learned, pairs):
    rows, kinds = pairs
    with pytest.raises(ValueError, match="det: needs pairs of both kinds"):
        germane.plot.det(learned["rca"], rows[kinds > 0], kinds[kinds > 0])


# Who may be drawn.

def test_rows_of_what_is_not_fitted_are_not_drawn(wine, pairs):
    X, y = wine
    for draw in (lambda: germane.plot.scatter(germane.RCA(), X), lambda: germane.plot.scatter(germane.KMeans(), X),
                 lambda: germane.plot.scatter(germane.CCA(), X), lambda: germane.plot.purity(germane.RCA(), X, y),
                 lambda: germane.plot.det(germane.RCA(), *pairs)):
        with pytest.raises(NotFittedError):
            draw()


def test_who_has_no_space_says_so(wine, pairs, cca):
    X, y = wine
    clusters = germane.KMeans(n_clusters=3, prepare="standardize").fit(X)
    with pytest.raises(ValueError, match="KMeans has no learned space: learners"):
        germane.plot.purity(clusters, X, y)
    for estimator in (clusters, cca):
        with pytest.raises(ValueError, match="has no distance of pairs: learners of one table"):
            germane.plot.det(estimator, *pairs)


def test_scatter_of_clusters_of_views_draws_one_of_them(wine):
    X = wine[0].to_numpy()
    clusters = germane.DivisiveViews(3).fit([X[:, :2], X[:, 2:4]])
    ax = germane.plot.scatter(clusters, [X[:, :2], X[:, 2:4]], view="view1")
    np.testing.assert_array_equal(line_of(ax, "0"), X[:, 2:4][clusters.labels_ == 0])
