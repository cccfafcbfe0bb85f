"""Help fits a screen, is complete, and its examples run."""

import pathlib
import shlex
import subprocess
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

VERBS = ["quickstart", "describe", "methods", "vectorize", "constraints", "constraints split",
         "constraints simulate", "stats", "merge", "learn rca", "learn lda", "learn pca", "learn cca",
         "transform", "export", "retrieve", "loadings", "cluster kmeans", "cluster constrained-kmeans", "cluster gmm",
         "cluster constrained-gmm", "cluster linkage", "cluster balls", "cluster views", "cluster assign",
         "evaluate", "evaluate certificate", "evaluate pairs",
         "evaluate ranking", "reproduce", "cite"]
GROUPS = ["", "learn", "cluster"]


def sections(text):
    """The help by its titles: lines that begin at the margin."""
    found, title = {}, None
    for line in text.splitlines():
        if line and not line.startswith(" "):
            title = line
            found[title] = []
        elif line.strip():
            found[title].append(line)
    return found



@pytest.mark.parametrize("verb", VERBS + GROUPS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_fits_a_screen(germane, verb, flag):
    result = germane.ok(*verb.split(), flag)
    lines = result.out.splitlines()
    assert len(lines) <= 60 + len(sections(result.out).get("methods", []))
    assert max(map(len, lines)) <= 100
    assert "usage: germane" in result.out


@pytest.mark.parametrize("verb", VERBS)
def test_help_has_every_part(germane, verb):
    found = sections(germane.ok(*verb.split(), "--help").out)
    for title in ("options", "result", "example", "exit codes"):
        assert found[title], title
    assert any(title.startswith(f"usage: germane {verb}") for title in found)
    assert "130" in " ".join(found["exit codes"])


@pytest.mark.parametrize("verb", VERBS)
def test_help_is_given_wherever_the_flag_stands(germane, verb):
    help_text = germane.ok(*verb.split(), "--help").out
    assert germane.ok(*verb.split(), "x.csv", "--help").out == help_text


def test_every_verb_is_listed(germane):
    text = germane.ok("--help").out
    for verb in VERBS:
        assert verb.split()[-1] in text


def test_every_option_says_its_default_or_meaning(germane):
    text = germane.ok("learn", "rca", "--help").out
    assert "in [0, 1]" in text and "default auto" in text and "default closed" in text


@pytest.mark.parametrize("verb, size", [("learn rca", "4GB"), ("retrieve", "8GB"), ("pairs", "1GB")])
def test_sizes_are_shown_as_they_may_be_typed(germane, verb, size):
    text = " ".join(germane.ok(*verb.split(), "--help").out.split())
    assert f"(such as 1.5GB; default {size})" in text


# What the examples start from.
NEEDED = {
    "wine.clusters": ("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 3,
                      "--prepare", "standardize"),
    "iris.model": ("learn", "rca", "data/iris.csv", "--chunklet-column", "label"),
    "clusters.csv": ("cluster", "kmeans", "data/wine.csv", "--label", "label", "--k", 3,
                     "--prepare", "standardize"),
    "sepal.csv": ("cluster", "kmeans", "data/iris.csv", "--columns", "sepal_length,sepal_width", "--k", 3),
    "petal.csv": ("cluster", "kmeans", "data/iris.csv", "--columns", "petal_length,petal_width", "--k", 3),
    "pairs.csv": ("constraints", "simulate", "data/iris.csv", "--label", "label"),
    "judged.csv": ("constraints", "simulate", "data/iris.csv", "--label", "label", "--cannot", 30),
    "scores.csv": ("pairs", "iris.model", "data/iris.csv", "--label", "label", "--pairs", "judged.csv"),
    "neighbors.csv": ("retrieve", "data/iris.csv", "--label", "label", "--k", 5),
    "monday.stats": ("stats", "data/iris.csv", "--label", "label"),
    "tuesday.stats": ("stats", "data/iris.csv", "--label", "label"),
}


def make_needed(germane, words):
    for name in [word for word in words if word in NEEDED]:
        command = NEEDED[name]
        make_needed(germane, command)
        germane.ok(*command, "--save" if name.endswith(".clusters") else "--out", name)


@pytest.mark.parametrize("verb", VERBS)
def test_the_example_runs(germane, verb):
    lines = sections(germane.ok(*verb.split(), "--help").out)["example"]
    example = shlex.split(" ".join(line.strip().rstrip("\\") for line in lines))
    assert example[0] == "germane"
    make_needed(germane, example)
    result = germane(*example[1:])
    assert result.code == 0, result


def test_docs_of_the_commands_are_what_the_tool_says(germane):
    script = REPOSITORY / "tools" / "make_command_docs.py"
    done = subprocess.run([sys.executable, script, str(germane.binary), "--check"], check=False)
    assert done.returncode == 0


def test_docs_of_the_commands_have_every_verb_and_method(germane):
    text = (REPOSITORY / "docs" / "commands.md").read_text(encoding="utf-8")
    methods = [row["method"] for row in germane.ok("methods", "--json").json()["methods"]]
    assert [name for name in VERBS + methods if f"\n## germane {name}\n" not in text] == []
