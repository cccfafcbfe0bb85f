"""What the tool computes, once more and in the plainest way, in NumPy."""

import csv
import itertools
import pathlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "data"


def bundled(name):
    """Rows, labels and column names of a bundled data set."""
    with open(DATA / f"{name}.csv", newline="") as file:
        header, *lines = list(csv.reader(file))
    rows = np.array([[float(field) for field in line[:-1]] for line in lines])
    return rows, np.array([line[-1] for line in lines]), header[:-1]


def csv_text(rows, names=None, extra=None, separator=",", end="\n", quote=""):
    """A table as text; `extra` are leading columns {name: values}."""
    extra = extra or {}
    lines = []
    if names is not None:
        lines.append([f"{quote}{name}{quote}" for name in [*extra, *names]])
    for i, row in enumerate(rows):
        lead = [f"{quote}{values[i]}{quote}" for values in extra.values()]
        lines.append(lead + [repr(float(value)) for value in row])
    return "".join(separator.join(line) + end for line in lines)


def within_scatter(rows, groups):
    """S_w, its number of rows p and of groups m; a group of None holds nothing together."""
    d = rows.shape[1]
    scatter, p, m = np.zeros((d, d)), 0, 0
    for group in sorted({g for g in groups if g is not None}):
        members = rows[[g == group for g in groups]]
        if len(members) < 2:
            continue
        centred = members - members.mean(axis=0)
        scatter += centred.T @ centred
        p, m = p + len(members), m + 1
    return scatter, p, m


def total_covariance(rows):
    centred = rows - rows.mean(axis=0)
    return centred.T @ centred / len(rows)


def inverse_root(c):
    values, vectors = np.linalg.eigh(c)
    return vectors @ np.diag(values ** -0.5) @ vectors.T


def correlations(c):
    """Of the columns that vary."""
    keep = np.diag(c) > 0
    c = c[np.ix_(keep, keep)]
    deviation = np.sqrt(np.diag(c))
    return c / np.outer(deviation, deviation)


def shrink(c, weight):
    return (1 - weight) * c + weight * np.diag(np.diag(c))


def oas_weight(c, samples):
    """Chen, Wiesel, Eldar and Hero (2010), eq. 23, on the correlations."""
    r = correlations(c)
    d = len(r)
    square = np.trace(r @ r)
    weight = ((1 - 2 / d) * square + np.trace(r) ** 2) / (
        (samples + 1 - 2 / d) * (square - np.trace(r) ** 2 / d))
    return min(1.0, weight)


def ledoit_wolf_weight(rows, groups):
    """Schafer and Strimmer (2005) over the residuals of chunklets: n rows stand for n - 1 samples."""
    scatter, p, m = within_scatter(rows, groups)
    samples = p - m
    deviation = np.sqrt(np.diag(scatter) / samples)
    products = 0.0
    for group in sorted({g for g in groups if g is not None}):
        members = rows[[g == group for g in groups]]
        n = len(members)
        if n < 2:
            continue
        z = (members - members.mean(axis=0)) / deviation * np.sqrt(n / (n - 1))
        for row in z:
            square = np.outer(row ** 2, row ** 2)
            products += (square.sum() - np.trace(square)) * (n - 1) / n
    r = correlations(scatter)
    off = (r ** 2).sum() - len(r)
    return float(np.clip((products - samples * off) / samples ** 2 / off, 0, 1))


def generalised_eigenvalues(s, c):
    """Of S w = lambda C w, largest first."""
    root = inverse_root(c)
    return np.linalg.eigvalsh(root @ s @ root)[::-1]


def closure(count, pairs):
    """The connected component of every row; None for a row by itself."""
    parent = list(range(count))

    def find(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b in pairs:
        parent[find(a)] = find(b)
    roots = [find(i) for i in range(count)]
    sizes = {root: roots.count(root) for root in set(roots)}
    return [root if sizes[root] > 1 else None for root in roots]


def same_class_pairs(labels, count, seed):
    """Different pairs of rows of one class."""
    random = np.random.default_rng(seed)
    pairs = set()
    while len(pairs) < count:
        a, b = sorted(random.integers(0, len(labels), 2).tolist())
        if a != b and labels[a] == labels[b]:
            pairs.add((a, b))
    return sorted(pairs)


def pair_counts(labels, clusters):
    """Over all pairs of rows: (same and together, same and apart, different and together,
    different and apart)."""
    counts = np.zeros((2, 2), dtype=int)
    for i, j in itertools.combinations(range(len(labels)), 2):
        counts[int(labels[i] != labels[j]), int(clusters[i] != clusters[j])] += 1
    return counts.ravel()


def read_clusters(path):
    with open(path, newline="") as file:
        header, *lines = list(csv.reader(file))
    return header, [line[0] for line in lines], np.array([int(line[1]) for line in lines])


def read_rows(path):
    """A table the tool wrote: header, first column, numbers."""
    with open(path, newline="") as file:
        header, *lines = list(csv.reader(file))
    return header, [line[0] for line in lines], np.array([[float(f) for f in l[1:]] for l in lines])
