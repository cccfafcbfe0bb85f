"""Translations find each other: bench/mate_retrieval.py, small. The texts stand beside the checkout or in GERMANE_DATA."""

import gzip
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

from conftest import ROOT
from limits import SECONDS

SCRIPT = ROOT / "bench" / "mate_retrieval.py"
DATA = pathlib.Path(os.environ.get("GERMANE_DATA", ROOT.parent / "shared" / "data"))
TEST = 200
CHANCE = sum(1 / rank for rank in range(1, TEST + 1)) / TEST  # of a mate at any rank alike: 0.029


def retrieve(germane, data, *options):
    return subprocess.run([sys.executable, SCRIPT, "--germane", germane.binary, "--data", data, *map(str, options)],
                          capture_output=True, text=True, timeout=4 * SECONDS, check=False)


def results(germane, data, *options):
    """{(weighting, method): scores}"""
    done = retrieve(germane, data, "--json", *options)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {(row["weighting"], row["method"]): row for row in rows}


@pytest.mark.parametrize("corpus", ["europarl", "help"])
def test_real_translations_are_found_alike_by_both_methods(germane, corpus):
    missing = [file for file in (DATA / corpus / f"{language}.tsv.gz" for language in ("en", "de"))
               if not file.exists()]
    if missing:
        pytest.skip(f"no {missing[0]}; GERMANE_DATA names the folder of {corpus}/")
    found = results(germane, DATA, "--pairs", f"{corpus}/en-de", "--train", 120, "--test", TEST, "--dimensions", 60)
    assert len(found) == 4
    for weighting, least in (("counts", 0.2), ("tf-idf", 0.6)):
        ours = [found[weighting, method] for method in ("kernel-cca", "pwca")]
        for score in "cosine", "inner":
            assert min(row[score] for row in ours) > max(least, 5 * CHANCE), (weighting, score, ours)
            assert abs(ours[0][score] - ours[1][score]) < 0.05, (weighting, score, ours)


@pytest.fixture
def planted(tmp_path):
    """90 documents of 40 words each out of 30, and a translation word by word; the last five lack one."""
    random = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyzäöüßéñ"))
    folder = tmp_path / "texts" / "toy"
    folder.mkdir(parents=True)
    drawn = [random.choice(30, size=40, p=random.dirichlet(np.full(30, 0.3))) for _ in range(90)]
    for language, ending, documents in (("xx", "on", drawn), ("yy", "IK", drawn[:85])):
        lines = [f"d{i}\t" + ", ".join(letters[word] + ending for word in words) + " 42."
                 for i, words in enumerate(documents)]
        with gzip.open(folder / f"{language}.tsv.gz", "wt", encoding="utf-8") as out:
            out.write("\n".join(["doc_id\ttext", *lines]) + "\n")
    return folder.parent


def test_a_translation_word_by_word_is_found_first(germane, planted):
    found = results(germane, planted, "--pairs", "toy/xx-yy", "--train", 50, "--test", 100, "--dimensions", 20)
    assert all(row["cosine"] > 0.99 for row in found.values()), found
    assert all((row["train"], row["test"]) == (50, 35) for row in found.values())


def test_a_table_names_what_was_compared(germane, planted):
    done = retrieve(germane, planted, "--pairs", "toy/xx-yy", "--train", 50, "--dimensions", 5, "--methods", "pwca",
                    "--weightings", "counts", "--words-of", "train")
    assert done.returncode == 0, done.stderr
    head, row = done.stdout.splitlines()
    assert head.split() == ["data", "train", "test", "weights", "method", "cosine", "inner"]
    assert row.split()[:5] == ["toy/xx-yy", "50", "35", "counts", "pwca"]


def test_missing_files_and_words_are_named(germane, planted):
    done = retrieve(germane, planted, "--pairs", "toy/xx-zz")
    assert done.returncode == 1
    assert str(planted / "toy" / "zz.tsv.gz") in done.stderr and "--data" in done.stderr
    done = retrieve(germane, planted, "--pairs", "toy")
    assert done.returncode == 1 and "europarl/en-de" in done.stderr
    done = retrieve(germane, planted, "--pairs", "toy/xx-yy", "--train", 84)
    assert done.returncode == 1 and "a smaller --train" in done.stderr
