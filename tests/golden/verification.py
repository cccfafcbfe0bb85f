"""Prints the areas that tests/evaluate/verification_test.cpp holds score_verification to.

python3 tests/golden/verification.py    (scikit-learn)
"""
from sklearn.metrics import roc_auc_score

for same, different in [(50, 80), (400, 300)]:
    s = [(i * i) % 31 for i in range(same)]
    d = [(i * i) % 47 for i in range(different)]
    auc = roc_auc_score([1] * same + [0] * different, [-x for x in s + d])
    print(f"{{{same}, {different}, {auc:.12g}}},")
