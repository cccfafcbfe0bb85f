"""What the tests of methods over views share."""

import numpy as np
import pytest


def centred(rows):
    return rows - rows.mean(axis=0)


def found(report, key="correlation"):
    return np.array([row[key] for row in report["components"]])


def mapped(model, view, rows):
    return (rows - model[f"{view}/center"]) @ model[f"{view}/map"].T


@pytest.fixture
def wide(germane):
    """30 objects, views of 50, 40 and 45 columns."""
    random = np.random.default_rng(0)
    shared = random.normal(size=(30, 2))
    views = {name: 3 + shared @ random.normal(size=(2, width)) + random.normal(size=(30, width))
             for name, width in (("a", 50), ("b", 40), ("c", 45))}
    for name, rows in views.items():
        np.save(germane.folder / f"{name}.npy", rows)
    return views


def views_of(names, ending="npy"):
    return [word for name in names for word in ("--view", f"{name}={name}.{ending}")]


@pytest.fixture
def lacking(germane):
    """Views of 80 objects, about 30 % of each view missing; ids in the first column."""
    random = np.random.default_rng(3)
    shared = random.normal(size=(80, 1))
    views, has = {}, {}
    for name, width in (("a", 5), ("b", 4), ("c", 6)):
        rows = shared @ random.normal(size=(1, width)) + 0.7 * random.normal(size=(80, width))
        have = random.random(80) > 0.3
        order = random.permutation(np.flatnonzero(have))
        lines = ["id," + ",".join(f"{name}{j}" for j in range(width))]
        lines += [f"o{i}," + ",".join(repr(float(x)) for x in rows[i]) for i in order]
        germane.write(f"{name}.csv", "\n".join(lines) + "\n")
        views[name], has[name] = rows, have
    return views, has
