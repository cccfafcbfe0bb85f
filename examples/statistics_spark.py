"""Learns from rows that lie in a Spark cluster: every partition gathers statistics, their sum is learned from.

  python3 examples/statistics_spark.py     (with germane, pyspark and Java installed)
"""

import numpy as np
from pyspark.sql import SparkSession

import germane


def gather(partition):
    """Runs where the rows are. What travels are statistics, whose size does not grow with the rows."""
    pairs = list(partition)
    if pairs:  # Spark makes empty partitions too
        chunks, rows = zip(*pairs)
        yield germane.Statistics().update(np.array(rows), chunks=np.array(chunks))


def learn(rows):
    """rows: an RDD of (chunklet, row); -1: the row is in none. The same name is the same chunklet, wherever it is."""
    return germane.RCA().fit(rows.mapPartitions(gather).treeReduce(lambda one, other: one + other))


def main():
    random = np.random.default_rng(0)
    rows, chunks = random.normal(size=(2000, 8)), np.arange(2000) // 4
    rows += random.normal(size=(500, 8))[chunks] * 3
    spark = SparkSession.builder.master("local[2]").appName("germane").getOrCreate()
    try:
        learned = learn(spark.sparkContext.parallelize(list(zip(chunks.tolist(), rows.tolist())), 7))
    finally:
        spark.stop()
    alone = germane.RCA(check="none").fit(rows, chunks)
    apart = np.abs(learned.get_mahalanobis_matrix() - alone.get_mahalanobis_matrix()).max()
    print(f"7 partitions and one machine learn the same metric: they differ by {apart:.0e}")


if __name__ == "__main__":
    main()
