"""Every example of docs/python.md, of the README's section on Python and of examples/tutorial_*.py runs, and shows what
it says."""

import doctest
import os
import pathlib
import re
import runpy
import subprocess
import warnings

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["docs/python.md", "README.md"]
TUTORIALS = sorted((ROOT / "examples").glob("tutorial_*.py"))


@pytest.fixture
def folder(tmp_path, monkeypatch, tool):
    """An empty folder with a link to the data; the tool is on the path, and figures are drawn without a screen."""
    (tmp_path / "data").symlink_to(ROOT / "data")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "germane").symlink_to(pathlib.Path(tool).resolve())
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    import matplotlib.pyplot
    matplotlib.pyplot.close("all")


def blocks(text):
    """(language, content, line) of fenced blocks, in order."""
    for found in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield found[1], found[2], text.count("\n", 0, found.start(2))


def run_python(content, names, where, line):
    """A block with prompts is compared with what it shows; one without is run."""
    if ">>>" not in content:
        exec(compile("\n" * line + content, where, "exec"), names)  # pylint: disable=exec-used
        return
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    said = []
    test = doctest.DocTestParser().get_doctest(content, names, where, where, line)
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert not said, "".join(said)


def run_shell(content, where):
    for command in content.replace("\\\n", " ").splitlines():
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{where}: {command}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_show_what_it_says(page, folder):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    names = {"__name__": "__main__"}
    found = list(blocks((ROOT / page).read_text(encoding="utf-8")))
    assert any(language == "python" for language, _, _ in found)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for language, content, line in found:
            if language == "python":
                run_python(content, names, page, line)
            elif language == "sh" and page == "docs/python.md":  # those of the README run in tests/cli
                run_shell(content, page)


def test_links_of_the_page_lead_somewhere():
    page = ROOT / "docs" / "python.md"
    text = page.read_text(encoding="utf-8")
    heads = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, head = target.partition("#")
        if path:
            assert (page.parent / path).exists(), target
        else:
            assert head in heads, target


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_runs_in_cells(tutorial, folder):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    text = tutorial.read_text(encoding="utf-8")
    assert text.count("# %%") > 4, "a tutorial is made of cells"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runpy.run_path(str(tutorial), run_name="__main__")
