"""Writes the documents that the tool itself can tell:

docs/commands.md, the help of every verb and method, and docs/references.md, the papers as `germane cite` has them.

  make_command_docs.py GERMANE            rewrites the files
  make_command_docs.py GERMANE --check    exit 1 when a file is not what it would write
"""
import json
import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parents[1] / "docs"


def said_by(germane, *words):
    return subprocess.run([germane, *words], capture_output=True, text=True, check=True).stdout.rstrip()


def help_of(germane, *words):
    return said_by(germane, *words, "--help")


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


def commands(germane):
    top = help_of(germane)
    parts = ["# Commands", "Made by tools/make_command_docs.py from the tool's own help; do not edit.",
             "```\n" + re.sub(r"^germane \S+:", "germane:", top) + "\n```"]
    for words, text in pages(germane, top):
        parts += ["## germane " + " ".join(words), "```\n" + text + "\n```"]
    return "\n\n".join(parts) + "\n"


def reference(entry):
    """A BibTeX entry as a line for people."""
    fields = dict(re.findall(r"^  (\w+) = \{(.*)\},$", entry, re.MULTILINE))
    authors, title = fields["author"].replace(" and ", ", "), fields["title"].strip("{}")
    report = f"TR {fields['number']}" if "number" in fields else ""
    place = " ".join(fields[name] for name in ("booktitle", "journal", "institution", "volume") if name in fields)
    return f"{authors}: *{title}*. " + ", ".join(part for part in (place, report, fields["year"]) if part)


def references(germane):
    entries = json.loads(said_by(germane, "cite", "--all", "--json"))
    rows = [f"| [{key}] | {reference(text)} |" for key, text in entries.items() if key not in ("germane", "run")]
    return "\n".join(["# References", "",
                      "Papers are cited in code and docs by these keys, with the equation, algorithm or section behind "
                      "the comma;", "`germane cite METHOD` gives BibTeX. Made by tools/make_command_docs.py from "
                      "germane/commands/bibliography.cpp; do not edit.", "",
                      "| key | paper |", "|---|---|", *rows]) + "\n"


DOCUMENTS = {"commands.md": commands, "references.md": references}


def main():
    germane, check = sys.argv[1], "--check" in sys.argv[2:]
    stale = []
    for name, document in DOCUMENTS.items():
        target, text = DOCS / name, document(germane)
        if not check:
            target.write_text(text, encoding="utf-8")
        elif not target.exists() or target.read_text(encoding="utf-8") != text:
            stale.append(name)
    for name in stale:
        print(f"docs/{name} is not what the tool says; run tools/make_command_docs.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
