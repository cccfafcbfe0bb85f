#!/usr/bin/python3
"""A folder of germane/ may include itself and the folders before it; apps/ may include all."""

import re

import source_tree

_INCLUDE = re.compile(r'\s*#\s*include\s*["<](germane|apps)/([^/">]+)')


def check(root):
    findings = []
    for path in source_tree.files(root, ".h", ".cpp"):
        if path.parts[0] != "germane":
            continue
        folder = path.parts[1] if len(path.parts) > 2 else ""
        if folder not in source_tree.LAYERS:
            findings.append(f"{path}: not in one of the layers {' '.join(source_tree.LAYERS)}")
            continue
        for number, line in source_tree.lines(root, path):
            match = _INCLUDE.match(line)
            if not match:
                continue
            top, included = match.groups()
            if top == "apps":
                findings.append(f"{path}:{number}: the library includes apps/")
            elif included not in source_tree.LAYERS:
                findings.append(f"{path}:{number}: germane/{included} is not a layer")
            elif source_tree.LAYERS.index(included) > source_tree.LAYERS.index(folder):
                findings.append(f"{path}:{number}: {folder}/ includes {included}/, which comes after "
                                f"it ({' '.join(source_tree.LAYERS)})")
    return findings


GOOD = {"germane/io/csv.cpp": '#include "germane/io/csv.h"\n#include "germane/base/text.h"\n',
        "apps/cli/main.cpp": '#include "germane/commands/command.h"\n'}
BAD = [({"germane/base/text.cpp": '#include "germane/io/file.h"\n'}, "base/ includes io/"),
       ({"germane/stats/moments.h": '#  include "germane/learn/rca.h"\n'}, "stats/ includes learn/"),
       ({"germane/odds/ends.h": "\n"}, "not in one of the layers"),
       ({"germane/io/npy.h": '#include "germane/odds/ends.h"\n'}, "germane/odds is not a layer"),
       ({"germane/io/npy.h": '#include "apps/cli/parse.h"\n'}, "includes apps/")]

if __name__ == "__main__":
    source_tree.main(check, GOOD, BAD)
