"""Scores of pairs and what they come to, once more and in the plainest way, in NumPy."""

import numpy as np

# Larger is more alike in all of these; a distance goes in with its sign changed.


def rates(same, different, threshold):
    """(same pairs refused, different pairs accepted)"""
    return np.mean(same < threshold), np.mean(different >= threshold)


def auc(same, different):
    return np.mean((same[:, None] > different) + 0.5 * (same[:, None] == different))


def curve(same, different):
    thresholds = np.unique(np.concatenate([same, different]))[::-1]
    return [(1.0, 0.0)] + [rates(same, different, t) for t in thresholds]


def equal_error(same, different):
    points = curve(same, different)
    for (r0, a0), (r1, a1) in zip(points, points[1:]):
        if a1 >= r1:
            part = (r0 - a0) / ((r0 - a0) - (r1 - a1))
            return a0 + part * (a1 - a0)
    raise AssertionError


def cost(refused, accepted, prior=0.5, miss=1.0, accept=1.0):
    weights = prior * miss, (1 - prior) * accept
    return (weights[0] * refused + weights[1] * accepted) / min(weights)


def min_cost(same, different, *given):
    return min(cost(*point, *given) for point in curve(same, different))


def cllr(same, different):
    return (np.logaddexp(0, -same).mean() + np.logaddexp(0, different).mean()) / 2 / np.log(2)


def fit_line(same, different, prior=0.5):
    """Offset and slope of the log-likelihood ratio, by Newton's method on weighted pairs."""
    scores = np.concatenate([same, different])
    is_same = np.repeat([1.0, 0.0], [len(same), len(different)])
    weights = np.where(is_same == 1, prior / len(same), (1 - prior) / len(different))
    center, scale = scores.mean(), scores.std()
    design = np.stack([np.ones(len(scores)), (scores - center) / scale], axis=1)
    logit = np.log(prior / (1 - prior))
    line = np.zeros(2)
    for _ in range(60):
        p = 1 / (1 + np.exp(-(design @ line + logit)))
        gradient = design.T @ (weights * (p - is_same))
        hessian = design.T @ (design * (weights * p * (1 - p))[:, None])
        line = line - np.linalg.solve(hessian, gradient)
    slope = line[1] / scale
    return line[0] - slope * center, slope


def cross_fitted_cllr(same, different, prior=0.5, folds=5):
    read = [[], []]
    for fold in range(folds):
        keep = [np.arange(len(s)) % folds != fold for s in (same, different)]
        offset, slope = fit_line(same[keep[0]], different[keep[1]], prior)
        for all_read, scores, kept in zip(read, (same, different), keep):
            all_read.append(offset + slope * scores[~kept])
    return cllr(np.concatenate(read[0]), np.concatenate(read[1]))


def two_covariances(rows, groups):
    """Mean, within and between covariance, by the method of moments."""
    names = sorted(set(groups))
    members = [rows[np.array(groups) == name] for name in names]
    p, m = len(rows), len(names)
    mean = rows.mean(axis=0)
    s_w = sum((r - r.mean(axis=0)).T @ (r - r.mean(axis=0)) for r in members)
    s_b = sum(len(r) * np.outer(r.mean(axis=0) - mean, r.mean(axis=0) - mean) for r in members)
    n0 = (p - sum(len(r) ** 2 for r in members) / p) / (m - 1)
    within = s_w / (p - m)
    # Negative directions, in units of the covariance within, are set to 0.
    root = np.linalg.cholesky(within)
    white = np.linalg.solve(root, np.linalg.solve(root, s_b / (m - 1) - within).T) / n0
    values, vectors = np.linalg.eigh(white)
    between = root @ vectors @ np.diag(np.maximum(values, 0)) @ vectors.T @ root.T
    return mean, within, between


def log_density(x, covariance):
    _, log_determinant = np.linalg.slogdet(covariance)
    return -0.5 * (x @ np.linalg.solve(covariance, x) + log_determinant + len(x) * np.log(2 * np.pi))


def likelihood_ratio(x, y, mean, within, between):
    """With the full covariance of both rows together."""
    x, y, total = x - mean, y - mean, within + between
    joint = np.block([[total, between], [between, total]])
    return (log_density(np.concatenate([x, y]), joint)
            - log_density(x, total) - log_density(y, total))
