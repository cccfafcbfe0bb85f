#!/usr/bin/env python3
"""clang-tidy over the sources, several at a time: tidy.py ROOT BUILD [JOBS].

Nearly all that clang-tidy does for one source it does for the headers of others (Eigen, the standard library), and it does
it anew for every source. So sources whose private names do not clash are included into one, and looked at together, five
times as fast. Where that does not compile after all, they are looked at one by one. BUILD compiles each by itself.
Exit 1 when something is found.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import source_groups

LINES_TOGETHER = 1800


def tidy(root, database, source):
    # -Wno-error: the commands are g++'s, and clang's other warnings are not the question here.
    done = subprocess.run(
        ["clang-tidy-14", "--quiet", "-p", database, f"--config-file={root}/.clang-tidy",
         f"--header-filter={re.escape(str(root))}/(germane|apps)/.*",
         "--extra-arg=-Wno-error", source], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def tidy_group(root, build, commands, members, folder, number):
    if len(members) > 1:
        unit = folder / f"{number}.cpp"
        unit.write_text("".join(f'#include "{member}"  // NOLINT\n' for member in members), encoding="utf-8")
        command = commands[members[0]]
        own = folder / str(number)
        own.mkdir()
        (own / "compile_commands.json").write_text(json.dumps(
            [{**command, "command": command["command"].replace(members[0], str(unit)), "file": str(unit)}]), encoding="utf-8")
        code, said = tidy(root, own, unit)
        if "[clang-diagnostic-error]" not in said:
            return code, said
    found = [tidy(root, build, member) for member in members]
    return max(code for code, _ in found), "".join(said for _, said in found)


def main():
    root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
    with open(build / "compile_commands.json", encoding="utf-8") as file:
        commands = {each["file"]: each for each in json.load(file)}
    sources = [str(path) for part in ("germane", "apps") for path in sorted((root / part).rglob("*.cpp"))]
    groups = source_groups.groups_of([source for source in sources if source in commands], LINES_TOGETHER)
    missing = [source for source in sources if source not in commands]
    for source in missing:
        print(f"{source}: not built, and not looked at")
    worst = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(tidy_group, root, build, commands, members, pathlib.Path(folder), number)
                   for number, members in enumerate(groups)]
        for done in waiting:
            code, said = done.result()
            worst = max(worst, code)
            print(said, end="", flush=True)
    print(f"{sum(map(len, groups))} sources in {len(groups)} groups")
    sys.exit(1 if worst or missing else 0)


if __name__ == "__main__":
    main()
