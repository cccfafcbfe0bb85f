"""Loadings of models over views with their intervals, and one view told from another, against NumPy."""

import csv

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from archive import Archive, archive_bytes

ROWS = {"narrow": (120, {"a": 5, "b": 4, "c": 3}), "wide": (30, {"a": 50, "b": 40, "c": 45})}


def views_of(names, ending="npy"):
    return [word for name in names for word in ("--view", f"{name}={name}.{ending}")]


def make(germane, kind, sparse=False):
    n, widths = ROWS[kind]
    random = np.random.default_rng(0)
    shared = random.normal(size=(n, 2))
    views = {}
    for name, width in widths.items():
        rows = 3 + shared @ random.normal(size=(2, width)) + random.normal(size=(n, width))
        if sparse:
            rows *= random.random(rows.shape) < 0.4
            scipy.io.mmwrite(germane.folder / f"{name}.mtx", scipy.sparse.coo_matrix(rows), precision=17)
        np.save(germane.folder / f"{name}.npy", rows)
        views[name] = rows
    return views


def scores(model, view, rows):
    return (rows - model[f"{view}/center"]) @ model[f"{view}/map"].T


def correlations(rows, told):
    """Of every score with every column, by np.corrcoef; 0 where a column does not vary."""
    both = np.vstack([told.T, rows.T])
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(np.corrcoef(both)[:told.shape[1], told.shape[1]:])


def predicted(rows, told):
    """By lstsq, with a constant."""
    design = np.hstack([np.ones((len(told), 1)), told])
    return design @ np.linalg.lstsq(design, rows, rcond=None)[0]


CASES = [("narrow", False, "none"), ("narrow", False, "standardize"), ("narrow", True, "none"),
         ("wide", False, "none"), ("wide", False, "standardize"), ("wide", True, "none"),
         ("wide", True, "standardize")]


@pytest.mark.parametrize("kind, sparse, prepare", CASES)
@pytest.mark.parametrize("method", ["cca", "gcca"])
def test_loadings_and_predictions_are_those_of_numpy(germane, method, kind, sparse, prepare):
    views = make(germane, kind, sparse)
    ending = "mtx" if sparse else "npy"
    germane.ok("learn", method, *views_of("ab", ending), "--ridge", "0.3", "--prepare", prepare,
               "--dimensions", "2", "--predict", "b", "--out", "x.model")
    model = Archive(germane.folder / "x.model")
    for name in "ab":
        np.testing.assert_allclose(model[f"{name}/loadings"],
                                   correlations(views[name], scores(model, name, views[name])), atol=1e-8)
    assert "a/from/b" not in model.arrays and "a/loadings_low" not in model.arrays
    germane.ok("transform", "x.model", "--view", f"a=a.{ending}", "--predict", "b", "--out", "b_told.npy")
    np.testing.assert_allclose(np.load(germane.folder / "b_told.npy"),
                               predicted(views["b"], scores(model, "a", views["a"])), atol=1e-7)


def test_loadings_of_unit_rows_are_those_of_the_rows_so_scaled(germane):
    views = make(germane, "narrow")
    germane.ok("learn", "cca", *views_of("ab"), "--prepare", "unit-rows", "--out", "x.model")
    model = Archive(germane.folder / "x.model")
    unit = views["a"] / np.linalg.norm(views["a"], axis=1, keepdims=True)
    np.testing.assert_allclose(model["a/loadings"], correlations(unit, scores(model, "a", unit)), atol=1e-8)


def test_a_column_that_does_not_vary_has_no_loading(germane):
    views = make(germane, "narrow")
    views["a"][:, 2] = 0.1
    np.save(germane.folder / "a.npy", views["a"])
    germane.ok("learn", "cca", *views_of("ab"), "--dimensions", "2", "--out", "x.model")
    loadings = Archive(germane.folder / "x.model")["a/loadings"]
    assert (loadings[:, 2] == 0).all() and (loadings[:, 1] != 0).all()


def test_iris_is_predicted_with_the_names_of_its_columns(germane):
    iris = ["--view", "sepal=data/iris.csv", "--view-columns", "sepal=sepal_length,sepal_width",
            "--view", "petal=data/iris.csv", "--view-columns", "petal=petal_length,petal_width"]
    germane.ok("learn", "cca", *iris, "--predict", "petal", "--predict", "sepal", "--out", "iris.model")
    germane.ok("transform", "iris.model", "--view", "sepal=data/iris.csv", "--predict", "petal",
               "--out", "petal.csv")
    table = list(csv.reader((germane.folder / "petal.csv").open()))
    assert table[0][1:] == ["petal_length", "petal_width"] and len(table) == 151
    rows = np.genfromtxt(germane.folder / "data/iris.csv", delimiter=",", skip_header=1)[:, :4]
    told = np.array(table[1:])[:, 1:].astype(float)
    # All of sepal's scores together are sepal's columns: the regression of petal on sepal.
    np.testing.assert_allclose(told, predicted(rows[:, 2:], rows[:, :2]), rtol=1e-6)
    germane.ok("transform", "iris.model", "--view", "petal=data/iris.csv", "--predict", "sepal",
               "--out", "sepal.npy")
    assert np.load(germane.folder / "sepal.npy").shape == (150, 2)


def test_predictions_are_over_the_objects_that_have_both_views(germane):
    views = make(germane, "narrow")
    random = np.random.default_rng(1)
    has = {name: random.random(120) > 0.3 for name in "abc"}
    for name in "abc":
        lines = ["id," + ",".join(f"{name}{j}" for j in range(views[name].shape[1]))]
        lines += [f"o{i}," + ",".join(repr(float(x)) for x in views[name][i])
                  for i in random.permutation(np.flatnonzero(has[name]))]
        germane.write(f"{name}.csv", "\n".join(lines) + "\n")
    germane.ok("learn", "gcca", *views_of("abc", "csv"), "--id", "id", "--dimensions", "2",
               "--predict", "b", "--bootstrap", "30", "--out", "x.model")
    model = Archive(germane.folder / "x.model")
    both = has["a"] & has["b"]
    told = scores(model, "a", views["a"][both])
    expected = predicted(views["b"][both], told)
    np.testing.assert_allclose(told @ model["b/from/a"].T + model["b/offset/a"], expected, atol=1e-7)
    own = has["c"]
    np.testing.assert_allclose(model["c/loadings"],
                               correlations(views["c"][own], scores(model, "c", views["c"][own])),
                               atol=1e-8)


def test_a_kernel_view_has_no_loadings_and_is_not_predicted(germane):
    make(germane, "wide")
    report = germane.ok("learn", "kernel-cca", *views_of("ab"), "--dimensions", "2", "--out", "x.model",
                        "--json").json()
    assert any("no loadings" in note for note in report["notes"])
    assert "a/loadings" not in Archive(germane.folder / "x.model").arrays
    germane.refused("loadings", "x.model", says=["kernel", "no loadings"])
    germane.refused("learn", "kernel-cca", *views_of("ab"), "--predict", "b", "--out", "y.model",
                    says=["--predict b", "kernel", "--kernel linear"])
    germane.refused("learn", "kernel-cca", *views_of("ab"), "--bootstrap", "10", "--out", "y.model",
                    says=["--bootstrap 10", "no loadings"])
    germane.refused("transform", "x.model", "--view", "a=a.npy", "--predict", "b", "--out", "y.npy",
                    says=["'b' was learned with a kernel", "cannot be told"])
    germane.ok("learn", "kernel-cca", *views_of("ab"), "--kernel", "linear", "--predict", "b",
               "--dimensions", "2", "--out", "z.model")


@pytest.mark.parametrize("by", ["--project", "--pca"])
def test_a_reduced_view_has_no_loadings_and_is_not_predicted(germane, by):
    make(germane, "wide")
    given = ["learn", "cca", *views_of("ac"), "--ridge", "0.3", "--dimensions", "2", by, "46"]
    report = germane.ok(*given, "--predict", "c", "--out", "x.model", "--json").json()
    assert any("no loadings of the view 'a'" in note for note in report["notes"])
    model = Archive(germane.folder / "x.model")
    assert "c/loadings" in model.arrays and "a/loadings" not in model.arrays
    germane.ok("transform", "x.model", "--view", "a=a.npy", "--predict", "c", "--out", "c_told.npy")
    rows = {name: np.load(germane.folder / f"{name}.npy") for name in "ac"}
    np.testing.assert_allclose(np.load(germane.folder / "c_told.npy"),
                               predicted(rows["c"], scores(model, "a", rows["a"])), atol=1e-7)
    shown = germane.ok("loadings", "x.model", "--json").json()
    assert any("'a' has no loadings" in note for note in shown["notes"])
    assert shown["loadings"][0]["loading"] is None and shown["loadings"][-1]["loading"] is not None
    germane.refused(*given, "--predict", "a", "--out", "y.model", says=["--predict a", "reduced"])
    germane.refused(*given, "--bootstrap", "20", "--out", "y.model", says=["'a' has no loadings", "--pca"])


@pytest.mark.parametrize("kind, sparse", [("narrow", False), ("wide", False), ("wide", True)])
def test_intervals_hold_loadings_and_do_not_depend_on_threads(germane, kind, sparse):
    make(germane, kind, sparse)
    given = ["learn", "cca", *views_of("ab", "mtx" if sparse else "npy"), "--ridge", "0.3",
             "--dimensions", "2", "--bootstrap", "60", "--check", "none"]
    report = germane.ok(*given, "--out", "x.model", "--threads", "1", "--json").json()
    assert report["bootstrap"] == 60 and any("rough" in note for note in report["notes"])
    germane.ok(*given, "--out", "y.model", "--threads", "3")
    assert germane.bytes_of("x.model") == germane.bytes_of("y.model")
    germane.ok(*given, "--out", "z.model", "--seed", "1")
    model, other = Archive(germane.folder / "x.model"), Archive(germane.folder / "z.model")
    assert not np.array_equal(model["a/loadings_low"], other["a/loadings_low"])
    np.testing.assert_array_equal(model["a/loadings"], other["a/loadings"])
    for name in "ab":
        low, high = model[f"{name}/loadings_low"], model[f"{name}/loadings_high"]
        assert (low <= high).all()
        inside = (low <= model[f"{name}/loadings"]) & (model[f"{name}/loadings"] <= high)
        assert inside[0].mean() > 0.8
        assert np.median((high - low)[0]) < 1


def resampled_by_numpy(views, times, random):
    """The first component's loadings of view a in resamplings, signs by the one of all objects."""
    def first(x, y):
        x, y = x - x.mean(axis=0), y - y.mean(axis=0)
        (qx, rx), (qy, _) = np.linalg.qr(x), np.linalg.qr(y)
        return np.linalg.solve(rx, np.linalg.svd(qx.T @ qy)[0][:, 0])
    whole = views["a"] @ first(views["a"], views["b"])
    found = []
    for _ in range(times):
        drawn = random.integers(len(whole), size=len(whole))
        weights = first(views["a"][drawn], views["b"][drawn])
        sign = np.sign(np.corrcoef(whole, views["a"] @ weights)[0, 1])
        found.append(sign * correlations(views["a"][drawn], (views["a"][drawn] @ weights)[:, None])[0])
    sign = np.sign(np.corrcoef(whole, views["a"][:, 0])[0, 1])
    return sign, np.array(found)


def test_intervals_are_those_of_numpy_up_to_chance(germane):
    views = make(germane, "narrow")
    germane.ok("learn", "cca", *views_of("ab"), "--bootstrap", "800", "--check", "none", "--out", "x.model")
    model = Archive(germane.folder / "x.model")
    sign, found = resampled_by_numpy(views, 800, np.random.default_rng(3))
    if np.sign(model["a/loadings"][0, 0]) != sign:
        found = -found
    low, high = np.quantile(found, [0.025, 0.975], axis=0)
    width = high - low
    np.testing.assert_array_less(np.abs(model["a/loadings_low"][0] - low), 0.25 * width)
    np.testing.assert_array_less(np.abs(model["a/loadings_high"][0] - high), 0.25 * width)


def test_the_table_of_loadings(germane):
    make(germane, "narrow")
    germane.ok("learn", "cca", *views_of("ab"), "--dimensions", "2", "--bootstrap", "20", "--out", "x.model")
    model = Archive(germane.folder / "x.model")
    report = germane.ok("loadings", "x.model", "--top", "2", "--out", "two.csv", "--json").json()
    rows = report["loadings"]
    assert list(rows[0]) == ["view", "feature", "component", "weight", "loading", "low", "high"]
    assert [(row["view"], row["component"]) for row in rows] == [
        (name, k) for name in "ab" for k in (0, 0, 1, 1)]
    for row in rows:
        at = row["component"], int(row["feature"])
        assert row["weight"] == model[f"{row['view']}/map"][at]
        assert row["loading"] == model[f"{row['view']}/loadings"][at]
        assert row["low"] == model[f"{row['view']}/loadings_low"][at]
        assert row["high"] == model[f"{row['view']}/loadings_high"][at]
    best = np.argsort(-np.abs(model["a/loadings"][0]))[:2]
    assert [int(row["feature"]) for row in rows[:2]] == list(best)
    table = list(csv.reader((germane.folder / "two.csv").open()))
    assert len(table) == 9 and [float(x) for x in table[1][3:]] == [
        rows[0][key] for key in ("weight", "loading", "low", "high")]
    germane.ok("loadings", "x.model", "--out", "all.tsv")
    assert len((germane.folder / "all.tsv").read_text().splitlines()) == 1 + 2 * (5 + 4)
    one = germane.ok("loadings", "x.model", "--view", "b", "--component", "1", "--json").json()["loadings"]
    assert {(row["view"], row["component"]) for row in one} == {("b", 1)} and len(one) == 4


def test_ten_features_are_shown_and_all_are_written(germane):
    make(germane, "wide")
    germane.ok("learn", "cca", *views_of("ab"), "--ridge", "0.3", "--dimensions", "1", "--out", "x.model")
    report = germane.ok("loadings", "x.model", "--out", "all.csv", "--json").json()
    assert len(report["loadings"]) == 20 and "low" not in report["loadings"][0]
    assert any("--top all" in note for note in report["notes"])
    assert len((germane.folder / "all.csv").read_text().splitlines()) == 91


def test_a_model_of_one_table_shows_weights(germane):
    germane.ok("learn", "lda", "data/iris.csv", "--label", "label", "--out", "iris.model")
    report = germane.ok("loadings", "iris.model", "--component", "0", "--json").json()
    model = Archive(germane.folder / "iris.model")
    assert {row["feature"]: row["weight"] for row in report["loadings"]} == dict(
        zip(model.texts("columns"), model.map[0]))
    assert list(report["loadings"][0]) == ["feature", "component", "weight"]
    assert any("weights alone" in note for note in report["notes"])


@pytest.mark.parametrize("arguments, says", [
    (["loadings", "x.model", "--view", "z"], ["no view 'z'", "a, b"]),
    (["loadings", "x.model", "--component", "2"], ["--component 2", "2 components"]),
    (["loadings", "x.model", "--out", "x.model"], "is an input"),
    (["loadings", "x.model", "--out", "x.npy"], ".csv"),
    (["learn", "cca", *views_of("ab"), "--bootstrap", "20"], ["--bootstrap 20", "--out FILE"]),
    (["learn", "cca", *views_of("ab"), "--predict", "b"], ["--predict b", "--out FILE"]),
    (["learn", "cca", *views_of("ab"), "--predict", "z", "--out", "y"], ["no view 'z'", "--view z=FILE"]),
    (["learn", "cca", *views_of("ab"), "--bootstrap", "20", "--out", "y", "--memory", "3000"],
     ["--bootstrap 20", "120 objects", "--memory"]),
    (["learn", "cca", *views_of("ab"), "--bootstrap", "900", "--out", "y", "--memory", "200000",
      "--check", "none"], ["--bootstrap 900", "36 loadings", "fewer resamplings"]),
    (["learn", "cca", *views_of("ab"), "--bootstrap", "-1", "--out", "y"], "at least 0"),
    (["transform", "x.model", "--view", "a=a.npy", "--predict", "b", "--out", "y.npy"],
     ["'b' is told from others", "--predict b"]),
    (["transform", "x.model", "--view", "a=a.npy", "--predict", "z", "--out", "y.npy"], "no view 'z'"),
    (["transform", "x.model", "--view", "z=a.npy", "--predict", "b", "--out", "y.npy"], "no view 'z'"),
    (["transform", "x.model", "--view", "a=a.npy", "--predict", "a", "--out", "y.npy"], "from another"),
    (["transform", "x.model", *views_of("ab"), "--predict", "b", "--out", "y.npy"], "2 are given"),
    (["transform", "x.model", "a.npy", "--predict", "b", "--out", "y.npy"], "from which view"),
    (["transform", "x.model", "--view", "a=a.npy", "--predict", "b", "--clusters", "y.csv"],
     "no clusters"),
])
def test_refusals(germane, arguments, says):
    make(germane, "narrow")
    germane.ok("learn", "cca", *views_of("ab"), "--dimensions", "2", "--out", "x.model")
    germane.refused(*arguments, says=says)


def test_damaged_loadings_are_refused(germane):
    make(germane, "narrow")
    germane.ok("learn", "cca", *views_of("ab"), "--dimensions", "2", "--predict", "b", "--out", "x.model")
    good = Archive(germane.folder / "x.model")
    germane.ok("describe", "x.model")
    for name, shape in (("a/loadings", (2, 4)), ("b/from/a", (3, 2)), ("b/offset/a", (5,))):
        arrays = dict(good.arrays)
        arrays[name] = np.zeros(shape)
        germane.write("y.model", archive_bytes(good.metadata, arrays))
        germane.refused("describe", "y.model", says=name)


def test_tables_end_as_they_are_written(germane):
    germane.ok("learn", "cca", "--view", "a=data/iris.csv", "--view-columns", "a=sepal_length", "--view",
               "b=data/iris.csv", "--view-columns", "b=petal_length", "--out", "m")
    germane.refused("loadings", "m", "--out", "o.xyz", says="must end in .csv or .tsv")


def test_an_interval_needs_resamplings(germane):
    make(germane, "wide")
    germane.refused("learn", "cca", *views_of("ab"), "--dimensions", "1", "--ridge", "0.1", "--bootstrap", "19",
                    "--out", "y.model", says=["--bootstrap 19", "at least 20", "0: none"])
