"""Pairs through a pipe: --pairs - reads standard input, and gives what the file would have given."""

import os
import pty
import subprocess

import numpy as np
import pytest

from limits import SECONDS

PAIRS = "".join(f"{i},{i + 1}\n" for i in range(0, 60, 2)) + "0,75,different\n"


@pytest.fixture
def piped(germane):
    """Runs the tool with text on its standard input."""

    def run(*arguments, text):
        return subprocess.run([str(germane.binary), *map(str, arguments)], cwd=germane.folder,
                              input=text, text=True, capture_output=True, timeout=SECONDS,
                              check=False)

    rows = np.random.default_rng(5).normal(size=(80, 3)) @ [[2, 1, 0], [0, 1, 0.5], [0, 0, 0.3]]
    np.save(germane.folder / "t.npy", rows)
    germane.write("pairs.csv", PAIRS)
    return run


@pytest.mark.parametrize("method", ["rca", "elda", "online-rca", "mmc", "cfld"])
def test_a_pipe_gives_the_model_of_the_file(germane, piped, method):
    germane("learn", method, "t.npy", "--pairs", "pairs.csv", "--out", "file.model")
    done = piped("learn", method, "t.npy", "--pairs", "-", "--out", "pipe.model", text=PAIRS)
    assert done.returncode == 0, done.stderr
    assert germane.bytes_of("pipe.model") == germane.bytes_of("file.model")


def test_every_verb_that_takes_pairs_reads_them(germane, piped):
    germane.ok("stats", "t.npy", "--pairs", "pairs.csv", "--out", "file.stats")
    assert piped("stats", "t.npy", "--pairs", "-", "--out", "pipe.stats", text=PAIRS).returncode == 0
    assert germane.bytes_of("pipe.stats") == germane.bytes_of("file.stats")

    shown = piped("constraints", "t.npy", "--pairs=-", "--out", "groups.csv", text=PAIRS)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.replace("groups.csv", "g2.csv") == germane.ok(
        "constraints", "t.npy", "--pairs", "pairs.csv", "--out", "g2.csv").out

    done = piped("constraints", "split", "t.npy", "--pairs", "-", "--out", "kept.csv", "--held-out",
                 "held.csv", text=PAIRS)
    assert done.returncode == 0, done.stderr

    germane.write("clusters.csv", "row,cluster\n" + "".join(f"{i},{i // 40}\n" for i in range(80)))
    scored = piped("evaluate", "clusters.csv", "--truth", "t.npy", "--pairs", "-", text=PAIRS)
    assert scored.returncode == 0, scored.stderr
    assert "links together" in scored.stdout.replace("_", " "), scored.stdout


@pytest.mark.parametrize("text, says", [
    ("", "standard input: holds no pairs; write lines of a b"),
    ("# nothing\n\n", "standard input: holds no pairs; write lines of a b"),
    ("a,b\n", "standard input: holds no pairs below its header"),
    ("0,1\n0,99\n", "standard input:2:2: there is no row 99"),
    ("0,1\n1,0,different\n", "standard input:2: '1' and '0' are different here"),
])
def test_messages_call_it_standard_input(germane, piped, text, says):
    done = piped("learn", "rca", "t.npy", "--pairs", "-", "--out", "m.model", text=text)
    assert done.returncode == 2
    assert says in done.stderr, done.stderr
    assert not (germane.folder / "m.model").exists()


def test_no_pairs_to_score_by_are_refused(germane, piped):
    germane.write("clusters.csv", "".join(f"{i // 40}\n" for i in range(80)))
    done = piped("evaluate", "clusters.csv", "--truth", "t.npy", "--pairs", "-", text="")
    assert done.returncode == 2
    assert "standard input: holds no pairs known to be the same" in done.stderr
    germane.write("none.csv", "0,1,different\n")
    germane.refused("evaluate", "clusters.csv", "--truth", "t.npy", "--pairs", "none.csv",
                    says="none.csv: holds no pairs known to be the same; write lines of a b")


def test_a_terminal_is_refused_at_once(germane, piped):
    master, terminal = pty.openpty()
    try:
        done = subprocess.run([str(germane.binary), "learn", "rca", "t.npy", "--pairs", "-"],
                              cwd=germane.folder, stdin=terminal, text=True, capture_output=True,
                              timeout=SECONDS, check=False)
    finally:
        os.close(master)
        os.close(terminal)
    assert done.returncode == 2
    assert "standard input: is a terminal; pipe or redirect a file into it, or name the file" in done.stderr


def test_the_file_behind_it_is_not_replaced(germane, piped):
    with open(germane.folder / "pairs.csv", encoding="utf-8") as pairs:
        done = subprocess.run([str(germane.binary), "constraints", "t.npy", "--pairs", "-", "--out",
                               "pairs.csv"], cwd=germane.folder, stdin=pairs, text=True,
                              capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == 2
    assert "pairs.csv: is an input, which the result would replace" in done.stderr
    assert germane.bytes_of("pairs.csv").decode() == PAIRS


def test_a_file_of_that_name_can_still_be_named(germane, piped):
    germane.write("-", PAIRS)
    assert germane.ok("constraints", "t.npy", "--pairs", "./-").out == germane.ok(
        "constraints", "t.npy", "--pairs", "pairs.csv").out


@pytest.mark.parametrize("verb", [["learn"], ["constraints"]])
def test_a_dash_is_a_file_where_a_method_may_stand(germane, verb):
    text = (germane.folder / "data" / "iris.csv").read_bytes()
    done = subprocess.run([str(germane.binary), *verb, "-", "--chunklet-column", "label"],
                          cwd=germane.folder, input=text, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
