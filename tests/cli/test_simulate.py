"""Simulated side-information: every mode draws what it says, in files that the other verbs read."""

import csv

import numpy as np
import pytest

from reference import bundled, csv_text

ROWS, LABELS, NAMES = bundled("wine")
WINE = ("constraints", "simulate", "data/wine.csv", "--label", "label")

MODES = {
    "components": (),
    "ratio": ("--ratio", 0.02),
    "teachers": ("--teachers", 12),
    "chunklets": ("--size", 4, "--share", 0.5),
    "runs": ("--length", 6),
}


def table(germane, name):
    with open(germane.folder / name, newline="") as file:
        return list(csv.DictReader(file))


def groups_of(germane, name):
    groups = {}
    for line in table(germane, name):
        groups.setdefault(line["chunklet"], []).append(int(line["row"]))
    return list(groups.values())


def draw(germane, mode, *arguments, out="out.csv", data=WINE):
    return germane.ok(*data, "--mode", mode, *arguments, "--out", out, "--json").json()


@pytest.mark.parametrize("mode", MODES)
def test_what_is_drawn_is_read_by_the_option_the_report_names(germane, mode):
    found = draw(germane, mode, *MODES[mode])
    assert found["mode"] == mode
    again = germane("constraints", "data/wine.csv", "--label", "label", found["pass_on_with"],
                       "out.csv", "--json").json()
    for key in ("chunklets", "points_in_chunklets", "largest", "same_pairs", "sizes"):
        assert again[key] == found[key]
    germane.ok("learn", "rca", "data/wine.csv", "--label", "label", found["pass_on_with"], "out.csv",
               "--check", "none")


@pytest.mark.parametrize("mode", MODES)
def test_the_same_seed_draws_the_same_bytes_and_another_seed_others(germane, mode):
    for seed, out in ((1, "a.csv"), (1, "b.csv"), (2, "c.csv")):
        draw(germane, mode, *MODES[mode], "--seed", seed, out=out)
    assert germane.bytes_of("a.csv") == germane.bytes_of("b.csv")
    assert (germane.bytes_of("a.csv") == germane.bytes_of("c.csv")) == (mode == "runs")


@pytest.mark.parametrize("mode", MODES)
def test_rows_without_a_label_are_never_drawn(germane, mode):
    labels = ["" if i % 4 == 0 else "-1" if i % 4 == 1 else label
              for i, label in enumerate(LABELS)]
    germane.write("t.csv", csv_text(ROWS, NAMES, {"label": labels}))
    draw(germane, mode, *MODES[mode], "--cannot", 30, data=(*WINE[:2], "t.csv", *WINE[3:]))
    rows = {int(line[key]) for line in table(germane, "out.csv") for key in ("row1", "row2")}
    assert rows and all(row % 4 >= 2 for row in rows)


def test_pairs_of_a_seed_stay_what_they_are(germane):
    """Published experiments name their seeds."""
    germane.ok("constraints", "simulate", "data/iris.csv", "--label", "label", "--components", 0.6,
               "--out", "p.csv")
    lines = germane.bytes_of("p.csv").decode().splitlines()
    assert len(lines) == 61
    assert lines[:4] == FIRST_LINES


FIRST_LINES = ["row1,row2,kind,weight", "17,19,same,1", "1,24,same,1", "114,142,same,1"]


def test_ratio_is_of_all_pairs_of_one_label(germane):
    found = draw(germane, "ratio", "--ratio", 0.02)
    sizes = np.unique(LABELS, return_counts=True)[1]
    assert found["pairs"] == round(0.02 * sum(sizes * (sizes - 1) // 2))
    pairs = [(int(line["row1"]), int(line["row2"])) for line in table(germane, "out.csv")]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == found["pairs"]
    assert all(LABELS[a] == LABELS[b] and a != b for a, b in pairs)


def test_teachers_see_two_rows_a_class_unless_told_otherwise(germane):
    found = draw(germane, "teachers", "--teachers", 25)
    assert (found["teachers"], found["subset"]) == (25, 6)
    assert found["largest"] <= 6 and found["points_in_chunklets"] <= 150
    found = draw(germane, "teachers", "--teachers", 2, "--subset", 60)
    assert found["subset"] == 60 and found["chunklets"] == 6
    for rows in groups_of(germane, "out.csv"):
        assert len(set(LABELS[rows])) == 1


def test_chunklets_have_the_size_and_the_share(germane):
    found = draw(germane, "chunklets", "--size", 4, "--share", 0.5)
    groups = groups_of(germane, "out.csv")
    assert len(groups) == found["chunklets"] == 178 // 2 // 4
    assert all(len(rows) == 4 and len(set(LABELS[rows])) == 1 for rows in groups)


def test_classes_too_small_for_a_chunklet_are_counted(germane):
    germane.write("t.csv", "label\n" + "a\n" * 6 + "b\n" * 2 + "c\n")
    command = ("constraints", "simulate", "t.csv", "--label", "label", "--mode", "chunklets",
               "--share", 0.4, "--out", "out.csv")
    assert "2 classes with fewer than 3 rows" in germane.ok(*command).out


def test_runs_follow_the_rows(germane):
    germane.write("t.csv", "label\n" + "\n".join("aaaaabbabbb") + "\n")
    draw(germane, "runs", "--length", 3, data=("constraints", "simulate", "t.csv", "--label", "label"))
    assert groups_of(germane, "out.csv") == [[0, 1, 2], [3, 4], [5, 6], [8, 9, 10]]


@pytest.mark.parametrize("mode", MODES)
def test_cannot_links_come_on_top_of_what_is_drawn(germane, mode):
    without = draw(germane, mode, *MODES[mode], out="without.csv")
    found = draw(germane, mode, *MODES[mode], "--cannot", 40, out="with.csv")
    assert found["sizes"] == without["sizes"]
    assert (found["cannot_links"], found["pass_on_with"]) == (40, "--pairs")
    pairs = {(int(line["row1"]), int(line["row2"])) for line in table(germane, "with.csv")
             if line["kind"] == "different"}
    assert len(pairs) == 40 and all(LABELS[a] != LABELS[b] for a, b in pairs)
    if without["pass_on_with"] == "--pairs":
        assert germane.bytes_of("with.csv").startswith(germane.bytes_of("without.csv"))
    read = germane("constraints", "data/wine.csv", "--label", "label", "--pairs", "with.csv",
                      "--json").json()
    assert (read["cannot_links"], read["sizes"]) == (40, found["sizes"])


def test_groups_of_rows_with_ids_name_the_ids(germane):
    ids = ['#1', 'a,b', 'say "x"', ' led', "e\tf", *(f"id{i}" for i in range(173))]
    lines = [",".join('"' + word.replace('"', '""') + '"' for word in (key, label))
             for key, label in zip(ids, LABELS)]
    germane.write("t.csv", "id,label,x\n" + "".join(line + ",1\n" for line in lines))
    command = ("constraints", "simulate", "t.csv", "--id", "id", "--label", "label", "--mode", "runs")
    for out in ("g.csv", "g.tsv"):
        found = germane.ok(*command, "--out", out, "--json").json()
        with open(germane.folder / out, newline="") as file:
            lines = list(csv.reader(file, delimiter="\t" if out == "g.tsv" else ","))
        assert lines[0] == ["id", "chunklet"]
        assert [line[0] for line in lines[1:6]] == ids[:5]
        again = germane.ok("constraints", "t.csv", "--id", "id", "--chunklets", out, "--json").json()
        assert again["points_in_chunklets"] == found["points_in_chunklets"] == len(lines) - 1


# ---- refusals

OTHERS = [(option, mode) for option, home in
          [("components", "components"), ("ratio", "ratio"), ("teachers", "teachers"),
           ("subset", "teachers"), ("size", "chunklets"), ("share", "chunklets"), ("length", "runs")]
          for mode in MODES if mode != home]


@pytest.mark.parametrize("option,mode", OTHERS)
def test_an_option_of_another_mode_is_refused_by_name(germane, option, mode):
    value = 0.7 if option in ("components", "ratio", "share") else 3
    germane.refused(*WINE, "--mode", mode, f"--{option}", value, "--out", "x.csv",
                    says=[f"--{option}", f"the mode is {mode}", "pass --mode"])


WISHES = {
    "mode": (("--mode", "ration"), ["mode = 'ration'", "did you mean 'ratio'"]),
    "ratio": (("--mode", "ratio", "--ratio", 1e-9), ["ratio = 1e-09", "pass at least"]),
    "teachers": (("--mode", "teachers", "--teachers", 30), ["teachers = 30", "pass at most 29"]),
    "subset": (("--mode", "teachers", "--subset", 500), ["subset = 500", "pass at most 178"]),
    "size": (("--mode", "chunklets", "--size", 72), ["size = 72", "pass at most 71"]),
    "share": (("--mode", "chunklets", "--share", 1), ["share = 1", "pass at most 0.97"]),
    "cannot": (("--cannot", 99999), ["cannot = 99999", "pass at most 10429"]),
    "npy": (("--out", "x.npy"), ["x.npy", ".csv or .tsv"]),
}


@pytest.mark.parametrize("kind", WISHES)
def test_an_impossible_wish_is_refused_with_what_would_do(germane, kind):
    arguments, says = WISHES[kind]
    out = () if kind == "npy" else ("--out", "x.csv")
    germane.refused(*WINE, *arguments, *out, says=says)


# ---- split

SPLIT = ("constraints", "split", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv")


@pytest.mark.parametrize("broken", ["out", "held-out"])
@pytest.mark.parametrize("place", ["no/such/x.csv", "folder", "x.npy"])
def test_a_split_that_cannot_write_one_file_leaves_both(germane, broken, place):
    draw(germane, "ratio", out="pairs.csv")
    (germane.folder / "folder").mkdir()
    germane.write("good.csv", "as it was\n")
    other = "held-out" if broken == "out" else "out"
    germane.refused(*SPLIT, f"--{broken}", place, f"--{other}", "good.csv", says=place)
    germane.refused(*SPLIT, f"--{broken}", place, f"--{other}", "new.csv", says=place)


def test_a_split_whose_held_out_part_finds_the_disk_full_leaves_both(germane):
    draw(germane, "ratio", out="pairs.csv")
    germane.refused(*SPLIT, "--out", "kept.csv", "--held-out", "/dev/full", says="No space left")


def test_a_split_into_one_file_spelled_in_two_ways_is_refused(germane):
    draw(germane, "ratio", out="pairs.csv")
    germane.refused(*SPLIT, "--out", "both.csv", "--held-out", "./both.csv", says="give two files")
