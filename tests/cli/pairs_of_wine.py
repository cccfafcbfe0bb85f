"""A model of wine, and pairs of its rows of one class and of two."""

import csv

import numpy as np
import pytest

import verification as plain
from reference import bundled, read_rows

MODEL = ("learn", "lda", "data/wine.csv", "--label", "label", "--check", "none", "--out", "m")
GIVEN = ("pairs", "m", "data/wine.csv", "--label", "label", "--pairs", "pairs.csv")


def draw_pairs(count=150, seed=3):
    """Different pairs of wine's rows, of one class and of two."""
    _, labels, _ = bundled("wine")
    random = np.random.default_rng(seed)
    found = {"same": [], "different": []}
    seen = set()
    while min(map(len, found.values())) < count:
        a, b = random.integers(0, len(labels), 2).tolist()
        kind = "same" if labels[a] == labels[b] else "different"
        if a != b and (a, b) not in seen and len(found[kind]) < count:
            seen |= {(a, b), (b, a)}
            found[kind].append((a, b))
    return found


def write_pairs(germane, pairs, name="pairs.csv"):
    lines = [f"{a},{b},{kind}\n" for kind, links in pairs.items() for a, b in links]
    return germane.write(name, "".join(lines))


@pytest.fixture
def wine(germane):
    """A model, a file of pairs, and the rows after the model. Raw columns leave lda errors."""
    germane.ok(*MODEL)
    germane.ok("transform", "m", "data/wine.csv", "--label", "label", "--out", "mapped.csv")
    pairs = draw_pairs()
    write_pairs(germane, pairs)
    _, _, mapped = read_rows(germane.folder / "mapped.csv")
    return pairs, mapped


def score(mapped, pairs, kind):
    """Of every pair, larger = more alike."""
    x, y = (mapped[[pair[side] for pair in pairs]] for side in (0, 1))
    if kind == "distance":
        return -np.linalg.norm(x - y, axis=1)
    if kind == "cosine":
        return (x * y).sum(axis=1) / np.linalg.norm(x, axis=1) / np.linalg.norm(y, axis=1)
    _, labels, _ = bundled("wine")
    model = plain.two_covariances(mapped, labels.tolist())
    return np.array([plain.likelihood_ratio(a, b, *model) for a, b in zip(x, y)])


def scores(wine, kind):
    pairs, mapped = wine
    return score(mapped, pairs["same"], kind), score(mapped, pairs["different"], kind)


def lines_of(germane, name, delimiter=","):
    """The lines of a file of scores. The fourth column bears the score's name; here it is `score`."""
    with open(germane.folder / name, newline="") as file:
        lines = list(csv.DictReader(file, delimiter=delimiter))
    return [line | {"score": list(line.values())[3]} for line in lines]
