"""Statistics gathered apart and added up: the model of one machine, by whatever maps and reduces."""

import importlib.util
import multiprocessing
import re
import shutil
import subprocess
import sys
from functools import reduce
from operator import add

import numpy as np
import pytest

import germane
from conftest import ROOT

SAME = 1e-10  # of the largest number
MINUTES = 5


def gather(part):
    rows, chunks = part
    return germane.Statistics().update(rows, chunks=chunks, n_jobs=1)


@pytest.fixture
def data(draw):
    rows, chunks = draw.normal(size=(400, 5)) + 100, np.arange(400) // 3
    return rows + 3 * draw.normal(size=(400, 5))[chunks], chunks


def split(data, parts):
    """So that chunklets go on in the next part."""
    rows, chunks = data
    return list(zip(np.array_split(rows, parts), np.array_split(chunks, parts)))


def assert_same_metric(one, other):
    expected = other.get_mahalanobis_matrix()
    assert np.abs(one.get_mahalanobis_matrix() - expected).max() <= SAME * np.abs(expected).max()


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_a_pool_of_processes_learns_the_model_of_one(data, start):
    rows, chunks = data
    gather((rows[:10], chunks[:10]))  # threads have run before processes are forked
    with multiprocessing.get_context(start).Pool(2) as pool:
        total = reduce(add, pool.map(gather, split(data, 7)))
    assert total.rows == 400
    for learner in (germane.RCA, germane.CFLD, germane.PCA):
        assert_same_metric(learner().fit(total), learner(check="none").fit(rows, chunks))


def run_example(name, *needs):
    """The example prints by how much the models differ."""
    for module in needs:
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    done = subprocess.run([sys.executable, "-W", "ignore", str(ROOT / "examples" / name)], capture_output=True,
                          text=True, timeout=60 * MINUTES, check=False)
    assert done.returncode == 0, done.stderr
    found = re.search(r"learn the same metric: they differ by (\S+)", done.stdout)
    assert found, done.stdout
    return float(found[1])


def test_dask_learns_the_model_of_one_machine():
    assert run_example("statistics_dask.py", "dask", "distributed") <= SAME


def test_spark_learns_the_model_of_one_machine():
    if shutil.which("java") is None:
        pytest.skip("there is no java, which pyspark runs on")
    assert run_example("statistics_spark.py", "pyspark") <= SAME
