"""What the checkers share: the files of the tree, C++ without its comments, and a self-test."""

import pathlib
import re
import sys
import tempfile

NOT_OURS = {"build", ".git", "node_modules", "__pycache__", ".venv"}
LAYERS = ["base", "linalg", "data", "io", "words", "stats", "model", "learn", "cluster", "retrieve",
          "evaluate", "choose", "report", "reproduce", "commands"]


def files(root, *suffixes):
    """All files of the tree with one of the suffixes (none: all), as paths relative to it."""
    def walk(folder):
        for entry in sorted(folder.iterdir()):
            if entry.is_dir() and not entry.is_symlink():
                if entry.name not in NOT_OURS:
                    yield from walk(entry)
            elif entry.is_file() and (not suffixes or entry.suffix in suffixes):
                yield entry.relative_to(root)
    return list(walk(pathlib.Path(root)))


_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'                            # comments
    r'|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'         # raw strings
    r'|"(?:\\.|[^"\\\n])*"'                          # strings
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'",        # characters, not digit separators
    re.DOTALL)


def code_only(text):
    """C++ with comments and the insides of strings blanked, line numbers kept."""
    def blank(match):
        token = match.group(0)
        if token.startswith('"') and text[text.rfind("\n", 0, match.start()) + 1:
                                          match.start()].strip().startswith("#include"):
            return token
        return "\n" * token.count("\n")
    return _TOKEN.sub(blank, text)


def lines(root, path, code=False):
    """(line number, line) of a file."""
    text = (pathlib.Path(root) / path).read_text(encoding="utf-8")
    return list(enumerate((code_only(text) if code else text).split("\n"), start=1))


def self_test(check, good, bad):
    """check(root) -> findings. `good`: a tree (path -> text) without findings; `bad`: (a tree laid
    over the good one, the finding it must give)."""
    def findings(tree):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in tree.items():
                file = pathlib.Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return check(pathlib.Path(folder))

    wrong = []
    if found := findings(good):
        wrong.append(f"the good tree gives {found}")
    for change, expected in bad:
        found = findings({**good, **change})
        if len(found) != 1 or expected not in found[0]:
            wrong.append(f"{change} gives {found}, not one finding with '{expected}'")
    return wrong


def main(check, good, bad):
    """The command line of a checker: ROOT or --self-test."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} ROOT | --self-test")
    if sys.argv[1] == "--self-test":
        findings = self_test(check, good, bad)
    else:
        findings = check(pathlib.Path(sys.argv[1]))
    for finding in findings:
        print(finding)
    errors = [f for f in findings if not f.startswith("warning:")]
    sys.exit(1 if errors else 0)
