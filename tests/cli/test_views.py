"""Methods over several views of the same objects, against NumPy and reference values."""

import numpy as np
import pytest

from archive import Archive
from reference import bundled

ROWS, LABELS, NAMES = bundled("iris")
IRIS = ["--view", "sepal=data/iris.csv", "--view-columns", "sepal=sepal_length,sepal_width",
        "--view", "petal=data/iris.csv", "--view-columns", "petal=petal_length,petal_width"]


def correlations(x, y):
    """By QR, from the definition."""
    def basis(rows):
        return np.linalg.qr(rows - rows.mean(axis=0))[0]
    return np.linalg.svd(basis(x).T @ basis(y), compute_uv=False)


def found(report, key="correlation"):
    return np.array([row[key] for row in report["components"]])


def mapped(model, view, rows):
    return (rows - model[f"{view}/center"]) @ model[f"{view}/map"].T


@pytest.mark.parametrize("method", ["cca", "mcca", "gcca"])
def test_reference_values_of_iris(germane, method):
    report = germane.ok("learn", method, *IRIS, "--json", "--out", "iris.model").json()
    np.testing.assert_allclose(found(report), [0.940968997, 0.123936881], atol=1e-9)
    assert found(report, "p")[0] < 1e-60 and found(report, "p")[1] == pytest.approx(0.1321, abs=1e-4)
    model = Archive(germane.folder / "iris.model")
    sepal, petal = mapped(model, "sepal", ROWS[:, :2]), mapped(model, "petal", ROWS[:, 2:])
    np.testing.assert_allclose(np.corrcoef(sepal[:, 0], petal[:, 0])[0, 1], 0.940968997, atol=1e-9)
    np.testing.assert_allclose(sepal.var(axis=0), 1, atol=1e-9)
    np.testing.assert_allclose(np.corrcoef(sepal.T), np.eye(2), atol=1e-8)


def test_p_values_do_not_depend_on_how_many_components_are_asked_for(germane):
    all_of_them = germane.ok("learn", "cca", *IRIS, "--json").json()
    one = germane.ok("learn", "cca", *IRIS, "--dimensions", "1", "--json").json()
    assert found(one, "p")[0] == found(all_of_them, "p")[0]


@pytest.fixture
def two_views(germane):
    random = np.random.default_rng(0)
    shared = random.normal(size=(200, 2))
    views = {name: shared @ random.normal(size=(2, width)) + random.normal(size=(200, width))
             for name, width in (("a", 4), ("b", 6), ("c", 3))}
    for name, rows in views.items():
        np.save(germane.folder / f"{name}.npy", rows)
    return views


def test_correlations_are_those_of_numpy(germane, two_views):
    report = germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy", "--json").json()
    np.testing.assert_allclose(found(report), correlations(two_views["a"], two_views["b"]),
                               atol=1e-10)


def test_held_out_correlations_are_lower(germane, two_views):
    report = germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy", "--json").json()
    assert found(report, "held_out").sum() < found(report).sum()
    assert found(report, "held_out")[0] > 0.5


def test_shuffled_rows_change_nothing_when_ids_are_given(germane, two_views):
    ids = [f"o{i}" for i in range(200)]
    order = np.random.default_rng(1).permutation(200)
    np.save(germane.folder / "shuffled.npy", two_views["b"][order])
    germane.write("a.txt", "\n".join(ids) + "\n")
    germane.write("b.txt", "\n".join(ids[i] for i in order) + "\n")
    plain = germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy", "--json").json()
    joined = germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=shuffled.npy",
                        "--view-ids", "a=a.txt", "--view-ids", "b=b.txt", "--json").json()
    np.testing.assert_allclose(found(joined), found(plain), atol=1e-12)
    assert joined["matched"] == "by id"


def test_objects_that_lack_a_view_are_left_out(germane, two_views):
    germane.write("a.txt", "".join(f"o{i}\n" for i in range(200)))
    np.save(germane.folder / "less.npy", two_views["b"][50:])
    germane.write("b.txt", "".join(f"o{i}\n" for i in range(50, 200)))
    report = germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=less.npy",
                        "--view-ids", "a=a.txt", "--view-ids", "b=b.txt", "--json").json()
    assert report["objects"] == 150
    np.testing.assert_allclose(found(report),
                               correlations(two_views["a"][50:], two_views["b"][50:]), atol=1e-10)


def test_rows_dropped_for_gaps_are_dropped_in_every_view(germane, two_views):
    rows = two_views["b"].copy()
    rows[[3, 90], 1] = np.nan
    np.save(germane.folder / "gaps.npy", rows)
    report = germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=gaps.npy",
                        "--missing", "drop-rows", "--json").json()
    kept = np.delete(np.arange(200), [3, 90])
    np.testing.assert_allclose(found(report),
                               correlations(two_views["a"][kept], two_views["b"][kept]), atol=1e-10)


def test_transform_maps_one_view(germane, two_views):
    germane.ok("learn", "gcca", *(word for name in "abc" for word in ("--view", f"{name}={name}.npy")),
               "--out", "x.model")
    germane.ok("transform", "x.model", "--view", "c=c.npy", "--out", "c_mapped.npy")
    np.testing.assert_allclose(np.load(germane.folder / "c_mapped.npy"),
                               mapped(Archive(germane.folder / "x.model"), "c", two_views["c"]),
                               atol=1e-12)
    germane.refused("transform", "x.model", "--view", "d=c.npy", "--out", "y.npy",
                    says=["no view 'd'", "a, b, c"])
    germane.refused("transform", "x.model", "c.npy", "--out", "y.npy", says="--view")
    germane.refused("cluster", "kmeans", "c.npy", "--k", "2", "--model", "x.model", says="--view")


def test_gaps_of_new_rows_are_filled_as_those_learned_from(germane, two_views):
    rows = two_views["b"].copy()
    rows[5, 2] = np.nan
    np.save(germane.folder / "gap.npy", rows)
    germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=gap.npy", "--missing", "mean",
               "--out", "x.model")
    np.save(germane.folder / "new.npy", rows[5:6])
    for options in [], ["--missing", "mean"]:
        germane.ok("transform", "x.model", "--view", "b=new.npy", "--out", "y.npy", *options)
        rows[5, 2] = np.nanmean(np.load(germane.folder / "gap.npy")[:, 2])
        np.testing.assert_allclose(np.load(germane.folder / "y.npy"),
                                   mapped(Archive(germane.folder / "x.model"), "b", rows[5:6]),
                                   atol=1e-12)


def test_chance_is_warned_of(germane):
    random = np.random.default_rng(3)
    for name in "ab":
        np.save(germane.folder / f"{name}.npy", random.normal(size=(30, 20)))
    result = germane("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy")
    assert result.code == 0 and "40 columns in all for 30 objects" in result.err, result
    assert "--ridge auto" in result.err


@pytest.mark.parametrize("method", ["cca", "mcca", "gcca"])
def test_columns_that_are_nearly_dependent_are_warned_of(germane, method):
    random = np.random.default_rng(5)
    only = random.normal(size=500)
    x, y = random.normal(size=(500, 5)), random.normal(size=(500, 3))
    y[:, 0] += only
    np.save(germane.folder / "y.npy", y)
    for distance, warned in ((1e-2, False), (1e-6, True)):
        np.save(germane.folder / "x.npy", np.column_stack([x, x[:, 0] + distance * only]))
        result = germane("learn", method, "--view", "x=x.npy", "--view", "y=y.npy")
        assert result.code == 0 and ("nearly dependent (condition" in result.err) == warned, result.err
        assert "of correlations about 3 digits" in result.err or not warned
        ridged = germane.ok("learn", method, "--view", "x=x.npy", "--view", "y=y.npy", "--ridge", 0.01)
        assert "nearly dependent" not in ridged.err


def test_two_objects_a_fold_tell_nothing(germane):
    random = np.random.default_rng(4)
    for name in "ab":
        np.save(germane.folder / f"{name}.npy", random.normal(size=(10, 2)))
    result = germane("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy", "--json")
    assert "held_out" not in result.json()["components"][0]
    assert "10 objects are too few" in result.err


def test_the_ridge_is_chosen_on_objects_held_out(germane):
    random = np.random.default_rng(2)
    shared = random.normal(size=(40, 1))
    for name, width in ("a", 60), ("b", 50):
        np.save(germane.folder / f"{name}.npy",
                shared + 2 * random.normal(size=(40, width)))
    views = ["--view", "a=a.npy", "--view", "b=b.npy"]
    germane.refused("learn", "cca", *views, says=["60 columns", "--ridge auto"])
    report = germane.ok("learn", "cca", *views, "--ridge", "auto", "--dimensions", "2", "--json").json()
    assert report["ridge"] > 0
    scores = [row["score"] for row in report["choice_of_ridge"]]
    assert scores[0] is None and max(filter(None, scores)) > 0
    assert "p" not in report["components"][0]  # no test is valid beside a ridge


@pytest.mark.parametrize("arguments, says", [
    (["--view", "a=a.npy"], "one view"),
    ([], "no view"),
    (["--view", "a.npy", "--view", "b=b.npy"], "NAME=FILE"),
    (["--view", "a=a.npy", "--view", "a=b.npy"], "twice"),
    (["--view", "a=a.npy", "--view", "b=short.npy"], ["short.npy", "100 rows", "--id"]),
    (["--view", "a=a.npy", "--view", "b=b.npy", "--view", "c=c.npy"], "mcca or gcca"),
    (["--view", "a=a.npy", "--view", "b=b.npy", "--view-columns", "d=1"], "no view 'd'"),
    (["--view", "a=a.npy", "--view", "b=b.npy", "--view-ids", "a=ids.txt"], "'b' has no ids"),
    (["--view", "a=a.npy", "--view", "b=b.npy", "--dimensions", "5"], "at most 4"),
    (["--view", "a=a.npy", "--view", "b=b.npy", "--out", "a.npy"], "is an input"),
    (["--view", "a=a.npy", "--view", "b=b.npy", "--view-ids", "a=ids.txt", "--view-ids", "b=ids.txt",
      "--out", "ids.txt"], "is an input"),
])
def test_refusals(germane, two_views, arguments, says):
    np.save(germane.folder / "short.npy", two_views["b"][:100])
    germane.write("ids.txt", "".join(f"{i}\n" for i in range(200)))
    germane.refused("learn", "cca", *arguments, says=says)


def test_views_of_no_common_object_are_refused(germane, two_views):
    germane.write("a.txt", "".join(f"a{i}\n" for i in range(200)))
    germane.write("b.txt", "".join(f"b{i}\n" for i in range(200)))
    germane.refused("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy",
                    "--view-ids", "a=a.txt", "--view-ids", "b=b.txt",
                    says=["no id is in all", "'a0'", "'b0'"])


def test_the_same_views_give_the_same_bytes_wherever_they_are(germane, two_views):
    (germane.folder / "elsewhere").mkdir()
    for name in "ab":
        np.save(germane.folder / "elsewhere" / f"{name}.npy", two_views[name])
    germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy", "--out", "x.model")
    germane.ok("learn", "cca", "--view", "a=elsewhere/a.npy", "--view", "b=elsewhere/b.npy",
               "--out", "elsewhere/y.model")
    assert ((germane.folder / "x.model").read_bytes()
            == (germane.folder / "elsewhere" / "y.model").read_bytes())


def test_models_of_views_are_described(germane, two_views):
    germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy", "--out", "x.model")
    report = germane.ok("describe", "x.model", "--json").json()
    assert [row["view"] for row in report["views"]] == ["a", "b"]


def test_what_is_missing_or_left_out_is_said(germane, two_views):
    germane.write("a.csv", "id,x,y\n" + "".join(f"o{i},{i % 7},{(i * i) % 11}\n" for i in range(60)))
    germane.write("b.csv", "id,u,v\n" + "".join(f"o{i},{(i * 3) % 13},{'' if i == 20 else i % 5}\n"
                                              for i in range(10, 70)))
    views = ["--view", "a=a.csv", "--view", "b=b.csv", "--id", "id"]
    germane.refused("learn", "cca", *views, says=["--view-exclude b=v", "drop-columns"])
    report = germane.ok("learn", "cca", *views, "--missing", "mean", "--json").json()
    assert report["left_out"] == 20 and report["objects"] == 50
    assert any("'b': 1 cell in 1 column, filled" in note for note in report["notes"])
    germane.ok("learn", "cca", *views, "--missing", "drop-columns", "--out", "x.model")
    germane.ok("learn", "cca", *views, "--view-exclude", "b=v", "--out", "y.model")
    germane.ok("transform", "x.model", "--view", "b=b.csv", "--id", "id", "--out", "b.csv.tsv")


def test_one_view_takes_its_ids_as_several_do(germane, two_views):
    germane.ok("learn", "cca", "--view", "a=a.npy", "--view", "b=b.npy", "--out", "x.model")
    germane.write("names.txt", "".join(f"o{i}\n" for i in range(200)))
    report = germane.ok("transform", "x.model", "--view", "a=a.npy", "--view-ids", "a=names.txt", "--out",
                        "new.npy", "--json").json()
    assert report["ids"] == "new.ids.txt"
    germane.refused("transform", "x.model", "--view", "a=a.npy", "--view-ids", "b=names.txt", "--out",
                    "other.npy", says="no view 'b'")
    germane.write("third.ids.txt", "of another file\n")
    germane.refused("transform", "x.model", "--view", "a=a.npy", "--view-ids", "a=names.txt", "--out",
                    "third.npy", says="another file")
