#!/usr/bin/env python3
"""Sources that can be compiled as one: source_groups.py LINES SOURCE... prints "GROUP SOURCE" a line.

Most of the time a source takes goes into the headers of others (Eigen, the standard library) and into what is made of
their templates, anew for every source. Sources included into one file share that, but also their headers and their
unnamed namespaces: so a group holds sources of one folder, about LINES lines of them, whose private names are neither
another's nor those of a header another includes.
"""

import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DECLARED = re.compile(r"(?:template.*>\s*)?(?:struct|class|enum class|enum|using)\s+(\w+)")
NAMED = re.compile(r"([A-Za-z_]\w*)\s*[({=;\[]")
# What may begin a line twice: `using namespace testing;`, GoogleTest's macros.
REPEATED = re.compile(r"namespace|testing|static_assert|(?:TYPED_)?TEST\w*|INSTANTIATE_TEST_SUITE_P")


def declared_names(lines):
    """By their first words: declarations begin a line."""
    names = set()
    for line in lines:
        if line and line[0] not in " /}#)":
            found = DECLARED.match(line) or NAMED.search(line)
            if found and not REPEATED.fullmatch(found.group(1)):
                names.add(found.group(1))
    return names


def private_names(text):
    """What the unnamed namespaces of a source declare."""
    return declared_names(line for part in re.findall(r"^namespace \{\n(.*?)^\}  // namespace$", text, re.M | re.S)
                          for line in part.splitlines())


def included(source):
    """The headers of the tree that a source includes, and those that they include."""
    found, waiting = set(), [source]
    while waiting:
        file = waiting.pop()
        for name in re.findall(r'^#include "(.*)"', file.read_text(encoding="utf-8"), re.M):
            header = next((path for path in (file.parent / name, ROOT / name) if path.is_file()), None)
            if header and header not in found:
                found.add(header)
                waiting.append(header)
    return found


@functools.cache
def header_names(header):
    return declared_names(header.read_text(encoding="utf-8").splitlines())


def groups_of(sources, most_lines):
    """Lists of sources; in the order of their names, so that a change moves few of them to another group."""
    groups = []
    for source in sorted(map(pathlib.Path, sources)):
        text = source.read_text(encoding="utf-8")
        lines, own = text.count("\n"), private_names(text)
        seen = set().union(*map(header_names, included(source)))
        for group in groups:
            if (group["folder"] == source.parent and group["lines"] + lines <= most_lines
                    and not own & (group["own"] | group["seen"]) and not seen & group["own"]):
                break
        else:
            group = {"folder": source.parent, "lines": 0, "own": set(), "seen": set(), "sources": []}
            groups.append(group)
        group["sources"].append(str(source))
        group["lines"] += lines
        group["own"] |= own
        group["seen"] |= seen
    return [group["sources"] for group in groups]


def main():
    for number, sources in enumerate(groups_of(sys.argv[2:], int(sys.argv[1]))):
        for source in sources:
            print(number, source)


if __name__ == "__main__":
    main()
