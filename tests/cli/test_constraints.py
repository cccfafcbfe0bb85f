"""Side-information: every way to write it means the same."""

import csv
import time

import numpy as np
import pytest

from archive import Archive, assert_same_arrays
from limits import SLOWER
from reference import bundled, closure, csv_text, same_class_pairs

ROWS, LABELS, NAMES = bundled("iris")
PAIRS = same_class_pairs(LABELS, 50, seed=1)
DIFFERENT = [(0, 60), (1, 120), (70, 130)]
IDS = [f"id{i}x" for i in range(150)]


def learn(germane, *arguments, out="the.model"):
    germane.ok("learn", "rca", *arguments, "--shrinkage", 0, "--check", "none", "--out", out)
    return Archive(germane.folder / out)


def lines(pairs, separator, words=None, header="", names=range(150)):
    """The text of a file of pairs; `words` are those for same and different."""
    text = header
    for a, b in pairs:
        fields = [str(names[a]), str(names[b])]
        if words:
            fields.append(words[0] if LABELS[a] == LABELS[b] else words[1])
        text += separator.join(fields) + "\n"
    return text


WORDS = {"1/0": ("1", "0"), "same/different": ("same", "different"),
         "target/nontarget": ("target", "nontarget"), "must/cannot": ("must", "cannot")}


@pytest.mark.parametrize("names", [range(150), IDS], ids=["by row", "by id"])
@pytest.mark.parametrize("header", [False, True], ids=["no header", "header"])
@pytest.mark.parametrize("separator", [",", "\t", " ", "   "],
                         ids=["comma", "tab", "blank", "blanks"])
@pytest.mark.parametrize("words", [None, *WORDS])
def test_every_form_of_pairs_gives_the_same_closure(germane, names, header, separator, words):
    pairs = PAIRS + (DIFFERENT if words else [])
    first = separator.join(["a", "b", "kind"][:3 if words else 2]) + "\n" if header else ""
    germane.write("pairs", lines(pairs, separator, WORDS.get(words), first, names))
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS}))
    ids = ("--id", "id") if names is IDS else ("--exclude", "id")
    found = germane.ok("constraints", "t.csv", *ids, "--pairs", "pairs", "--json").json()
    groups = [g for g in closure(150, PAIRS) if g is not None]
    assert found["must_links"] == len(PAIRS)
    assert found["cannot_links"] == (len(DIFFERENT) if words else 0)
    assert found["matched"] == ("by id" if names is IDS else "by position")
    assert found["points_in_chunklets"] == len(groups)
    assert found["chunklets"] == len(set(groups))
    assert found["largest"] == max(groups.count(g) for g in groups)
    assert found["same_pairs"] == sum(
        groups.count(g) * (groups.count(g) - 1) // 2 for g in set(groups))
    assert sum(row["chunklets"] for row in found["sizes"]) == len(set(groups))


def test_a_recognised_header_is_said(germane):
    germane.write("pairs.csv", "left,right\n0,1\n2,3\n")
    result = germane.ok("constraints", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv")
    assert "header" in result.out


def test_weights_that_play_no_part_are_said(germane):
    note = "pairs.csv: the weights of 2 pairs play no part"
    germane.write("pairs.csv", "0,1,same,2\n2,3,same,1\n0,149,different,0.5\n4,5\n")
    given = ("data/iris.csv", "--label", "label", "--pairs", "pairs.csv")
    assert note in " ".join(germane.ok("constraints", *given).out.split())
    assert note in " ".join(germane.ok("stats", *given, "--out", "s").out.split())
    assert note in " ".join(germane("learn", "rca", *given, "--shrinkage", "oas").out.split())
    for links in ("closed", "given"):
        out = germane("learn", "rca", *given, "--shrinkage", "oas", "--links", links).out
        assert ("play no part" in out) == (links == "closed")
    germane.write("pairs.csv", "0,1,same,1\n2,3\n")
    assert "play no part" not in germane.ok("constraints", *given).out


def test_pairs_by_row_number_and_by_id_give_the_same_model(germane):
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS}))
    germane.write("rows", lines(PAIRS, " "))
    germane.write("ids", lines(PAIRS, ",", names=IDS))
    assert_same_arrays(learn(germane, "t.csv", "--exclude", "id", "--pairs", "rows", out="a"),
                       learn(germane, "t.csv", "--id", "id", "--pairs", "ids", out="b"))


def test_groups_one_per_row_by_lines_and_by_column_give_the_same_model(germane):
    germane.write("each", "".join(f"{label}\n" for label in LABELS))
    germane.write("named", "".join(f"{i} {LABELS[i]}\n" for i in reversed(range(150))))
    models = [
        learn(germane, "data/iris.csv", "--chunklet-column", "label", out="a"),
        learn(germane, "data/iris.csv", "--exclude", "label", "--chunklets", "each", out="b"),
        learn(germane, "data/iris.csv", "--exclude", "label", "--chunklets", "named", out="c"),
    ]
    assert_same_arrays(models[0], models[1])
    assert_same_arrays(models[0], models[2])


@pytest.mark.parametrize("none", ["-1", ""])
def test_rows_without_a_group_are_left_out(germane, none):
    values = [label if i % 2 else none for i, label in enumerate(LABELS)]
    germane.write("each.csv", "group\n" + "".join(f"{value}\n" for value in values))
    germane.write("t.csv", csv_text(ROWS, NAMES, {"g": values}))
    for command in (("data/iris.csv", "--exclude", "label", "--chunklets", "each.csv"),
                    ("t.csv", "--chunklet-column", "g")):
        found = germane.ok("constraints", *command, "--json").json()
        assert (found["chunklets"], found["points_in_chunklets"]) == (3, 75)


def test_groups_and_pairs_close_together(germane):
    germane.write("t.csv", "a,g\n1,x\n2,x\n4,y\n8,y\n16,\n32,\n")
    germane.write("pairs", "1 2\n4 5\n")
    found = germane.ok("constraints", "t.csv", "--chunklet-column", "g", "--pairs", "pairs", "--out",
                       "closed.csv", "--json").json()
    assert (found["chunklets"], found["largest"]) == (2, 4)
    rows = list(csv.DictReader(open(germane.folder / "closed.csv")))
    groups = {}
    for row in rows:
        groups.setdefault(row["chunklet"], []).append(int(row["row"]))
    assert sorted(groups.values()) == [[0, 1, 2, 3], [4, 5]]


def test_written_groups_read_back_as_the_same_chunklets(germane):
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS}))
    germane.write("pairs", lines(PAIRS, " ", names=IDS))
    first = germane.ok("constraints", "t.csv", "--id", "id", "--pairs", "pairs", "--out",
                       "closed.csv", "--json").json()
    again = germane.ok("constraints", "t.csv", "--id", "id", "--chunklets", "closed.csv",
                       "--json").json()
    assert first["sizes"] == again["sizes"]
    assert_same_arrays(learn(germane, "t.csv", "--id", "id", "--pairs", "pairs", out="a"),
                       learn(germane, "t.csv", "--id", "id", "--chunklets", "closed.csv", out="b"))


def test_repeated_pairs_count_once_and_that_is_said(germane):
    germane.write("pairs", "0 1\n1 0\n0 1\n2 3\n")
    found = germane.ok("constraints", "data/iris.csv", "--label", "label", "--pairs", "pairs",
                       "--json").json()
    assert found["must_links"] == 2 and found["repeated_pairs"] == 2


def test_comments_and_blank_lines_are_passed_over(germane):
    germane.write("pairs", "# from the annotators\n\n0 1\n# more\n2 3\n\n")
    found = germane.ok("constraints", "data/iris.csv", "--label", "label", "--pairs", "pairs",
                       "--json").json()
    assert found["must_links"] == 2


def test_a_chain_of_a_million_links_is_one_chunklet_in_seconds(germane):
    count = 1_000_001
    np.save(germane.folder / "rows.npy", np.arange(count, dtype=np.float32))
    order = np.random.default_rng(2).permutation(count - 1)
    germane.write("pairs", "\n".join(f"{i} {i + 1}" for i in order.tolist()) + "\n")
    start = time.monotonic()
    found = germane("constraints", "rows.npy", "--pairs", "pairs", "--json").json()
    assert time.monotonic() - start < 20 * SLOWER  # near-linear: about one second; quadratic: hours
    assert (found["chunklets"], found["largest"]) == (1, count)
    assert found["bridges"][0]["rows_split_off_without_it"] == count // 2
    assert found["same_pairs"] == count * (count - 1) // 2


# ---- simulate and split

def test_simulated_pairs_are_of_one_class_and_leave_the_share_of_components(germane):
    germane.ok("constraints", "simulate", "data/wine.csv", "--label", "label", "--components", 0.6,
               "--out", "pairs.csv")
    labels = bundled("wine")[1]
    pairs = [(int(row["row1"]), int(row["row2"]))
             for row in csv.DictReader(open(germane.folder / "pairs.csv"))]
    assert all(labels[a] == labels[b] and a != b for a, b in pairs)
    groups = closure(len(labels), pairs)
    components = sum(g is None for g in groups) + len({g for g in groups if g is not None})
    assert components == int(0.6 * len(labels))  # at most that share


def test_another_seed_simulates_other_pairs(germane):
    for seed in (0, 1):
        germane.ok("constraints", "simulate", "data/wine.csv", "--label", "label", "--seed", seed,
                   "--out", f"{seed}.csv")
    assert germane.bytes_of("0.csv") != germane.bytes_of("1.csv")


def test_simulated_pairs_of_rows_with_ids_name_the_ids(germane):
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS, "label": LABELS}))
    germane.ok("constraints", "simulate", "t.csv", "--id", "id", "--label", "label", "--out", "p")
    rows = list(csv.DictReader(open(germane.folder / "p")))
    assert rows and all(row["row1"] in IDS and row["row2"] in IDS for row in rows)
    germane.ok("constraints", "t.csv", "--id", "id", "--label", "label", "--pairs", "p")


def test_split_never_parts_a_component_and_loses_no_pair(germane):
    germane.write("pairs", lines(PAIRS, " "))
    germane.ok("constraints", "split", "data/iris.csv", "--label", "label", "--pairs", "pairs",
               "--share", 0.3, "--out", "kept.csv", "--held-out", "held.csv")
    groups = closure(150, PAIRS)
    parts = []
    for name in ("kept.csv", "held.csv"):
        rows = list(csv.DictReader(open(germane.folder / name)))
        parts.append([tuple(sorted((int(row["row1"]), int(row["row2"])))) for row in rows])
    assert sorted(parts[0] + parts[1]) == sorted(PAIRS)
    kept, held = ({groups[a] for a, _ in part} for part in parts)
    assert not kept & held
    assert len(held) == pytest.approx(0.3 * len(kept | held), abs=1)


def test_split_into_one_file_is_refused(germane):
    germane.write("pairs", lines(PAIRS, " "))
    germane.refused("constraints", "split", "data/iris.csv", "--label", "label", "--pairs", "pairs",
                    "--out", "both.csv", "--held-out", "both.csv", says="both.csv")


# ---- refusals

@pytest.mark.parametrize("text,says", [
    ("0,1\n3,150\n", ["pairs:2:2", "no row 150", "0 to 149"]),
    ("0,1\n-3,5\n", ["pairs:2", "-3"]),
    ("0,1\n7,7\n", ["pairs:2", "itself"]),
    ("0,1,same\n1,0,different\n", ["pairs:2", "line 1", "same", "different"]),
    ("0,1,perhaps\n", ["pairs:1:3", "perhaps", "same", "different"]),
    ("0,1,0.5\n", ["pairs:1:3", "0.5"]),
    ("0,1,same,-2\n", ["pairs:1:4", "weight"]),
    ("0,1,same,nan\n", ["pairs:1:4", "weight"]),
    ("0,1,same,1,2\n", ["pairs:1", "4 fields"]),
    ("0,1\n5\n", ["pairs:2", "1 field", "a b"]),
    ("0,1\nx,5\n", ["pairs:2", "x"]),
], ids=lambda value: repr(value) if isinstance(value, str) else "")
def test_a_wrong_line_of_pairs_is_named(germane, text, says):
    germane.write("pairs", text)
    germane.refused("constraints", "data/iris.csv", "--label", "label", "--pairs", "pairs", "--out",
                    "x", says=says)


def test_unknown_ids_are_counted_and_the_first_three_named(germane):
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS}))
    germane.write("pairs", "id0x,id1x\nu1,id2x\nu2,id2x\nu3,u4\nu5,id0x\n")
    result = germane.refused("constraints", "t.csv", "--id", "id", "--pairs", "pairs", "--out", "x",
                             says=["5 ids", "'u1'", "'u2'", "'u3'", "--unknown-ids skip"])
    assert "u4" not in result.err
    result = germane("constraints", "t.csv", "--id", "id", "--pairs", "pairs", "--unknown-ids",
                     "skip", "--json")
    assert result.code == 0 and result.json()["must_links"] == 1
    assert "4 lines skipped" in result.err


def test_row_numbers_beyond_the_table_are_refused_or_skipped(germane):
    germane.write("pairs", "0,1\n2,150\n149,3\n")
    command = ("constraints", "data/iris.csv", "--exclude", "label", "--pairs", "pairs")
    germane.refused(*command, says=["pairs:2:2", "there is no row 150", "0 to 149"])
    result = germane(*command, "--unknown-ids", "skip", "--json")
    assert result.code == 0 and result.json()["must_links"] == 2
    assert "1 line skipped" in result.err
    germane.write("pairs", "0,1\n2,-1\n")
    germane.refused(*command, "--unknown-ids", "skip", says="there is no row -1")


def test_unknown_ids_of_groups_are_refused_or_skipped(germane):
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS}))
    germane.write("groups", "id0x a\nid1x a\nnobody a\n")
    command = ("constraints", "t.csv", "--id", "id", "--chunklets", "groups")
    germane.refused(*command, says=["nobody", "--unknown-ids skip"])
    result = germane(*command, "--unknown-ids", "skip", "--json")
    assert result.code == 0 and result.json()["points_in_chunklets"] == 2
    assert "skipped" in result.err


def test_a_cannot_link_inside_a_chunklet_is_refused(germane):
    germane.write("pairs", "0 1 same\n1 2 same\n0 2 different\n")
    germane.refused("constraints", "data/iris.csv", "--label", "label", "--pairs", "pairs",
                    code=1, says=["cannot-link 0 - 2", "one chunklet"])
    germane.write("pairs", "0 1 different\n")
    germane.refused("constraints", "data/iris.csv", "--chunklet-column", "label", "--pairs", "pairs",
                    code=1, says=["cannot-link 0 - 1", "one chunklet"])


def test_a_cannot_link_inside_a_chunklet_is_named_by_ids(germane):
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS}))
    germane.write("pairs", "id0x id1x same\nid1x id2x same\nid0x id2x different\n")
    germane.refused("constraints", "t.csv", "--id", "id", "--pairs", "pairs",
                    code=1, says=["id0x", "id2x", "one chunklet"])


def test_groups_of_another_length_are_refused(germane):
    germane.write("groups", "a\nb\na\n")
    germane.refused("constraints", "data/iris.csv", "--label", "label", "--chunklets", "groups",
                    says=["groups", "3 lines", "150 rows"])


def test_groups_by_position_are_refused_for_rows_with_ids(germane):
    germane.write("t.csv", csv_text(ROWS, NAMES, {"id": IDS}))
    germane.write("groups", "".join(f"{label}\n" for label in LABELS))
    germane.refused("constraints", "t.csv", "--id", "id", "--chunklets", "groups", says=["id"])


def test_a_row_in_two_groups_is_refused(germane):
    germane.write("groups", "0 a\n1 a\n0 b\n")
    germane.refused("constraints", "data/iris.csv", "--label", "label", "--chunklets", "groups",
                    says=["groups:3", "line 1"])


def test_chunklets_of_one_row_each_teach_nothing(germane):
    germane.write("groups", "".join(f"{i}\n" for i in range(150)))
    germane.refused("learn", "rca", "data/iris.csv", "--exclude", "label", "--chunklets", "groups",
                    "--out", "x", says=["all 150 chunklets have one row", "two rows or more"])


def test_no_side_information_is_refused_with_the_ways_to_give_it(germane):
    for command in (("learn", "rca"), ("constraints",)):
        germane.refused(*command, "data/iris.csv", "--exclude", "label", "--out", "x",
                        says=["--pairs", "--chunklets", "--chunklet-column"])
    germane.refused("learn", "lda", "data/iris.csv", "--exclude", "label", "--out", "x",
                    says=["--label ", "--labels"])


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "a,b\n"],
                         ids=["empty", "only a comment", "only a header"])
def test_a_file_without_pairs_is_named(germane, text):
    germane.write("pairs.csv", text)
    germane.refused("learn", "rca", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                    "--out", "x", says="pairs.csv")


def test_only_cannot_links_are_said_to_be_too_little_for_rca(germane):
    germane.write("pairs.csv", "0,60,different\n")
    germane.refused("learn", "rca", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                    "--out", "x", says=["pairs.csv", "same"])


# ---- contradictions

def test_a_contradiction_is_shown_with_the_chain_that_causes_it(germane):
    germane.write("pairs.csv", "0,1\n1,2\n2,3\n0,9\n9,3\n3,5\n0,5,different\n")
    germane.refused("constraints", "data/iris.csv", "--exclude", "label", "--pairs", "pairs.csv",
                    code=1, says=["cannot-link 0 - 5", "0 = 9 = 3 = 5"])


def test_a_long_chain_is_cut_in_its_middle(germane):
    germane.write("pairs.csv", "".join(f"{i},{i + 1}\n" for i in range(100)) + "0,100,different\n")
    result = germane.refused("constraints", "data/iris.csv", "--exclude", "label", "--pairs",
                             "pairs.csv", code=1, says=["0 = 1 = 2 = 3 = (93 more) = 97"])
    assert len(result.err) < 300


def test_more_that_exclude_each_other_than_classes_are_shown(germane):
    triangle = "0,1\n2,3\n1,2,different\n3,7,different\n0,7,different\n"
    germane.write("pairs.csv", triangle)
    given = ("constraints", "data/iris.csv", "--exclude", "label", "--pairs", "pairs.csv", "--json")
    assert germane.ok(*given).json()["mutually_exclusive"] == 3
    assert "exclusive" not in germane.ok(*given, "--k", 3).json()
    result = germane(*given, "--k", 2)
    assert result.code == 0 and "only 2 classes" in result.err
    rows = {row["row"]: row["rows_in_its_chunklet"] for row in result.json()["exclusive"]}
    assert rows == {"1": 2, "2": 2, "7": 1}


def test_what_is_not_decided_is_said(germane):
    generator = np.random.default_rng(1)
    links = [(a, b) for a in range(120) for b in range(a) if generator.random() < 0.7]
    germane.write("pairs.csv", "".join(f"{a},{b},different\n" for a, b in links))
    text = germane.ok("constraints", "data/iris.csv", "--exclude", "label", "--pairs", "pairs.csv",
                      "--search-steps", 10).out
    assert "not decided within 10 steps" in text
