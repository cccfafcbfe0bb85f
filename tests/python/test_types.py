"""Types: the package is clean for mypy, and the stub of the engine is what the engine has."""

import ast
import importlib.util
import subprocess
import sys

import pytest

import germane._core as core
from conftest import ROOT

STUB = ROOT / "python" / "germane" / "_core.pyi"
ALIASES = {"Rows", "Progress", "Integers"}  # names of types, in the stub alone


def public(names):
    return {name for name in names if not name.startswith("_")}


def defined(nodes):
    named = [node.name for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    assigned = [node.targets[0].id for node in nodes if isinstance(node, ast.Assign)]
    return public(named + assigned)


def test_the_stub_names_all_that_the_engine_has():
    stub = ast.parse(STUB.read_text(encoding="utf-8")).body
    assert defined(stub) - ALIASES == public(dir(core))
    for node in stub:
        if isinstance(node, ast.ClassDef) and node.body and not node.bases:
            assert defined(node.body) == public(dir(getattr(core, node.name))), node.name


def test_mypy_finds_nothing(tmp_path):
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--cache-dir", tmp_path],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
