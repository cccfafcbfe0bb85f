"""It says whether it helped."""

import numpy as np
import pytest

from archive import Archive

IRIS = ("data/iris.csv", "--chunklet-column", "label", "--check", "none")


def planted(germane, count=60):
    """Rows whose second column is large and means nothing. Same pairs are 10 apart in it and 0.02
    in the first; different pairs only 1 in the first: raw distance orders every pair wrongly."""
    random = np.random.default_rng(4)
    lines, pairs = [], []
    for i in range(count):
        first, second = 2.0 * i, float(random.integers(-40, 40))
        little = 0.01 if i % 2 else -0.01
        lines += [(first + little, second), (first - little, second + 10)]
        lines += [(first + little + 1, second)]
        pairs += [f"{3 * i},{3 * i + 1},same", f"{3 * i},{3 * i + 2},different"]
    germane.write("planted.csv", "signal,noise\n" + "".join(f"{a},{b}\n" for a, b in lines))
    germane.write("planted_pairs.csv", "\n".join(pairs) + "\n")


def scores_of(result):
    return {row["distance"]: row for row in result.json()["check"]["scores"]}


def test_the_check_says_that_it_helped_where_it_must(germane):
    planted(germane)
    result = germane.ok("learn", "rca", "planted.csv", "--pairs", "planted_pairs.csv", "--json")
    check = result.json()["check"]
    assert check["same_pairs"] == 60
    assert check["different_pairs"] == 60
    assert (check["folds_helped"], check["folds"]) == (5, 5)
    assert check["different_are"] == "given"
    scores = scores_of(result)
    assert scores["raw columns"]["auc"] == 0
    assert scores["after rca"]["auc"] == 1
    assert scores["after rca"]["equal_error"] == 0


def test_the_check_says_that_it_did_not_help_where_it_cannot(germane):
    random = np.random.default_rng(8)
    rows = np.repeat(1000.0 * np.arange(20), 4)[:, None] + random.normal(size=(80, 2))
    np.save(germane.folder / "t.npy", rows)
    germane.write("groups", "".join(f"{i // 4}\n" for i in range(80)))
    result = germane.ok("learn", "rca", "t.npy", "--chunklets", "groups")
    assert "folds helped      0" in result.out
    assert "it did not help" in result.out and "try" in result.out
    assert "--prepare" not in result.out  # rca is the same in any units
    advised = germane.ok("learn", "pca", "t.npy", "--chunklets", "groups").out
    assert "learn rca" in advised


def test_what_is_no_better_than_chance_did_not_surely_help(germane):
    """Rows and groups of noise: whatever the verdict, it is never that it helped."""
    verdicts = []
    for seed in range(8):
        random = np.random.default_rng(seed)
        np.save(germane.folder / "t.npy", random.normal(size=(600, 60)))
        germane.write("groups", "".join(f"{group}\n" for group in random.integers(0, 40, 600)))
        result = germane.ok("learn", "rca", "t.npy", "--chunklets", "groups")
        assert "it helped" not in result.out, result
        verdicts.append("told apart no better than by chance" in result.out)
    assert any(verdicts)


def kind_of_different_pairs(result):
    return next(line for line in result.out.splitlines() if "different are" in line)


def test_the_check_says_which_pairs_count_as_different(germane):
    planted(germane)
    result = germane.ok("learn", "rca", "planted.csv", "--pairs", "planted_pairs.csv")
    assert "given" in kind_of_different_pairs(result)
    result = germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label")
    assert "assumed to differ" in kind_of_different_pairs(result)


def test_json_says_which_pairs_count_as_different_too(germane):
    result = germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label", "--json")
    assert "random" in result.out


def test_the_check_of_lda_holds_out_rows_of_every_class(germane):
    result = germane.ok("learn", "lda", "data/iris.csv", "--label", "label")
    assert "label" in kind_of_different_pairs(result)
    scores = scores_of(germane.ok("learn", "lda", "data/iris.csv", "--label", "label", "--json"))
    assert scores["after lda"]["auc"] > scores["raw columns"]["auc"]


def test_check_none_leaves_it_out(germane):
    result = germane.ok("learn", "rca", *IRIS, "--json")
    assert "check" not in result.json()
    assert "help" not in germane.ok("learn", "rca", *IRIS).out


def test_the_check_does_not_touch_the_model(germane):
    germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label", "--out", "a")
    germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label", "--out", "b",
               "--check", "none")
    a, b = Archive(germane.folder / "a"), Archive(germane.folder / "b")
    assert np.abs(a.map - b.map).max() < 1e-12


def test_another_seed_draws_other_pairs(germane):
    outs = [germane.ok("learn", "rca", "data/iris.csv", "--chunklet-column", "label", "--json",
                       "--seed", seed).json()["check"]["scores"] for seed in (0, 0, 1)]
    assert outs[0] == outs[1] != outs[2]


def test_without_out_it_says_that_nothing_was_saved(germane):
    before = germane.files()
    assert "--out" in germane.ok("learn", "pca", "data/iris.csv", "--label", "label").out
    assert germane.files() == before


def test_advice_names_options_that_the_method_has(germane):
    germane.ok("constraints", "simulate", "data/iris.csv", "--label", "label", "--out", "pairs.csv")
    out = germane.ok("learn", "pca", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv").out
    options = germane.ok("learn", "pca", "--help").out
    for word in out.split():
        if word.startswith("--"):
            assert word.strip(".,;:") in options


def test_advice_knows_that_every_row_has_a_hint_and_what_two_chunklets_mean(germane):
    result = germane.ok("learn", "rca", "data/ionosphere.csv", "--label", "label", "--chunklet-column", "label")
    assert "2 chunklets make 2 folds: each learns from one chunklet alone" in " ".join(result.out.split())
    assert "more or cleaner pairs" not in result.out
    check = result.out[result.out.index("did it help?"):]
    if "it helped" not in check:
        assert "every row has a hint already" in " ".join(check.split())
