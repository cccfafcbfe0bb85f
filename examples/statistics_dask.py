"""Learns from rows that lie on many machines: every worker gathers statistics, their sum is learned from.

  python3 examples/statistics_dask.py     (with germane, dask and distributed installed)
"""

import numpy as np
from dask import delayed
from dask.distributed import Client

import germane


def gather(part, chunks):
    """Runs where the rows are. What travels are statistics, whose size does not grow with the rows."""
    return germane.Statistics().update(part, chunks=chunks)


def learn(client, parts, chunks):
    """parts: arrays, or whatever Dask can make arrays of (``dask.array.Array.to_delayed()``); chunks: the chunklet of
    every row of each part, -1 for none. The same name is the same chunklet, in whichever part."""
    gathered = [delayed(gather)(part, names) for part, names in zip(parts, chunks)]
    while len(gathered) > 1:  # a tree of sums, so that no machine holds more than two
        gathered = [delayed(sum)(gathered[i:i + 2]) for i in range(0, len(gathered), 2)]
    return germane.RCA().fit(client.compute(gathered[0]).result())


def main():
    random = np.random.default_rng(0)
    rows, chunks = random.normal(size=(20000, 8)), np.arange(20000) // 4
    rows += random.normal(size=(5000, 8))[chunks] * 3
    with Client(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as client:
        learned = learn(client, np.array_split(rows, 7), np.array_split(chunks, 7))
    alone = germane.RCA(check="none").fit(rows, chunks)
    apart = np.abs(learned.get_mahalanobis_matrix() - alone.get_mahalanobis_matrix()).max()
    print(f"7 parts on 2 workers and one machine learn the same metric: they differ by {apart:.0e}")


if __name__ == "__main__":
    main()
