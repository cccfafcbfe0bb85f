"""evaluate certificate: its figures computed once more with NumPy and SciPy, and what it refuses."""

import re

import numpy as np
import pytest
from scipy.optimize import brentq

COMMAND = ("evaluate", "certificate")


def kl(q, p):
    return sum(a * np.log(a / b) for a, b in ((q, p), (1 - q, 1 - p)) if a > 0)


def at_most(q, nats):
    return brentq(lambda p: kl(q, p) - nats, q, 1 - 1e-15, xtol=1e-14)


def at_least(q, nats):
    return brentq(lambda p: kl(q, p) - nats, 1e-15, q, xtol=1e-14)


class Expected:
    """From the definitions, for clusters 0 to k - 1 of numbers of equal length."""

    def __init__(self, first, second, k, delta=0.05):
        n = len(first)
        inside = [np.array([view == c for c in range(k)]) for view in (first, second)]
        self.k, self.n, self.delta = k, n, delta
        self.risk = (inside[0] != inside[1]).mean(axis=1)
        self.f, self.g = (view.mean(axis=1) for view in inside)
        self.unrelated = self.f * (1 - self.g) + self.g * (1 - self.f)
        self.disagree = (first != second).mean()
        self.disagree_at_most = at_most(self.disagree, np.log(1 / delta) / n)
        self.disagree_if_unrelated = 1 - (self.f * self.g).sum()

    def weights(self, omega):
        def tilted(beta):
            q = np.exp(-beta * (self.risk - self.risk.min()))
            return q / q.sum()
        beta = brentq(lambda b: self.kl(tilted(b)) - omega, 0, 1e5, xtol=1e-13) if omega else 0
        return tilted(beta)

    def kl(self, q):
        q = q[q > 0]
        return (q * np.log(q * self.k)).sum()

    def nats(self, q):
        return (self.kl(q) + np.log(1 / self.delta) + np.log(2 * np.sqrt(self.n))) / self.n

    def bound(self, q):
        return at_most(q @ self.risk, self.nats(q))


def draw(samples=300, k=6, noise=0.25, seed=0):
    random = np.random.default_rng(seed)
    shares = np.arange(1, k + 1) / np.arange(1, k + 1).sum()
    first = random.choice(k, samples, p=shares)
    second = np.where(random.random(samples) < noise, random.choice(k, samples, p=shares), first)
    return first, second


def write(germane, name, clusters, ids=None):
    ids = range(len(clusters)) if ids is None else ids
    return germane.write(name, "row,cluster\n" + "".join(f"{i},{c}\n" for i, c in zip(ids, clusters)))


@pytest.fixture
def files(germane):
    first, second = draw()
    write(germane, "a.csv", first)
    write(germane, "b.csv", second)
    return first, second


def by_cluster(report, key):
    rows = {int(row["cluster"]): row[key] for row in report["clusters_by_weight"]}
    return np.array([rows[c] for c in sorted(rows)])


@pytest.mark.parametrize("omega", [0, 0.2, 0.7, 1.2])
@pytest.mark.parametrize("delta", [0.05, 0.001])
def test_every_figure_is_that_of_numpy(germane, files, omega, delta):
    report = germane.ok(*COMMAND, "a.csv", "b.csv", "--omega", omega, "--delta", delta, "--json").json()
    expected = Expected(*files, 6, delta)
    q = expected.weights(omega)
    np.testing.assert_allclose(by_cluster(report, "q"), q, atol=1e-7)
    np.testing.assert_allclose(by_cluster(report, "contradicted"), expected.risk, atol=1e-12)
    assert report["kl"] == pytest.approx(omega, abs=1e-9)
    assert report["clusters_in_effect"] == pytest.approx(6 * np.exp(-omega), abs=1e-6)
    assert report["contradicted"] == pytest.approx(q @ expected.risk, abs=1e-8)
    assert report["contradicted_at_most"] == pytest.approx(expected.bound(q), abs=1e-8)
    assert report["contradicted_if_unrelated"] == pytest.approx(q @ expected.unrelated, abs=1e-8)
    for key in ("disagree", "disagree_at_most", "disagree_if_unrelated"):
        assert report[key] == pytest.approx(getattr(expected, key), abs=1e-9)
    for view, share in ((1, expected.f), (2, expected.g)):
        assert report[f"explained_view_{view}"] == pytest.approx(q @ share, abs=1e-8)
        assert report[f"explained_view_{view}_at_least"] == pytest.approx(
            at_least(q @ share, expected.nats(q)), abs=1e-8)
    assert report["confidence"] == pytest.approx(1 - delta)


def test_sizes_are_those_of_the_files(germane, files):
    report = germane.ok(*COMMAND, "a.csv", "b.csv", "--json").json()
    first, second = files
    assert by_cluster(report, "in_view_1").tolist() == np.bincount(first).tolist()
    assert by_cluster(report, "in_view_2").tolist() == np.bincount(second).tolist()
    assert by_cluster(report, "in_both").tolist() == np.bincount(first[first == second]).tolist()


def test_the_chosen_omega_is_furthest_below_unrelated_views(germane, files):
    report = germane.ok(*COMMAND, "a.csv", "b.csv", "--json").json()
    expected = Expected(*files, 6)
    q = by_cluster(report, "q")
    assert report["contradicted_at_most"] == pytest.approx(expected.bound(q), abs=1e-9)
    assert report["omega"] == pytest.approx(expected.kl(q), abs=1e-12)
    margin = report["contradicted_if_unrelated"] - report["contradicted_at_most"]
    for omega in np.linspace(0, 1.6, 17):
        other = expected.weights(omega)
        assert margin >= other @ expected.unrelated - expected.bound(other) - 0.003


def test_the_sentence_says_the_bound_rounded_up(germane, files):
    report = germane.ok(*COMMAND, "a.csv", "b.csv", "--json").json()
    said = re.fullmatch(r"a cluster drawn from Q is contradicted by at most (\S+) % of new pairs, with 95 % "
                        r"confidence \(about (\S+) % if the views were unrelated\)", report["certificate"])
    shown, unrelated = map(float, said.groups())
    assert 0 <= shown - 100 * report["contradicted_at_most"] < 0.1
    assert unrelated == pytest.approx(100 * report["contradicted_if_unrelated"], abs=0.05)
    said = re.fullmatch(r"the two clusterings disagree on at most (\S+) % of new pairs, .*",
                        report["of_partitions"])
    assert 0 <= float(said.group(1)) - 100 * report["disagree_at_most"] < 0.1


def test_twenty_clusters_that_disagree_on_half_of_the_samples(germane):
    first = np.arange(2000) % 20
    second = np.where(np.arange(2000) // 20 < 48, (first + 1) % 20, first)
    write(germane, "a.csv", first)
    write(germane, "b.csv", second)
    report = germane.ok(*COMMAND, "a.csv", "b.csv", "--json").json()
    assert report["contradicted_at_most"] == pytest.approx(0.0688, abs=1e-4)
    assert "at most 6.9 % of new pairs" in report["certificate"]
    assert "(about 9.5 % if" in report["certificate"]
    assert "disagree on at most 50.8 % of new pairs" in report["of_partitions"]


def test_the_report_for_people_holds_the_caution(germane, files):
    text = " ".join(germane.ok(*COMMAND, "a.csv", "b.csv").out.split())
    assert "fixed without these samples" in text and "make it void" in text
    assert "the 6 clusters that occur are taken for all" in text


def test_a_bound_above_unrelated_views_is_said_to_be_no_evidence(germane):
    first, second = draw(40, noise=1)
    write(germane, "a.csv", first)
    write(germane, "b.csv", second)
    assert "is no evidence that the views agree" in " ".join(
        germane.ok(*COMMAND, "a.csv", "b.csv").out.split())


def test_samples_on_which_the_clusters_were_found_have_no_bound(germane, files):
    result = germane(*COMMAND, "a.csv", "b.csv", "--same-data", "yes", "--json")
    assert result.code == 0 and "no certificate: clusters found on these very samples" in result.err
    report = result.json()
    assert not [key for key in report if "at_most" in key or "at_least" in key]
    assert "certificate" not in report and "confidence" not in report
    assert report["disagree"] == pytest.approx((files[0] != files[1]).mean())


# ---- who is matched with whom

def test_the_order_of_samples_and_names_of_clusters_change_nothing(germane, files):
    plain = germane.ok(*COMMAND, "a.csv", "b.csv", "--json").json()
    order = np.random.default_rng(1).permutation(300)
    names = np.array(list("fedcba"))
    write(germane, "c.csv", names[files[0]])
    write(germane, "d.csv", names[files[1][order]], order)
    other = germane.ok(*COMMAND, "c.csv", "d.csv", "--json").json()
    assert other["matched"] == "by id"
    for key in ("contradicted_at_most", "disagree_at_most", "explained_view_1_at_least", "kl"):
        assert other[key] == pytest.approx(plain[key], abs=1e-12), key


def test_one_cluster_a_line_is_matched_by_position(germane, files):
    plain = germane.ok(*COMMAND, "a.csv", "b.csv", "--json").json()
    for name, clusters in zip("cd", files):
        germane.write(f"{name}.csv", "".join(f"{c}\n" for c in clusters))
    other = germane.ok(*COMMAND, "c.csv", "d.csv", "--json").json()
    assert other.pop("matched") == "by position" and plain.pop("matched") == "by id"
    del other["run"], plain["run"]
    assert other == plain


def test_clusters_of_projections_are_the_largest_components(germane):
    random = np.random.default_rng(2)
    shared = random.normal(size=(200, 4))
    views = [shared + 0.4 * random.normal(size=(200, 4)) for _ in range(2)]
    for name, rows in zip("ab", views):
        np.save(germane.folder / f"{name}.npy", rows)
        write(germane, f"{name}.csv", np.abs(rows).argmax(axis=1))
    found = germane.ok(*COMMAND, "--view", "x=a.npy", "--view", "y=b.npy", "--json").json()
    same = germane.ok(*COMMAND, "a.csv", "b.csv", "--json").json()
    assert found["samples"] == 200
    for key in ("certificate", "of_partitions", "contradicted_at_most", "clusters_by_weight"):
        assert found[key] == same[key], key


def test_projections_as_transform_writes_them(germane):
    germane.ok("learn", "cca", "--view", "sepal=data/iris.csv", "--view-columns",
               "sepal=sepal_length,sepal_width", "--view", "petal=data/iris.csv", "--view-columns",
               "petal=petal_length,petal_width", "--out", "m")
    for name in ("sepal", "petal"):
        for ending in ("csv", "npy"):
            germane.ok("transform", "m", "--view", f"{name}=data/iris.csv", "--out", f"{name}.{ending}")
    npy = germane.ok(*COMMAND, "--view", "a=sepal.npy", "--view", "b=petal.npy", "--json").json()
    csv = germane.ok(*COMMAND, "--view", "a=sepal.csv", "--view", "b=petal.csv", "--id", "row",
                     "--json").json()
    assert csv["contradicted_at_most"] == npy["contradicted_at_most"]
    germane.refused(*COMMAND, "--view", "a=sepal.csv", "--view", "b=petal.csv",
                    says="sepal.csv: the column 'row' names rows and is no projection; pass --id row")


def test_the_best_mates_are_found_on_half_of_the_samples(germane):
    first, second = draw(301, noise=0.1)
    write(germane, "a.csv", first)
    write(germane, "b.csv", np.array(list("uvwxyz"))[5 - second])
    report = germane.ok(*COMMAND, "a.csv", "b.csv", "--match", "best", "--json").json()
    mates = {row["cluster"]: row["mate"] for row in report["clusters_by_weight"]}
    assert mates == {str(c): "uvwxyz"[5 - c] for c in range(6)}
    assert report["samples"] == 151
    assert report["mates"] == "clusters that share the most, by 150 samples that are left out below"
    assert sum(row["in_view_1"] for row in report["clusters_by_weight"]) == 151
    assert report["disagree"] < 0.2
    again = germane.ok(*COMMAND, "a.csv", "b.csv", "--match", "best", "--json").json()
    other = germane.ok(*COMMAND, "a.csv", "b.csv", "--match", "best", "--seed", 1, "--json").json()
    assert again == report and other["clusters_by_weight"] != report["clusters_by_weight"]


def test_best_mates_of_unrelated_views_do_not_agree(germane):
    """Matched and counted on the same samples they would: by chance some share more."""
    random = np.random.default_rng(3)
    rates = []
    for seed in range(20):
        write(germane, "a.csv", random.integers(10, size=60))
        write(germane, "b.csv", random.integers(10, size=60))
        rates.append(germane.ok(*COMMAND, "a.csv", "b.csv", "--match", "best", "--seed", seed,
                                "--json").json()["disagree"])
    assert np.mean(rates) == pytest.approx(0.9, abs=0.04)


def test_clusters_without_mates_disagree(germane):
    first, second = draw(200, k=4, noise=0)
    write(germane, "a.csv", first)
    write(germane, "b.csv", np.minimum(second, 2))
    report = germane.ok(*COMMAND, "a.csv", "b.csv", "--match", "best", "--json").json()
    assert report["clusters"] == 3
    assert 0.2 < report["disagree"] < 0.5


def test_clusters_that_no_sample_is_in_are_paid_for(germane, files):
    six = germane.ok(*COMMAND, "a.csv", "b.csv", "--omega", 0, "--json").json()
    twelve = germane.ok(*COMMAND, "a.csv", "b.csv", "--omega", 0, "--clusters", 12, "--json").json()
    assert twelve["kl"] == pytest.approx(np.log(2), abs=1e-12)
    assert twelve["contradicted"] == six["contradicted"]
    nats = (np.log(2) + np.log(20) + np.log(2 * np.sqrt(300))) / 300
    assert twelve["contradicted_at_most"] == pytest.approx(at_most(six["contradicted"], nats))
    assert twelve["disagree_at_most"] == six["disagree_at_most"]


def test_samples_of_one_file_only_are_left_out_when_asked(germane, files):
    write(germane, "c.csv", files[1][20:], range(20, 300))
    result = germane(*COMMAND, "a.csv", "c.csv", "--unknown-ids", "skip", "--json")
    assert result.code == 0
    assert "c.csv: 20 samples of a.csv not in it, as '0'; left out" in result.err
    assert result.json()["samples"] == 280


# ---- refusals

@pytest.mark.parametrize("options, says", [
    (["--delta", 0], "delta = 0: must be in (0, 1)"),
    (["--delta", 1], "delta = 1: must be in (0, 1)"),
    (["--omega", -0.1], "omega = -0.1: must be at least 0 or auto"),
    (["--omega", "least"], "omega"),
    (["--match", "all"], "--match = 'all': must be one of name, best"),
    (["--clusters", 3], "--clusters 3: 6 occur; give how many there were before these samples"),
    (["--clusters", 9, "--match", "best"], "--clusters 9: is for files of clusters matched by name"),
    (["--id", "row"], "--id: is for projections"),
    (["--view", "x=a.npy"], "--view x=a.npy and a.csv: give clusters or projections, not both"),
    (["c.csv"], "unexpected 'c.csv'"),
])
def test_wrong_options_are_refused(germane, files, options, says):
    germane.refused(*COMMAND, "a.csv", "b.csv", *options, says=says)


@pytest.mark.parametrize("a, b, options, says", [
    ("".join(f"{i},1\n" for i in range(7)), None, [],
     "certificate: 7 samples; the bound holds for 8 or more"),
    ("".join(f"{i},{i % 2}\n" for i in range(14)), None, ["--match", "best"],
     "--match best: 14 samples; half of them find the mates"),
    ("x,1\ny,2\n", "u,1\nv,2\n", [],
     "b.csv: 2 samples of a.csv not in it, as 'x'; give the same samples in both, or leave out such "
     "with --unknown-ids skip"),
    ("x,1\ny,2\n", "x,1\ny,2\nz,1\n", [], "a.csv: 1 sample of b.csv not in it, as 'z'"),
    ("1\n2\n1\n", "1\n2\n", [], "b.csv: 2 clusters, a.csv has 3; matched by position"),
    ("1\n2\n1\n", "x,1\ny,2\nz,1\n", [], "b.csv has ids and a.csv has none"),
    ("x,1\nx,2\n", "x,1\n", [], "a.csv"),
    ("x,1\ny,-1\n", "x,1\ny,1\n", [], "a.csv: 'y' is in no cluster"),
    ("x,1\ny,\n", "x,1\ny,1\n", [], "a.csv: 'y' is in no cluster"),
    ("1\n-1\n", "1\n1\n", [], "a.csv: value 2 is in no cluster"),
    ("x,1,4\n", "x,1\n", [], "a.csv:1: 3 fields"),
    ("", "x,1\n", [], "a.csv: holds no values"),
])
def test_wrong_files_are_refused(germane, a, b, options, says):
    germane.write("a.csv", a)
    germane.write("b.csv", a if b is None else b)
    germane.refused(*COMMAND, "a.csv", "b.csv", *options, says=says)


def test_what_to_certify_must_be_said(germane, files):
    germane.refused(*COMMAND, says="evaluate certificate: of what? give two files of clusters")
    germane.refused(*COMMAND, "a.csv", says="evaluate certificate: one file; give two files of clusters")
    germane.refused(*COMMAND, "a.csv", "gone.csv", says="gone.csv")


def test_wrong_projections_are_refused(germane):
    for name, shape in (("a", (20, 3)), ("b", (20, 4)), ("c", (19, 3))):
        np.save(germane.folder / f"{name}.npy", np.random.default_rng(0).normal(size=shape))
    germane.refused(*COMMAND, "--view", "x=a.npy", says="one view")
    germane.refused(*COMMAND, "--view", "x=a.npy", "--view", "y=a.npy", "--view", "z=a.npy",
                    says="evaluate certificate: 3 views; it is for two")
    germane.refused(*COMMAND, "--view", "x=a.npy", "--view", "y=b.npy",
                    says="b.npy: 4 columns, a.npy has 3; column i of one is the mate of column i")
    germane.ok(*COMMAND, "--view", "x=a.npy", "--view", "y=b.npy", "--match", "best")
    germane.refused(*COMMAND, "--view", "x=a.npy", "--view", "y=c.npy", says="19")
    germane.refused(*COMMAND, "--view", "x=a.npy", "--view", "y=a.npy", "--clusters", 5,
                    says="--clusters 5: is for files of clusters matched by name; leave it out")
