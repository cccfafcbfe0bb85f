"""Views with more columns than objects, sparse views, ridges, groups; against NumPy."""

import numpy as np
import scipy.io
import scipy.linalg
import scipy.sparse

from archive import Archive
from views import centred, found, mapped, views_of, wide


def ridged_correlations(x, y, share):
    """CCA with a ridge by its generalised eigenproblem, columns x columns."""
    x, y = centred(x), centred(y)
    def ridged(rows):
        c = rows.T @ rows
        return c + share * np.trace(c) / len(c) * np.eye(len(c))
    rx, ry = scipy.linalg.cholesky(ridged(x)), scipy.linalg.cholesky(ridged(y))
    m = scipy.linalg.solve_triangular(rx, x.T @ y, trans="T")
    m = scipy.linalg.solve_triangular(ry, m.T, trans="T").T
    u, _, vt = np.linalg.svd(m)
    a, b = scipy.linalg.solve_triangular(rx, u), scipy.linalg.solve_triangular(ry, vt.T)
    k = min(m.shape)
    return np.array([np.corrcoef(x @ a[:, i], y @ b[:, i])[0, 1] for i in range(k)])


def test_more_columns_than_objects_is_cca_all_the_same(germane, wide):
    report = germane.ok("learn", "cca", *views_of("ab"), "--ridge", "0.5", "--dimensions", "5",
                        "--json", "--out", "x.model").json()
    expected = ridged_correlations(wide["a"], wide["b"], 0.5)
    np.testing.assert_allclose(found(report), expected[:5], atol=1e-8)
    model = Archive(germane.folder / "x.model")
    scores = [mapped(model, name, wide[name]) for name in "ab"]
    np.testing.assert_allclose([np.corrcoef(scores[0][:, i], scores[1][:, i])[0, 1] for i in range(5)],
                               expected[:5], atol=1e-8)
    assert model["a/map"].shape == (5, 50)


def test_without_a_ridge_more_columns_than_objects_are_refused(germane, wide):
    for method in "cca", "mcca", "gcca":
        germane.refused("learn", method, *views_of("ab"), says=["50 columns for 30 rows", "--ridge auto"])


def test_sparse_views_give_what_dense_ones_give(germane, wide):
    random = np.random.default_rng(1)
    for name in "ab":
        rows = wide[name] * (random.random(wide[name].shape) < 0.3)
        np.save(germane.folder / f"{name}.npy", rows)
        scipy.io.mmwrite(germane.folder / f"{name}.mtx", scipy.sparse.coo_matrix(rows), precision=17)
    for method in "cca", "pwca":
        for prepare in "none", "standardize", "unit-rows":
            both = [germane.ok("learn", method, *views_of("ab", ending), "--ridge", "0.3", "--prepare",
                               prepare, "--dimensions", "3", "--json", "--out", f"{ending}.model").json()
                    for ending in ("npy", "mtx")]
            np.testing.assert_allclose(found(both[0]), found(both[1]), atol=1e-9)
            np.testing.assert_allclose(found(both[0], "held_out"), found(both[1], "held_out"), atol=1e-9)
            maps = [np.abs(Archive(germane.folder / f"{ending}.model")["a/map"])
                    for ending in ("npy", "mtx")]
            np.testing.assert_allclose(maps[0], maps[1], atol=1e-7)
            germane.ok("transform", "mtx.model", "--view", "a=a.mtx", "--out", "y.npy")
            germane.ok("transform", "npy.model", "--view", "a=a.npy", "--out", "z.npy")
            np.testing.assert_allclose(np.abs(np.load(germane.folder / "y.npy")),
                                       np.abs(np.load(germane.folder / "z.npy")), atol=1e-8)


def test_ridges_by_view_and_by_shrinkage(germane, wide):
    for name in "ab":
        np.save(germane.folder / f"{name}.npy", wide[name][:, :5])
    same = germane.ok("learn", "cca", *views_of("ab"), "--view-ridge", "a=0.2", "--view-ridge", "b=0.2",
                      "--json").json()
    common = germane.ok("learn", "cca", *views_of("ab"), "--ridge", "0.2", "--json").json()
    np.testing.assert_allclose(found(same), found(common), atol=1e-12)
    apart = germane.ok("learn", "cca", *views_of("ab"), "--view-ridge", "a=0.2", "--view-ridge", "b=oas",
                       "--json").json()
    c = np.cov(wide["b"][:, :5].T, bias=True)
    trace, square, p, n = np.trace(c), (c ** 2).sum(), 5, 30
    weight = min(1, ((1 - 2 / p) * square + trace ** 2) / ((n + 1 - 2 / p) * (square - trace ** 2 / p)))
    np.testing.assert_allclose(apart["summary"]["ridge"], [0.2, weight / (1 - weight)], rtol=1e-9)
    germane.refused("learn", "cca", *views_of("ab"), "--view-ridge", "z=0.2", says="no view 'z'")
    germane.refused("learn", "cca", *views_of("ab"), "--view-ridge", "a", says="NAME=SHARE")
    germane.refused("learn", "cca", *views_of("ab"), "--view-ridge", "a=-1", says="at least 0")
    germane.refused("learn", "cca", *views_of("ab"), "--view-ridge", "a=auto", says="auto is one")
    germane.refused("learn", "cca", *views_of("ab"), "--view-ridge", "a=1", "--ridge", "auto",
                    says="one of the two")


def test_shuffling_inside_groups_leaves_what_a_group_has_in_common(germane):
    random = np.random.default_rng(7)
    group = np.repeat(np.arange(50), 8)
    of_group, of_object = random.normal(size=50)[group], random.normal(size=400)
    views = {name: np.stack([of_group, of_object], axis=1) @ random.normal(size=(2, 3))
             + 0.1 * random.normal(size=(400, 3)) for name in "ab"}
    for name, rows in views.items():
        lines = ["g," + ",".join(f"{name}{j}" for j in range(3))]
        lines += [f"s{g}," + ",".join(repr(float(x)) for x in row) for g, row in zip(group, rows)]
        germane.write(f"{name}.csv", "\n".join(lines) + "\n")
    given = [*views_of("ab", "csv"), "--view-exclude", "b=g", "--json"]
    plain = germane.ok("learn", "cca", *given, "--view-exclude", "a=g").json()
    shuffled = germane.ok("learn", "cca", *given, "--shuffle-within", "g").json()
    assert found(plain)[1] > 0.8
    assert found(shuffled)[0] > 0.8 and found(shuffled)[1] < 0.3
    assert shuffled["shuffled_within"] == "g"
    again = germane.ok("learn", "cca", *given, "--shuffle-within", "g").json()
    assert found(again).tolist() == found(shuffled).tolist()
    germane.refused("learn", "cca", *views_of("ab", "csv"), "--shuffle-within", "none", says="none")


def test_learn_without_a_method_picks_by_the_number_of_views(germane, wide):
    two = germane.ok("learn", *views_of("ab"), "--json", "--out", "x.model").json()
    assert any(note.startswith("cca, because") for note in two["notes"])
    three = germane.ok("learn", *views_of("abc"), "--json").json()
    assert any(note.startswith("gcca, because") for note in three["notes"])
    germane.refused("learn", "a.npy", *views_of("ab"), says="give views, or a table")
    germane.refused("learn", *views_of("ab"), "--pairs", "p.csv", says="leave pairs")
    germane.refused("learn", "--out", "x.model", says="--view NAME=FILE")
