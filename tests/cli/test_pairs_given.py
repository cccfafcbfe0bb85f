"""What a file says of its pairs, and what becomes of that."""

import numpy as np
import pytest

from archive import Archive
from pairs_of_wine import GIVEN, draw_pairs, lines_of, score, wine, write_pairs
from reference import bundled

__all__ = ["wine"]  # a fixture


def test_lines_are_written_in_the_order_of_the_file(germane, wine):
    given = [(a, b, kind) for kind, links in wine[0].items() for a, b in links]
    order = np.random.default_rng(5).permutation(len(given))
    given = [given[i] for i in order]
    germane.write("mixed.csv", "".join(f"{a},{b},{kind}\n" for a, b, kind in given))
    germane.ok(*GIVEN[:-1], "mixed.csv", "--out", "scores.csv")
    lines = lines_of(germane, "scores.csv")
    assert [(int(line["row1"]), int(line["row2"]), line["kind"]) for line in lines] == given
    _, mapped = wine
    expected = -score(mapped, [(a, b) for a, b, _ in given], "distance")
    np.testing.assert_allclose([float(line["score"]) for line in lines], expected, rtol=1e-6)


def test_pairs_without_a_kind_are_decided_but_are_no_error(germane, wine):
    germane.ok(*GIVEN, "--calibrate", "c")
    bare = [pair for links in wine[0].values() for pair in links]
    germane.write("bare.csv", "".join(f"{a},{b}\n" for a, b in bare))
    one = ("pairs", "c", *GIVEN[2:-1], "bare.csv")
    report = germane.ok(*one, "--out", "scores.csv", "--json").json()
    assert "scores" not in report
    assert (report["must_links"], report["cannot_links"], report["kind_not_said"]) == (0, 0, 300)
    assert any("bare.csv: the file does not say which pairs are same or different" in note
               for note in report["notes"])
    lines = lines_of(germane, "scores.csv")
    assert {line["kind"] for line in lines} == {""}
    assert {line["decision"] for line in lines} == {"same", "different"}
    assert [(int(line["row1"]), int(line["row2"])) for line in lines] == bare
    for option, file in (("--calibrate", "d"), ("--plot", "p.svg")):
        germane.refused(*one, option, file, says=[
            option, "bare.csv holds 0 same and 0 different pairs, and 300 pairs of which",
            "both kinds are needed", "write same or different third"])


def test_pairs_without_a_kind_change_no_figure_of_the_others(germane, wine):
    expected = germane.ok(*GIVEN, "--calibrate", "c", "--json").json()["scores"]
    lines = [f"{a},{b},{kind}\n" for kind, links in wine[0].items() for a, b in links]
    more = [f"{a},{b}\n" for links in draw_pairs(60, seed=9).values() for a, b in links]
    known = {frozenset(line.split(",")[:2]) for line in lines}
    more = [line for line in more if frozenset(line.strip().split(",")) not in known]
    germane.write("both.csv", "".join(more[:20] + lines + more[20:]))
    report = germane.ok(*GIVEN[:-1], "both.csv", "--calibrate", "d", "--json").json()
    assert report["scores"] == expected
    assert report["kind_not_said"] == len(more)
    assert any(f"{len(more)} pairs without same or different" in note for note in report["notes"])
    germane.write("half.csv", "0,1,same\n0,2\n")
    report = germane.ok(*GIVEN[:-1], "half.csv", "--json").json()
    assert any("all pairs of known kind are same pairs" in note for note in report["notes"])


def test_learners_still_take_a_pair_without_a_kind_for_same(germane):
    germane.write("bare.csv", "0,1\n1,2\n60,61\n62,61\n140,141\n")
    germane.write("same.csv", "0,1,same\n1,2,same\n60,61,same\n62,61,same\n140,141,same\n")
    for name in ("bare", "same"):
        germane.ok("learn", "rca", "data/wine.csv", "--label", "label", "--pairs", f"{name}.csv",
                   "--check", "none", "--out", name)
    bare, same = (Archive(germane.folder / name) for name in ("bare", "same"))
    for name, values in same.arrays.items():
        assert (bare[name] == values).all(), name


def test_pairs_without_an_error_are_calibrated_between_the_kinds(germane):
    """40 speakers of 10 rows in 20 columns, far apart: ratios down to some hundred thousand."""
    random = np.random.default_rng(1)
    speaker = np.repeat(np.arange(40), 10)
    spread = np.exp(3 * random.normal(size=20))
    rows = 40 * spread * random.normal(size=(40, 20))[speaker] + random.normal(size=(400, 20))
    text = [",".join(["speaker", *[f"x{i}" for i in range(20)]])]
    text += [",".join([f"s{s}", *map(repr, row.tolist())]) for s, row in zip(speaker, rows)]
    germane.write("speakers.csv", "\n".join(text) + "\n")
    pairs = set()
    while len(pairs) < 2400:
        a, b = sorted(random.choice(400, 2, replace=False).tolist())
        pairs.add((a, b))
    for s in range(40):
        for _ in range(10):
            pairs.add(tuple(sorted(random.choice(np.arange(10 * s, 10 * s + 10), 2,
                                                 replace=False).tolist())))
    given = [(a, b, "same" if speaker[a] == speaker[b] else "different") for a, b in sorted(pairs)]
    germane.write("trials.csv", "".join(f"{a} {b} {kind}\n" for a, b, kind in given))
    germane.ok("learn", "lda", "speakers.csv", "--label", "speaker", "--check", "none", "--out", "s")
    report = germane.ok("pairs", "s", "speakers.csv", "--label", "speaker", "--pairs", "trials.csv",
                        "--score", "llr", "--calibrate", "c", "--out", "o.csv", "--json").json()
    found = report["scores"]
    lines = lines_of(germane, "o.csv")
    same, different = ([float(line["score"]) for line in lines if line["kind"] == kind]
                       for kind in ("same", "different"))
    assert min(different) < -1e5 and max(different) < min(same)  # as the case has it
    assert max(different) < found["threshold"] < min(same)
    assert found["same_refused"] == found["different_accepted"] == 0
    assert found["cllr"] < 0.01 and found["cllr_cross_fitted"] < 0.01
    assert any("separates these pairs without an error" in note for note in found["notes"])


def test_pairs_that_are_all_skipped_are_shown(germane, wine):
    germane.write("trials.csv", "spk1,spk2,same\nspk1,spk3,different\n")
    rows, _, names = bundled("wine")
    table = [",".join(["id", *names])]
    table += [",".join([f"u{i}", *map(repr, row.tolist())]) for i, row in enumerate(rows)]
    germane.write("table.csv", "\n".join(table) + "\n")
    germane.refused("pairs", "m", "table.csv", "--id", "id", "--pairs", "trials.csv",
                    "--unknown-ids", "skip",
                    says=["trials.csv: all 2 pairs were skipped", "line 1 is 'spk1' and 'spk2'",
                          "like 'u0'", "--id or --ids"])


def test_pairs_may_come_from_standard_input(germane):
    assert "-: standard input" in germane.ok("pairs", "--help").out


@pytest.mark.parametrize("kind", ["same", "different"])
def test_one_kind_of_pairs_is_scored_without_error_rates(germane, wine, kind):
    write_pairs(germane, {kind: wine[0][kind]}, "one.csv")
    one = (*GIVEN[:-1], "one.csv")
    report = germane.ok(*one, "--out", "scores.csv", "--json").json()
    assert "scores" not in report
    assert any(f"all pairs are {kind} pairs" in note for note in report["notes"])
    assert len(lines_of(germane, "scores.csv")) == 150
    for option, file in (("--calibrate", "c"), ("--plot", "p.svg")):
        germane.refused(*one, option, file, says=[option, "one.csv", "both kinds are needed"])


def test_pairs_go_by_id_and_names_are_quoted(germane, wine):
    rows, labels, names = bundled("wine")
    ids = [f"wine, {i}" for i in range(len(rows))]
    table = [",".join(["id", *names])]
    table += [",".join([f'"{i}"', *map(repr, row.tolist())]) for i, row in zip(ids, rows)]
    germane.write("table.csv", "\n".join(table) + "\n")
    germane.write("by_id.csv", '"wine, 3","wine, 70",different\n"wine, 3","wine, 4",same\n')
    germane.ok("pairs", "m", "table.csv", "--id", "id", "--pairs", "by_id.csv", "--out", "s.csv")
    _, mapped = wine
    lines = lines_of(germane, "s.csv")
    assert [(line["row1"], line["row2"]) for line in lines] == [("wine, 3", "wine, 70"),
                                                               ("wine, 3", "wine, 4")]
    assert float(lines[0]["score"]) == pytest.approx(-score(mapped, [(3, 70)], "distance")[0])
    assert len(labels) == len(ids)
