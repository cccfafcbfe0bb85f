"""Plots of what was learned, each on matplotlib's Axes, which are returned.

>>> from sklearn.datasets import load_wine
>>> import germane, germane.plot
>>> X, y = load_wine(return_X_y=True)
>>> lda = germane.LDA(check="none").fit(X, y)
>>> germane.plot.scatter(lda, X, y).get_xlabel()
'direction 1'

Where no ``ax`` is given, a figure is made. Colours are told apart in all common kinds of colour
blindness; classes differ by shape and lines by dashes as well.
"""

from ._det import det
from ._loadings import correlation_circle, loadings
from ._space import purity, scatter
from ._spectrum import permutation, spectrum

__all__ = ["spectrum", "scatter", "purity", "loadings", "correlation_circle", "permutation", "det"]
