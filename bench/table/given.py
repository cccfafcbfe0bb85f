"""What the rows of the table are measured on. Data depend on the size and on fixed seeds alone, so that all see the same."""

import os
import tempfile

import numpy as np


def normal(n, d, dtype=np.float64, seed=0):
    return np.random.default_rng(seed).standard_normal((n, d)).astype(dtype)


def clustered(n, d, k, dtype=np.float32):
    """Rows of k clusters that overlap, and a start of k of them."""
    random = np.random.default_rng(0)
    rows = random.standard_normal((n, d)) + 1.5 * random.standard_normal((k, d))[random.integers(0, k, n)]
    rows = rows.astype(dtype)
    return rows, rows[random.choice(n, k, replace=False)].copy()


def views(n, widths, factors=20):
    random = np.random.default_rng(0)
    shared = random.standard_normal((n, factors)) * np.linspace(3, 0.3, factors)
    return [shared @ np.linalg.qr(random.standard_normal((width, factors)))[0].T + random.standard_normal((n, width))
            for width in widths]


def file_of(name, write):
    path = os.path.join(tempfile.gettempdir(), f"germane-bench-{os.getuid()}-{name}")
    if not os.path.exists(path):
        write(path + ".part")
        os.replace(path + ".part", path)
    return path


def npy_of(n, d):
    def write(path):
        with open(path, "wb") as file:
            np.save(file, normal(n, d))
    return file_of(f"{n}x{d}.npy", write)


def csv_of(n, d):
    return file_of(f"{n}x{d}.csv", lambda path: np.savetxt(path, normal(n, d), delimiter=",", fmt="%.6f"))


def sparse_of(n, d, entries):
    """So many entries a row, one in each of as many strips of columns."""
    import scipy.sparse
    random, strip = np.random.default_rng(0), d // entries
    columns = random.integers(0, strip, (n, entries)) + strip * np.arange(entries)
    starts = np.arange(0, n * entries + 1, entries)
    return scipy.sparse.csr_matrix((random.random(n * entries), columns.ravel(), starts), shape=(n, d))


def evaluate_files(n):
    random = np.random.default_rng(0)
    labels, found = random.integers(0, 50, n), random.integers(0, 60, n)

    def write(values, header):
        def into(path):
            np.savetxt(path, np.column_stack([np.arange(n), values]), fmt="%d", delimiter=",", header=header, comments="")
        return into
    return (file_of(f"truth-{n}.csv", write(labels, "row,label")),
            file_of(f"clusters-{n}.csv", write(found, "row,cluster")))


def pairs_of(n, seed=0):
    """Must-links of a tenth of the rows."""
    chosen = np.random.default_rng(seed).permutation(n)[:n // 10 // 2 * 2].reshape(-1, 2)
    return [tuple(map(int, pair)) for pair in chosen]


def chunks_of(n, size=8):
    return np.random.default_rng(1).permutation(n) // size


def mixture(n):
    return clustered(n, 16, 10, np.float64)[0]
