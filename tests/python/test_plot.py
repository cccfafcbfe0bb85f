"""Plots draw the numbers that were learned, not merely something."""

import pathlib
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import germane  # noqa: E402
import germane.plot  # noqa: E402
from germane.plot import _drawing  # noqa: E402
from matplotlib import pyplot  # noqa: E402
from sklearn.datasets import load_wine  # noqa: E402
from sklearn.metrics import det_curve, roc_curve  # noqa: E402
from sklearn.neighbors import NearestNeighbors  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _no_figures_left():
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def wine():
    data = load_wine(as_frame=True)
    return data.data, data.target.to_numpy()


@pytest.fixture(scope="module")
def known(wine):
    return germane.Constraints.simulate(wine[1], components=0.7)


@pytest.fixture(scope="module")
def learned(wine, known):
    X, y = wine
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "rca": germane.RCA(check="none").fit(X, constraints=known),
            "elda": germane.ELDA(check="none", ridge=1.0).fit(X, constraints=known),
            "lda": germane.LDA(check="none").fit(X, y),
            "pca": germane.PCA(check="none").fit(X),
        }


@pytest.fixture(scope="module")
def views(wine):
    return {"acids": wine[0].iloc[:, :6], "colours": wine[0].iloc[:, 6:]}


@pytest.fixture(scope="module")
def cca(views):
    return germane.CCA(permutations=39).fit(views)


def points(line):
    return np.column_stack([line.get_xdata(), line.get_ydata()]).astype(float)


def line_of(ax, label):
    (found,) = [line for line in ax.lines if line.get_label().startswith(label)]
    return points(found)


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


# Looks.

def test_colours_are_those_of_the_html_report():
    source = (ROOT / "web" / "src" / "palette.ts").read_text(encoding="utf-8")
    assert tuple(re.findall(r"'(#\w+)'", re.search(r"kColors = \[(.*?)\]", source)[1])) == _drawing.COLORS
    assert re.search(r"kNeutral = '(.*?)'", source)[1] == _drawing.NEUTRAL
    assert re.search(r"kAccent = '(.*?)'", source)[1] == _drawing.ACCENT


def test_importing_plots_does_not_import_matplotlib():
    asked = "import germane.plot, sys; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


def test_without_matplotlib_the_message_says_what_to_install(learned, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="germane.plot draws with matplotlib, which is not installed: pip install"):
        germane.plot.spectrum(learned["pca"])


def test_every_plot_draws_on_the_axes_that_are_given(wine, learned, cca):
    X, y = wine
    rows = X.to_numpy()
    pairs, kinds = rows[[[0, 1], [0, 100], [60, 70], [1, 170]]], [1, -1, 1, -1]
    for draw in (lambda ax: germane.plot.spectrum(learned["lda"], ax=ax),
                 lambda ax: germane.plot.scatter(learned["lda"], X, y, ax=ax),
                 lambda ax: germane.plot.purity(learned["lda"], X, y, k=3, ax=ax),
                 lambda ax: germane.plot.loadings(learned["lda"], ax=ax),
                 lambda ax: germane.plot.correlation_circle(cca, ax=ax),
                 lambda ax: germane.plot.permutation(cca, ax=ax),
                 lambda ax: germane.plot.det(learned["lda"], pairs, kinds, ax=ax)):
        ax = pyplot.subplots()[1]
        before = pyplot.get_fignums()
        assert draw(ax) is ax
        assert pyplot.get_fignums() == before
        assert ax.get_xlabel() and ax.get_title(loc="left")
        ax.figure.canvas.draw()


# Spectrum.

def test_spectrum_draws_kept_directions_full_and_the_next_one_hollow(learned):
    found = learned["elda"].summary_
    ax = germane.plot.spectrum(learned["elda"])
    kept = len(found["lambda"])
    np.testing.assert_array_equal(line_of(ax, "kept"), np.column_stack([np.arange(1, kept + 1), found["lambda"]]))
    np.testing.assert_array_equal(line_of(ax, "the first that was not kept"), [[kept + 1, found["next_lambda"]]])
    assert line_of(ax, f"{kept} kept (rule: {found['dimensions_rule']})")[0, 0] == kept + 0.5


@pytest.mark.parametrize("name, key, scale", [("lda", "variance_ratios", "linear"), ("pca", "variances", "log")])
def test_spectrum_draws_the_values_of_the_summary(learned, name, key, scale):
    ax = germane.plot.spectrum(learned[name])
    np.testing.assert_array_equal(line_of(ax, "kept")[:, 1], learned[name].summary_[key])
    assert ax.get_yscale() == scale


def test_spectrum_of_a_whitening_map_is_its_stretch(learned):
    ax = germane.plot.spectrum(learned["rca"])
    expected = np.linalg.svd(learned["rca"].components_, compute_uv=False)
    np.testing.assert_allclose(line_of(ax, "kept")[:, 1], expected)


def test_spectrum_of_views_is_full_where_the_test_says_it_is_no_chance(cca):
    parts = cca.summary_["view_components"]
    significant = [i for i, p in enumerate(parts["p_permuted"]) if p <= 0.05]
    ax = germane.plot.spectrum(cca)
    np.testing.assert_array_equal(
        line_of(ax, "learned from: p ≤ 0.05"),
        np.column_stack([significant, np.asarray(parts["correlation"])[significant]]))
    np.testing.assert_array_equal(line_of(ax, "objects held out")[:, 1], parts["held_out"])


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


# Features.

def bars_of(ax):
    return {tick.get_text(): bar.get_width() for tick, bar in zip(ax.get_yticklabels(), ax.patches)}


def test_loadings_of_views_are_correlations_of_features_with_scores(views, cca):
    drawn = bars_of(germane.plot.loadings(cca, 1, view="acids"))
    scores = cca.transform(views)["acids"][:, 1]
    expected = {name: np.corrcoef(views["acids"][name], scores)[0, 1] for name in views["acids"]}
    assert drawn == pytest.approx(expected)
    both = list(bars_of(germane.plot.loadings(cca)))
    assert len(both) == 13 and "alcohol (acids)" in both and "hue (colours)" in both


def test_loadings_of_a_map_are_its_weights_or_with_rows_correlations(wine, learned):
    X, _ = wine
    lda = learned["lda"]
    assert bars_of(germane.plot.loadings(lda)) == pytest.approx(dict(zip(X, lda.components_[0])))
    scores = lda.transform(X)[:, 0]
    expected = {name: np.corrcoef(X[name], scores)[0, 1] for name in X}
    assert bars_of(germane.plot.loadings(lda, X=X)) == pytest.approx(expected)


def test_loadings_show_the_largest_on_top(learned):
    sizes = np.abs(list(bars_of(germane.plot.loadings(learned["lda"], most=5)).values()))
    assert len(sizes) == 5 and list(sizes) == sorted(sizes)


def test_features_without_names_are_numbered_or_named_by_the_caller(wine):
    X, y = wine
    lda = germane.LDA(check="none").fit(X.to_numpy(), y)
    assert "feature 12" in bars_of(germane.plot.loadings(lda))
    assert "column m" in bars_of(germane.plot.loadings(lda, feature_names=[f"column {c}" for c in "abcdefghijklm"]))
    with pytest.raises(ValueError, match="feature_names: 2 for 13 features; one for each is needed"):
        germane.plot.loadings(lda, feature_names=["a", "b"])


def test_correlation_circle_places_features_by_two_components(wine, views, cca, learned):
    ax = germane.plot.correlation_circle(cca, (0, 2))
    for place, name in enumerate(views):
        np.testing.assert_allclose(line_of(ax, name), cca.loadings_[place][:, [0, 2]])
    assert {text.get_text() for text in ax.texts} == set(wine[0].columns)
    ax = germane.plot.correlation_circle(learned["lda"], X=wine[0], most=4)
    assert len(ax.texts) == 4
    with pytest.raises(ValueError, match="correlation_circle: pass X="):
        germane.plot.correlation_circle(learned["lda"])


@pytest.mark.parametrize("size", [(7.0, 5.6), (4.0, 4.0)])
def test_names_of_near_features_do_not_stand_on_each_other(cca, size):
    ax = germane.plot.correlation_circle(cca, ax=pyplot.subplots(figsize=size)[1])
    ax.figure.canvas.draw()
    for side in ("left", "right"):
        boxes = sorted((text.get_window_extent() for text in ax.texts if text.get_ha() == side), key=lambda box: box.y0)
        middles = [(box.y0 + box.y1) / 2 for box in boxes]
        assert min(np.diff(middles)) > 9 * ax.figure.dpi / 72


def test_components_that_are_not_there_are_refused(cca, learned):
    with pytest.raises(ValueError, match=r"component = 6: must be in \[0, 6\), as 6 were learned"):
        germane.plot.loadings(cca, 6)
    with pytest.raises(ValueError, match=r"components = \(0, 9\): must be in \[0, 6\)"):
        germane.plot.correlation_circle(cca, (0, 9))


def test_kernels_have_no_loadings(views):
    kernel = germane.KernelCCA(2, check="none").fit(views)
    with pytest.raises(ValueError, match="with a kernel scores are made of rows"):
        germane.plot.loadings(kernel)


# Tests.

def test_permutation_draws_p_of_each_component_that_was_tested(cca):
    parts = cca.summary_["view_components"]
    ax = germane.plot.permutation(cca)
    drawn = line_of(ax, "by 39 permutations")
    np.testing.assert_array_equal(drawn, np.column_stack([np.arange(len(parts["p_permuted"])), parts["p_permuted"]]))
    assert ax.get_yscale() == "log"
    assert line_of(ax, "0.05")[0, 1] == 0.05
    assert line_of(ax, "0.025, the least")[0, 1] == pytest.approx(1 / 40)
    wilks = np.asarray(parts["p"])
    shown = line_of(ax, "by Wilks, if")
    np.testing.assert_array_equal(shown[:, 1], wilks[wilks >= 0.00625])


def test_permutation_without_a_test_says_how_to_make_one(views):
    with pytest.raises(ValueError, match="CCA: no permutation test was made; fit with permutations=999"):
        germane.plot.permutation(germane.CCA().fit(views))


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

def test_models_of_files_are_drawn_alike(learned, cca, tmp_path):
    for name, fitted in (("elda", learned["elda"]), ("cca", cca)):
        fitted.save(tmp_path / name)
        again = germane.load(tmp_path / name)
        for old, new in zip(germane.plot.spectrum(fitted).lines, germane.plot.spectrum(again).lines):
            np.testing.assert_array_equal(points(old), points(new))


def test_what_is_not_fitted_is_refused():
    from sklearn.exceptions import NotFittedError
    for draw in (germane.plot.spectrum, germane.plot.loadings, germane.plot.permutation):
        with pytest.raises(NotFittedError):
            draw(germane.RCA())
