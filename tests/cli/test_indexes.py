"""docs/indexes.md: index libraries take over the learned space, where they are installed."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from limits import SECONDS
from reference import ROOT
from test_readme import commands

TEXT = (ROOT / "docs" / "indexes.md").read_text(encoding="utf-8")


def python_with(module):
    """An interpreter that has the module: GERMANE_INDEX_PYTHON, our own, or that of the benchmarks."""
    for python in (os.environ.get("GERMANE_INDEX_PYTHON"), sys.executable,
                   ROOT / "build" / "peers-indexes" / "bin" / "python"):
        if python and os.path.exists(python) and subprocess.run(
                [python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0:
            return python
    pytest.skip(f"{module} is not installed: install it from PyPI, and name the python that has it in "
                "GERMANE_INDEX_PYTHON")
    return None


@pytest.fixture
def prepared(germane):
    """The folder after the commands of the document."""
    (germane.folder / "bin").mkdir()
    (germane.folder / "bin" / "germane").symlink_to(germane.binary)
    environment = {**os.environ, "PATH": f"{germane.folder / 'bin'}:{os.environ['PATH']}"}
    for command in commands(TEXT):
        subprocess.run(["sh", "-c", command], cwd=germane.folder, env=environment, check=True, timeout=SECONDS,
                       capture_output=True)
    return germane.folder


@pytest.mark.parametrize("module", ["faiss", "hnswlib"])
def test_an_index_finds_nearly_what_retrieve_finds(prepared, module):
    python = python_with(module)
    (code,) = [block for block in re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
               if f"import {module}" in block]
    done = subprocess.run([python, "-c", code], cwd=prepared, capture_output=True, text=True, timeout=SECONDS,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout.split()[-1]) > 0.9


def test_vectors_are_written_as_pgvector_reads_them(prepared):
    mapped = np.load(prepared / "wine_mapped.npy")
    lines = (prepared / "wine.copy").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(mapped)
    for row, line in enumerate(lines):
        number, vector = line.split("\t")
        assert int(number) == row
        assert re.fullmatch(r"\[[-+.e0-9]+(,[-+.e0-9]+)*\]", vector), vector
        assert [float(x) for x in vector[1:-1].split(",")] == mapped[row].tolist()
    assert f"vector({mapped.shape[1]})" in TEXT


def test_fvecs_hold_the_mapped_rows(germane):
    np.save(germane.folder / "x.npy", np.random.default_rng(0).normal(size=(50, 4)).astype(np.float32))
    germane.ok("learn", "pca", "x.npy", "--out", "m.model")
    germane.ok("transform", "m.model", "x.npy", "--out", "new.fvecs")
    germane.ok("transform", "m.model", "x.npy", "--out", "new.npy")
    rows = np.load(germane.folder / "new.npy")
    numbers = np.fromfile(germane.folder / "new.fvecs", dtype=np.int32).reshape(50, -1)
    assert (numbers[:, 0] == rows.shape[1]).all()
    assert (numbers[:, 1:].copy().view(np.float32) == rows).all()
