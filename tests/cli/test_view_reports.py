"""What is said about several views: correlations that are none, long tables, predictions, advice."""

import csv

import numpy as np
import pytest

from archive import Archive
from views import centred, views_of


def save(germane, **views):
    for name, rows in views.items():
        np.save(germane.folder / f"{name}.npy", rows)
    return views_of(views)


@pytest.mark.parametrize("check", [["--check", "none"], []])
def test_a_view_of_lower_rank_has_no_correlations_beyond_it(germane, check):
    random = np.random.default_rng(2)
    shared = random.normal(size=(60, 2))
    rows = shared @ random.normal(size=(2, 3)) + 0.5 * random.normal(size=(60, 3))
    views = save(germane, a=rows, b=np.outer(shared[:, 0], [1, 2, 3]))
    report = germane.ok("learn", "mcca", *views, "--ridge", "0.1", *check, "--json").json()
    for key in ["correlation"] + ["held_out"] * (not check):
        found = [row[key] for row in report["components"]]
        assert found[0] > 0.5 and found[1:] == [None, None]
    assert any("do not vary" in note for note in report["notes"])
    lines = germane.ok("learn", "mcca", *views, "--ridge", "0.1", *check).out.splitlines()
    assert any(line.split() in (["1", "-"], ["1", "-", "-"]) for line in lines)


def test_folds_in_which_scores_do_not_vary_are_left_out_of_the_mean(germane):
    """Of the second view only two objects differ, so that at most two of five folds can tell anything."""
    random = np.random.default_rng(0)
    rare = np.zeros((60, 1))
    rare[:2] = 1
    a = random.normal(size=(60, 1))
    a[:2] = 9  # far out, as rare is: whichever object a fold holds out, the two go together
    views = save(germane, a=a, b=rare)
    (row,) = germane.ok("learn", "cca", *views, "--ridge", "0.1", "--json").json()["components"]
    assert row["held_out"] > 0.8  # beside zeros for the other folds it was below a half


def test_long_tables_show_ten_components_and_json_has_all(germane):
    random = np.random.default_rng(3)
    views = save(germane, a=random.normal(size=(60, 12)), b=random.normal(size=(60, 12)))
    text = germane.ok("learn", "cca", *views, "--out", "x.model").out
    assert "and 2 more, with --json or --report FILE.json" in text
    report = germane.ok("learn", "cca", *views, "--json").json()
    assert len(report["components"]) == 12
    assert "and 2 more" in germane.ok("describe", "x.model").out


def test_describe_knows_what_learning_said_of_components(germane):
    random = np.random.default_rng(4)
    shared = random.normal(size=(60, 1))
    views = save(germane, a=shared + random.normal(size=(60, 3)), b=shared + random.normal(size=(60, 2)))
    report = germane.ok("learn", "cca", *views, "--permutations", "19", "--out", "x.model", "--json").json()
    described = germane.ok("describe", "x.model", "--json").json()
    assert described["components"] == report["components"]
    assert list(report["components"][0]) == ["component", "correlation", "held_out", "p", "p_permuted"]
    assert "view_components" not in described["summary"]


@pytest.mark.parametrize("prepare", ["none", "standardize"])
def test_predictions_say_how_much_they_tell(germane, prepare):
    random = np.random.default_rng(5)
    shared = random.normal(size=(80, 2))
    a = shared @ random.normal(size=(2, 4)) + 0.3 * random.normal(size=(80, 4))
    b = shared @ random.normal(size=(2, 3)) + 0.3 * random.normal(size=(80, 3))
    views = save(germane, a=a, b=b)
    report = germane.ok("learn", "cca", *views, "--predict", "b", "--prepare", prepare, "--out", "x.model",
                        "--json").json()
    (row,) = report["predictions"]
    assert (row["view"], row["from"]) == ("b", "a")
    germane.ok("transform", "x.model", "--view", "a=a.npy", "--predict", "b", "--out", "told.npy")
    told = np.load(germane.folder / "told.npy")
    unit = b.std(axis=0) if prepare == "standardize" else 1
    missed = (((b - told) / unit) ** 2).sum() / ((centred(b) / unit) ** 2).sum()
    assert row["r2"] == pytest.approx(1 - missed, abs=1e-9)
    assert 0.3 < row["held_out"] < row["r2"]
    again = germane.ok("learn", "cca", *views, "--predict", "b", "--check", "none", "--out", "x.model", "--json")
    assert "held_out" not in again.json()["predictions"][0]


def test_predictions_of_noise_tell_nothing_held_out(germane):
    random = np.random.default_rng(6)
    views = save(germane, a=random.normal(size=(60, 8)), b=random.normal(size=(60, 8)))
    report = germane.ok("learn", "cca", *views, "--predict", "b", "--out", "x.model", "--json").json()
    (row,) = report["predictions"]
    assert row["r2"] > 0.05 and row["held_out"] < 0.02


def test_loadings_show_the_words_of_a_vocabulary_beside_the_view(germane):
    random = np.random.default_rng(7)
    words = ["apple", "pear", "plum", "fig"]
    lines = [" ".join(random.choice(words, size=6)) for _ in range(40)]
    germane.write("text.tsv", "text\n" + "\n".join(lines) + "\n")
    germane.ok("vectorize", "text.tsv", "--text", "text", "--out", "a.mtx")
    np.save(germane.folder / "b.npy", random.normal(size=(40, 2)))
    views = ["--view", "a=a.mtx", "--view", "b=b.npy", "--ridge", "0.1"]
    germane.ok("learn", "cca", *views, "--out", "x.model")
    rows = germane.ok("loadings", "x.model", "--view", "a", "--component", "0", "--json").json()["loadings"]
    assert {row["feature"] for row in rows} == set(words)
    assert Archive(germane.folder / "x.model").texts("a/columns") == sorted(words)
    # New rows of the same columns have no words beside them, and need none.
    (germane.folder / "a.vocabulary.tsv").unlink()
    germane.ok("transform", "x.model", "--view", "a=a.mtx", "--out", "y.npy")
    # Other words than columns are not those of the view.
    germane.ok("vectorize", "text.tsv", "--text", "text", "--out", "c.mtx", "--most-words", "3")
    (germane.folder / "c.vocabulary.tsv").rename(germane.folder / "a.vocabulary.tsv")
    report = germane.ok("learn", "cca", *views, "--out", "x.model", "--json").json()
    assert any("3 words for 4 columns" in note for note in report["notes"])
    rows = germane.ok("loadings", "x.model", "--view", "a", "--json").json()["loadings"]
    assert {row["feature"] for row in rows} == set("0123")


def table(germane, name, count=24, extra=()):
    random = np.random.default_rng(8)
    lines = ["sample,group,x,y"] + [
        f"s{i},g{i % 3}," + ",".join(repr(float(x)) for x in random.normal(size=2)) for i in range(count)]
    germane.write(name, "\n".join([*lines, *extra]) + "\n")


def header(germane, name):
    with (germane.folder / name).open() as file:
        return next(csv.reader(file))[0]


def test_ids_keep_the_name_of_their_column(germane):
    for name in "ab":
        table(germane, f"{name}.csv")
    given = ["--id", "sample"]
    germane.ok("learn", "cca", *views_of("ab", "csv"), *given, "--view-exclude", "a=group", "--view-exclude",
               "b=group", "--ridge", "0.1", "--out", "x.model")
    for views in (["--view", "a=a.csv"], views_of("ab", "csv")):
        germane.ok("transform", "x.model", *views, *given, "--out", "y.csv", "--clusters", "z.csv")
        assert header(germane, "y.csv") == "sample" and header(germane, "z.csv") == "sample"
    germane.ok("transform", "x.model", "--view", "a=a.csv", "--out", "y.csv")
    assert header(germane, "y.csv") == "row"
    germane.write("ids.txt", "".join(f"s{i}\n" for i in range(24)))
    germane.ok("transform", "x.model", "--view", "a=a.csv", "--view-ids", "a=ids.txt", "--out", "y.csv")
    assert header(germane, "y.csv") == "id"


NPY = ["--view", "a=a.npy", "--view", "b=b.npy"]


@pytest.mark.parametrize("arguments, says", [
    ([*NPY, "--permutations", "19", "--permute-within", "group"],
     ["--permute-within group finds nothing", "write the view as .csv with that column"]),
    ([*NPY, "--shuffle-within", "group"],
     ["--shuffle-within group finds nothing", "write the view as .csv with that column"]),
    ([*NPY, "--id", "sample"], ["--id sample finds nothing", "give --view-ids a=FILE"]),
    (["--view", "a=a.csv", "--view", "b=b.npy", "--permutations", "19", "--permute-within", "nobody"],
     ["'nobody'", "--permute-within"]),
    (["--view", "a=one.npy", "--view", "b=one.npy"], ["learn cca: one object", "two or more"]),
    (["--view", "a=a.npy", "--view", "b=endless.npy"], ["inf is not a finite number", "mend the number"]),
    (["a.csv", "b.csv"], ["unexpected 'a.csv'", "each view has a name: --view NAME=a.csv"]),
])
def test_advice_names_what_there_is(germane, arguments, says):
    random = np.random.default_rng(9)
    endless = random.normal(size=(24, 2))
    endless[3, 1] = np.inf
    save(germane, a=random.normal(size=(24, 2)), b=random.normal(size=(24, 2)), endless=endless, one=np.ones((1, 2)))
    table(germane, "a.csv")
    result = germane.refused("learn", "cca", *arguments, says=says)
    assert "--label" not in result.err and "--missing" not in result.err and "--chunklet" not in result.err


def test_advice_when_memory_is_short_is_an_option_of_the_method(germane):
    random = np.random.default_rng(10)
    views = save(germane, a=random.normal(size=(60, 3)), b=random.normal(size=(60, 3)))
    result = germane.refused("learn", "kernel-cca", *views, "--memory", "1000", says=["--landmarks 500", "--memory"])
    assert "--project" not in result.err


@pytest.mark.parametrize("method", ["cca", "mcca", "gcca", "pwca", "kernel-cca"])
def test_help_of_methods_over_views_fits_a_screen(germane, method):
    assert germane.ok("learn", method, "--help").out.count("\n") <= 50


def test_help_leaves_out_what_the_method_refuses(germane):
    text = germane.ok("learn", "pwca", "--help").out
    assert "--view-ridge" not in text and "oas" not in text
    assert "--view-ridge" in germane.ok("learn", "kernel-cca", "--help").out
    views = save(germane, a=np.eye(9)[:, :2], b=np.eye(9)[:, 1:3])
    germane.refused("learn", "pwca", *views, "--ridge", "oas", says="one ridge")
