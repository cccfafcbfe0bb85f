"""The same table gives the same model, whatever file it comes in and however it is read."""

import numpy as np
import pytest

from archive import Archive, assert_same_arrays
from reference import bundled, closure, csv_text, read_rows, same_class_pairs

ROWS, LABELS, NAMES = bundled("iris")
GROUPS = "".join(f"{label}\n" for label in LABELS)
RCA = ("learn", "rca", "--shrinkage", 0, "--check", "none")


def learn(germane, *arguments, out="the.model"):
    germane.ok(*RCA, *arguments, "--out", out)
    return Archive(germane.folder / out)


@pytest.fixture
def reference(germane):
    """The model learned from the bundled CSV as it stands."""
    return learn(germane, "data/iris.csv", "--chunklet-column", "label", out="reference.model")


TEXTS = {
    "tsv": csv_text(ROWS, NAMES, {"label": LABELS}, separator="\t"),
    "semicolons": csv_text(ROWS, NAMES, {"label": LABELS}, separator=";"),
    "crlf": csv_text(ROWS, NAMES, {"label": LABELS}, end="\r\n"),
    "quoted": csv_text(ROWS, NAMES, {"label": LABELS}, quote='"'),
    "byte order mark": "\ufeff" + csv_text(ROWS, NAMES, {"label": LABELS}),
    "no newline at the end": csv_text(ROWS, NAMES, {"label": LABELS}).rstrip("\n"),
    "blank lines at the end": csv_text(ROWS, NAMES, {"label": LABELS}) + "\n\n",
}


@pytest.mark.parametrize("kind", TEXTS)
def test_text_in_any_form_gives_the_same_bytes(germane, reference, kind):
    germane.write("table", TEXTS[kind])
    learn(germane, "table", "--chunklet-column", "label")
    assert germane.bytes_of("the.model") == germane.bytes_of("reference.model")


def test_every_number_quoted_gives_the_same_bytes(germane, reference):
    lines = csv_text(ROWS, NAMES, {"label": LABELS}).splitlines()
    germane.write("table", "".join(",".join(f'"{field}"' for field in line.split(",")) + "\n"
                                   for line in lines))
    learn(germane, "table", "--chunklet-column", "label")
    assert germane.bytes_of("the.model") == germane.bytes_of("reference.model")


def test_text_without_a_header_gives_the_same_map(germane, reference):
    germane.write("table", csv_text(ROWS))
    germane.write("groups", GROUPS)
    model = learn(germane, "table", "--chunklets", "groups")
    assert (model.map == reference.map).all() and (model.center == reference.center).all()


@pytest.mark.parametrize("order", "CF")
def test_npy_in_either_order_gives_the_same_map(germane, reference, order):
    np.save(germane.folder / "rows.npy", np.array(ROWS, order=order))
    germane.write("groups", GROUPS)
    model = learn(germane, "rows.npy", "--chunklets", "groups")
    assert (model.map == reference.map).all() and (model.center == reference.center).all()


def test_npy_in_either_order_gives_the_same_bytes_when_large(germane):
    rows = np.random.default_rng(1).normal(size=(9000, 30))
    germane.write("groups", "".join(f"{i // 3}\n" for i in range(9000)))
    for order in "CF":
        np.save(germane.folder / "rows.npy", np.array(rows, order=order))
        learn(germane, "rows.npy", "--chunklets", "groups", out=order)
    assert germane.bytes_of("C") == germane.bytes_of("F")


def test_float32_agrees_to_its_precision_and_stays_float32(germane, reference):
    np.save(germane.folder / "rows.npy", ROWS.astype(np.float32))
    germane.write("groups", GROUPS)
    model = learn(germane, "rows.npy", "--chunklets", "groups")
    assert np.abs(model.map - reference.map).max() < 1e-5 * np.abs(reference.map).max()
    assert model.map.dtype == np.float64
    germane.ok("transform", "the.model", "rows.npy", "--out", "new.npy")
    new = np.load(germane.folder / "new.npy")
    assert new.dtype == np.float32
    expected = (ROWS - reference.center) @ reference.map.T
    assert np.abs(new - expected).max() < 1e-5 * np.abs(expected).max()


def test_float64_stays_float64(germane, reference):
    np.save(germane.folder / "rows.npy", ROWS)
    germane.ok("transform", "reference.model", "rows.npy", "--out", "new.npy")
    assert np.load(germane.folder / "new.npy").dtype == np.float64


# ---- order and parts

def test_three_files_given_at_once_are_one_table(germane, reference):
    for i, part in enumerate(np.split(np.arange(150), [31, 94])):
        germane.write(f"{i}.csv", csv_text(ROWS[part], NAMES, {"label": LABELS[part]}))
    learn(germane, "0.csv", "1.csv", "2.csv", "--chunklet-column", "label")
    assert germane.bytes_of("the.model") == germane.bytes_of("reference.model")


def test_parts_may_have_their_columns_in_another_order(germane, reference):
    germane.write("0.csv", csv_text(ROWS[:70], NAMES, {"label": LABELS[:70]}))
    germane.write("1.csv", csv_text(ROWS[70:, ::-1], NAMES[::-1], {"label": LABELS[70:]}))
    assert_same_arrays(learn(germane, "0.csv", "1.csv", "--chunklet-column", "label"), reference)


def test_row_numbers_count_over_the_files_in_order(germane):
    pairs = same_class_pairs(LABELS, 60, seed=9)
    germane.write("pairs", "".join(f"{a} {b}\n" for a, b in pairs))
    whole = learn(germane, "data/iris.csv", "--label", "label", "--pairs", "pairs", out="whole")
    germane.write("0.csv", csv_text(ROWS[:33], NAMES))
    germane.write("1.csv", csv_text(ROWS[33:], NAMES))
    assert_same_arrays(learn(germane, "0.csv", "1.csv", "--pairs", "pairs"), whole)


def test_npy_parts_are_one_table(germane, reference):
    np.save(germane.folder / "0.npy", ROWS[:50])
    np.save(germane.folder / "1.npy", ROWS[50:])
    germane.write("groups", GROUPS)
    model = learn(germane, "0.npy", "1.npy", "--chunklets", "groups")
    assert (model.map == reference.map).all()


def test_shuffled_rows_with_ids_give_the_same_model(germane):
    ids = np.array([f"flower {i:03}" for i in range(150)])
    pairs = same_class_pairs(LABELS, 60, seed=10)
    germane.write("pairs.csv", "".join(f"{ids[a]},{ids[b]}\n" for a, b in pairs))
    order = np.random.default_rng(11).permutation(150)
    models = []
    for rows in (np.arange(150), order):
        germane.write("table.csv", csv_text(ROWS[rows], NAMES, {"id": ids[rows]}))
        models.append(learn(germane, "table.csv", "--id", "id", "--pairs", "pairs.csv"))
    assert_same_arrays(*models)


def test_shuffled_rows_with_ids_from_a_file_give_the_same_model(germane, reference):
    order = np.random.default_rng(12).permutation(150)
    np.save(germane.folder / "rows.npy", ROWS[order])
    germane.write("ids.txt", "".join(f"u{i}\n" for i in order))
    germane.write("groups", "".join(f"u{i} {LABELS[i]}\n" for i in range(150)))
    model = learn(germane, "rows.npy", "--ids", "ids.txt", "--chunklets", "groups")
    assert np.abs(model.map - reference.map).max() < 1e-12


def test_columns_may_be_chosen_by_name(germane):
    chosen = learn(germane, "data/iris.csv", "--chunklet-column", "label", "--columns",
                   "sepal_length,petal_width", out="a")
    left = learn(germane, "data/iris.csv", "--chunklet-column", "label", "--exclude",
                 "sepal_width", "--exclude", "petal_length", out="b")
    assert_same_arrays(chosen, left, tolerance=0)
    assert chosen.texts("columns") == ["sepal_length", "petal_width"]


# ---- threads and repetition

@pytest.fixture
def large(germane):
    random = np.random.default_rng(13)
    np.save(germane.folder / "large.npy", random.normal(size=(20000, 24)))
    germane.write("groups", "".join(f"{g}\n" for g in random.integers(0, 4000, 20000)))


@pytest.mark.parametrize("command", [
    ("learn", "rca", "large.npy", "--chunklets", "groups"),
    ("learn", "rca", "large.npy", "--chunklets", "groups", "--dimensions", 3),
    ("learn", "rca", "large.npy", "--chunklets", "groups", "--shrinkage", "ledoit-wolf"),
    ("learn", "pca", "large.npy"),
    ("stats", "large.npy", "--chunklets", "groups"),
    ("cluster", "kmeans", "large.npy", "--k", 7, "--restarts", 2, "--iterations", 20),
], ids=lambda command: " ".join(map(str, command)))
def test_any_number_of_threads_gives_the_same_bytes(germane, large, command):
    outs = [germane.ok(*command, "--threads", threads, "--out", f"out{threads}", "--json",
                       "--quiet").json()
            for threads in (1, 2, 3)]
    for threads in (2, 3):
        assert germane.bytes_of(f"out{threads}") == germane.bytes_of("out1")
    for out in outs:
        for key in ("model", "out", "run"):
            out.pop(key, None)
    assert outs[0] == outs[1] == outs[2]


@pytest.mark.parametrize("command", [
    ("learn", "rca", "data/wine.csv", "--chunklet-column", "label"),
    ("learn", "lda", "data/wine.csv", "--label", "label"),
    ("stats", "data/wine.csv", "--chunklet-column", "label"),
    ("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 3, "--prepare", "standardize"),
    ("constraints", "simulate", "data/wine.csv", "--label", "label"),
    ("constraints", "data/wine.csv", "--chunklet-column", "label"),
], ids=lambda command: " ".join(map(str, command)))
def test_the_same_command_twice_gives_the_same_bytes(germane, command):
    first = germane.ok(*command, "--out", "out")
    content = germane.bytes_of("out")
    again = germane.ok(*command, "--out", "out")
    assert germane.bytes_of("out") == content
    assert again.out == first.out


# ---- transform

def test_transform_matches_columns_by_name_in_any_order(germane, reference):
    germane.write("mixed.csv", csv_text(ROWS[:, [2, 0, 3, 1]], [NAMES[i] for i in (2, 0, 3, 1)],
                                        {"remark": ["?"] * 150}))
    result = germane.ok("transform", "reference.model", "mixed.csv", "--out", "a.npy", "--json")
    assert result.json()["extra_columns"] == 1
    germane.ok("transform", "reference.model", "data/iris.csv", "--out", "b.npy")
    assert germane.bytes_of("a.npy") == germane.bytes_of("b.npy")


def test_transform_of_parts_is_transform_of_the_whole(germane, reference):
    germane.write("0.csv", csv_text(ROWS[:33], NAMES))
    germane.write("1.csv", csv_text(ROWS[33:, ::-1], NAMES[::-1]))
    germane.ok("transform", "reference.model", "0.csv", "1.csv", "--out", "a.csv")
    germane.ok("transform", "reference.model", "data/iris.csv", "--out", "b.csv")
    assert germane.bytes_of("a.csv") == germane.bytes_of("b.csv")


def test_transform_keeps_the_ids(germane, reference):
    ids = [f"ä {i}, \"quoted\"" for i in range(150)]
    lines = csv_text(ROWS, NAMES).splitlines()
    escaped = [value.replace('"', '""') for value in ids]
    germane.write("t.csv", "id," + lines[0] + "\n" + "".join(
        f'"{value}",{line}\n' for value, line in zip(escaped, lines[1:])))
    germane.ok("transform", "reference.model", "t.csv", "--id", "id", "--out", "new.csv")
    germane.ok("transform", "reference.model", "t.csv", "--id", "id", "--out", "new.npy")
    header, names, new = read_rows(germane.folder / "new.csv")
    assert header[0] == "id" and names == ids
    assert germane.bytes_of("new.ids.txt").decode().splitlines() == ids
    assert (np.load(germane.folder / "new.npy") == new).all()


def test_transformed_rows_go_through_text_without_loss(germane, reference):
    for ending in ("csv", "npy"):
        germane.ok("transform", "reference.model", "data/iris.csv", "--out", f"new.{ending}")
    assert (np.load(germane.folder / "new.npy") == read_rows(germane.folder / "new.csv")[2]).all()


def test_names_beyond_ascii_are_kept(germane):
    germane.write("t.csv", csv_text(ROWS, ["länge", "breite µ", "長さ", "a b"], {"g": LABELS}))
    model = learn(germane, "t.csv", "--chunklet-column", "g")
    assert model.texts("columns") == ["länge", "breite µ", "長さ", "a b"]
    assert "長さ" in germane.ok("describe", "the.model").out


def test_closure_is_the_same_by_pairs_and_by_groups(germane):
    pairs = same_class_pairs(LABELS, 50, seed=14)
    germane.write("pairs", "".join(f"{a} {b}\n" for a, b in pairs))
    germane.write("groups", "".join(
        f"{-1 if group is None else group}\n" for group in closure(150, pairs)))
    a = learn(germane, "data/iris.csv", "--label", "label", "--pairs", "pairs", out="a")
    b = learn(germane, "data/iris.csv", "--label", "label", "--chunklets", "groups", out="b")
    assert_same_arrays(a, b)
