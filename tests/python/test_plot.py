"""Plots of directions and features draw the numbers that were learned, not merely something."""

import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

import germane
import germane.plot
from conftest import ROOT
from germane.plot import _drawing
from plotted import cca, known, learned, line_of, no_figures_left, points, pyplot, views, wine  # noqa: F401


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


# Who may be drawn.

def test_models_of_files_are_drawn_alike(learned, cca, tmp_path):
    for name, fitted in (("elda", learned["elda"]), ("cca", cca)):
        fitted.save(tmp_path / name)
        again = germane.load(tmp_path / name)
        for old, new in zip(germane.plot.spectrum(fitted).lines, germane.plot.spectrum(again).lines):
            np.testing.assert_array_equal(points(old), points(new))


def test_what_is_not_fitted_is_refused():
    for draw in (germane.plot.spectrum, germane.plot.loadings, germane.plot.permutation):
        with pytest.raises(NotFittedError):
            draw(germane.RCA())


def test_who_has_nothing_to_draw_says_so(wine):
    X, y = wine
    clusters = germane.KMeans(n_clusters=3, prepare="standardize").fit(X)
    with pytest.raises(ValueError, match=r"KMeans has no spectrum: learners \(germane.RCA, germane.PCA, ...\)"):
        germane.plot.spectrum(clusters)
    for draw in (germane.plot.loadings, germane.plot.correlation_circle):
        with pytest.raises(ValueError, match="KMeans has no loadings: learners"):
            draw(clusters)
    with pytest.raises(ValueError, match=r"RCA has no permutation test: view learners \(germane.CCA, ...\) have"):
        germane.plot.permutation(germane.RCA(check="none").fit(X, y))
