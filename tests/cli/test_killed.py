"""Killed at any moment, without a chance to clean up: the result's name holds the old bytes or all of
the new ones. What may be left is a hidden file that no reader takes for the result."""

import random
import re
import subprocess
import time

import numpy as np
import pytest

from limits import SECONDS, SLOWER

KILLS = 20 if SLOWER == 1 else 5  # of each command
OLD = b"what was here before"
COMMANDS = {
    "learn": ("learn", "rca", "t.npy", "--chunklets", "groups", "--out", "out/new"),
    "transform": ("transform", "m", "t.npy", "--out", "out/new.npy"),
}


@pytest.fixture
def table(germane):
    rows = np.random.default_rng(1).normal(size=(200_000, 32))
    np.save(germane.folder / "t.npy", rows)
    germane.write("groups", "".join(f"{i % 5000}\n" for i in range(len(rows))))
    germane.ok("learn", "pca", "t.npy", "--check", "none", "--out", "m")
    (germane.folder / "out").mkdir()
    yield
    (germane.folder / "t.npy").unlink()


def start(germane, command):
    return subprocess.Popen([str(germane.binary), *command], cwd=germane.folder,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_run_leaves_the_old_result_or_the_new_one(germane, table, name):
    command = COMMANDS[name]
    result = germane.folder / command[-1]
    begin = time.monotonic()
    germane.ok(*command)
    whole = time.monotonic() - begin
    new = result.read_bytes()
    moments = random.Random(name)
    seen = {"old": 0, "new": 0, "left over": 0}
    for kill in range(KILLS):
        result.write_bytes(OLD)
        process = start(germane, command)
        time.sleep(moments.uniform(0, 1.1 * whole) if kill > 0 else 0)  # the first at once
        process.kill()  # kill -9
        process.wait(SECONDS)
        found = result.read_bytes()
        assert found in (OLD, new), f"half a result of {len(found)} bytes"
        seen["old" if found == OLD else "new"] += 1
        for path in set(result.parent.iterdir()) - {result}:
            assert re.fullmatch(r"\.new(\.npy)?\.[a-z0-9]{6}\.tmp", path.name), path
            seen["left over"] += 1
            path.unlink()
    print(f"{name} of {whole:.2f} s killed {KILLS} times: {seen}")
    assert seen["old"] > 0
    germane.ok(*command)
    assert result.read_bytes() == new
