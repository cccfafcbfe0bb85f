"""Messages of the command line in Python's words."""

from __future__ import annotations

import functools
import re
import textwrap
from typing import Any, Mapping

# What is an option of the command line and an argument of fit in Python.
ARGUMENTS = {"pairs": "constraints=", "chunklets": "constraints=", "chunklet-column": "y", "label": "y", "labels": "y",
             "id": "ids=", "view": "views", "exclude": "X.drop(columns=...)"}
# The estimators of verbs, which name themselves here as they are made.
ESTIMATORS: "dict[str, str]" = {}

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w-])"
_OPTION = re.compile(r"--([a-z][a-z-]*[a-z]|k)(?: (?:FILE|COLUMNS?|NAME(?:=FILE)?|CLASSES|[A-Z])\b"
                     rf"| (?P<value>{_NUMBER}|[a-z][a-z0-9+-]*))?")


@functools.lru_cache(maxsize=None)
def _words(option: str) -> "frozenset[str]":
    """What an option of any verb takes beside numbers."""
    from ._engine import core
    return frozenset(word for command in core.commands() for each in command["options"] if each["name"] == option
                     for word in each["words"])


def in_python(message: str, names: Mapping[str, str]) -> str:
    """A message of the command line in Python's words; `names`: what options are called here, where that is not
    their name."""
    def name_of(option: str) -> str:
        return names.get(option, option.replace("-", "_"))

    def option(found: Any) -> str:
        name, value = found[1], found["value"]
        if name in ARGUMENTS:
            return ARGUMENTS[name] + (f" {value}" if value else "")
        if not value:
            return name_of(name)
        if value[0].isdigit() or value[0] == "-":
            return f"{name_of(name)}={value}"
        return f'{name_of(name)}="{value}"' if value in _words(name) else f"{name_of(name)} {value}"

    message = re.sub(r"memory:\d+(/[\w.]+)?: ", "", message)
    message = re.sub(r"'memory:\d+[^']*'", "the array given", message)
    message = re.sub(r"if it holds the answer, pass --label (.*)$", r'if it holds the answer, take X.drop(columns="\1")',
                     message)
    message = re.sub(r"if it names the rows, pass --id (.*)$", r'if it names the rows, take X.set_index("\1")', message)
    message = message.replace(" (the label -1 means none)", "")  # here every value is a class
    message = re.sub(rf" = '(true|false|{_NUMBER})':", _value, message)
    if ", the statistics before it" in message or ", those of the statistics before it" in message:
        message = _added(message)
    message = message.replace("(--missing)", '(missing="mean")')
    message = message.replace("(germane methods)", "(germane.AutoMetric tries several)")
    message = message.replace(" learn lda --label COLUMN", " germane.LDA().fit(X, y)")
    message = message.replace("unless they have ids (--id COLUMN)", "unless they are data frames with an index")
    message = re.sub(r" (learn|cluster) ([a-z-]+)(?=[ ,;.)]|$)", _estimator, message)
    message = _OPTION.sub(option, message)
    message = re.sub(r"(?:constraints=|\by\b)(?:(?:, | or )(?:constraints=|y\b))+", _once, message)
    message = re.sub(r"(^|: )([a-z][a-z-]*) = ", lambda found: found[1] + name_of(found[2]) + " = ", message)
    message = re.sub(r"\b(\w+) \1(?=:)", r"\1", message)  # a column that is called as its option
    return message.replace(": nan is not", ": NaN is not")


def _value(found: Any) -> str:
    """Of an option, as Python writes it."""
    return f" = {found[1].title() if found[1].isalpha() else found[1]}:"


# Of statistics that do not go together: the command line names a file first, here there is none to name.
_ADDED = (("has none, ", "what is added has no side-information, "),
          ("has side-information, the statistics before it have;",
           "what is added has side-information of another kind than the statistics before it;"),
          ("has side-information, ", "what is added has side-information, "),
          ("gathered with ", "what is added was gathered with "),
          ("its chunklets are ", "the chunklets of what is added are "))


def _added(message: str) -> str:
    for begins, whole in _ADDED:
        if message.startswith(begins):
            return whole + message[len(begins):]
    return re.sub(r"^(\d+ columns,)", r"what is added has \1", message)


def _once(found: Any) -> str:
    """Options that are one argument here."""
    return " or ".join(dict.fromkeys(re.findall(r"constraints=|y", found[0])))


def _estimator(found: Any) -> str:
    name = ESTIMATORS.get(f"{found[1]} {found[2]}")
    return f" germane.{name}" if name else str(found[0])


def replaced(text: str, old: str, new: str, width: int) -> str:
    """Text with one of its paragraphs replaced, however that was broken into lines."""
    found = re.search(r"\s+".join(map(re.escape, old.split())), text) if old != new else None
    if found is None:
        return text
    begin = text.rfind("\n", 0, found.start()) + 1
    lead = text[begin:found.start()]
    lines = textwrap.wrap(lead.lstrip() + new, width, initial_indent=" " * (len(lead) - len(lead.lstrip())),
                          subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return text[:begin] + "\n".join(lines) + text[found.end():]
