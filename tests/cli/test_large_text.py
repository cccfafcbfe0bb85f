"""Text is streamed: what is held in memory does not grow with it."""

import subprocess
import sys

import numpy as np
import pytest

from limits import SECONDS, SLOWER

# In a process of its own, as a child is charged with the memory of who started it.
MOST_MEMORY = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(SLOWER > 1, reason="sanitizers have memory of their own")
@pytest.mark.parametrize("verb", [("describe",), ("stats", "--out", "s")], ids=["describe", "stats"])
def test_a_long_table_takes_less_memory_than_a_number_for_each_row(germane, verb):
    pairs = np.random.default_rng(2).normal(size=(100_000, 2))
    text = "".join(f"{a:.2g},{b:.2g}\n" for a, b in pairs)
    rows = 60 * len(pairs)
    germane.write("long.csv", "a,b\n" + 60 * text)
    done = subprocess.run([sys.executable, "-c", MOST_MEMORY, str(germane.binary), *verb, "long.csv",
                           "--threads", "1"],
                          cwd=germane.folder, capture_output=True, timeout=SECONDS, check=True)
    assert int(done.stdout) << 10 < 8 * rows


def test_a_table_is_described_by_one_pass_as_by_any_number_of_threads(germane):
    rows = np.random.default_rng(3).normal(size=(20_000, 3))
    germane.write("t.csv", "a,b,c\n" + "".join(f"{a!r},{b!r},{c!r}\n" for a, b, c in rows.tolist()))
    reports = {germane.ok("describe", "t.csv", "--json", "--threads", threads).out
               for threads in (1, 2, 3)}
    assert len(reports) == 1
    found = germane.ok("describe", "t.csv", "--json").json()["features"]
    assert [row["least"] for row in found] == rows.min(axis=0).tolist()
    assert [row["largest"] for row in found] == rows.max(axis=0).tolist()
