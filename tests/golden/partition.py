"""Prints the scores that tests/evaluate/partition_test.cpp holds score_partition to.

python3 tests/golden/partition.py    (scikit-learn; from the root of the repository)
The partitions are made by the formulas below, in the test alike.
"""
import sklearn
from sklearn import metrics as m

print("scikit-learn", sklearn.__version__)
CASES = {
    "small": ([0, 0, 1, 1, 2, 2], [0, 0, 0, 1, 1, 1]),
    "mixed": ([(i * i) % 7 for i in range(100)], [i % 4 for i in range(100)]),
    "close": ([i // 50 if i % 11 else 3 for i in range(200)], [i // 40 for i in range(200)]),
    "large": ([(i * i + i // 3) % 37 for i in range(5000)], [(i * i) % 23 for i in range(5000)]),
}
for name, (cluster, label) in CASES.items():
    scores = [
        m.adjusted_rand_score(label, cluster),
        m.normalized_mutual_info_score(label, cluster),
        m.adjusted_mutual_info_score(label, cluster),
        m.homogeneity_score(label, cluster),
        m.completeness_score(label, cluster),
        m.rand_score(label, cluster),
    ]
    print(f'{{"{name}", {", ".join(f"{s:.12g}" for s in scores)}}},')
