"""The tool under test, run in an empty folder that holds a link to the bundled data."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from limits import SECONDS, SLOWER

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(
    os.environ.get("GERMANE", ROOT / "build" / "release" / "apps" / "cli" / "germane")
).resolve()


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def json(self):
        return json.loads(self.out)

    def __repr__(self):
        return f"exit {self.code}\n--- out\n{self.out}\n--- err\n{self.err}"


def is_estimate(text):
    """What is said before work of over a minute, which is nothing to expect of a release build."""
    return all(re.search(r": about .*(% done\)|, in silence)$", line) for line in text.splitlines())


class Germane:
    """Calls the tool. Files named in its arguments are relative to `folder`."""

    binary = BINARY

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *arguments):
        done = subprocess.run([str(BINARY), *map(str, arguments)], cwd=self.folder,
                              capture_output=True, timeout=SECONDS, check=False)
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    def ok(self, *arguments):
        """A run that must succeed, and say nothing but its result."""
        result = self(*arguments)
        assert result.code == 0, result
        assert result.err == "" or (SLOWER > 1 and is_estimate(result.err)), result
        return result

    def warned(self, *arguments):
        """A run that must succeed, and warn of columns in different units, and of nothing else."""
        result = self(*arguments)
        assert result.code == 0, result
        (line,) = [line for line in result.err.splitlines() if not is_estimate(line)]
        assert line.startswith("germane: warning: ") and "--prepare standardize" in line, result
        return result

    def refused(self, *arguments, code=2, says=()):
        """A run that must fail with this code, say all these words on standard error, and leave
        every file as it was."""
        before = self.files()
        result = self(*arguments)
        assert result.code == code, result
        assert result.out == "", result
        assert result.err.startswith("germane: "), result
        for words in [says] if isinstance(says, str) else says:
            assert words in result.err, f"{words!r} is not in: {result.err}"
        assert self.files() == before
        return result

    def files(self):
        """Every file's content by name, the bundled data left out."""
        return {str(path.relative_to(self.folder)): path.read_bytes()
                for path in self.folder.rglob("*") if path.is_file()}

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()


@pytest.fixture
def germane(tmp_path):
    assert BINARY.exists(), f"{BINARY} is missing: build it, or name another in GERMANE"
    (tmp_path / "data").symlink_to(ROOT / "data", target_is_directory=True)
    return Germane(tmp_path)
