"""Times linkage of SciPy or fastcluster: peer_linkage.py scipy|fastcluster LINK ROWS.npy, run by bench/run.py.

Prints one JSON object: seconds, processor seconds, and the heights' sum, by which the trees are compared.
"""

import json
import resource
import sys
import time

import numpy as np


def main():
    library, link, file = sys.argv[1:]
    rows = np.load(file)
    if library == "scipy":
        from scipy.cluster.hierarchy import linkage
    elif link in ("single", "ward"):
        from fastcluster import linkage_vector as linkage  # without the matrix
    else:
        from fastcluster import linkage
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    tree = linkage(rows, link)
    after = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"seconds": time.perf_counter() - started,
                      "processor_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
                      "heights": float(np.sum(tree[:, 2]))}))


if __name__ == "__main__":
    main()
