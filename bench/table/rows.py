"""What ./run bench measures, a row each: our call, the peers' calls, and the machine's limit.

Run by measure.py in the interpreter of the library that is measured, so every import of a library stands
inside the call that needs it.
"""

import os
import tempfile

import numpy as np

from given import chunks_of, clustered, csv_of, evaluate_files, mixture, normal, npy_of, pairs_of, sparse_of, views
from limits import entries_limit, eigen_limit, mixture_limit, pairs_limit, products_limit, reading_limit, scatter_limit

EIGEN, TEXT = "an eigenproblem, which runs on one thread", "reading text, as a whole process"


class Row:
    """`ours`, each of `peers` and `limit` take a size and return a call without arguments, to be timed. The limit is
    the multiplications alone, by BLAS, or, `of_memory`, the data once through memory."""

    def __init__(self, name, size, ours, peers, limit, bound="", of_memory=False):
        self.name, self.size, self.ours, self.peers, self.limit = name, size, ours, peers, limit
        self.bound = bound  # by what threads do not help with
        self.of_memory = of_memory


def by_tool(*words):
    """A verb of the command line, as a whole process."""
    import subprocess
    return lambda: subprocess.run([os.environ["GERMANE"], *words, "--threads", os.environ["BENCH_THREADS"], "--quiet"],
                                  check=True, stdout=subprocess.DEVNULL)


def threads():
    return int(os.environ["BENCH_THREADS"])


def statistics(X, chunks=None):
    import germane
    return lambda: germane.Statistics().update(X, chunks=chunks, n_jobs=threads())


def learned(kind, X, y, **more):
    import germane
    return lambda: getattr(germane, kind)(check="none", n_jobs=threads(), **more).fit(X, y)


def of_views(kind, given, **more):
    import germane
    return lambda: getattr(germane, kind)(10, check="none", n_jobs=threads(), **more).fit(given)


def clusters(kind, X, **more):
    import germane
    return lambda: getattr(germane, kind)(n_jobs=threads(), **more).fit(X)


def constrained(kind, X, **more):
    import germane
    known = germane.Constraints(pairs_of(len(X)))
    return lambda: getattr(germane, kind)(n_jobs=threads(), **more).fit(X, constraints=known)


def metric_learn_rca(n):
    from metric_learn import RCA
    X, chunks = normal(n, 128), chunks_of(n, 4)
    return lambda: RCA().fit(X, chunks)


def scipy_discriminant(n, d=128):
    """cfld and elda have no peer: the same by NumPy and SciPy."""
    import scipy.linalg
    X, chunks = normal(n, d), chunks_of(n)

    def fit():
        sums = np.zeros((chunks.max() + 1, d))
        np.add.at(sums, chunks, X)
        counts = np.bincount(chunks)[:, None]
        centred = X - (sums / counts)[chunks]
        within, total = centred.T @ centred, np.cov(X.T) * (n - 1)
        return scipy.linalg.eigh(total, within)
    return fit


def sklearn_lda(n):
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    X, y = clustered(n, 128, 20, np.float64)[0], np.random.default_rng(2).integers(0, 20, n)
    return lambda: LinearDiscriminantAnalysis(solver="eigen").fit(X, y)


def cca_zoo_cca(n):
    from cca_zoo.linear import CCA
    given = views(n, (256, 256))
    return lambda: CCA(n_components=10).fit(given)


def dlib_cca(n):
    import ctypes
    library = ctypes.CDLL(os.environ["BENCH_DLIB"])
    library.dlib_views.restype = ctypes.c_void_p
    left, right = (np.ascontiguousarray(view - view.mean(axis=0)) for view in views(n, (256, 256)))
    taken = ctypes.c_void_p(library.dlib_views(
        left.ctypes.data_as(ctypes.c_void_p), right.ctypes.data_as(ctypes.c_void_p),
        *map(ctypes.c_long, (n, left.shape[1], right.shape[1]))))
    found = np.zeros(10)
    return lambda: library.dlib_correlations(taken, ctypes.c_long(10), found.ctypes.data_as(ctypes.c_void_p))


def mvlearn_views(kind, given):
    import mvlearn.embed
    return lambda: getattr(mvlearn.embed, kind)(n_components=10).fit(given)


def sklearn_cca(n):
    from sklearn.cross_decomposition import CCA
    given = views(n, (256, 256))
    return lambda: CCA(n_components=10, max_iter=500).fit(*given)


def cca_zoo_mcca(n):
    from cca_zoo.linear import MCCA
    given = views(n, (128, 128, 128))
    return lambda: MCCA(n_components=10).fit(given)


def printed_pwca(n):
    """dsygvd of the system that [Hardoon10] prints."""
    import scipy.linalg
    given, s, tau = views(n, (1200, 1200, 1200)), 3, 0.01
    left = np.zeros((n * s, n * s))
    for i, rows in enumerate(given):
        kernel = (rows - rows.mean(0)) @ (rows - rows.mean(0)).T
        left[i * n:(i + 1) * n, i * n:(i + 1) * n] = kernel / np.trace(kernel) * n
    right = np.kron(np.ones((s, s)) + tau * np.eye(s), np.eye(n))
    return lambda: scipy.linalg.eigh(left, right, driver="gvd")


def cca_zoo_kcca(n):
    from cca_zoo.nonparametric import KCCA
    given = views(n, (20, 20))
    return lambda: KCCA(n_components=10, kernel="rbf", shrinkage=0.1).fit(given)


def sklearn_kmeans(n, d, k):
    from sklearn.cluster import KMeans
    rows, start = clustered(n, d, k)
    return lambda: KMeans(k, init=start, n_init=1, algorithm="lloyd", tol=0, max_iter=40).fit(rows)


def our_kmeans(n, d, k):
    rows, start = clustered(n, d, k)
    return clusters("KMeans", rows, n_clusters=k, start=start, restarts=1, iterations=40)


def sklearn_gmm(n):
    from sklearn.mixture import GaussianMixture
    X = mixture(n)
    return lambda: GaussianMixture(10, max_iter=20, tol=0, n_init=1, init_params="random_from_data").fit(X)


def scipy_linkage(n, method):
    import scipy.cluster.hierarchy
    X = normal(n, 10)
    return lambda: scipy.cluster.hierarchy.linkage(X, method)


def fastcluster_linkage(n, method):
    import fastcluster
    X = normal(n, 10)
    return lambda: fastcluster.linkage_vector(X, method)


def hdbscan_linkage(n):
    """Its tree is that of single linkage where the nearest row alone makes a core."""
    from hdbscan import HDBSCAN
    X = normal(n, 10)
    return lambda: HDBSCAN(min_samples=1, min_cluster_size=2, core_dist_n_jobs=threads()).fit(X)


def our_neighbors(n):
    from germane import _engine
    from germane._arrays import mount
    rows, queries = mount(normal(n, 64, np.float32)), mount(normal(5000, 64, np.float32, 1))
    out = os.path.join(tempfile.gettempdir(), f"germane-bench-{os.getuid()}-nearest.npy")

    def search():
        kept = rows, queries
        return _engine.run("retrieve", [kept[0].name], {"queries": kept[1].name, "k": 10, "out": out},
                           n_jobs=threads())
    return search


def sklearn_neighbors(n):
    from sklearn.neighbors import NearestNeighbors
    index = NearestNeighbors(n_neighbors=10, algorithm="brute").fit(normal(n, 64, np.float32))
    queries = normal(5000, 64, np.float32, 1)
    return lambda: index.kneighbors(queries)


def faiss_neighbors(n):
    import faiss
    faiss.omp_set_num_threads(threads())
    index = faiss.IndexFlatL2(64)
    index.add(normal(n, 64, np.float32))
    queries = normal(5000, 64, np.float32, 1)
    return lambda: index.search(queries, 10)


def our_transform(n):
    import germane
    X = normal(n, 128)
    model = germane.RCA(check="none").fit(X[:2000], chunks_of(2000)).set_params(n_jobs=threads())
    return lambda: model.transform(X)


def numpy_transform(n):
    X, components, center = normal(n, 128), normal(128, 128, seed=1), normal(1, 128, seed=2)
    return lambda: (X - center) @ components.T


def our_evaluate(n):
    truth, clusters_file = evaluate_files(n)
    return by_tool("evaluate", clusters_file, "--truth", truth, "--label", "label", "--bootstrap", "0")


def sklearn_evaluate(n):
    from sklearn import metrics
    random = np.random.default_rng(0)
    labels, found = random.integers(0, 50, n), random.integers(0, 60, n)

    def scores():
        return (metrics.adjusted_rand_score(labels, found), metrics.normalized_mutual_info_score(labels, found),
                metrics.adjusted_mutual_info_score(labels, found), metrics.pair_confusion_matrix(labels, found))
    return scores


def numpy_covariance(n, d, dtype=np.float64):
    X = normal(n, d, dtype)
    return lambda: np.cov(X, rowvar=False)


def pandas_covariance(n, d):
    import pandas as pd
    path = csv_of(n, d)
    return lambda: pd.read_csv(path, header=None).cov()


def scipy_sparse_scatter(n, d, entries):
    X = sparse_of(n, d, entries)
    return lambda: (X.T @ X).toarray()


ROWS = [
    Row("statistics, float64 in memory", 200_000, lambda n: statistics(normal(n, 128)),
        {"numpy": lambda n: numpy_covariance(n, 128)}, lambda n: scatter_limit(n, 128)),
    Row("statistics, float32 in memory", 200_000, lambda n: statistics(normal(n, 128, np.float32)),
        {"numpy": lambda n: numpy_covariance(n, 128, np.float32)}, lambda n: scatter_limit(n, 128, np.float32)),
    Row("statistics, mapped file", 200_000, lambda n: statistics(np.load(npy_of(n, 128), mmap_mode="r")),
        {"numpy": lambda n: numpy_covariance(n, 128)}, lambda n: scatter_limit(n, 128)),
    Row("statistics, CSV", 200_000, lambda n: by_tool("stats", csv_of(n, 32), "--header", "no", "--out", os.devnull),
        {"pandas": lambda n: pandas_covariance(n, 32)}, lambda n: reading_limit(csv_of(n, 32)), bound=TEXT, of_memory=True),
    Row("statistics, sparse", 200_000, lambda n: statistics(sparse_of(n, 1000, 10)),
        {"scipy": lambda n: scipy_sparse_scatter(n, 1000, 10)}, lambda n: entries_limit(sparse_of(n, 1000, 10)),
        of_memory=True),
    Row("rca", 100_000, lambda n: learned("RCA", normal(n, 128), chunks_of(n, 4), shrinkage=0),
        {"metric_learn": metric_learn_rca}, lambda n: scatter_limit(n, 128)),
    Row("cfld", 100_000, lambda n: learned("CFLD", normal(n, 128), chunks_of(n)), {"scipy": scipy_discriminant},
        lambda n: scatter_limit(n, 128)),
    Row("elda", 100_000, lambda n: learned("ELDA", normal(n, 128), chunks_of(n), ridge=0.1),
        {"scipy": scipy_discriminant}, lambda n: scatter_limit(n, 128)),
    Row("lda", 100_000, lambda n: learned("LDA", clustered(n, 128, 20, np.float64)[0],
                                          np.random.default_rng(2).integers(0, 20, n)),
        {"sklearn": sklearn_lda}, lambda n: scatter_limit(n, 128)),
    Row("cca", 50_000, lambda n: of_views("CCA", views(n, (256, 256))), {"cca_zoo": cca_zoo_cca, "dlib": dlib_cca},
        lambda n: scatter_limit(n, 512)),
    Row("cca, slow peer", 50_000, lambda n: of_views("CCA", views(n, (256, 256))), {"sklearn": sklearn_cca},
        lambda n: scatter_limit(n, 512)),
    Row("mcca", 50_000, lambda n: of_views("MCCA", views(n, (128, 128, 128))),
        {"cca_zoo": cca_zoo_mcca, "mvlearn": lambda n: mvlearn_views("MCCA", views(n, (128, 128, 128)))},
        lambda n: scatter_limit(n, 384)),
    Row("gcca", 50_000, lambda n: of_views("GCCA", views(n, (128, 128, 128))),
        {"mvlearn": lambda n: mvlearn_views("GCCA", views(n, (128, 128, 128)))}, lambda n: scatter_limit(n, 384)),
    Row("pwca, three kernels", 1_000, lambda n: of_views("PWCA", views(n, (1200, 1200, 1200))),
        {"scipy": printed_pwca}, lambda n: eigen_limit(n, (1200, 1200, 1200)), bound=EIGEN),
    Row("kernel-cca, landmarks", 20_000, lambda n: of_views("KernelCCA", views(n, (20, 20)), landmarks=500, ridge=0.1),
        {"cca_zoo": lambda n: cca_zoo_kcca(min(n, 1500))}, lambda n: scatter_limit(n, 1000), bound=EIGEN),
    Row("k-means, 16 columns, k 50", 200_000, lambda n: our_kmeans(n, 16, 50),
        {"sklearn": lambda n: sklearn_kmeans(n, 16, 50)}, lambda n: products_limit(n, 16, 50, 40)),
    Row("k-means, 64 columns, k 256", 100_000, lambda n: our_kmeans(n, 64, 256),
        {"sklearn": lambda n: sklearn_kmeans(n, 64, 256)}, lambda n: products_limit(n, 64, 256, 32)),
    Row("k-means, 256 columns, k 100", 50_000, lambda n: our_kmeans(n, 256, 100),
        {"sklearn": lambda n: sklearn_kmeans(n, 256, 100)}, lambda n: products_limit(n, 256, 100, 11)),
    Row("gmm, full, k 10", 100_000, lambda n: clusters("GaussianMixture", mixture(n), n_components=10, restarts=1,
                                                       iterations=20, tolerance=0, start="random"),
        {"sklearn": sklearn_gmm}, lambda n: mixture_limit(n, 16, 10, 20)),
    Row("constrained k-means", 100_000, lambda n: constrained("ConstrainedKMeans", clustered(n, 16, 10)[0],
                                                             n_clusters=10, restarts=1, iterations=20),
        {"plain": lambda n: clusters("KMeans", clustered(n, 16, 10)[0], n_clusters=10, restarts=1, iterations=20)},
        lambda n: products_limit(n, 16, 10, 17)),
    Row("constrained gmm", 50_000, lambda n: constrained("ConstrainedGaussianMixture", mixture(n), n_components=10,
                                                         restarts=1, iterations=10),
        {"plain": lambda n: clusters("GaussianMixture", mixture(n), n_components=10, restarts=1, iterations=10)},
        lambda n: mixture_limit(n, 16, 10, 10)),
    Row("single linkage", 20_000, lambda n: clusters("Linkage", normal(n, 10), n_clusters=10, link="single"),
        {"fastcluster": lambda n: fastcluster_linkage(n, "single"), "hdbscan": hdbscan_linkage},
        lambda n: pairs_limit(n, 10)),
    Row("ward linkage", 10_000, lambda n: clusters("Linkage", normal(n, 10), n_clusters=10, link="ward"),
        {"scipy": lambda n: scipy_linkage(n, "ward")}, lambda n: pairs_limit(n, 10)),
    Row("10 nearest of 5,000 queries", 100_000, our_neighbors, {"sklearn": sklearn_neighbors, "faiss": faiss_neighbors},
        lambda n: products_limit(n, 64, 5000, 1)),
    Row("transform", 200_000, our_transform, {"numpy": numpy_transform},
        lambda n: (lambda X, W: lambda: X @ W)(normal(n, 128), normal(128, 128, seed=1))),
    Row("evaluate", 1_000_000, our_evaluate, {"sklearn": sklearn_evaluate}, lambda n: reading_limit(*evaluate_files(n)),
        bound=TEXT, of_memory=True),
]
