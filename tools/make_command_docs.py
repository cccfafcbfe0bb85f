"""Writes docs/commands.md: the help of every verb, as the tool itself prints it.

  make_command_docs.py GERMANE            rewrites the file
  make_command_docs.py GERMANE --check    exit 1 when the file is not what it would write
"""
import pathlib
import re
import subprocess
import sys

TARGET = pathlib.Path(__file__).resolve().parents[1] / "docs" / "commands.md"


def help_of(germane, *words):
    done = subprocess.run([germane, *words, "--help"], capture_output=True, text=True, check=True)
    return done.stdout.rstrip()


def verbs(top):
    """The verbs and methods that the top-level help lists, in its order."""
    group, found = "", []
    for line in top.split("\nverbs\n", 1)[1].split("\n\n", 1)[0].splitlines():
        indent, word = re.match(r"( +)(\S+)", line).groups()
        if len(indent) > 4:  # what a method does goes on
            continue
        if len(indent) > 2:
            found.append([group, word])
        elif f"{word} METHOD" in line:
            group = word
        else:
            found.append([word])
    return found


def document(germane):
    top = help_of(germane)
    parts = ["# Commands", "Made by tools/make_command_docs.py from the tool's own help; do not edit.",
             "```\n" + re.sub(r"^germane \S+:", "germane:", top) + "\n```"]
    for words in verbs(top):
        parts += ["## germane " + " ".join(words), "```\n" + help_of(germane, *words) + "\n```"]
    return "\n\n".join(parts) + "\n"


def main():
    germane, check = sys.argv[1], "--check" in sys.argv[2:]
    text = document(germane)
    if not check:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print("docs/commands.md is not what the tool's help says; run tools/make_command_docs.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
