"""What the tests of the Python package share."""

import os
import pathlib

import numpy as np
import pytest
from sklearn.datasets import load_iris

import germane

if not hasattr(germane, "RCA"):  # in the top folder, the engine's sources pass for an empty package
    pytest.exit("the germane package is not there; PYTHONPATH=build/release/python has the built one", 4)

ROOT = pathlib.Path(os.environ.get("GERMANE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))


@pytest.fixture(scope="session")
def iris():
    return load_iris(return_X_y=True)


@pytest.fixture(scope="session")
def tool():
    """The command line tool."""
    path = os.environ.get("GERMANE", str(ROOT / "build/release/apps/cli/germane"))
    if not os.path.exists(path):
        pytest.skip(f"there is no tool {path}; set GERMANE")
    return path


@pytest.fixture
def draw():
    return np.random.default_rng(0)
