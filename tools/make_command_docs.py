"""Writes docs/commands.md: the help of every verb and method, as the tool itself prints it.

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


def words_under(title, text):
    """The first words of the entries under a title: longer texts go on in lines that are indented further."""
    lines = text.split(f"\n{title}\n", 1)[1].split("\n\n", 1)[0].splitlines()
    return list(dict.fromkeys(line.split()[0] for line in lines if re.match(r"  \S", line)))


def pages(germane, top):
    """Every verb and every method of one, in the order of help, with its help."""
    for verb in words_under("verbs", top):
        text = help_of(germane, verb)
        yield [verb], text
        for method in words_under("methods", text) if f"usage: germane {verb} METHOD" in text else []:
            yield [verb, method], help_of(germane, verb, method)


def document(germane):
    top = help_of(germane)
    parts = ["# Commands", "Made by tools/make_command_docs.py from the tool's own help; do not edit.",
             "```\n" + re.sub(r"^germane \S+:", "germane:", top) + "\n```"]
    for words, text in pages(germane, top):
        parts += ["## germane " + " ".join(words), "```\n" + text + "\n```"]
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
