"""Mixtures of Gaussians, with and without side-information."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from scipy.special import logsumexp
from sklearn.base import DensityMixin
from sklearn.utils.validation import check_is_fitted

from . import _parameters as described
from ._arrays import require_finite, rows_for, seed_of
from .clusters import Clusterer, FitPredict
from .constraints import Constraints, labels_as_groups


class _Mixture(FitPredict, DensityMixin, Clusterer):
    """Mixtures of Gaussians.

    Attributes
    ----------
    weights_ : ndarray of shape (n_components,)
    means_ : ndarray of shape (n_components, n_features), of prepared rows
    covariances_ : ndarray, full (k, d, d), tied (d, d), diagonal (k, d), spherical (k,)
    precisions_ : ndarray, their inverses
    precisions_cholesky_ : ndarray, upper triangles U of U U' = precisions_
    converged_ : bool
    n_iter_ : int, of the best start
    lower_bound_ : float, the mean log-likelihood of a row
    n_components_ : int, as many as were asked for or chosen
    """

    _least_rows = 2

    def _take(self, arrays: dict, found: dict) -> None:
        self.means_ = arrays["rule/means"]
        self.weights_ = arrays["rule/weights"]
        self.n_components_ = len(self.weights_)
        self._covariances = arrays["rule/covariances" if "rule/covariances" in arrays else "rule/variances"]
        self._kind = bytes(arrays["rule/covariance"]).decode()
        self.converged_ = bool(found["converged"])
        self.n_iter_ = int(found["iterations"])
        self.lower_bound_ = float(found["log_likelihood"]) / max(1, sum(found["sizes"]))

    @property
    def covariances_(self) -> np.ndarray:
        """In scikit-learn's shapes: full (k, d, d), tied (d, d), diagonal (k, d), spherical (k,)."""
        count, width = self.means_.shape
        if self._kind == "full":
            return self._covariances.reshape(count, width, width)
        return self._covariances[:, 0] if self._kind == "spherical" else self._covariances

    @property
    def precisions_cholesky_(self) -> np.ndarray:
        """Roots of the precisions in scikit-learn's shapes: upper triangles U of U U', or of diagonals 1 / deviation."""
        if self._kind not in ("full", "tied"):
            return 1 / np.sqrt(self.covariances_)
        roots = np.linalg.cholesky(self.covariances_)
        return np.swapaxes(np.linalg.solve(roots, np.broadcast_to(np.eye(roots.shape[-1]), roots.shape)), -1, -2)

    @property
    def precisions_(self) -> np.ndarray:
        """Inverses of the covariances, in the same shapes."""
        root = self.precisions_cholesky_
        return root @ np.swapaxes(root, -1, -2) if self._kind in ("full", "tied") else root ** 2

    def _log_joint(self, X: Any) -> np.ndarray:
        check_is_fitted(self, "_saved")
        rows_for(self, X, reset=False, accept_sparse=False)  # densities need every cell
        rows = self._prepared(X).astype(float)
        with np.errstate(over="ignore", invalid="ignore"):
            joint = self._joint_of(rows)
        require_finite(joint, "densities of X")
        return joint

    def _joint_of(self, rows: np.ndarray) -> np.ndarray:
        blocks = [rows[start:start + 16384] for start in range(0, len(rows), 16384)]
        return np.concatenate([np.log(self.weights_) + np.stack(
            [self._log_density(block, k) for k in range(len(self.means_))], axis=1) for block in blocks])

    def _log_density(self, rows: np.ndarray, k: int) -> np.ndarray:
        centred, width = rows - self.means_[k], rows.shape[1]
        if self._kind in ("full", "tied"):
            covariance = self.covariances_[k] if self._kind == "full" else self.covariances_
            root = np.linalg.cholesky(covariance)
            scaled, log_root = np.linalg.solve(root, centred.T).T, np.sum(np.log(np.diag(root)))
        else:
            variance = np.broadcast_to(self.covariances_[k], (width,))
            scaled, log_root = centred / np.sqrt(variance), 0.5 * np.sum(np.log(variance))
        return -0.5 * (np.sum(scaled ** 2, axis=1) + width * np.log(2 * np.pi)) - log_root

    def score_samples(self, X: Any) -> np.ndarray:
        """Log-likelihoods of rows."""
        return logsumexp(self._log_joint(X), axis=1)

    def score(self, X: Any, y: Any = None) -> float:
        """The mean log-likelihood."""
        return float(np.mean(self.score_samples(X)))

    def predict_proba(self, X: Any) -> np.ndarray:
        """The probability of each component, for rows by themselves."""
        joint = self._log_joint(X)
        return np.exp(joint - logsumexp(joint, axis=1, keepdims=True))

    def _parameter_count(self) -> int:
        count, width = self.means_.shape
        of_covariances = {"full": count * width * (width + 1) // 2, "tied": width * (width + 1) // 2,
                          "diagonal": count * width, "spherical": count}[self._kind]
        return of_covariances + count * width + count - 1

    def bic(self, X: Any) -> float:
        """Bayesian information criterion of rows; lower is better."""
        scores = self.score_samples(X)
        return float(-2 * scores.sum() + self._parameter_count() * np.log(len(scores)))

    def aic(self, X: Any) -> float:
        """Akaike's information criterion of rows; lower is better."""
        return float(-2 * self.score_samples(X).sum() + 2 * self._parameter_count())

    def sample(self, n_samples: int = 1, random_state: Any = 0) -> tuple[np.ndarray, np.ndarray]:
        """Rows drawn from the mixture, and their components; where rows are prepared, they are so."""
        check_is_fitted(self, "_saved")
        draw = np.random.default_rng(seed_of(random_state))
        component = np.sort(draw.choice(len(self.weights_), size=n_samples, p=self.weights_ / self.weights_.sum()))
        width = self.means_.shape[1]
        noise = draw.standard_normal((n_samples, width))
        rows = np.empty((n_samples, width))
        for k in range(len(self.weights_)):
            chosen = component == k
            if self._kind in ("full", "tied"):
                root = np.linalg.cholesky(self.covariances_[k] if self._kind == "full" else self.covariances_)
                rows[chosen] = self.means_[k] + noise[chosen] @ root.T
            else:
                rows[chosen] = self.means_[k] + noise[chosen] * np.sqrt(self.covariances_[k])
        return rows, component


class GaussianMixture(described.GaussianMixtureParameters, _Mixture):
    """A mixture of Gaussians; ``n_components='auto'`` chooses their number by BIC.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> round(germane.GaussianMixture(3, tol=1e-10).fit(X).score(X) * 150, 4)
    -180.1855
    """


class ConstrainedGaussianMixture(described.ConstrainedGaussianMixtureParameters, _Mixture):
    """A mixture of Gaussians under must-links and cannot-links [Shental et al. 2003].

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> known = germane.Constraints.simulate(y, components=0.9)
    >>> germane.ConstrainedGaussianMixture(3).fit(X, constraints=known).means_.shape
    (3, 4)
    """

    def fit(self, X: Any, y: Any = None, *, constraints: Optional[Constraints] = None, ids: Any = None) -> Any:
        """Fits the mixture under constraints, where rows of one label belong together; y is ignored."""
        return self._cluster(X, labels_as_groups(constraints), ids)
