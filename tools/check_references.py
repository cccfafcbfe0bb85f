#!/usr/bin/python3
"""Papers are cited by key, [DeBie03, eq. 2]; every key used is an entry of docs/references.md.

An entry is a line that begins with its key, after list, table, heading or bold marks. In the catalog
and the commands, which hold a paper as text, the text begins with the key: paper = "DeBie03, eq. 2".
"""

import re

import source_tree

LIST = "docs/references.md"
_KEY = r"[A-Z][A-Za-z]*[a-z][A-Za-z]*\d{2}[a-z]?"
_ENTRY = re.compile(rf"^[\s\-*+#|\[`]*({_KEY})\b", re.MULTILINE)
_CITED = re.compile(rf"\[({_KEY}(?:[,; ][^\]\n]*)?)\]")
_PAPER = re.compile(rf'paper\b.*?"({_KEY}(?:[,; ][^"\n]*)?)"')


def keys_of(citation):
    """[Chaudhuri09, th. 2; DeBie03 app. C] cites two papers."""
    for part in citation.split(";"):
        if match := re.match(rf"\s*({_KEY})\b", part):
            yield match.group(1)


def check(root):
    list_file = root / LIST
    known = set()
    if list_file.exists():
        known = set(_ENTRY.findall(list_file.read_text(encoding="utf-8")))
    findings = []
    for path in source_tree.files(root, ".h", ".cpp", ".md", ".py"):
        if str(path) == LIST or path.parts[0] == "tools":
            continue
        for number, line in source_tree.lines(root, path):
            citations = _CITED.findall(line)
            if path.suffix != ".md":
                citations += _PAPER.findall(line)
            for key in (k for c in citations for k in keys_of(c)):
                if key not in known:
                    findings.append(f"{path}:{number}: [{key}] is not listed in {LIST}")
    return findings


GOOD = {LIST: "# References\n- **DeBie03** T. De Bie et al.\n\n### Hardoon10\nD. Hardoon.\n",
        "germane/learn/lda.cpp": "// [DeBie03, eq. 2]\nint a = b[kMax];\n",
        "docs/methods/cca.md": "As in [Hardoon10; DeBie03, 2.2], and see [the guide](guide.md).\n",
        "germane/learn/catalog.cpp": 'entry.paper = "DeBie03, eq. 2";\n'}
BAD = [({"germane/learn/rca.cpp": "// [Nobody99, eq. 1]\n"}, "[Nobody99]"),
       ({"docs/methods/rca.md": "See [DeBie03, eq. 2; Other01, th. 3].\n"}, "[Other01]"),
       ({"germane/learn/catalog.cpp": '{.paper = "Nobody99, Alg. 1"},\n'}, "[Nobody99]")]

if __name__ == "__main__":
    source_tree.main(check, GOOD, BAD)
