"""What cca_zoo finds, as one JSON object: peer_cca_zoo.py VIEWS.npz, run by test_migration.py in build/peers-views
(4.x) and build/peers-views-2 (2.x). The peer is imported where it is used: whoever collects tests imports this file
without it."""

import json
import sys
import warnings

import numpy as np


def correlations(scores):
    """The mean over pairs of views of each component's correlation."""
    pairs = [(a, b) for a in range(len(scores)) for b in range(a)]
    return [float(np.mean([np.corrcoef(scores[a][:, k], scores[b][:, k])[0, 1] for a, b in pairs]))
            for k in range(scores[0].shape[1])]


def found(model, views):
    return correlations(model.fit(views).transform(views))


def loading_p_values(views):
    """Those of the first component's features, when 1 and when 2 components are asked for."""
    from cca_zoo.linear import CCA
    from cca_zoo.model_selection import permutation_test_significance as test
    return [np.concatenate([each[:, 0] for each in test(CCA(count), views, n_permutations=99, random_state=0)
                            .loading_p_values]).tolist() for count in (1, 2)]


def main():
    import cca_zoo
    from cca_zoo.linear import CCA, GCCA, MCCA
    from cca_zoo.nonparametric import KCCA
    old = cca_zoo.__version__.startswith("2.")
    components = {"latent_dimensions": 2} if old else {"n_components": 2}
    shrinkage = {"c": 0.1} if old else {"shrinkage": 0.1}
    warnings.simplefilter("ignore")
    given = np.load(sys.argv[1])
    two, three = [given["a"], given["b"]], [given["a"], given["b"], given["c"]]
    moved = [view + 10 for view in two]
    polynomial = {**components, **shrinkage, "kernel": "poly", "degree": [2, 2], "gamma": [0.1, 0.1], "coef0": [1, 1]}
    print(json.dumps({
        "version": cca_zoo.__version__,
        "cca": found(CCA(**components), two),
        "mcca": found(MCCA(**components), three),
        "gcca": found(GCCA(**components), three),
        "mcca_shrunk": found(MCCA(**components, **shrinkage), two),
        "kcca_linear": found(KCCA(**components, **shrinkage, kernel="linear"), two),
        "kcca_rbf": found(KCCA(**components, **shrinkage, kernel="rbf", gamma=[0.1, 0.1]), two),
        "kcca_polynomial": found(KCCA(**polynomial), two),
        "kcca_polynomial_moved": found(KCCA(**polynomial), moved),
        "kcca_means": [float(np.abs(scores.mean(axis=0)).max())
                       for scores in KCCA(**polynomial).fit(moved).transform(moved)],
        "loading_p_values": None if old else loading_p_values(two),
    }))


if __name__ == "__main__":
    main()
