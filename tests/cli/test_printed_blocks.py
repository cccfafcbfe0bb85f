"""What README.md and docs/ show as printed is what the tool prints.

A fenced block without a language that does not begin with a command is a printed block: one of the commands of the
fenced block before it must print its lines, in this order; other lines may be left out. Words are to be the same,
numbers to be near, times and sizes of memory are passed over. A line that ends in ... is the beginning of one. "The
clusters then have a pair accuracy of 0.9642" counts as a printed line, too.

A block that cannot be compared (peers, data that is not bundled, minutes of work) says so in a line above it:
<!-- not compared: it takes an hour -->
"""

import difflib
import re
import subprocess
from typing import NamedTuple

import pytest

from limits import SECONDS, SLOWER
from reference import ROOT
from test_readme import DOCUMENTS, STARTS, commands, path_with_the_tool

LEAST_COMPARED = 15  # as many as there were; raise it with every block that is added

# Machines round differently, and figures are printed to four digits; counts below 500 have to be equal.
RELATIVE = 2e-3
ABSOLUTE = 1e-9  # what is below is rounding itself, or a probability of nothing

FENCED = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<content>.*?)^```|"
                    r"^The clusters then have a pair accuracy of (?P<accuracy>[\d.]*\d)", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<!-- not compared: (?P<why>.*\S) -->\n+\Z")
NUMBER = r"(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)"
# Times and sizes of memory.
OF_THE_MACHINE = re.compile(NUMBER + r" ?(?:(?P<time>ns|us|ms|s|seconds?|minutes?)|[kKMGT]?i?B|bytes?)\b")


class Step(NamedTuple):
    """Commands to be run, or lines that one of them has to have printed."""
    line: int  # of the document, from 1
    commands: list
    shown: list


def is_printed(found):
    first = found["content"].lstrip().removeprefix("$ ")
    return found["language"] in ("", "text") and not first.startswith((*STARTS, "./run "))


def steps(text):
    """What is run and what is compared, in the order of the document, and the reasons for what is not."""
    done, reasons = [], []
    for found in FENCED.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        mark = MARK.search(text, 0, found.start())
        if found["accuracy"]:
            done.append(Step(line, [], [f"pair accuracy {found['accuracy']} ..."]))
        elif not is_printed(found):
            runs = commands("```\n" + found["content"].replace("./run quickstart", "germane quickstart data") + "```\n")
            if runs:
                done.append(Step(line, runs, []))
        elif mark:
            reasons.append(mark["why"])
        else:
            done.append(Step(line, [], [shown for shown in found["content"].splitlines()
                                        if shown.strip() not in ("", "...", "…")]))
    return done, reasons


def words_and_numbers(line):
    line = OF_THE_MACHINE.sub(lambda found: "TIME" if found["time"] else "SIZE", line)
    return ([" ".join(word.split()) for word in re.split(NUMBER, line)],
            [float(number.replace(",", "")) for number in re.findall(NUMBER, line)])


def is_line(shown, printed):
    """Whether a line that is shown is one that was printed."""
    shown, printed = shown.strip(), printed.strip()
    if shown.endswith(("...", "…")) and not printed.endswith(shown[-1]):
        fields = shown.rstrip(".…").split()
        shown, printed = " ".join(fields), " ".join(printed.split()[:len(fields)])
    (words, numbers), (other_words, other_numbers) = words_and_numbers(shown), words_and_numbers(printed)
    return words == other_words and all(abs(a - b) <= max(RELATIVE * max(abs(a), abs(b)), ABSOLUTE)
                                        for a, b in zip(numbers, other_numbers))


def first_that_is_missing(shown, printed):
    """The place of the first line shown that was not printed, or their number; and the printed lines from there on."""
    left = list(printed)
    for place, line in enumerate(shown):
        found = next((i for i, other in enumerate(left) if is_line(line, other)), None)
        if found is None:
            return place, left
        left = left[found + 1:]
    return len(shown), left


def complaint(shown, outputs):
    """Why none of the outputs has the lines that are shown, by the outputs that have most of them; nothing if one has
    all."""
    missing = [first_that_is_missing(shown, output.splitlines()) for output in outputs]
    place = max(place for place, _ in missing)
    if place == len(shown):
        return ""
    left = [line for reached, lines in missing if reached == place for line in lines]
    near = difflib.get_close_matches(shown[place], left, 1, 0)
    return f"shown:   {shown[place].strip()}\nprinted: {near[0].strip() if near else 'nothing like it'}"


def printed_blocks(document):
    return [step for step in steps(document.read_text(encoding="utf-8"))[0] if step.shown]


def name_of(document):
    return str(document.relative_to(ROOT))


@pytest.mark.skipif(SLOWER > 1, reason="too slow under sanitizers, where test_readme.py runs nearly all these commands")
@pytest.mark.parametrize("document", [path for path in DOCUMENTS if printed_blocks(path)], ids=name_of)
def test_what_a_document_shows_is_what_is_printed(germane, document):
    environment = path_with_the_tool(germane)
    todo, _ = steps(document.read_text(encoding="utf-8"))
    while todo and not todo[-1].shown:
        todo.pop()
    outputs, wrong = [], []
    for step in todo:
        if step.commands:
            outputs = []
        for command in step.commands:
            done = subprocess.run(["sh", "-c", command], cwd=germane.folder, env=environment, capture_output=True,
                                  text=True, timeout=SECONDS, check=False)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            outputs.append(done.stdout)
        if step.shown:
            assert outputs, (f"{name_of(document)}:{step.line}: shows what no command above it prints; name the "
                             "language of the block, or say above it why it is not compared")
            said = complaint(step.shown, outputs)
            if said:
                wrong.append(f"{name_of(document)}:{step.line}\n{said}")
    assert not wrong, "\n".join(wrong)


def test_no_block_is_lost(capsys):
    compared = sum(len(printed_blocks(path)) for path in DOCUMENTS)
    reasons = [why for path in DOCUMENTS for why in steps(path.read_text(encoding="utf-8"))[1]]
    with capsys.disabled():
        print(f"\n{compared} printed blocks are compared, {len(reasons)} are not: {'; '.join(reasons) or '-'}")
    assert compared >= LEAST_COMPARED, "a printed block is no longer found, or no longer compared"


PRINTED = """learn rca

what was found
  chunklets     24
  condition     4,929,760
  lambda        0.6477, 0.5652
  seconds       0.31 s of 12 MB
  gap           4.671e-11
"""


@pytest.mark.parametrize("shown, is_there", [
    ("chunklets 24\nlambda 0.6477, 0.5652", True),
    ("lambda 0.6481, 0.5649\ngap 7.772e-16", True),
    ("condition 4,929,711", True),
    ("condition 4,979,711", False),
    ("lambda 0.6477, 0.5672", False),
    ("chunklets 25", False),
    ("Chunklets 24", False),
    ("chunklets 24 rows", False),
    ("lambda 0.6477", False),
    ("lambda 0.6477, ...", True),
    ("lambda 0.6577, ...", False),
    ("lambda 0.6477, 0.5652\nchunklets 24", False),
    ("seconds 2.7 s of 11.5 MB", True),
    ("seconds 2.7 s of 11.5 s", False),
])
def test_lines_are_found_by_their_words_and_about_their_numbers(shown, is_there):
    assert (complaint(shown.splitlines(), ["", PRINTED]) == "") == is_there


def test_a_complaint_has_both_lines():
    said = complaint(["lambda 0.7, 0.5652"], ["pairs   54\n", PRINTED])
    assert said == "shown:   lambda 0.7, 0.5652\nprinted: lambda        0.6477, 0.5652"


def test_blocks_of_commands_of_languages_and_marked_ones_are_told_from_printed_ones():
    done, reasons = steps("```\n$ germane learn x.csv\n```\n\n```\nrows   3\n...\n\nverdict\n```\n"
                          "```python\nx = 1\n```\n```sh\ncmake --build .\n```\n"
                          "<!-- not compared: it takes an hour -->\n\n```\nrows   4\n```\n"
                          "```sh\n./run quickstart   # builds\n```\n"
                          "The clusters then have a pair accuracy of 0.9642; k-means has 0.7.\n")
    assert done == [Step(1, ["germane learn x.csv"], []), Step(5, [], ["rows   3", "verdict"]),
                    Step(22, ["germane quickstart data   # builds"], []), Step(25, [], ["pair accuracy 0.9642 ..."])]
    assert reasons == ["it takes an hour"]
