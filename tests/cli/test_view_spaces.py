"""Views with more columns than objects, kernels, sparse views and objects that lack a view, against NumPy."""

import numpy as np
import pytest
import scipy.io
import scipy.linalg
import scipy.sparse

from archive import Archive


def centred(rows):
    return rows - rows.mean(axis=0)


def unit_kernel(rows):
    """The centred linear kernel with a mean diagonal of 1."""
    kernel = centred(rows) @ centred(rows).T
    return kernel / np.diag(kernel).mean()


def found(report, key="correlation"):
    return np.array([row[key] for row in report["components"]])


def mapped(model, view, rows):
    return (rows - model[f"{view}/center"]) @ model[f"{view}/map"].T


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


@pytest.fixture
def wide(germane):
    """30 objects, views of 50, 40 and 45 columns."""
    random = np.random.default_rng(0)
    shared = random.normal(size=(30, 2))
    views = {name: 3 + shared @ random.normal(size=(2, width)) + random.normal(size=(30, width))
             for name, width in (("a", 50), ("b", 40), ("c", 45))}
    for name, rows in views.items():
        np.save(germane.folder / f"{name}.npy", rows)
    return views


def views_of(names, ending="npy"):
    return [word for name in names for word in ("--view", f"{name}={name}.{ending}")]


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


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_pwca_is_the_parallel_sum_of_kernels(germane, wide, names):
    report = germane.ok("learn", "pwca", *views_of(names), "--ridge", "0.1", "--dimensions", "4",
                        "--json", "--out", "x.model").json()
    kernels = [unit_kernel(wide[name]) for name in names]
    total = sum(np.linalg.inv(kernel + 0.1 * np.eye(30)) for kernel in kernels)
    values, vectors = np.linalg.eigh(np.linalg.inv(total))
    np.testing.assert_allclose(report["summary"]["gamma"], values[::-1][:4], rtol=1e-8)
    model = Archive(germane.folder / "x.model")
    for name, kernel in zip(names, kernels):
        told = np.sqrt(30) * kernel @ np.linalg.solve(kernel + 0.1 * np.eye(30), vectors[:, ::-1][:, :4])
        np.testing.assert_allclose(np.abs(mapped(model, name, wide[name])), np.abs(told), atol=1e-7)


def test_pwca_of_many_objects_and_of_few_agree(germane, wide):
    # Columns fewer than objects: the same objects through the columns' covariances.
    random = np.random.default_rng(2)
    for name in "ab":
        np.save(germane.folder / f"{name}.npy", wide[name][:, :6])
        np.save(germane.folder / f"{name}_wide.npy",
                wide[name][:, :6] @ np.linalg.qr(random.normal(size=(60, 6)))[0].T)
    narrow = germane.ok("learn", "pwca", *views_of("ab"), "--dimensions", "3", "--json").json()
    turned = germane.ok("learn", "pwca", "--view", "a=a_wide.npy", "--view", "b=b_wide.npy",
                        "--dimensions", "3", "--json").json()
    np.testing.assert_allclose(narrow["summary"]["gamma"], turned["summary"]["gamma"], rtol=1e-7)
    np.testing.assert_allclose(found(narrow), found(turned), atol=1e-8)


def test_the_printed_system_leaves_contradictions_out(germane, wide):
    report = germane.ok("learn", "pwca", *views_of("ab"), "--system", "printed", "--ridge", "0.2",
                        "--dimensions", "2", "--json").json()
    k1, k2, eye = unit_kernel(wide["a"]), unit_kernel(wide["b"]), np.eye(30)
    values, vectors = scipy.linalg.eigh(scipy.linalg.block_diag(k1, k2),
                                        np.block([[1.2 * eye, eye], [eye, 1.2 * eye]]))
    kept = []
    for value, vector in zip(values[::-1], vectors.T[::-1]):
        alpha, beta = vector[:30], vector[30:]
        if np.sum((alpha + beta) ** 2) > alpha @ alpha + beta @ beta:
            kept.append(value)
    np.testing.assert_allclose(report["summary"]["gamma"], kept[:2], rtol=1e-9)
    assert report["summary"]["contradictory"] > 0
    germane.refused("learn", "pwca", *views_of("ab"), "--ridge", "0", says="--ridge 0.01")
    germane.refused("learn", "pwca", *views_of("ab"), "--view-ridge", "a=0.3", says="one ridge")


def test_kernel_cca_of_linear_kernels_is_cca_with_the_ridge_per_object(germane, wide):
    n, d = 30, {"a": 50, "b": 40}
    per_column = [word for name in "ab" for word in ("--view-ridge", f"{name}={0.02 * d[name] / n}")]
    dual = germane.ok("learn", "kernel-cca", *views_of("ab"), "--kernel", "linear", "--ridge", "0.02",
                      "--dimensions", "4", "--json").json()
    primal = germane.ok("learn", "cca", *views_of("ab"), *per_column, "--dimensions", "4", "--json").json()
    np.testing.assert_allclose(found(dual), found(primal), atol=1e-8)
    landmarks = germane.ok("learn", "kernel-cca", *views_of("ab"), "--kernel", "linear", "--ridge", "0.02",
                           "--landmarks", "30", "--dimensions", "4", "--json").json()
    np.testing.assert_allclose(found(landmarks), found(primal), atol=1e-6)


def rbf(x, y, gamma):
    return np.exp(-gamma * ((x[:, None] - y[None]) ** 2).sum(axis=2))


def kernel_cca(k1, k2, kappa):
    """By the definition with alpha and beta: a generalised eigenproblem of centred kernels."""
    n = len(k1)
    center = np.eye(n) - 1 / n
    k1, k2 = center @ k1 @ center, center @ k2 @ center
    def whitener(k):
        values, vectors = np.linalg.eigh(k)
        keep = values > 1e-9 * values[-1]
        values, vectors = values[keep], vectors[:, keep]
        return vectors * np.sqrt(values / (values + kappa * np.trace(k) / n))
    return np.linalg.svd(whitener(k1).T @ whitener(k2), compute_uv=False)


@pytest.mark.parametrize("shift", [0, 10])
def test_kernel_cca_with_rbf_and_with_its_values_precomputed(germane, wide, shift):
    gamma = 0.02
    for name in "ab":
        np.save(germane.folder / f"{name}.npy", wide[name] + shift)
        np.save(germane.folder / f"k{name}.npy", rbf(wide[name], wide[name], gamma))
    report = germane.ok("learn", "kernel-cca", *views_of("ab"), "--gamma", str(gamma), "--ridge", "0.1",
                        "--dimensions", "3", "--json", "--out", "x.model").json()
    expected = kernel_cca(rbf(wide["a"], wide["a"], gamma), rbf(wide["b"], wide["b"], gamma), 0.1)
    np.testing.assert_allclose(report["summary"]["singular_values"][:3], expected[:3], atol=1e-8)
    given = germane.ok("learn", "kernel-cca", "--view", "a=ka.npy", "--view", "b=kb.npy", "--kernel",
                       "precomputed", "--ridge", "0.1", "--dimensions", "3", "--json", "--out",
                       "k.model").json()
    np.testing.assert_allclose(found(given), found(report), atol=1e-7)
    # New rows: the same through both doors, and those learned from as they were learned.
    random = np.random.default_rng(5)
    new = random.normal(size=(7, 50)) + wide["a"].mean()
    np.save(germane.folder / "new.npy", np.vstack([new, wide["a"]]) + shift)
    np.save(germane.folder / "knew.npy", rbf(np.vstack([new, wide["a"]]), wide["a"], gamma))
    germane.ok("transform", "x.model", "--view", "a=new.npy", "--out", "y.npy")
    germane.ok("transform", "k.model", "--view", "a=knew.npy", "--out", "z.npy")
    y, z = np.load(germane.folder / "y.npy"), np.load(germane.folder / "z.npy")
    np.testing.assert_allclose(np.abs(y), np.abs(z), atol=1e-6)
    np.testing.assert_allclose(y[7:].mean(axis=0), 0, atol=1e-8)


def test_kernel_cca_takes_more_than_two_views_and_many_objects(germane):
    random = np.random.default_rng(6)
    shared = random.normal(size=5000)
    for name in "abc":
        np.save(germane.folder / f"{name}.npy",
                np.stack([np.sin(shared), shared ** 2, random.normal(size=5000)], axis=1)
                + 0.1 * random.normal(size=(5000, 3)))
    report = germane.ok("learn", "kernel-cca", *views_of("abc"), "--landmarks", "100", "--dimensions",
                        "2", "--json").json()
    assert found(report, "held_out")[0] > 0.95
    assert report["kernel_a"]["landmarks"] == 100 and 0 < report["kernel_a"]["missed_share"] < 0.2


@pytest.fixture
def lacking(germane):
    """Views of 80 objects, about 30 % of each view missing; ids in the first column."""
    random = np.random.default_rng(3)
    shared = random.normal(size=(80, 1))
    views, has = {}, {}
    for name, width in (("a", 5), ("b", 4), ("c", 6)):
        rows = shared @ random.normal(size=(1, width)) + 0.7 * random.normal(size=(80, width))
        have = random.random(80) > 0.3
        order = random.permutation(np.flatnonzero(have))
        lines = ["id," + ",".join(f"{name}{j}" for j in range(width))]
        lines += [f"o{i}," + ",".join(repr(float(x)) for x in rows[i]) for i in order]
        germane.write(f"{name}.csv", "\n".join(lines) + "\n")
        views[name], has[name] = rows, have
    return views, has


@pytest.mark.parametrize("method", ["gcca", "pwca"])
def test_objects_that_lack_a_view_are_kept_by_masks(germane, lacking, method):
    views, has = lacking
    share = 0.1
    report = germane.ok("learn", method, *views_of("abc", "csv"), "--id", "id", "--ridge", str(share),
                        "--dimensions", "2", "--json", "--out", "x.model").json()
    total, count = np.zeros((80, 80)), np.zeros(80)
    for name in "abc":
        rows = centred(views[name][has[name]])
        scatter = rows.T @ rows
        divisor = len(rows) if method == "pwca" else rows.shape[1]
        hat = rows @ np.linalg.solve(scatter + share * np.trace(scatter) / divisor * np.eye(len(scatter)),
                                     rows.T)
        total[np.ix_(has[name], has[name])] += hat
        count += has[name]
    some = count > 0
    root = 1 / np.sqrt(count[some])
    expected = 3 * np.linalg.eigvalsh(root[:, None] * total[np.ix_(some, some)] * root)[::-1]
    np.testing.assert_allclose(report["summary"]["eigenvalues"], expected[:2], atol=1e-9)
    assert np.all(np.abs(found(report)) <= 1) and found(report)[0] > 0.6
    assert report["objects"] == some.sum()
    assert report["objects_in_all_views"] == (count == 3).sum()
    for row in report["objects_in_both"]:
        assert row["objects"] == (has[row["view"]] & has[row["other"]]).sum()


def test_cca_and_mcca_leave_out_objects_that_lack_a_view(germane, lacking):
    _, has = lacking
    report = germane.ok("learn", "mcca", *views_of("abc", "csv"), "--id", "id", "--json").json()
    assert report["objects"] == (has["a"] & has["b"] & has["c"]).sum()


def test_transform_of_several_views_is_the_mean_over_those_an_object_has(germane, lacking):
    views, has = lacking
    germane.ok("learn", "gcca", *views_of("abc", "csv"), "--id", "id", "--out", "x.model")
    germane.ok("transform", "x.model", *views_of("ac", "csv"), "--id", "id", "--out", "y.csv")
    model = Archive(germane.folder / "x.model")
    lines = (germane.folder / "y.csv").read_text().splitlines()[1:]
    ids = [line.split(",")[0] for line in lines]
    assert sorted(ids) == sorted(f"o{i}" for i in np.flatnonzero(has["a"] | has["c"]))
    for line in lines:
        i = int(line.split(",")[0][1:])
        have = [name for name in "ac" if has[name][i]]
        expected = np.mean([mapped(model, name, views[name][i:i + 1])[0] for name in have], axis=0)
        np.testing.assert_allclose([float(x) for x in line.split(",")[1:]], expected, rtol=1e-6)
    germane.refused("transform", "x.model", "--view", "a=a.csv", "--view", "a=a.csv", "--out", "z.csv",
                    says="given twice")


def test_clusters_are_the_largest_components(germane, wide):
    germane.ok("learn", "pwca", *views_of("ab"), "--dimensions", "3", "--out", "x.model")
    germane.ok("transform", "x.model", "--view", "b=b.npy", "--out", "y.npy", "--clusters", "c.csv")
    expected = np.abs(np.load(germane.folder / "y.npy")).argmax(axis=1)
    lines = (germane.folder / "c.csv").read_text().splitlines()
    assert lines[0] == "row,cluster"
    assert [int(line.split(",")[1]) for line in lines[1:]] == list(expected)
    germane.ok("transform", "x.model", "--view", "b=b.npy", "--clusters", "d.csv")
    assert (germane.folder / "d.csv").read_bytes() == (germane.folder / "c.csv").read_bytes()
    germane.refused("transform", "x.model", "--view", "b=b.npy", "--out", "c.csv", "--clusters", "c.csv",
                    says="two files")


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


def test_permutations_find_the_one_component_there_is(germane, wide):
    for options in ["--ridge", "10"], ["--ridge", "auto"]:
        report = germane.ok("learn", "cca", *views_of("ab"), *options, "--dimensions", "4", "--permutations",
                            "99", "--json").json()
        p = [row["p_permuted"] for row in report["components"]]
        assert p[0] == 0.01
        tested = [value for value in p if value is not None]
        assert tested == sorted(tested) and len(tested) < 4 and tested[-1] > 0.05
    again = germane.ok("learn", "cca", *views_of("ab"), *options, "--dimensions", "4", "--permutations",
                       "99", "--json", "--threads", "1").json()
    assert again["components"] == report["components"]


def test_noise_in_many_columns_is_no_component(germane):
    random = np.random.default_rng(8)
    for name, width in (("a", 200), ("b", 150)):
        np.save(germane.folder / f"{name}.npy", random.normal(size=(80, width)))
    report = germane.ok("learn", "cca", *views_of("ab"), "--ridge", "0.1", "--dimensions", "2",
                        "--permutations", "99", "--json").json()
    assert found(report)[0] > 0.9 and abs(found(report, "held_out")[0]) < 0.5
    assert report["components"][0]["p_permuted"] > 0.05


def test_permuting_inside_groups(germane):
    random = np.random.default_rng(9)
    level = np.repeat(3 * random.normal(size=12), 10)
    for name in "ab":
        lines = ["clinic," + ",".join(f"{name}{j}" for j in range(2))]
        lines += [f"c{i // 10}," + ",".join(repr(float(level[i] + random.normal())) for _ in range(2))
                  for i in range(120)]
        germane.write(f"{name}.csv", "\n".join(lines) + "\n")
    given = [*views_of("ab", "csv"), "--view-exclude", "b=clinic", "--permutations", "99", "--json"]
    apart = germane.ok("learn", "cca", *given, "--view-exclude", "a=clinic").json()
    inside = germane.ok("learn", "cca", *given, "--permute-within", "clinic").json()
    assert apart["components"][0]["p_permuted"] == 0.01
    assert inside["components"][0]["p_permuted"] > 0.05
    assert inside["components"][0]["correlation"] == apart["components"][0]["correlation"]
    germane.refused("learn", "cca", *views_of("ab", "csv"), "--permute-within", "clinic",
                    says="--permutations 999")


def test_objects_that_lack_a_view_are_not_exchanged(germane, lacking):
    germane.refused("learn", "gcca", *views_of("abc", "csv"), "--id", "id", "--ridge", "0.1",
                    "--permutations", "9", says="lack a view")


def sparse_views(germane, n=600, d=3000, shared=3):
    """Word counts of two languages for the same topics."""
    random = np.random.default_rng(11)
    topics = random.dirichlet(np.full(shared, 0.2), size=n)
    for name in "ab":
        words = random.dirichlet(np.full(d, 0.05), size=shared)
        counts = scipy.sparse.csr_matrix(random.poisson(200 * topics @ words))
        scipy.io.mmwrite(germane.folder / f"{name}.mtx", counts)
    return topics


def test_projected_views_keep_what_they_share(germane):
    sparse_views(germane)
    plain = germane.ok("learn", "cca", *views_of("ab", "mtx"), "--ridge", "100", "--dimensions", "2",
                       "--json").json()
    for options in ["--project", "200"], ["--pca", "20"], ["--project", "400", "--pca", "20"]:
        report = germane.ok("learn", "cca", *views_of("ab", "mtx"), *options, "--ridge", "1", "--dimensions",
                            "2", "--json", "--out", "x.model").json()
        np.testing.assert_allclose(found(report, "held_out"), found(plain, "held_out"), atol=0.03)
        scores = []
        for name in "ab":
            germane.ok("transform", "x.model", "--view", f"{name}={name}.mtx", "--out", "y.npy")
            scores.append(np.load(germane.folder / "y.npy"))
        for k in range(2):
            np.testing.assert_allclose(np.corrcoef(scores[0][:, k], scores[1][:, k])[0, 1],
                                       found(report)[k], atol=1e-8)
        np.testing.assert_allclose(scores[0].mean(axis=0), 0, atol=1e-8)


def test_pca_before_cca_is_cca_of_the_components(germane, wide):
    tall = {name: np.vstack([wide[name]] * 3) + np.random.default_rng(12).normal(size=(90, wide[name].shape[1]))
            for name in "ab"}
    for name, rows in tall.items():
        np.save(germane.folder / f"{name}.npy", rows)
    report = germane.ok("learn", "cca", *views_of("ab"), "--pca", "6", "--json").json()
    components = []
    for name in "ab":
        rows = centred(tall[name])
        components.append(rows @ np.linalg.svd(rows, full_matrices=False)[2][:6].T)
    q = [np.linalg.qr(rows)[0] for rows in components]
    np.testing.assert_allclose(found(report), np.linalg.svd(q[0].T @ q[1], compute_uv=False), atol=1e-6)
    assert report["pca_a"]["components"] == 6
    germane.refused("learn", "kernel-cca", *views_of("ab"), "--pca", "6", says="--kernel linear")
