"""The tool under test, as one process and as the ranks of a job; needs a build with GERMANE_MPI."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))  # archive.py, which reads models
BINARY = pathlib.Path(
    os.environ.get("GERMANE", ROOT / "build" / "mpi" / "apps" / "cli" / "germane")).resolve()
SECONDS = 60  # a job that hangs is ended, and has failed
MPIRUN = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]


class Job:
    """Runs the tool in `folder`, which holds a table as one file and as shards of it."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, ranks, *arguments, before=()):
        start = [] if ranks == 1 else [*MPIRUN, "-n", str(ranks)]
        return subprocess.run(
            [*start, *before, str(BINARY), *map(str, arguments), "--threads", "1"],
            cwd=self.folder, capture_output=True, text=True, timeout=SECONDS, check=False)

    def ok(self, ranks, *arguments):
        done = self(ranks, *arguments)
        assert done.returncode == 0, done
        return done

    def refused(self, ranks, *arguments, says, code=2):
        done = self(ranks, *arguments)
        assert done.returncode == code, done
        assert done.stdout == "", done
        lines = [line for line in done.stderr.splitlines() if line.startswith("germane: ")]
        assert len(lines) == 1, done.stderr  # of all ranks one speaks
        for words in [says] if isinstance(says, str) else says:
            assert words in lines[0], lines[0]
        return done

    def save(self, name, rows):
        np.save(self.folder / name, rows)
        return name


@pytest.fixture
def job(tmp_path):
    return Job(tmp_path)
