"""Every command shown in README.md and docs/ runs, in the order in which it is shown, and pages can be found."""

import os
import re
import subprocess

import pytest

from limits import SECONDS
from reference import ROOT

# docs/commands.md is the tool's own help, whose examples test_help.py runs; docs/python.md is run by
# tests/python/test_docs.py, as its commands go on with what its Python has written.
DOCUMENTS = sorted(path for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
                   if path.exists() and path.name not in ("commands.md", "python.md"))
STARTS = ("./run germane ", "germane ", "awk ")


def commands(text):
    """The lines of fenced blocks that call the tool, or awk to make its input; lines ending in a backslash go on."""
    found = []
    for block in re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.strip().removeprefix("$ ")
            if line.startswith(STARTS) and "..." not in line and "…" not in line:
                found.append(line.removeprefix("./run "))
    return found


def path_with_the_tool(germane):
    """An environment in which `germane` is the tool under test."""
    (germane.folder / "bin").mkdir()
    (germane.folder / "bin" / "germane").symlink_to(germane.binary)
    return {**os.environ, "PATH": f"{germane.folder / 'bin'}:{os.environ['PATH']}"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_commands_of_a_document_run(germane, document):
    environment = path_with_the_tool(germane)
    without_html = "HTML reports: yes" not in germane.ok("--version").out
    for command in commands(document.read_text()):
        if without_html and ".html" in command:
            continue
        done = subprocess.run(["sh", "-c", command], cwd=germane.folder, env=environment,
                              capture_output=True, text=True, timeout=SECONDS, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def test_every_method_is_documented_by_a_command_of_its_own(germane):
    for row in germane.ok("methods", "--json").json()["methods"]:
        name = row["method"].split()[-1]
        shown = commands((ROOT / "docs" / "methods" / f"{name}.md").read_text())
        assert any(f"germane {row['method']} " in command for command in shown), name


def links_of(document):
    """The files that a document links to, and the heads in them."""
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", document.read_text(encoding="utf-8")):
        path, _, head = target.partition("#")
        yield ((document.parent / path).resolve() if path else document), head


def heads_of(document):
    heads = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_a_document_lead_somewhere(document):
    for path, head in links_of(document):
        assert path.exists(), path
        assert not head or head in heads_of(path), f"{path}#{head}"


def test_the_index_has_every_page():
    index = ROOT / "docs" / "README.md"
    listed = {path for path, _ in links_of(index)}
    assert {path.resolve() for path in (ROOT / "docs").rglob("*.md")} - listed == {index.resolve()}
