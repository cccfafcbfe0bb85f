"""Learners of several views of the same objects: a space that all of them map to."""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _engine
from . import _parameters as described
from ._arrays import column_names, filled, mount, rows_of
from ._estimator import Parameters, path_text
from ._saved import read_npy
from ._view_rows import MountedViews, common_rows, named_views, require_views


class ViewLearner(Parameters):
    """Maps of several views of the same objects into one space.

    Attributes
    ----------
    correlations_ : ndarray, canonical correlations of the components
    held_out_correlations_ : ndarray or None, the same of objects that were held out
    p_values_ : ndarray or None, that a component and all later ones are chance
    weights_ : list of ndarray (features, components), one for each view; of kernels (rows, components)
    loadings_ : list of ndarray (features, components), correlations of features with their own view's scores
    report_ : Report, all that was found; print it, or look at it in a notebook; not of what ``germane.load`` made
    summary_ : dict, ranks, conditions, correlations and every automatic choice
    view_names_ : list of str
    n_views_ : int
    n_features_in_ : list of int, one for each view
    model_ : the model, which the command line reads and writes too
    """

    ridge: Any  # a parameter of every method

    def fit(self, views: Any, y: Any = None, *, shuffle_within: Any = None, permute_within: Any = None) -> "ViewLearner":
        """Learns from views of the same objects.

        Parameters
        ----------
        views : list or mapping of arrays, sparse matrices or data frames
            Data frames with an index are matched by it; objects that lack a view are left out, or where
            the method can, learned from all the same.
        y : array-like, optional
            The second of two views, as in scikit-learn's ``fit(X, Y)``.
        shuffle_within, permute_within : array-like, optional
            Groups of the first view's rows: rows of the other views change places inside them first
            [Chaudhuri09, 5.1]; permutations of the test stay inside them.
        """
        given = named_views(views, y)
        out = _engine.MemoryFile("learned.model")
        with MountedViews(given, {"shuffle_within": shuffle_within, "permute_within": permute_within}) as mounted:
            self.report_ = self._run([], {**mounted.options, **self._of_views(given), "out": out.name})
            self.n_features_in_ = list(mounted.widths.values())
        self.model_ = _engine.core.Model.from_bytes(out.content)
        self.view_names_ = list(given)
        self.n_views_ = len(given)
        return self

    def _of_views(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Options that name views, which must be there."""
        options: dict[str, Any] = {}
        ridges, predicted = getattr(self, "view_ridge", None), getattr(self, "predicted", None)
        if ridges is not None:
            if not isinstance(ridges, Mapping):
                raise ValueError(f"view_ridge = {ridges!r}: must be a mapping of views to numbers, as in "
                                 f"view_ridge={{{next(iter(given))!r}: 0.1}}; ridge=[...] takes one for each view")
            require_views("view_ridge", ridges, given)
            options["view-ridge"] = [f"{name}={value}" for name, value in ridges.items()]
        if isinstance(self.ridge, (list, tuple)):  # one for each view, as cca_zoo has it
            if len(self.ridge) != len(given):
                raise ValueError(f"ridge: {len(self.ridge)} for {len(given)} views; one for each is needed")
            options["view-ridge"] = [f"{name}={value}" for name, value in zip(given, self.ridge)]
        if predicted is not None:
            wanted = [predicted] if isinstance(predicted, str) else list(predicted)
            require_views("predicted", wanted, given)
            options["predict"] = wanted
        return options

    @property
    def weights_(self) -> list:
        check_is_fitted(self, "model_")
        return [self.model_.map(name).T for name in self.view_names_]

    @property
    def loadings_(self) -> list:
        """Correlations of each view's features with its own scores, (features, components); for kernels
        there are none."""
        check_is_fitted(self, "model_")
        return [self.model_.loadings(name).T for name in self.view_names_]

    @property
    def summary_(self) -> dict:
        check_is_fitted(self, "model_")
        return dict(json.loads(self.model_.summary))

    def _value(self, parameter: str) -> Any:
        """What _of_views sets is left out."""
        value = super()._value(parameter)
        by_view = parameter in ("view_ridge", "predicted") or parameter == "ridge" and isinstance(value, (list, tuple))
        return None if by_view else value

    def _component_column(self, name: str) -> Optional[np.ndarray]:
        check_is_fitted(self, "model_")
        values = self.summary_.get("view_components", {}).get(name)
        return None if values is None else np.array([np.nan if value is None else value for value in values], dtype=float)

    @property
    def correlations_(self) -> Optional[np.ndarray]:
        return self._component_column("correlation")

    @property
    def held_out_correlations_(self) -> Optional[np.ndarray]:
        return self._component_column("held_out")

    @property
    def p_values_(self) -> Optional[np.ndarray]:
        """That a component and all later ones are chance: by permutations where these were asked for, else
        by Wilks' test where it is valid."""
        permuted = self._component_column("p_permuted")
        return self._component_column("p") if permuted is None else permuted

    def transform(self, views: Any, y: Any = None) -> Any:
        """The views in the shared space, a list in their order; of a mapping a mapping, which may lack
        some; of ``transform(X, Y)`` a pair."""
        check_is_fitted(self, "model_")
        if y is None and hasattr(views, "shape") and len(views.shape) == 2:
            return self._mapped(self.view_names_[0], views)
        given = named_views(views, y, self.view_names_)
        mapped = {name: self._mapped(name, view) for name, view in given.items()}
        if isinstance(views, Mapping):
            return mapped
        return tuple(mapped.values()) if y is not None else list(mapped.values())

    def predict_view(self, views: Any, name: str) -> np.ndarray:
        """The rows of the view ``name``, told from those of another by least squares through the shared space.

        Parameters
        ----------
        views : array, sparse matrix, data frame, or a mapping of one
            Of a model of two views the other one; of more, a mapping says which: ``{"view0": rows}``.
        name : str
            One of those that the fit was told of by ``predicted=``. How much of it is told, R^2, is in ``report_``.
        """
        check_is_fitted(self, "model_")
        require_views("predict_view", [name], self.view_names_)
        others = [each for each in self.view_names_ if each != name]
        if not isinstance(views, Mapping):
            if len(others) > 1 or not hasattr(views, "shape"):
                raise ValueError(f"predict_view: from which view? give a mapping of one, as in {{{others[0]!r}: rows}}")
            views = {others[0]: views}
        if len(views) != 1 or name in views:
            raise ValueError(f"predict_view: {name!r} is told from one other view, but {', '.join(map(repr, views)) or 'none'} "
                             "is given")
        (source, view), = views.items()
        out, saved = _engine.MemoryFile("told.npy"), _engine.MemoryFile("learned.model", self.model_.to_bytes())
        table = mount(self._rows(source, view), name=source)
        try:
            _engine.run("transform", [saved.name], {"view": f"{source}={table.name}", "predict": name, "out": out.name},
                        n_jobs=self.n_jobs)
        except ValueError as error:
            if "does not say how" in str(error):
                raise ValueError(f"predict_view: the fit was not told to; pass predicted={name!r} to "
                                 f"{type(self).__name__}") from None
            raise
        return read_npy(out.content)

    def _mapped(self, name: str, view: Any) -> np.ndarray:
        return np.asarray(_engine.transform(self.model_, self._rows(name, view), name, self.n_jobs))

    def _rows(self, name: str, view: Any) -> Any:
        """Rows of a view as the model takes them: its columns, without gaps."""
        if name not in self.view_names_:
            raise ValueError(f"there is no view {name!r}; there are {', '.join(self.view_names_)}")
        names = self.model_.columns(name)
        if names and column_names(view) and column_names(view) != names:
            lacking = [each for each in names if each not in column_names(view)]
            if lacking:
                raise ValueError(f"{name}: lacks the columns {', '.join(lacking[:3])} that the model was learned on")
            view = view[names]
        rows = rows_of(view, name)
        width = self.n_features_in_[self.view_names_.index(name)]
        if rows.shape[1] != width:
            raise ValueError(f"{name}: {rows.shape[1]} columns, but the model was learned on {width}")
        return filled(rows, self.model_.fill(name))

    def fit_transform(self, views: Any, y: Any = None, **fit_params: Any) -> Any:
        """fit, and the same views in the shared space."""
        return self.fit(views, y, **fit_params).transform(views, y)

    def pairwise_correlations(self, views: Any, y: Any = None) -> np.ndarray:
        """Correlations of every two views' scores, of shape (views, views, components)."""
        mapped = list(self.transform(common_rows(named_views(views, y, self.view_names_))).values())
        scores = np.stack([each - each.mean(axis=0) for each in mapped])
        lengths = np.sqrt(np.sum(scores ** 2, axis=1))
        products = np.einsum("anc,bnc->abc", scores, scores)
        below = lengths[:, None] * lengths[None, :]
        return np.divide(products, below, out=np.zeros_like(products), where=below > 0)

    def average_pairwise_correlations(self, views: Any, y: Any = None) -> np.ndarray:
        """The mean over pairs of different views, for each component."""
        correlations = self.pairwise_correlations(views, y)
        count = len(correlations)
        return (correlations.sum(axis=(0, 1)) - count) / (count * (count - 1))

    def score(self, views: Any, y: Any = None) -> float:
        """The mean correlation of different views over all components."""
        return float(self.average_pairwise_correlations(views, y).mean())

    def save(self, path: Any) -> None:
        """Writes the model, for ``germane.load`` and the command line."""
        check_is_fitted(self, "model_")
        self.model_.write(path_text(path))


class CCA(described.CCAParameters, ViewLearner):
    """Canonical correlation analysis: directions of two views that agree best.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    x_rotations_, y_rotations_ : ndarray (features, components), weights_ under scikit-learn's names

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.CCA().fit([X[:, :2], X[:, 2:]]).correlations_.round(6).tolist()
    [0.940969, 0.123937]
    """

    @property
    def x_rotations_(self) -> np.ndarray:
        return np.asarray(self.weights_[0])

    @property
    def y_rotations_(self) -> np.ndarray:
        return np.asarray(self.weights_[1])


class MCCA(described.MCCAParameters, ViewLearner):
    """Multi-set CCA: what two or more views have in common (Bach and Jordan) [DeBie03, 3.2].

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> [scores.shape for scores in germane.MCCA(2).fit_transform([X[:, :2], X[:, 2:]])]
    [(150, 2), (150, 2)]
    """


class GCCA(described.GCCAParameters, ViewLearner):
    """Generalised CCA (MAXVAR): scores that all views tell best; objects may lack views.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.GCCA(1).fit([X[:, :2], X[:, 2:]]).transform([X[:, :2], X[:, 2:]])[1].shape
    (150, 1)
    """


class PWCA(described.PWCAParameters, ViewLearner):
    """Pair-wise cluster analysis: clusters that views agree on, by kernels [Hardoon10].

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.PWCA(2).fit([X[:, :2], X[:, 2:]]).transform([X[:, :2], X[:, 2:]])[0].shape
    (150, 2)
    """


class KernelCCA(described.KernelCCAParameters, ViewLearner):
    """CCA of two or more views in the spaces of kernels, where relations may be curved.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> import germane
    >>> X, y = load_iris(return_X_y=True)
    >>> germane.KernelCCA(2, kernel="rbf").fit([X[:, :2], X[:, 2:]]).transform([X[:, :2], X[:, 2:]])[0].shape
    (150, 2)
    """
