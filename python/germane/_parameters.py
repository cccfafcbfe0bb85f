"""Parameters of every estimator. Made by tools/make_python_parameters.py from the engine's catalog; do not edit."""

from __future__ import annotations

from typing import Any

from ._aliases import with_aliases
from ._estimator import Parameters


class PCAParameters(Parameters):
    """
    n_components : int or {'all'}, default='all'
        Of the new rows; all: as many as the rank.
    whiten : bool, default=False
        Scale every direction to variance 1.
    solver : {'auto', 'primal', 'dual', 'iterative'}, default='auto'
        By the scatter of columns, by products of fewer rows than columns, or step by step.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn pca"
    _options = {
        "n_components": "dimensions",
        "whiten": "whiten",
        "solver": "solver",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, whiten: Any = False, solver: Any = 'auto',
                 links: Any = 'closed', missing: Any = 'refuse', prepare: Any = 'none', project: Any = 0,
                 pca: Any = 0, check: Any = 'folds', random_state: Any = 0, memory: Any = 4000000000,
                 preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.whiten = whiten
        self.solver = solver
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class LDAParameters(Parameters):
    """
    n_components : int or {'auto', 'held-out'}, default='auto'
        Of the new rows; auto: classes less one; held-out: the best on rows held out.
    shrinkage : float or {'auto', 'oas', 'ledoit-wolf'}, default='auto'
        Weight of the diagonal mixed into C; auto: 0 if C is well conditioned, else oas.
    chunklet_weights : {'rows', 'equal'}, default='rows'
        Equal: C is the mean of the chunklets' own covariances, so that no large one rules.
    unbiased : bool, default=False
        Divide by rows less chunklets instead of rows.
    alpha : float, default=0.5
        Share of the chunklets' rank kept by PCA when they are too few and shrinkage is 0.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn lda"
    _options = {
        "n_components": "dimensions",
        "shrinkage": "shrinkage",
        "chunklet_weights": "chunklet-weights",
        "unbiased": "unbiased",
        "alpha": "alpha",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'auto', *, shrinkage: Any = 'auto', chunklet_weights: Any = 'rows',
                 unbiased: Any = False, alpha: Any = 0.5, links: Any = 'closed', missing: Any = 'refuse',
                 prepare: Any = 'none', project: Any = 0, pca: Any = 0, check: Any = 'folds', n_clusters: Any = 0,
                 random_state: Any = 0, memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.shrinkage = shrinkage
        self.chunklet_weights = chunklet_weights
        self.unbiased = unbiased
        self.alpha = alpha
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class RCAParameters(Parameters):
    """
    n_components : int or {'all', 'auto'}, default='all'
        Of the new rows; fewer than all: cFLD, then RCA; auto: chosen on held-out chunklets.
    shrinkage : float or {'auto', 'oas', 'ledoit-wolf'}, default='auto'
        Weight of the diagonal mixed into C; auto: 0 if C is well conditioned, else oas.
    chunklet_weights : {'rows', 'equal'}, default='rows'
        Equal: C is the mean of the chunklets' own covariances, so that no large one rules.
    unbiased : bool, default=False
        Divide by rows less chunklets instead of rows.
    alpha : float, default=0.5
        Share of the chunklets' rank kept by PCA when they are too few and shrinkage is 0.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn rca"
    _options = {
        "n_components": "dimensions",
        "shrinkage": "shrinkage",
        "chunklet_weights": "chunklet-weights",
        "unbiased": "unbiased",
        "alpha": "alpha",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, shrinkage: Any = 'auto', chunklet_weights: Any = 'rows',
                 unbiased: Any = False, alpha: Any = 0.5, links: Any = 'closed', missing: Any = 'refuse',
                 prepare: Any = 'none', project: Any = 0, pca: Any = 0, check: Any = 'folds', n_clusters: Any = 0,
                 random_state: Any = 0, memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.shrinkage = shrinkage
        self.chunklet_weights = chunklet_weights
        self.unbiased = unbiased
        self.alpha = alpha
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class CFLDParameters(Parameters):
    """
    n_components : int or {'auto', 'all', 'held-out'}, default='auto'
        Of the new rows; auto: those that stand out of noise; held-out: the best on chunklets held
        out.
    shrinkage : float or {'auto', 'oas', 'ledoit-wolf'}, default=0
        Weight of the diagonal mixed into C; auto: 0 if C is well conditioned, else oas.
    chunklet_weights : {'rows', 'equal'}, default='rows'
        Equal: C is the mean of the chunklets' own covariances, so that no large one rules.
    unbiased : bool, default=False
        Divide by rows less chunklets instead of rows.
    alpha : float, default=0.5
        Share of the chunklets' rank kept by PCA when they are too few and shrinkage is 0.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn cfld"
    _options = {
        "n_components": "dimensions",
        "shrinkage": "shrinkage",
        "chunklet_weights": "chunklet-weights",
        "unbiased": "unbiased",
        "alpha": "alpha",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'auto', *, shrinkage: Any = 0, chunklet_weights: Any = 'rows',
                 unbiased: Any = False, alpha: Any = 0.5, links: Any = 'closed', missing: Any = 'refuse',
                 prepare: Any = 'none', project: Any = 0, pca: Any = 0, check: Any = 'folds', n_clusters: Any = 0,
                 random_state: Any = 0, memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.shrinkage = shrinkage
        self.chunklet_weights = chunklet_weights
        self.unbiased = unbiased
        self.alpha = alpha
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class ELDAParameters(Parameters):
    """
    n_components : int or {'auto', 'all', 'held-out'}, default='auto'
        Of the new rows; auto: those above noise; all: those with lambda above 0; held-out: the best
        on chunklets held out.
    ridge : float or {'auto'}, default='auto'
        Weight rho of D beside S_t; auto: chosen on held-out chunklets.
    towards : {'diagonal', 'identity'}, default='diagonal'
        What D is: the diagonal of S_t, or its mean times the identity.
    total : {'constrained', 'all'}, default='constrained'
        The rows that S_t is over: those in chunklets, or all.
    rule : {'auto', 'negative', 'reassigned', 'closed'}, default='auto'
        Noise is below: minus the least lambda; what reassigned chunklets show; a closed form.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn elda"
    _options = {
        "n_components": "dimensions",
        "ridge": "ridge",
        "towards": "towards",
        "total": "total",
        "rule": "rule",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'auto', *, ridge: Any = 'auto', towards: Any = 'diagonal',
                 total: Any = 'constrained', rule: Any = 'auto', links: Any = 'closed', missing: Any = 'refuse',
                 prepare: Any = 'none', project: Any = 0, pca: Any = 0, check: Any = 'folds', n_clusters: Any = 0,
                 random_state: Any = 0, memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.ridge = ridge
        self.towards = towards
        self.total = total
        self.rule = rule
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class SampledLDAParameters(Parameters):
    """
    n_components : int or {'auto'}, default='auto'
        Of the new rows; auto: classes less one.
    ridge : float, default=0.1
        Weight of the diagonal of S_t beside it.
    draws : int or {'auto'}, default='auto'
        Of labellings; auto: ten for each chunklet, 2,000 to 20,000.
    search_steps : int, default=1000000
        To look for a first labelling before giving up.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_classes : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn sampled-lda"
    _options = {
        "n_components": "dimensions",
        "ridge": "ridge",
        "draws": "draws",
        "search_steps": "search-steps",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_classes": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'auto', *, ridge: Any = 0.1, draws: Any = 'auto',
                 search_steps: Any = 1000000, links: Any = 'closed', missing: Any = 'refuse', prepare: Any = 'none',
                 project: Any = 0, pca: Any = 0, check: Any = 'folds', n_classes: Any = 0, random_state: Any = 0,
                 memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.n_components = n_components
        self.ridge = ridge
        self.draws = draws
        self.search_steps = search_steps
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_classes = n_classes
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class OnlineRCAParameters(Parameters):
    """
    passes : int, default=100
        At most so many over the pairs.
    tolerance : float, default=0.001
        Stop when a pass changes the metric by a smaller share.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn online-rca"
    _options = {
        "passes": "passes",
        "tolerance": "tolerance",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, *, passes: Any = 100, tolerance: Any = 0.001, links: Any = 'closed', missing: Any = 'refuse',
                 prepare: Any = 'none', project: Any = 0, pca: Any = 0, check: Any = 'folds', random_state: Any = 0,
                 memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.passes = passes
        self.tolerance = tolerance
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class MMCParameters(Parameters):
    """
    shape : {'full', 'diagonal'}, default='full'
        Of A: any, or diagonal, which only weighs the columns.
    iterations : int, default=10000
        At most so many.
    tolerance : float, default=1e-06
        Stop when the optimum is proved to be within this share.
    most_pairs : int, default=1000000
        Of a kind; more are sampled.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn mmc"
    _options = {
        "shape": "shape",
        "iterations": "iterations",
        "tolerance": "tolerance",
        "most_pairs": "most-pairs",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, *, shape: Any = 'full', iterations: Any = 10000, tolerance: Any = 1e-06,
                 most_pairs: Any = 1000000, links: Any = 'closed', missing: Any = 'refuse', prepare: Any = 'none',
                 project: Any = 0, pca: Any = 0, check: Any = 'folds', random_state: Any = 0,
                 memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.shape = shape
        self.iterations = iterations
        self.tolerance = tolerance
        self.most_pairs = most_pairs
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class KernelELDAParameters(Parameters):
    """
    n_components : int or {'auto', 'all', 'held-out'}, default='auto'
        Of the new rows; auto: those above noise; all: those with lambda above 0; held-out: the best
        on chunklets held out.
    kernel : {'linear', 'rbf', 'polynomial', 'cosine', 'precomputed'}, default='rbf'
        In the place of inner products.
    gamma : float or {'auto'}, default='auto'
        Of rbf and polynomial.
    offset : float, default=1
        Of the polynomial (gamma x'y + offset)^degree.
    degree : int, default=3
        Of the polynomial.
    landmarks : int or {'auto'}, default='auto'
        Rows that span the space.
    tolerance : float, default=1e-10
        Share of its diagonal that is nothing.
    ridge : float or {'auto'}, default='auto'
        Weight rho of D beside S_t; auto: chosen on held-out chunklets.
    towards : {'diagonal', 'identity'}, default='identity'
        What D is: the diagonal of S_t, or its mean times the identity.
    total : {'constrained', 'all'}, default='constrained'
        The rows that S_t is over: those in chunklets, or all.
    rule : {'auto', 'negative', 'reassigned', 'closed'}, default='auto'
        Noise is below: minus the least lambda; what reassigned chunklets show; a closed form.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn kernel-elda"
    _options = {
        "n_components": "dimensions",
        "kernel": "kernel",
        "gamma": "gamma",
        "offset": "offset",
        "degree": "degree",
        "landmarks": "landmarks",
        "tolerance": "tolerance",
        "ridge": "ridge",
        "towards": "towards",
        "total": "total",
        "rule": "rule",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'auto', *, kernel: Any = 'rbf', gamma: Any = 'auto', offset: Any = 1,
                 degree: Any = 3, landmarks: Any = 'auto', tolerance: Any = 1e-10, ridge: Any = 'auto',
                 towards: Any = 'identity', total: Any = 'constrained', rule: Any = 'auto', links: Any = 'closed',
                 missing: Any = 'refuse', prepare: Any = 'none', project: Any = 0, pca: Any = 0,
                 check: Any = 'folds', n_clusters: Any = 0, random_state: Any = 0, memory: Any = 4000000000,
                 preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.offset = offset
        self.degree = degree
        self.landmarks = landmarks
        self.tolerance = tolerance
        self.ridge = ridge
        self.towards = towards
        self.total = total
        self.rule = rule
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class KernelRCAParameters(Parameters):
    """
    n_components : int or {'all', 'auto'}, default='all'
        Of the new rows; fewer than all: cFLD, then RCA; auto: chosen on held-out chunklets.
    kernel : {'linear', 'rbf', 'polynomial', 'cosine', 'precomputed'}, default='rbf'
        In the place of inner products.
    gamma : float or {'auto'}, default='auto'
        Of rbf and polynomial.
    offset : float, default=1
        Of the polynomial (gamma x'y + offset)^degree.
    degree : int, default=3
        Of the polynomial.
    landmarks : int or {'auto'}, default='auto'
        Rows that span the space.
    tolerance : float, default=1e-10
        Share of its diagonal that is nothing.
    ridge : float or {'auto'}, default='auto'
        Weight rho of the identity beside C; auto: chosen on held-out chunklets.
    shrinkage : float or {'auto', 'oas', 'ledoit-wolf'}, default=0
        Weight of the diagonal mixed into C; auto: 0 if C is well conditioned, else oas.
    chunklet_weights : {'rows', 'equal'}, default='rows'
        Equal: C is the mean of the chunklets' own covariances, so that no large one rules.
    unbiased : bool, default=False
        Divide by rows less chunklets instead of rows.
    alpha : float, default=0.5
        Share of the chunklets' rank kept by PCA when they are too few and shrinkage is 0.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn kernel-rca"
    _options = {
        "n_components": "dimensions",
        "kernel": "kernel",
        "gamma": "gamma",
        "offset": "offset",
        "degree": "degree",
        "landmarks": "landmarks",
        "tolerance": "tolerance",
        "ridge": "ridge",
        "shrinkage": "shrinkage",
        "chunklet_weights": "chunklet-weights",
        "unbiased": "unbiased",
        "alpha": "alpha",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, kernel: Any = 'rbf', gamma: Any = 'auto', offset: Any = 1,
                 degree: Any = 3, landmarks: Any = 'auto', tolerance: Any = 1e-10, ridge: Any = 'auto',
                 shrinkage: Any = 0, chunklet_weights: Any = 'rows', unbiased: Any = False, alpha: Any = 0.5,
                 links: Any = 'closed', missing: Any = 'refuse', prepare: Any = 'none', project: Any = 0,
                 pca: Any = 0, check: Any = 'folds', n_clusters: Any = 0, random_state: Any = 0,
                 memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.offset = offset
        self.degree = degree
        self.landmarks = landmarks
        self.tolerance = tolerance
        self.ridge = ridge
        self.shrinkage = shrinkage
        self.chunklet_weights = chunklet_weights
        self.unbiased = unbiased
        self.alpha = alpha
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class AutoMetricParameters(Parameters):
    """
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn auto"
    _options = {
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, *, links: Any = 'closed', missing: Any = 'refuse', prepare: Any = 'none', project: Any = 0,
                 pca: Any = 0, check: Any = 'folds', n_clusters: Any = 0, random_state: Any = 0,
                 memory: Any = 4000000000, preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class RCA_SupervisedParameters(Parameters):
    """
    n_components : int or {'all', 'auto'}, default='all'
        Of the new rows; fewer than all: cFLD, then RCA; auto: chosen on held-out chunklets.
    shrinkage : float or {'auto', 'oas', 'ledoit-wolf'}, default='auto'
        Weight of the diagonal mixed into C; auto: 0 if C is well conditioned, else oas.
    chunklet_weights : {'rows', 'equal'}, default='rows'
        Equal: C is the mean of the chunklets' own covariances, so that no large one rules.
    unbiased : bool, default=False
        Divide by rows less chunklets instead of rows.
    alpha : float, default=0.5
        Share of the chunklets' rank kept by PCA when they are too few and shrinkage is 0.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    n_clusters : int, default=0
        Clusters to choose what is auto by; 0: distances.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    n_chunks : int or None, default=None
        Chunklets to draw from the classes; None: as many as there are rows for.
    chunk_size : int, default=2
        Rows of each.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn rca"
    _options = {
        "n_components": "dimensions",
        "shrinkage": "shrinkage",
        "chunklet_weights": "chunklet-weights",
        "unbiased": "unbiased",
        "alpha": "alpha",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "n_clusters": "k",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, shrinkage: Any = 'auto', chunklet_weights: Any = 'rows',
                 unbiased: Any = False, alpha: Any = 0.5, links: Any = 'closed', missing: Any = 'refuse',
                 prepare: Any = 'none', project: Any = 0, pca: Any = 0, check: Any = 'folds', n_clusters: Any = 0,
                 random_state: Any = 0, memory: Any = 4000000000, n_chunks: Any = None, chunk_size: Any = 2,
                 preprocessor: Any = None, n_jobs: Any = None, verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.shrinkage = shrinkage
        self.chunklet_weights = chunklet_weights
        self.unbiased = unbiased
        self.alpha = alpha
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.memory = memory
        self.n_chunks = n_chunks
        self.chunk_size = chunk_size
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class MMC_SupervisedParameters(Parameters):
    """
    shape : {'full', 'diagonal'}, default='full'
        Of A: any, or diagonal, which only weighs the columns.
    iterations : int, default=10000
        At most so many.
    tolerance : float, default=1e-06
        Stop when the optimum is proved to be within this share.
    most_pairs : int, default=1000000
        Of a kind; more are sampled.
    links : {'closed', 'given'}, default='closed'
        Must-links closed into chunklets, or used as given with their weights.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the rows first; stored in the model.
    project : int, default=0
        Random projections of wider rows; 0: none.
    pca : int, default=0
        Principal components of wider rows; 0: all.
    check : {'folds', 'none'}, default='folds'
        Whether it helped, on held-out pairs.
    random_state : int, default=0
        Of the folds and pairs of the check.
    memory : float, default=4000000000
        Most bytes that statistics may take.
    n_constraints : int or None, default=None
        Pairs of each kind to draw; None: 20 times the square of the number of classes.
    preprocessor : array-like, callable or None, default=None
        Rows that fit and predict then name by their indices.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn mmc"
    _options = {
        "shape": "shape",
        "iterations": "iterations",
        "tolerance": "tolerance",
        "most_pairs": "most-pairs",
        "links": "links",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, *, shape: Any = 'full', iterations: Any = 10000, tolerance: Any = 1e-06,
                 most_pairs: Any = 1000000, links: Any = 'closed', missing: Any = 'refuse', prepare: Any = 'none',
                 project: Any = 0, pca: Any = 0, check: Any = 'folds', random_state: Any = 0,
                 memory: Any = 4000000000, n_constraints: Any = None, preprocessor: Any = None, n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.shape = shape
        self.iterations = iterations
        self.tolerance = tolerance
        self.most_pairs = most_pairs
        self.links = links
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.random_state = random_state
        self.memory = memory
        self.n_constraints = n_constraints
        self.preprocessor = preprocessor
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class CCAParameters(Parameters):
    """
    n_components : int or {'all'}, default='all'
        Of the shared space.
    ridge : float or {'auto', 'oas'}, default=0
        Share of a view's mean variance that is added; auto: best held out; oas: by shrinkage.
    missing : {'refuse', 'mean'}, default='refuse'
        Empty cells.
    view_ridge : dict of str to float or None, default=None
        The ridge of some views, by name, as in {'text': 0.1}; of the others it is ridge.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to the rows first.
    project : int, default=0
        Random projections of wider views; 0: none.
    pca : int, default=0
        Principal components of wider views; 0: all.
    check : {'folds', 'none'}, default='folds'
        Correlations of objects held out.
    permutations : int, default=0
        To tell components from chance; 0: no test.
    bootstrap : int, default=0
        20+ draws for loadings' intervals; 0: none.
    predicted : str, list of str or None, default=None
        Views that predict_view is to tell from others, by name.
    random_state : int, default=0
        Of all that is drawn at random.
    memory : float, default=4000000000
        Most bytes of statistics or rows.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn cca"
    _options = {
        "n_components": "dimensions",
        "ridge": "ridge",
        "missing": "missing",
        "view_ridge": "view-ridge",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "permutations": "permutations",
        "bootstrap": "bootstrap",
        "predicted": "predict",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, ridge: Any = 0, missing: Any = 'refuse',
                 view_ridge: Any = None, prepare: Any = 'none', project: Any = 0, pca: Any = 0,
                 check: Any = 'folds', permutations: Any = 0, bootstrap: Any = 0, predicted: Any = None,
                 random_state: Any = 0, memory: Any = 4000000000, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.n_components = n_components
        self.ridge = ridge
        self.missing = missing
        self.view_ridge = view_ridge
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.permutations = permutations
        self.bootstrap = bootstrap
        self.predicted = predicted
        self.random_state = random_state
        self.memory = memory
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class MCCAParameters(Parameters):
    """
    n_components : int or {'all'}, default='all'
        Of the shared space.
    ridge : float or {'auto', 'oas'}, default=0
        Share of a view's mean variance that is added; auto: best held out; oas: by shrinkage.
    missing : {'refuse', 'mean'}, default='refuse'
        Empty cells.
    view_ridge : dict of str to float or None, default=None
        The ridge of some views, by name, as in {'text': 0.1}; of the others it is ridge.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to the rows first.
    project : int, default=0
        Random projections of wider views; 0: none.
    pca : int, default=0
        Principal components of wider views; 0: all.
    check : {'folds', 'none'}, default='folds'
        Correlations of objects held out.
    permutations : int, default=0
        To tell components from chance; 0: no test.
    bootstrap : int, default=0
        20+ draws for loadings' intervals; 0: none.
    predicted : str, list of str or None, default=None
        Views that predict_view is to tell from others, by name.
    random_state : int, default=0
        Of all that is drawn at random.
    memory : float, default=4000000000
        Most bytes of statistics or rows.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn mcca"
    _options = {
        "n_components": "dimensions",
        "ridge": "ridge",
        "missing": "missing",
        "view_ridge": "view-ridge",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "permutations": "permutations",
        "bootstrap": "bootstrap",
        "predicted": "predict",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, ridge: Any = 0, missing: Any = 'refuse',
                 view_ridge: Any = None, prepare: Any = 'none', project: Any = 0, pca: Any = 0,
                 check: Any = 'folds', permutations: Any = 0, bootstrap: Any = 0, predicted: Any = None,
                 random_state: Any = 0, memory: Any = 4000000000, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.n_components = n_components
        self.ridge = ridge
        self.missing = missing
        self.view_ridge = view_ridge
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.permutations = permutations
        self.bootstrap = bootstrap
        self.predicted = predicted
        self.random_state = random_state
        self.memory = memory
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class GCCAParameters(Parameters):
    """
    n_components : int or {'all'}, default='all'
        Of the shared space.
    ridge : float or {'auto', 'oas'}, default=0
        Share of a view's mean variance that is added; auto: best held out; oas: by shrinkage.
    missing : {'refuse', 'mean'}, default='refuse'
        Empty cells.
    view_ridge : dict of str to float or None, default=None
        The ridge of some views, by name, as in {'text': 0.1}; of the others it is ridge.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to the rows first.
    project : int, default=0
        Random projections of wider views; 0: none.
    pca : int, default=0
        Principal components of wider views; 0: all.
    check : {'folds', 'none'}, default='folds'
        Correlations of objects held out.
    permutations : int, default=0
        To tell components from chance; 0: no test.
    bootstrap : int, default=0
        20+ draws for loadings' intervals; 0: none.
    predicted : str, list of str or None, default=None
        Views that predict_view is to tell from others, by name.
    random_state : int, default=0
        Of all that is drawn at random.
    memory : float, default=4000000000
        Most bytes of statistics or rows.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn gcca"
    _options = {
        "n_components": "dimensions",
        "ridge": "ridge",
        "missing": "missing",
        "view_ridge": "view-ridge",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "permutations": "permutations",
        "bootstrap": "bootstrap",
        "predicted": "predict",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, ridge: Any = 0, missing: Any = 'refuse',
                 view_ridge: Any = None, prepare: Any = 'none', project: Any = 0, pca: Any = 0,
                 check: Any = 'folds', permutations: Any = 0, bootstrap: Any = 0, predicted: Any = None,
                 random_state: Any = 0, memory: Any = 4000000000, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.n_components = n_components
        self.ridge = ridge
        self.missing = missing
        self.view_ridge = view_ridge
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.permutations = permutations
        self.bootstrap = bootstrap
        self.predicted = predicted
        self.random_state = random_state
        self.memory = memory
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class PWCAParameters(Parameters):
    """
    n_components : int or {'all'}, default='all'
        Of the shared space.
    ridge : float or {'auto'}, default=0.01
        Added to kernels of a mean diagonal of 1; auto: best held out.
    system : {'parallel-sum', 'printed'}, default='parallel-sum'
        Printed: the paper's.
    kernel : {'linear', 'rbf', 'polynomial', 'cosine', 'precomputed'}, default='linear'
        In the place of inner products.
    gamma : float or {'auto'}, default='auto'
        Of rbf and polynomial.
    offset : float, default=1
        Of the polynomial (gamma x'y + offset)^degree.
    degree : int, default=3
        Of the polynomial.
    landmarks : int or {'auto'}, default='auto'
        Rows that span the space.
    tolerance : float, default=1e-10
        Share of its diagonal that is nothing.
    missing : {'refuse', 'mean'}, default='refuse'
        Empty cells.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to the rows first.
    project : int, default=0
        Random projections of wider views; 0: none.
    pca : int, default=0
        Principal components of wider views; 0: all.
    check : {'folds', 'none'}, default='folds'
        Correlations of objects held out.
    permutations : int, default=0
        To tell components from chance; 0: no test.
    bootstrap : int, default=0
        20+ draws for loadings' intervals; 0: none.
    predicted : str, list of str or None, default=None
        Views that predict_view is to tell from others, by name.
    random_state : int, default=0
        Of all that is drawn at random.
    memory : float, default=4000000000
        Most bytes of statistics or rows.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn pwca"
    _options = {
        "n_components": "dimensions",
        "ridge": "ridge",
        "system": "system",
        "kernel": "kernel",
        "gamma": "gamma",
        "offset": "offset",
        "degree": "degree",
        "landmarks": "landmarks",
        "tolerance": "tolerance",
        "missing": "missing",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "permutations": "permutations",
        "bootstrap": "bootstrap",
        "predicted": "predict",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, ridge: Any = 0.01, system: Any = 'parallel-sum',
                 kernel: Any = 'linear', gamma: Any = 'auto', offset: Any = 1, degree: Any = 3,
                 landmarks: Any = 'auto', tolerance: Any = 1e-10, missing: Any = 'refuse', prepare: Any = 'none',
                 project: Any = 0, pca: Any = 0, check: Any = 'folds', permutations: Any = 0, bootstrap: Any = 0,
                 predicted: Any = None, random_state: Any = 0, memory: Any = 4000000000, n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.ridge = ridge
        self.system = system
        self.kernel = kernel
        self.gamma = gamma
        self.offset = offset
        self.degree = degree
        self.landmarks = landmarks
        self.tolerance = tolerance
        self.missing = missing
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.permutations = permutations
        self.bootstrap = bootstrap
        self.predicted = predicted
        self.random_state = random_state
        self.memory = memory
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class KernelCCAParameters(Parameters):
    """
    n_components : int or {'all'}, default='all'
        Of the shared space.
    ridge : float or {'auto', 'oas'}, default=0.01
        Share of a view's mean variance that is added; auto: best held out; oas: by shrinkage.
    kernel : {'linear', 'rbf', 'polynomial', 'cosine', 'precomputed'}, default='rbf'
        In the place of inner products.
    gamma : float or {'auto'}, default='auto'
        Of rbf and polynomial.
    offset : float, default=1
        Of the polynomial (gamma x'y + offset)^degree.
    degree : int, default=3
        Of the polynomial.
    landmarks : int or {'auto'}, default='auto'
        Rows that span the space.
    tolerance : float, default=1e-10
        Share of its diagonal that is nothing.
    missing : {'refuse', 'mean'}, default='refuse'
        Empty cells.
    view_ridge : dict of str to float or None, default=None
        The ridge of some views, by name, as in {'text': 0.1}; of the others it is ridge.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to the rows first.
    project : int, default=0
        Random projections of wider views; 0: none.
    pca : int, default=0
        Principal components of wider views; 0: all.
    check : {'folds', 'none'}, default='folds'
        Correlations of objects held out.
    permutations : int, default=0
        To tell components from chance; 0: no test.
    bootstrap : int, default=0
        20+ draws for loadings' intervals; 0: none.
    predicted : str, list of str or None, default=None
        Views that predict_view is to tell from others, by name.
    random_state : int, default=0
        Of all that is drawn at random.
    memory : float, default=4000000000
        Most bytes of statistics or rows.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "learn kernel-cca"
    _options = {
        "n_components": "dimensions",
        "ridge": "ridge",
        "kernel": "kernel",
        "gamma": "gamma",
        "offset": "offset",
        "degree": "degree",
        "landmarks": "landmarks",
        "tolerance": "tolerance",
        "missing": "missing",
        "view_ridge": "view-ridge",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "check": "check",
        "permutations": "permutations",
        "bootstrap": "bootstrap",
        "predicted": "predict",
        "random_state": "seed",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_components: Any = 'all', *, ridge: Any = 0.01, kernel: Any = 'rbf', gamma: Any = 'auto',
                 offset: Any = 1, degree: Any = 3, landmarks: Any = 'auto', tolerance: Any = 1e-10,
                 missing: Any = 'refuse', view_ridge: Any = None, prepare: Any = 'none', project: Any = 0,
                 pca: Any = 0, check: Any = 'folds', permutations: Any = 0, bootstrap: Any = 0,
                 predicted: Any = None, random_state: Any = 0, memory: Any = 4000000000, n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.ridge = ridge
        self.kernel = kernel
        self.gamma = gamma
        self.offset = offset
        self.degree = degree
        self.landmarks = landmarks
        self.tolerance = tolerance
        self.missing = missing
        self.view_ridge = view_ridge
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.check = check
        self.permutations = permutations
        self.bootstrap = bootstrap
        self.predicted = predicted
        self.random_state = random_state
        self.memory = memory
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class KMeansParameters(Parameters):
    """
    n_clusters : int, default=8
        Number of clusters.
    restarts : int, default=10
        Number of starts; the best result is kept.
    iterations : int, default=300
        Most updates of the centres for each start.
    tolerance : float, default=0
        Stop when an update lowers the inertia by a smaller share; 0: when no row changes.
    start : str, default='greedy-k-means++'
        Where the centres start: greedy-k-means++ or k-means++ (rows far apart), random (any rows),
        or FILE: k rows of numbers.
    random_state : int, default=0
        Of the random numbers.
    memory : float, default=8000000000
        Most bytes to take; rows that do not fit are read again for every iteration.
    sample : int, default=0
        Find the centres on so many rows drawn at random, then give every row to the nearest; 0: on
        all rows.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to rows first.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "cluster kmeans"
    _options = {
        "n_clusters": "k",
        "restarts": "restarts",
        "iterations": "iterations",
        "tolerance": "tolerance",
        "start": "start",
        "random_state": "seed",
        "memory": "memory",
        "sample": "sample",
        "prepare": "prepare",
        "missing": "missing",
    }

    @with_aliases
    def __init__(self, n_clusters: Any = 8, *, restarts: Any = 10, iterations: Any = 300, tolerance: Any = 0,
                 start: Any = 'greedy-k-means++', random_state: Any = 0, memory: Any = 8000000000, sample: Any = 0,
                 prepare: Any = 'none', missing: Any = 'refuse', n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.n_clusters = n_clusters
        self.restarts = restarts
        self.iterations = iterations
        self.tolerance = tolerance
        self.start = start
        self.random_state = random_state
        self.memory = memory
        self.sample = sample
        self.prepare = prepare
        self.missing = missing
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class ConstrainedKMeansParameters(Parameters):
    """
    n_clusters : int, default=8
        Number of clusters.
    mode : {'hard', 'soft'}, default='hard'
        Hard: every link holds; soft: groups stay whole, and a violated link costs its weight.
    links_cost : float, default=1
        Of mode soft: what a violated link of weight 1 costs, in mean squared distances of rows from
        their mean.
    search_steps : int, default=1000000
        To find out whether k clusters can respect all cannot-links.
    restarts : int, default=10
        Number of starts; the best result is kept.
    iterations : int, default=300
        Most updates of the centres for each start.
    tolerance : float, default=0
        Stop when an update lowers the objective by a smaller share; 0: when no row changes.
    start : {'k-means++', 'random'}, default='k-means++'
        How the first centres are chosen: chunklets and rows far apart, or any.
    random_state : int, default=0
        Of the random numbers.
    memory : float, default=8000000000
        Most bytes the rows may take.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to rows first.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "cluster constrained-kmeans"
    _options = {
        "n_clusters": "k",
        "mode": "mode",
        "links_cost": "links-cost",
        "search_steps": "search-steps",
        "restarts": "restarts",
        "iterations": "iterations",
        "tolerance": "tolerance",
        "start": "start",
        "random_state": "seed",
        "memory": "memory",
        "prepare": "prepare",
        "missing": "missing",
    }

    @with_aliases
    def __init__(self, n_clusters: Any = 8, *, mode: Any = 'hard', links_cost: Any = 1, search_steps: Any = 1000000,
                 restarts: Any = 10, iterations: Any = 300, tolerance: Any = 0, start: Any = 'k-means++',
                 random_state: Any = 0, memory: Any = 8000000000, prepare: Any = 'none', missing: Any = 'refuse',
                 n_jobs: Any = None, verbose: Any = False, plots: Any = False) -> None:
        self.n_clusters = n_clusters
        self.mode = mode
        self.links_cost = links_cost
        self.search_steps = search_steps
        self.restarts = restarts
        self.iterations = iterations
        self.tolerance = tolerance
        self.start = start
        self.random_state = random_state
        self.memory = memory
        self.prepare = prepare
        self.missing = missing
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class GaussianMixtureParameters(Parameters):
    """
    n_components : int or {'auto'}, default=1
        Number of components; auto: that with the smallest BIC.
    k_most : int, default=10
        The largest number that auto tries.
    covariance : {'full', 'tied', 'diagonal', 'spherical'}, default='full'
        Of the components.
    ridge : float, default=1e-06
        Added to the variance of every column.
    restarts : int, default=10
        Number of starts; the best result is kept.
    iterations : int, default=500
        Most updates of the mixture for each start.
    tolerance : float, default=1e-06
        Stop when the log-likelihood changes by less a row.
    start : {'both', 'k-means', 'random'}, default='both'
        The first components; both: by turns.
    random_state : int, default=0
        Of the random numbers.
    memory : float, default=8000000000
        Bytes of rows above which every update reads them again.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to rows first.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "cluster gmm"
    _options = {
        "n_components": "k",
        "k_most": "k-most",
        "covariance": "covariance",
        "ridge": "ridge",
        "restarts": "restarts",
        "iterations": "iterations",
        "tolerance": "tolerance",
        "start": "start",
        "random_state": "seed",
        "memory": "memory",
        "prepare": "prepare",
        "missing": "missing",
    }

    @with_aliases
    def __init__(self, n_components: Any = 1, *, k_most: Any = 10, covariance: Any = 'full', ridge: Any = 1e-06,
                 restarts: Any = 10, iterations: Any = 500, tolerance: Any = 1e-06, start: Any = 'both',
                 random_state: Any = 0, memory: Any = 8000000000, prepare: Any = 'none', missing: Any = 'refuse',
                 n_jobs: Any = None, verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.k_most = k_most
        self.covariance = covariance
        self.ridge = ridge
        self.restarts = restarts
        self.iterations = iterations
        self.tolerance = tolerance
        self.start = start
        self.random_state = random_state
        self.memory = memory
        self.prepare = prepare
        self.missing = missing
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class ConstrainedGaussianMixtureParameters(Parameters):
    """
    n_components : int, default=1
        Number of components.
    sampling : {'chunklets', 'points'}, default='chunklets'
        What components are drawn for.
    exact_states : int, default=100000
        Largest table in which cannot-links are exact.
    search_steps : int, default=1000000
        To find out if k components respect all links.
    covariance : {'full', 'tied', 'diagonal', 'spherical'}, default='full'
        Of the components.
    ridge : float, default=1e-06
        Added to the variance of every column.
    restarts : int, default=10
        Number of starts; the best result is kept.
    iterations : int, default=500
        Most updates of the mixture for each start.
    tolerance : float, default=1e-06
        Stop when the log-likelihood changes by less a row.
    start : {'both', 'k-means', 'random'}, default='both'
        The first components; both: by turns.
    random_state : int, default=0
        Of the random numbers.
    memory : float, default=8000000000
        Bytes of rows above which every update reads them again.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to rows first.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "cluster constrained-gmm"
    _options = {
        "n_components": "k",
        "sampling": "sampling",
        "exact_states": "exact-states",
        "search_steps": "search-steps",
        "covariance": "covariance",
        "ridge": "ridge",
        "restarts": "restarts",
        "iterations": "iterations",
        "tolerance": "tolerance",
        "start": "start",
        "random_state": "seed",
        "memory": "memory",
        "prepare": "prepare",
        "missing": "missing",
    }

    @with_aliases
    def __init__(self, n_components: Any = 1, *, sampling: Any = 'chunklets', exact_states: Any = 100000,
                 search_steps: Any = 1000000, covariance: Any = 'full', ridge: Any = 1e-06, restarts: Any = 10,
                 iterations: Any = 500, tolerance: Any = 1e-06, start: Any = 'both', random_state: Any = 0,
                 memory: Any = 8000000000, prepare: Any = 'none', missing: Any = 'refuse', n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_components = n_components
        self.sampling = sampling
        self.exact_states = exact_states
        self.search_steps = search_steps
        self.covariance = covariance
        self.ridge = ridge
        self.restarts = restarts
        self.iterations = iterations
        self.tolerance = tolerance
        self.start = start
        self.random_state = random_state
        self.memory = memory
        self.prepare = prepare
        self.missing = missing
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class LinkageParameters(Parameters):
    """
    n_clusters : int, default=2
        Number of clusters; 0: as many as threshold leaves.
    link : {'single', 'complete', 'average', 'ward'}, default='average'
        Distance of two clusters: of their nearest rows, of their furthest, on average, or by the
        growth of the sum of squares.
    threshold : float or {'none', 'auto'}, default='none'
        Merge no clusters further apart; auto: the calibrated threshold of model.
    memory : float, default=8000000000
        Most bytes that rows and distances may take.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to rows first.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "cluster linkage"
    _options = {
        "n_clusters": "k",
        "link": "link",
        "threshold": "threshold",
        "memory": "memory",
        "prepare": "prepare",
        "missing": "missing",
    }

    @with_aliases
    def __init__(self, n_clusters: Any = 2, *, link: Any = 'average', threshold: Any = 'none',
                 memory: Any = 8000000000, prepare: Any = 'none', missing: Any = 'refuse', n_jobs: Any = None,
                 verbose: Any = False, plots: Any = False) -> None:
        self.n_clusters = n_clusters
        self.link = link
        self.threshold = threshold
        self.memory = memory
        self.prepare = prepare
        self.missing = missing
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class BallsParameters(Parameters):
    """
    n_clusters : int, default=2
        Number of clusters; 0: until fewer rows than share are left.
    share : float or {'auto'}, default='auto'
        Of the rows, that the smallest cluster holds at least; auto: 1 / (2 k), halved until there
        are k.
    shells : int or {'auto'}, default='auto'
        Shells to the radius of the first ball; auto: the root of the columns, as distances in a
        round cluster vary by that share.
    fall : float, default=0.05
        A ball ends at the first shell with less than this share of the fullest one's rows.
    centers : int, default=2000
        Most rows tried as centres: a random sample of all.
    random_state : int, default=0
        Of that sample.
    memory : float, default=8000000000
        Most bytes the rows may take.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        Done to rows first.
    missing : {'refuse', 'mean'}, default='refuse'
        Cells without a number (empty, NA, NaN, ?); mean is stored in the model.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "cluster balls"
    _options = {
        "n_clusters": "k",
        "share": "share",
        "shells": "shells",
        "fall": "fall",
        "centers": "centers",
        "random_state": "seed",
        "memory": "memory",
        "prepare": "prepare",
        "missing": "missing",
    }

    @with_aliases
    def __init__(self, n_clusters: Any = 2, *, share: Any = 'auto', shells: Any = 'auto', fall: Any = 0.05,
                 centers: Any = 2000, random_state: Any = 0, memory: Any = 8000000000, prepare: Any = 'none',
                 missing: Any = 'refuse', n_jobs: Any = None, verbose: Any = False, plots: Any = False) -> None:
        self.n_clusters = n_clusters
        self.share = share
        self.shells = shells
        self.fall = fall
        self.centers = centers
        self.random_state = random_state
        self.memory = memory
        self.prepare = prepare
        self.missing = missing
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots


class DivisiveViewsParameters(Parameters):
    """
    n_clusters : int or {'auto'}, default=8
        Number of clusters; auto: one more than there are large correlations held out.
    space : {'cca', 'pca'}, default='cca'
        Where the views agree best, or where the clustered view varies most.
    n_components : int or {'auto'}, default='auto'
        Of it; auto: one fewer than clusters or parts.
    ridge : float, default=0
        Of cca, as a share of the mean variance.
    scale : {'shared', 'alike'}, default='shared'
        Of the directions of cca: shorter, the less the other view shares them; or of variance 1.
    by : {'kmeans', 'gmm', 'linkage', 'balls'}, default='kmeans'
        What clusters there.
    parts : int, default=0
        Divide the largest cluster into so many, in a space of its own, until there are k; 0: all at
        once.
    sample : {'one', 'halves'}, default='one'
        Halves: each is clustered in the space of the other, and their clusters are matched.
    restarts : int, default=10
        Of the clustering; the best is kept.
    random_state : int, default=0
        Of the random numbers.
    missing : {'refuse', 'mean'}, default='refuse'
        Empty cells.
    on : str, default=None
        The view whose rows are clustered; else the first.
    prepare : {'none', 'standardize', 'unit-rows'}, default='none'
        What is done to the columns or rows first.
    project : int, default=0
        Columns that each wider view is projected to at random first; 0: none.
    pca : int, default=0
        Principal components of each wider view to start from, after project; 0: all.
    memory : float, default=8000000000
        Most bytes that statistics and rows may take.
    n_jobs : int or None, default=None
        Threads to use; None or -1: one for every core. The results are the same.
    verbose : bool or callable, default=False
        Whether progress is shown; or what is called with (step, done, total).
    plots : bool, default=False
        Whether plots are made for ``report_``.
    """

    _verb = "cluster views"
    _options = {
        "n_clusters": "k",
        "space": "space",
        "n_components": "dimensions",
        "ridge": "ridge",
        "scale": "scale",
        "by": "by",
        "parts": "parts",
        "sample": "sample",
        "restarts": "restarts",
        "random_state": "seed",
        "missing": "missing",
        "on": "on",
        "prepare": "prepare",
        "project": "project",
        "pca": "pca",
        "memory": "memory",
    }

    @with_aliases
    def __init__(self, n_clusters: Any = 8, *, space: Any = 'cca', n_components: Any = 'auto', ridge: Any = 0,
                 scale: Any = 'shared', by: Any = 'kmeans', parts: Any = 0, sample: Any = 'one', restarts: Any = 10,
                 random_state: Any = 0, missing: Any = 'refuse', on: Any = None, prepare: Any = 'none',
                 project: Any = 0, pca: Any = 0, memory: Any = 8000000000, n_jobs: Any = None, verbose: Any = False,
                 plots: Any = False) -> None:
        self.n_clusters = n_clusters
        self.space = space
        self.n_components = n_components
        self.ridge = ridge
        self.scale = scale
        self.by = by
        self.parts = parts
        self.sample = sample
        self.restarts = restarts
        self.random_state = random_state
        self.missing = missing
        self.on = on
        self.prepare = prepare
        self.project = project
        self.pca = pca
        self.memory = memory
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plots = plots
