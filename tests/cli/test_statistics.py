"""Statistics of parts, merged, are the statistics of the whole."""

import itertools

import numpy as np
import pytest

from archive import Archive, assert_same_arrays
from reference import (bundled, closure, csv_text, inverse_root, same_class_pairs, total_covariance,
                       within_scatter)

ROWS, LABELS, NAMES = bundled("iris")


def write_parts(germane, cuts=(31, 94), shuffle=False):
    order = np.random.default_rng(1).permutation(150) if shuffle else np.arange(150)
    for i, part in enumerate(np.split(order, cuts)):
        germane.write(f"{i}.csv", csv_text(ROWS[part], NAMES, {"label": LABELS[part]}))
        germane.ok("stats", f"{i}.csv", "--chunklet-column", "label", "--out", f"{i}.stats")
    return [f"{i}.stats" for i in range(len(cuts) + 1)]


def learn(germane, *arguments, out="the.model"):
    germane.ok("learn", *arguments, "--out", out)
    return Archive(germane.folder / out)


WHOLE = ("data/iris.csv", "--chunklet-column", "label", "--check", "none")


@pytest.mark.parametrize("method", [
    ("rca", "--shrinkage", 0), ("rca", "--dimensions", 2), ("rca", "--shrinkage", "oas"),
    ("rca", "--prepare", "standardize"), ("pca",), ("pca", "--whiten", "--dimensions", 2),
], ids=lambda method: " ".join(map(str, method)))
@pytest.mark.parametrize("shuffle", [False, True])
def test_merge_of_parts_equals_whole(germane, method, shuffle):
    germane.ok("merge", *write_parts(germane, shuffle=shuffle), "--out", "all.stats")
    merged = learn(germane, method[0], "all.stats", *method[1:], out="merged")
    whole = learn(germane, method[0], *WHOLE, *method[1:], out="whole")
    assert_same_arrays(merged, whole)


def test_a_part_without_any_hint_merges_with_the_others(germane):
    rows = np.random.default_rng(5).normal(size=(90, 3))
    np.save(germane.folder / "whole.npy", rows)
    groups = [str(i // 3) if i < 60 else "-1" for i in range(90)]
    germane.write("whole.groups", "\n".join(groups) + "\n")
    for part in range(3):
        np.save(germane.folder / f"{part}.npy", rows[30 * part:30 * part + 30])
        germane.write(f"{part}.groups", "\n".join(groups[30 * part:30 * part + 30]) + "\n")
        germane.ok("stats", f"{part}.npy", "--chunklets", f"{part}.groups", "--out", f"{part}.stats")
    germane.write("2.labels", "".join("x\n" for _ in range(30)))  # are not what was asked for
    germane.ok("stats", "2.npy", "--labels", "2.labels", "--chunklets", "2.groups", "--out", "2.stats")
    for order in (0, 1, 2), (2, 1, 0):
        germane.ok("merge", *(f"{part}.stats" for part in order), "--out", "all.stats")
        assert_same_arrays(learn(germane, "rca", "all.stats", "--shrinkage", 0, out="merged"),
                           learn(germane, "rca", "whole.npy", "--chunklets", "whole.groups", "--shrinkage", 0,
                                 "--check", "none", out="whole"))


def test_a_file_that_is_listed_twice_counts_twice_and_is_named(germane):
    result = germane("stats", "data/iris.csv", "data/iris.csv", "--label", "label", "--out", "twice.stats")
    assert result.code == 0
    assert "data/iris.csv: listed more than once" in result.err
    assert germane.ok("describe", "twice.stats", "--json").json()["rows"] == 300


def test_a_file_that_is_listed_under_two_names_is_named(germane):
    (germane.folder / "link.csv").symlink_to(germane.folder / "data/iris.csv")
    (germane.folder / "other.csv").write_bytes((germane.folder / "data/iris.csv").read_bytes())
    table = ("data/iris.csv", "other.csv", "./link.csv", "--label", "label")
    said = germane("stats", *table, "--out", "x.stats").err
    assert "./link.csv: is the same file as data/iris.csv, and its rows count each time" in said
    germane.ok("stats", *table[:2], *table[3:], "--out", "x.stats")  # a copy is another file


def test_two_arrays_of_one_archive_are_two_files(germane):
    np.savez(germane.folder / "two.npz", a=np.eye(3), b=np.eye(3) + 1)
    (germane.folder / "link.npz").symlink_to("two.npz")
    germane.ok("stats", "two.npz:a", "link.npz:b", "--out", "x.stats")
    said = germane("stats", "two.npz:a", "link.npz:a", "--out", "x.stats").err
    assert "link.npz:a: is the same file as two.npz:a" in said


def test_lda_learns_from_merged_statistics_of_labels(germane):
    germane.ok("merge", *write_parts(germane), "--out", "all.stats")
    merged = learn(germane, "lda", "all.stats", out="merged")
    whole = learn(germane, "lda", "data/iris.csv", "--label", "label", out="whole")
    assert_same_arrays(merged, whole)


def test_merge_in_any_order_gives_the_same_model(germane):
    parts = write_parts(germane, shuffle=True)
    models = []
    for order in itertools.permutations(parts):
        germane.ok("merge", *order, "--out", "all.stats")
        models.append(learn(germane, "rca", "all.stats", "--shrinkage", 0))
    for model in models[1:]:
        assert_same_arrays(model, models[0])


def test_merge_two_then_one_equals_three_at_once(germane):
    a, b, c = write_parts(germane)
    germane.ok("merge", a, b, "--out", "ab.stats")
    germane.ok("merge", "ab.stats", c, "--out", "abc.stats")
    germane.ok("merge", a, b, c, "--out", "all.stats")
    assert_same_arrays(learn(germane, "rca", "abc.stats", out="x"),
                       learn(germane, "rca", "all.stats", out="y"))


def test_merge_counts_rows_and_chunklets(germane):
    merged = germane.ok("merge", *write_parts(germane), "--out", "all.stats", "--json").json()
    assert (merged["files"], merged["rows"], merged["columns"]) == (3, 150, 4)
    assert merged["open_chunklets"] == 3


def test_a_column_order_of_its_own_is_no_obstacle(germane):
    germane.write("a.csv", csv_text(ROWS[:70], NAMES, {"label": LABELS[:70]}))
    germane.write("b.csv", csv_text(ROWS[70:, ::-1], NAMES[::-1], {"label": LABELS[70:]}))
    for name in "ab":
        germane.ok("stats", f"{name}.csv", "--chunklet-column", "label", "--out", f"{name}.stats")
    result = germane("merge", "a.stats", "b.stats", "--out", "all.stats")
    if result.code == 0:
        merged = learn(germane, "rca", "all.stats", "--shrinkage", 0, out="merged")
        assert_same_arrays(merged, learn(germane, "rca", *WHOLE, "--shrinkage", 0, out="whole"))
    else:  # refusing is right too; a silent mixture of columns is not
        assert result.code == 2 and "column" in result.err


def test_chunklets_numbered_in_a_file_are_not_those_of_another(germane):
    halves = (np.arange(0, 75), np.arange(75, 150))
    scatter, p = np.zeros((4, 4)), 0
    for i, part in enumerate(halves):
        pairs = same_class_pairs(LABELS[part], 30, seed=i)
        germane.write(f"{i}.csv", csv_text(ROWS[part], NAMES))
        germane.write("pairs", "".join(f"{a} {b}\n" for a, b in pairs))
        germane.ok("stats", f"{i}.csv", "--pairs", "pairs", "--out", f"{i}.stats")
        s, n, _ = within_scatter(ROWS[part], closure(75, pairs))
        scatter, p = scatter + s, p + n
    germane.ok("merge", "0.stats", "1.stats", "--out", "all.stats")
    model = learn(germane, "rca", "all.stats", "--shrinkage", 0)
    assert np.abs(model.map - inverse_root(scatter / p)).max() < 1e-11


def test_given_links_merge_with_their_weights(germane):
    halves = (np.arange(0, 75), np.arange(75, 150))
    c, weight = np.zeros((4, 4)), 0
    for i, part in enumerate(halves):
        pairs = same_class_pairs(LABELS[part], 30, seed=i)
        germane.write(f"{i}.csv", csv_text(ROWS[part], NAMES))
        germane.write("pairs", "".join(f"{a} {b} same {i + 1}.5\n" for a, b in pairs))
        germane.ok("stats", f"{i}.csv", "--pairs", "pairs", "--links", "given", "--out",
                   f"{i}.stats")
        h = np.array([ROWS[part][a] - ROWS[part][b] for a, b in pairs])
        c, weight = c + (i + 1.5) * h.T @ h, weight + (i + 1.5) * len(pairs)
    germane.ok("merge", "0.stats", "1.stats", "--out", "all.stats")
    model = learn(germane, "rca", "all.stats", "--shrinkage", 0)
    assert np.abs(model.map - inverse_root(c / (4 * weight))).max() < 1e-11


def test_a_large_mean_costs_no_digits(germane):
    rows = ROWS + 1e6
    germane.write("t.csv", csv_text(rows, NAMES, {"label": LABELS}))
    germane.ok("stats", "t.csv", "--chunklet-column", "label", "--out", "t.stats")
    model = learn(germane, "pca", "t.stats")
    values = np.linalg.eigvalsh(total_covariance(rows))[::-1]
    assert model.summary["variances"] == pytest.approx(values, rel=1e-7)
    assert values == pytest.approx(np.linalg.eigvalsh(total_covariance(ROWS))[::-1], rel=1e-7)


def test_within_scatter_alone_is_enough_for_rca(germane):
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--scatter", "within",
               "--out", "within.stats")
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--out", "total.stats")
    assert len(germane.bytes_of("within.stats")) < len(germane.bytes_of("total.stats"))
    a = learn(germane, "rca", "within.stats", "--shrinkage", 0, out="a")
    b = learn(germane, "rca", "total.stats", "--shrinkage", 0, out="b")
    assert set(b.arrays) - set(a.arrays) == {  # scores of pairs by likelihood want more
        "two_covariance/mean", "two_covariance/map", "two_covariance/between"}
    b.arrays = {name: b[name] for name in a.arrays}
    assert_same_arrays(a, b)


@pytest.mark.parametrize("method", [("pca",), ("lda",), ("rca", "--dimensions", 2)],
                         ids=lambda method: method[0])
def test_within_scatter_alone_is_refused_where_the_total_is_needed(germane, method):
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--scatter", "within",
               "--out", "within.stats")
    germane.refused("learn", method[0], "within.stats", *method[1:], "--out", "m", says="scatter")


def test_unit_rows_are_kept_in_statistics(germane):
    germane.ok("stats", "data/wine.csv", "--chunklet-column", "label", "--prepare", "unit-rows",
               "--out", "unit.stats")
    a = learn(germane, "rca", "unit.stats", "--shrinkage", 0, out="a")
    b = learn(germane, "rca", "data/wine.csv", "--chunklet-column", "label", "--check", "none",
              "--prepare", "unit-rows", "--shrinkage", 0, out="b")
    assert_same_arrays(a, b, tolerance=1e-9)  # wine's unit rows are badly conditioned
    for model in "ab":
        germane.ok("transform", model, "data/wine.csv", "--out", f"{model}.npy")
    x, y = (np.load(germane.folder / f"{name}.npy") for name in "ab")
    assert np.abs(x - y).max() < 1e-9 * np.abs(y).max()


def test_statistics_say_that_they_cannot_be_checked(germane):
    write_parts(germane)
    assert "no check" in germane.ok("learn", "rca", "0.stats", "--shrinkage", "oas").out


# ---- refusals

def test_statistics_of_different_columns_do_not_merge(germane):
    germane.ok("stats", "data/iris.csv", "--label", "label", "--out", "iris.stats")
    germane.ok("stats", "data/wine.csv", "--label", "label", "--out", "wine.stats")
    germane.refused("merge", "iris.stats", "wine.stats", "--out", "all.stats",
                    says=["wine.stats", "13 columns", "4"])
    germane.write("t.csv", csv_text(ROWS, ["a", "b", "c", "d"]))
    germane.ok("stats", "t.csv", "--out", "t.stats")
    germane.refused("merge", "iris.stats", "t.stats", "--out", "all.stats",
                    says=["t.stats", "sepal_length"])


def test_a_file_does_not_merge_with_itself(germane):
    germane.ok("stats", "data/iris.csv", "--label", "label", "--out", "iris.stats")
    germane.refused("merge", "iris.stats", "iris.stats", "--out", "all.stats",
                    says="iris.stats: is given twice, so its rows would count twice; give it once")
    (germane.folder / "soft.stats").symlink_to("iris.stats")
    (germane.folder / "hard.stats").hardlink_to(germane.folder / "iris.stats")
    for other in ("soft.stats", "hard.stats", "./iris.stats"):
        germane.refused("merge", "iris.stats", other, "--out", "all.stats",
                        says=f"{other}: is the same file as iris.stats, so its rows would count "
                        "twice; give one of the two")
    # What holds the same, but is another file, may be more of the same.
    germane.write("copy.stats", germane.bytes_of("iris.stats"))
    germane.ok("merge", "iris.stats", "copy.stats", "--out", "all.stats")


def test_statistics_of_different_preparation_do_not_merge(germane):
    for prepare in ("none", "unit-rows"):
        germane.ok("stats", "data/iris.csv", "--label", "label", "--prepare", prepare, "--out",
                   f"{prepare}.stats")
    germane.refused("merge", "none.stats", "unit-rows.stats", "--out", "all.stats",
                    says=["unit-rows.stats", "--prepare unit-rows", "--prepare none"])


def test_unit_rows_cannot_be_asked_of_plain_statistics(germane):
    germane.ok("stats", "data/iris.csv", "--label", "label", "--out", "iris.stats")
    germane.refused("learn", "pca", "iris.stats", "--prepare", "unit-rows", "--out", "m",
                    says=["unit-rows", "again"])


def test_ledoit_wolf_needs_the_rows(germane):
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--out", "iris.stats")
    germane.refused("learn", "rca", "iris.stats", "--shrinkage", "ledoit-wolf", "--out", "m",
                    says=["needs the rows", "oas"])


def test_statistics_without_chunklets_cannot_teach_rca(germane):
    germane.ok("stats", "data/iris.csv", "--exclude", "label", "--out", "iris.stats")
    germane.refused("learn", "rca", "iris.stats", "--out", "m", says="chunklet")


def test_labels_are_classes_for_lda(germane):
    germane.ok("stats", "data/iris.csv", "--label", "label", "--out", "iris.stats")
    a = learn(germane, "lda", "iris.stats", out="a")
    b = learn(germane, "lda", "data/iris.csv", "--label", "label", out="b")
    assert_same_arrays(a, b)


def test_pairs_are_no_classes_for_lda_from_rows_or_from_statistics(germane):
    given = ("data/iris.csv", "--exclude", "label", "--pairs", "pairs")
    germane.write("pairs", "".join(f"{i} {i + 1}\n" for i in range(0, 150, 2)))
    germane.refused("learn", "lda", *given, "--out", "m", says="labels")
    germane.ok("stats", *given, "--out", "pairs.stats")
    germane.refused("learn", "lda", "pairs.stats", "--out", "m", says="label")


@pytest.mark.parametrize("arguments", [
    ("--chunklet-column", "label"), ("--pairs", "pairs"), ("--columns", "sepal_length"),
    ("--id", "id"), ("--exclude", "sepal_length")], ids=lambda arguments: arguments[0])
def test_what_statistics_cannot_use_is_refused_not_ignored(germane, arguments):
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--out", "iris.stats")
    germane.write("pairs", "0 1\n")
    germane.refused("learn", "rca", "iris.stats", *arguments, "--out", "m", says=arguments[0])


def test_a_model_or_a_table_is_no_statistics(germane):
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--out", "iris.stats")
    germane.ok("learn", "rca", "iris.stats", "--out", "iris.model")
    germane.refused("merge", "iris.stats", "iris.model", "--out", "x", says=["model", "statistics"])
    germane.refused("merge", "iris.stats", "data/iris.csv", "--out", "x", says=["statistics"])
    germane.refused("learn", "rca", "iris.model", "--out", "x", says=["model", "statistics"])


def test_statistics_above_the_memory_limit_are_refused_with_the_figure(germane):
    result = germane.refused("stats", "data/wine.csv", "--label", "label", "--out", "x",
                             "--memory", 100, says="--memory")
    assert any(unit in result.err for unit in ("bytes", "kB", "KB", "KiB"))
