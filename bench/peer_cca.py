"""Times another library's CCA: peer_cca.py LIBRARY DIMENSIONS A.npy B.npy, run by bench/view_methods.py.

LIBRARY is sklearn, cca_zoo, or lapack: dsygvd of the system that [Hardoon10] prints, of as many views as
there are files. Prints one JSON object: seconds, those of processors, the BLAS kernel, and the
correlations found.
"""

import json
import sys
import time

import numpy as np
import threadpoolctl


def timed(work):
    wall, processors = time.perf_counter(), time.process_time()
    result = work()
    return result, {"seconds": time.perf_counter() - wall, "processor_seconds": time.process_time() - processors}


def correlations(left, right):
    return [float(abs(np.corrcoef(left[:, k], right[:, k])[0, 1])) for k in range(left.shape[1])]


def by_sklearn(views, dimensions):
    from sklearn.cross_decomposition import CCA
    model, times = timed(lambda: CCA(n_components=dimensions, max_iter=500).fit(*views))
    return {**times, "correlations": correlations(*model.transform(*views))}


def by_cca_zoo(views, dimensions):
    from cca_zoo.linear import CCA
    model, times = timed(lambda: CCA(n_components=dimensions).fit(views))
    return {**times, "correlations": correlations(*model.transform(views))}


def by_lapack(views, _, tau=0.01):
    """All of its eigenvectors, as dsygvd gives them; kernels scaled to a mean diagonal of 1."""
    import scipy.linalg
    n, s = len(views[0]), len(views)
    left = np.zeros((n * s, n * s))
    for i, rows in enumerate(views):
        centred = rows - rows.mean(axis=0)
        kernel = centred @ centred.T
        left[i * n:(i + 1) * n, i * n:(i + 1) * n] = kernel / np.trace(kernel) * n
    right = np.kron(np.ones((s, s)) + tau * np.eye(s), np.eye(n))
    return timed(lambda: scipy.linalg.eigh(left, right, driver="gvd"))[1]


def main():
    library, dimensions, *files = sys.argv[1:]
    views = [np.load(file) for file in files]
    learn = {"sklearn": by_sklearn, "cca_zoo": by_cca_zoo, "lapack": by_lapack}[library]
    found = learn(views, int(dimensions))
    kernel = sorted({loaded["architecture"] for loaded in threadpoolctl.threadpool_info()
                     if loaded.get("internal_api") == "openblas"})
    print(json.dumps({**found, "kernel": kernel}))


if __name__ == "__main__":
    main()
