#!/usr/bin/python3
"""Made the files of tests/golden/version_1/, which every 1.x must read (docs/formats.md).

  version_1.py GERMANE

They are the files that format version 1 began with, and what they said then; do not make them again: a file that
is new shows nothing about old ones. A kind of file that version 1 gains gets a name of its own here.
"""

import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "version_1"

ROWS = """a,b,c,group
0.5,1.25,-2,x
0.75,1,-1.5,x
3,-0.5,0.25,y
3.5,-1.25,0.5,y
2.75,-1,1,y
-1.5,2,4,z
-1.25,2.5,3.25,z
0.25,0.5,0.125,
"""

MADE = [
    "learn rca rows.csv --chunklet-column group --check none --out rca.model",
    "transform rca.model rows.csv --out rca.csv",
    "learn kernel-rca rows.csv --chunklet-column group --check none --kernel rbf --gamma 0.25 --ridge 0.1 "
    "--out kernel-rca.model",
    "transform kernel-rca.model rows.csv --out kernel-rca.csv",
    "learn cca --view left=left.csv --view right=right.csv --ridge 0.1 --out cca.model",
    "transform cca.model --view right=right.csv --out cca.csv",
    "cluster kmeans rows.csv --columns a,b,c --k 3 --save kmeans.clusters",
    "cluster assign kmeans.clusters rows.csv --out kmeans.csv",
    "stats rows.csv --chunklet-column group --out rows.stats",
]


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    if FOLDER.exists():
        sys.exit(f"{FOLDER} is there, and stays as it is")
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as name:
        work = pathlib.Path(name) / "version_1"
        work.mkdir()
        lines = [line.split(",") for line in ROWS.splitlines()]
        (work / "rows.csv").write_text(ROWS)
        (work / "left.csv").write_text("".join(",".join(line[:2]) + "\n" for line in lines))
        (work / "right.csv").write_text("".join(line[2] + "\n" for line in lines))
        for command in MADE:
            subprocess.run([str(tool), *command.split()], cwd=work, check=True, stdout=subprocess.DEVNULL)
        work.rename(FOLDER)


if __name__ == "__main__":
    main()
