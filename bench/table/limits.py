"""What the machine needs at least: the multiplications alone, by BLAS, or the data once through memory."""

import numpy as np

from given import normal


def scatter_limit(n, d, dtype=np.float64):
    """The multiplications alone, by BLAS."""
    rows = normal(n, d, dtype)
    return lambda: rows.T @ rows


def products_limit(n, d, k, passes, dtype=np.float32):
    """All rows with k others, so many times, by BLAS in blocks that stay in the cache. Of k-means as often as its
    clusters change."""
    rows, others, together = normal(n, d, dtype), normal(k, d, dtype, 1).T.copy(), max(1, 2 ** 18 // k)
    out = np.empty((together, k), dtype)

    def multiply():
        for _ in range(passes):
            for first in range(0, n, together):
                block = rows[first:first + together]
                np.matmul(block, others, out=out[:len(block)])
    return multiply


def mixture_limit(n, d, k, passes):
    """The rows whitened and their scatter, for every component and pass, by BLAS."""
    rows, root = normal(n, d), normal(d, d, seed=1)

    def multiply():
        for _ in range(passes * k):
            for first in range(0, n, 4096):
                block = rows[first:first + 4096]
                block @ root
                block.T @ block
    return multiply


def pairs_limit(n, d):
    """The inner products of all pairs, by BLAS."""
    rows, together, columns = normal(n, d), 64, normal(n, d).T.copy()
    out = np.empty((together, 512))

    def multiply():
        for first in range(0, n, together):
            for begin in range(first // 512 * 512, n, 512):
                left, right = rows[first:first + together], columns[:, begin:begin + 512]
                np.matmul(left, right, out=out[:len(left), :right.shape[1]])
    return multiply


def eigen_limit(n, views_of):
    """The kernels by BLAS, and the directions that are asked for of one matrix of their size by LAPACK."""
    import scipy.linalg
    rows = normal(n, views_of[0])

    def solve():
        for _ in views_of:
            kernel = rows @ rows.T
        scipy.linalg.eigh(kernel, subset_by_index=(n - 10, n - 1))
    return solve


def reading_limit(*paths):
    """The bytes of files, from the system's cache of them."""
    buffer = bytearray(1 << 18)

    def read():
        for path in paths:
            with open(path, "rb", buffering=0) as file:
                while file.readinto(buffer):
                    pass
    return read


def entries_limit(X):
    """Numbers and columns of a sparse matrix, once through memory."""
    columns = X.indices.astype(np.float32)  # as many bytes
    return lambda: (X.data @ X.data, columns @ columns)
