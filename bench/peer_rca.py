"""Times metric-learn's RCA: peer_rca.py ROWS.npy CHUNKLETS.csv, run by bench/run.py in build/peers.

Prints one JSON object, like bench/rca_bench. With no arguments it only names its BLAS kernel.
"""

import json
import sys
import time

import numpy as np
import threadpoolctl
from metric_learn import RCA
import sklearn.utils  # loads the BLAS that the fit will use


def kernel():
    return sorted({library["architecture"] for library in threadpoolctl.threadpool_info()
                   if library.get("internal_api") == "openblas"})


def main():
    if len(sys.argv) == 1:
        print(json.dumps({"kernel": kernel()}))
        return
    rows = np.load(sys.argv[1])
    chunks = np.loadtxt(sys.argv[2], dtype=np.int64)
    started = time.perf_counter()
    learned = RCA().fit(rows, chunks)
    seconds = time.perf_counter() - started
    diagonal = np.diag(learned.get_mahalanobis_matrix())
    print(json.dumps({"seconds": seconds, "kernel": kernel(),
                      "mahalanobis_diagonal": diagonal.tolist()}))


if __name__ == "__main__":
    main()
