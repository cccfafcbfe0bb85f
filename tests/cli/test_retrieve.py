"""germane retrieve: neighbours, near pairs and mates, against NumPy; and germane export."""

import csv

import numpy as np
import pytest

from archive import Archive
from views import views_of, wide


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def nearest(queries, rows, k, itself=False):
    """By squared differences in float64, ties by number."""
    distances = ((queries[:, None, :] - rows[None, :, :]) ** 2).sum(axis=2)
    if itself:
        np.fill_diagonal(distances, np.inf)
    order = np.argsort(distances, axis=1, kind="stable")[:, :k]
    return order, np.sqrt(np.take_along_axis(distances, order, axis=1))


@pytest.fixture
def rows(germane):
    random = np.random.default_rng(0)
    made = {"rows": random.normal(size=(300, 5)), "queries": random.normal(size=(40, 5))}
    for name, numbers in made.items():
        np.save(germane.folder / f"{name}.npy", numbers)
    return made


def test_neighbours_of_queries_are_those_of_comparing_all(germane, rows):
    report = germane.ok("retrieve", "rows.npy", "--queries", "queries.npy", "--k", 4, "--out", "n.npy",
                        "--json").json()
    order, distances = nearest(rows["queries"], rows["rows"], 4)
    assert (report["rows"], report["queries"], report["k"], report["metric"]) == (300, 40, 4, "euclidean")
    found = np.load(germane.folder / "n.npy")
    assert found.dtype == np.int64 and (found == order).all()
    np.testing.assert_allclose(np.load(germane.folder / "n.distances.npy"), distances, rtol=1e-13)
    germane.ok("retrieve", "rows.npy", "--queries", "queries.npy", "--k", 4, "--out", "n.csv")
    lines = table(germane.folder / "n.csv")
    assert list(lines[0]) == ["query", "rank", "neighbor", "distance"]
    assert [int(line["neighbor"]) for line in lines] == order.ravel().tolist()
    assert [int(line["rank"]) for line in lines[:5]] == [1, 2, 3, 4, 1]


def test_rows_ask_for_themselves_without_themselves(germane, rows):
    germane.ok("retrieve", "rows.npy", "--k", 3, "--out", "n.npy")
    assert (np.load(germane.folder / "n.npy") == nearest(rows["rows"], rows["rows"], 3, True)[0]).all()


@pytest.mark.parametrize("metric", ["cosine", "inner-product", "manhattan"])
def test_other_metrics(germane, rows, metric):
    germane.ok("retrieve", "rows.npy", "--queries", "queries.npy", "--k", 3, "--metric", metric, "--out", "n.npy")
    products = rows["queries"] @ rows["rows"].T
    if metric == "cosine":
        products /= np.linalg.norm(rows["queries"], axis=1)[:, None] * np.linalg.norm(rows["rows"], axis=1)
    if metric == "manhattan":
        products = -np.abs(rows["queries"][:, None] - rows["rows"][None]).sum(axis=2)
    order = np.argsort(-products, axis=1, kind="stable")[:, :3]
    assert (np.load(germane.folder / "n.npy") == order).all()
    values = np.take_along_axis(products, order, axis=1) * (-1 if metric == "manhattan" else 1)
    np.testing.assert_allclose(np.load(germane.folder / "n.distances.npy"), values, rtol=1e-12)


def test_a_model_gives_its_mahalanobis_distance(germane):
    germane.ok("learn", "rca", "data/iris.csv", "--label", "label", "--chunklet-column", "label", "--out", "m.model")
    germane.ok("retrieve", "data/iris.csv", "--label", "label", "--model", "m.model", "--k", 2, "--out", "n.npy")
    model = Archive(germane.folder / "m.model")
    iris = np.genfromtxt(germane.folder / "data" / "iris.csv", delimiter=",", skip_header=1, usecols=range(4))
    found, distances = (np.load(germane.folder / f"n{part}.npy") for part in ("", ".distances"))
    difference = iris[found[:, 0]] - iris
    metric = model["map"].T @ model["map"]
    np.testing.assert_allclose(distances[:, 0] ** 2, np.einsum("ij,jk,ik->i", difference, metric, difference),
                               atol=1e-9)


def test_ids_name_queries_and_neighbours(germane):
    germane.write("a.csv", "name,x\nleft,0\nright,10\n")
    germane.write("q.csv", "x,name\n1,near\n9,far\n")
    germane.ok("retrieve", "a.csv", "--id", "name", "--queries", "q.csv", "--k", 1, "--out", "n.csv")
    assert [(line["query"], line["neighbor"], line["distance"]) for line in table(germane.folder / "n.csv")] == [
        ("near", "left", "1"), ("far", "right", "1")]


def test_labels_are_scored(germane):
    report = germane.ok("retrieve", "data/iris.csv", "--label", "label", "--k", 5, "--json").json()
    data = np.genfromtxt(germane.folder / "data" / "iris.csv", delimiter=",", skip_header=1, dtype=str)
    iris, labels = data[:, :4].astype(float), data[:, 4]
    order, _ = nearest(iris, iris, 49, True)
    same = labels[order] == labels[:, None]
    assert report["labels"]["nearest_error"] == pytest.approx(1 - same[:, 0].mean())
    assert report["labels"]["class_size_error"] == pytest.approx(1 - same.mean())
    assert [row["purity"] for row in report["labels"]["purity"]] == pytest.approx(
        [same[:, :k].mean() for k in range(1, 6)])
    assert len(report["neighbors"]) == 15


def test_labels_of_queries_are_those_of_rows_by_name(germane):
    germane.write("a.csv", "x,label\n0,b\n1,b\n10,a\n11,a\n")
    germane.write("q.csv", "x,label\n12,a\n0.5,a\n2,c\n")
    report = germane.ok("retrieve", "a.csv", "--label", "label", "--queries", "q.csv", "--k", 1,
                        "--json").json()
    assert report["labels"]["nearest_error"] == pytest.approx(2 / 3)


def test_within_finds_every_near_pair(germane, rows):
    report = germane.ok("retrieve", "rows.npy", "--within", 0.7, "--out", "p.csv", "--json").json()
    x = rows["rows"]
    distances = np.linalg.norm(x[:, None] - x[None], axis=2)
    wanted = {(i, j) for i in range(300) for j in range(i + 1, 300) if distances[i, j] <= 0.7}
    lines = table(germane.folder / "p.csv")
    assert report["pairs"] == len(wanted) == len(lines) > 10
    assert {(int(line["row1"]), int(line["row2"])) for line in lines} == wanted
    assert [float(line["distance"]) for line in lines] == sorted(float(line["distance"]) for line in lines)
    germane.ok("retrieve", "rows.npy", "--within", 0.7, "--out", "p.npy")
    assert np.load(germane.folder / "p.npy").shape == (len(wanted), 2)
    assert np.load(germane.folder / "p.distances.npy").shape == (len(wanted),)
    germane.refused("retrieve", "rows.npy", "--within", 0.7, "--most", 3, "--out", "new.csv",
                    says="more than 3 pairs are this near; pass a smaller --within, or a larger --most")


def test_near_pairs_are_not_taken_for_pairs_that_say_same_or_different(germane):
    np.save(germane.folder / "x.npy", np.array([[0.0, 0], [0, 0], [1, 1], [1, 1], [5, 5]]))
    for metric, word in (("euclidean", "distance"), ("cosine", "cosine"), ("inner-product", "inner_product")):
        np.savetxt(germane.folder / "near.csv", [[0, 1, 0], [2, 3, 0]], fmt="%d", delimiter=",",
                   header=f"row1,row2,{word}", comments="")
        germane.refused("constraints", "x.npy", "--pairs", "near.csv",
                        says=["near.csv", word, "same or different"])
    germane.ok("retrieve", "x.npy", "--within", 0, "--out", "copies.csv")
    germane.refused("constraints", "x.npy", "--pairs", "copies.csv", says="'distance'")


def test_what_is_too_large_to_be_squared_is_refused(germane):
    rows = np.random.default_rng(0).normal(size=(6, 3))
    np.save(germane.folder / "x.npy", rows * 1e154)
    np.save(germane.folder / "y.npy", np.sign(rows) * 1.7e308)
    for line in (("x.npy", "--k", 2, "--metric", "inner-product"), ("x.npy", "--within", 1, "--metric", "inner-product"),
                 ("y.npy", "--k", 2), ("y.npy", "--k", 2, "--metric", "manhattan")):
        germane.refused("retrieve", *line, "--out", "o.csv", says="no finite number", code=1)
        assert not (germane.folder / "o.csv").exists()


def test_within_auto_finds_planted_copies(germane):
    random = np.random.default_rng(1)
    x = random.normal(size=(1000, 6))
    x[:20] = x[500:520] + 1e-3 * random.normal(size=(20, 6))
    np.save(germane.folder / "x.npy", x)
    for metric in "euclidean", "cosine":
        report = germane.ok("retrieve", "x.npy", "--within", "auto", "--metric", metric, "--json",
                            "--out", f"{metric}.csv").json()
        found = {(int(line["row1"]), int(line["row2"])) for line in table(germane.folder / f"{metric}.csv")}
        assert found >= {(i, 500 + i) for i in range(20)} and len(found) < 30
        assert report["within_chosen_by"] == "chance" and 3 < report["local_dimensions"] < 7


def test_within_auto_takes_a_calibrated_threshold(germane):
    germane.ok("learn", "rca", "data/iris.csv", "--label", "label", "--chunklet-column", "label", "--out", "m.model")
    pairs = [f"{a},{b},{'same' if a // 50 == b // 50 else 'different'}" for a in range(0, 150, 7)
             for b in range(a + 1, 150, 11)]
    germane.write("pairs.csv", "\n".join(pairs) + "\n")
    for score, metric in (("distance", "euclidean"), ("cosine", "cosine")):
        germane("pairs", "m.model", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv", "--score", score,
                "--calibrate", f"{score}.model")
        (threshold,) = Archive(germane.folder / f"{score}.model")["calibration/threshold"]
        report = germane.ok("retrieve", "data/iris.csv", "--label", "label", "--model", f"{score}.model",
                            "--within", "auto", "--json").json()
        assert (report["within_chosen_by"], report["metric"]) == ("calibration", metric)
        assert report["within"] == threshold and report["pairs"] > 0


def test_mates_are_ranked_as_by_hand(germane, wide):
    germane.ok("learn", "cca", *views_of("ab"), "--ridge", "1", "--dimensions", 3, "--check", "none", "--out",
               "m.model")
    report = germane.ok("retrieve", "--model", "m.model", *views_of("ab"), "--metric", "cosine", "--k", 2,
                        "--out", "mates.csv", "--json").json()
    model = Archive(germane.folder / "m.model")
    a, b = ((wide[name] - model[f"{name}/center"]) @ model[f"{name}/map"].T for name in "ab")
    inner = np.abs(a @ b.T)
    cosine = (a / np.linalg.norm(a, axis=1)[:, None]) @ (b / np.linalg.norm(b, axis=1)[:, None]).T
    hub = [np.sort(cosine, axis=axis) for axis in (1, 0)]
    csls = 2 * cosine - hub[0][:, -10:].mean(axis=1)[:, None] - hub[1][-10:].mean(axis=0)
    for row in report["mates"]:
        scores = {"inner-product": inner, "cosine": cosine, "csls": csls}[row["score"]]
        scores = scores if row["from"] == "a" else scores.T
        ranks = (scores >= np.diag(scores)[:, None]).sum(axis=1)
        assert row["average_precision"] == pytest.approx((1 / ranks).mean())
        assert row["recall_5"] == pytest.approx((ranks <= 5).mean())
        assert row["median_rank"] == np.median(ranks)
    assert len(report["mates"]) == 6
    order = np.argsort(-cosine, axis=1)[:, :2]
    assert [int(line["neighbor"]) for line in table(germane.folder / "mates.csv")] == order.ravel().tolist()


def test_sparse_rows_are_searched(germane):
    germane.write("s.svm", "1 1:1 3:2\n0 2:5\n1 1:1 3:2.5\n")
    germane.ok("retrieve", "s.svm", "--k", 1, "--out", "n.npy")
    assert np.load(germane.folder / "n.npy").ravel().tolist() == [2, 0, 0]


def test_memory_and_threads_change_nothing(germane, rows):
    found = []
    for name, options in (("a", []), ("b", ["--memory", 20000]), ("c", ["--threads", 1])):
        germane.ok("retrieve", "rows.npy", "--queries", "queries.npy", "--k", 3, "--out", f"{name}.npy", *options)
        found.append((germane.bytes_of(f"{name}.npy"), germane.bytes_of(f"{name}.distances.npy")))
    assert found[0] == found[1] == found[2]


def test_refusals_say_what_to_do(germane, rows):
    np.save(germane.folder / "wide.npy", np.ones((3, 7)))
    np.save(germane.folder / "zero.npy", np.eye(4) * [1, 1, 0, 1])
    np.save(germane.folder / "few.npy", rows["rows"][:10])
    refused = germane.refused
    refused("retrieve", says="what rows? name a table")
    refused("retrieve", "few.npy", says="few.npy has 10 rows, and each is compared with the others; pass --k 9 or less")
    refused("retrieve", "few.npy", "--metric", "csls", says="is for mates across views")
    refused("retrieve", "few.npy", "--within", "auto", says="looks at the 20 nearest of each row")
    refused("retrieve", "rows.npy", "--within", "auto", "--metric", "inner-product", says="pass a number, or --metric")
    refused("retrieve", "rows.npy", "--queries", "wide.npy", says="wide.npy")
    refused("retrieve", "zero.npy", "--k", 1, "--metric", "cosine", says="row 2 (from 0) is all zeros")
    refused("retrieve", "rows.npy", "--out", "n.txt", says="must end in .csv, .tsv or .npy")
    refused("retrieve", "rows.npy", "--out", "rows.npy", says="is an input")
    refused("retrieve", "rows.npy", "--out", "no/such/folder.csv", says="no/such/folder.csv")
    refused("retrieve", "rows.npy", "--view-ids", "a=x", says="--view-ids is for --view")
    refused("retrieve", "--view", "a=rows.npy", says="mates need two")
    refused("retrieve", *views_of("ab"), says="needs the model of the views; pass --model FILE")
    refused("retrieve", *views_of("ab"), "--model", "m", "--metric", "euclidean",
            says="mates are ranked by inner-product, cosine, csls")
    refused("retrieve", *views_of("ab"), "--model", "m", "--within", 1, says="are for one table")
    refused("retrieve", "rows.npy", *views_of("ab"), says="one or the other")


def test_export_is_the_map(germane, wide):
    germane.ok("learn", "rca", "data/iris.csv", "--label", "label", "--chunklet-column", "label", "--out", "m.model")
    germane.ok("export", "m.model", "--out", "map.npy")
    germane.ok("transform", "m.model", "data/iris.csv", "--label", "label", "--out", "new.npy")
    iris = np.genfromtxt(germane.folder / "data" / "iris.csv", delimiter=",", skip_header=1, usecols=range(4))
    matrix, center, new = (np.load(germane.folder / name) for name in ("map.npy", "map.center.npy", "new.npy"))
    np.testing.assert_allclose((iris - center) @ matrix.T, new, atol=1e-12)
    germane.ok("learn", "cca", *views_of("ab"), "--ridge", "1", "--check", "none", "--out", "v.model")
    germane.ok("export", "v.model", "--view", "b", "--out", "b_map.npy")
    assert np.load(germane.folder / "b_map.npy").shape[1] == wide["b"].shape[1]
    germane.refused("export", "v.model", "--out", "c.npy", says="say whose map with --view a")
    germane.refused("export", "m.model", "--out", "c.csv", says="pass --out FILE.npy")
    germane.refused("export", "m.model", says="where to?")
    germane.ok("learn", "kernel-rca", "data/iris.csv", "--label", "label", "--chunklet-column", "label", "--out",
               "k.model")
    germane.refused("export", "k.model", "--out", "c.npy", says="its map is no matrix; write mapped rows instead")


def test_export_says_what_the_arrays_do_not(germane):
    germane.ok("learn", "rca", "data/iris.csv", "--label", "label", "--chunklet-column", "label", "--prepare",
               "unit-rows", "--out", "m.model")
    result = germane("export", "m.model", "--out", "map.npy")
    assert result.code == 0 and "scales rows to length 1 first" in result.err


@pytest.mark.parametrize("kind", ["float64", "float32", "sparse"])
def test_copies_have_a_cosine_of_one(germane, kind):
    rows = np.random.default_rng(4).standard_normal((200, 7))
    rows = np.vstack([rows, rows])
    if kind == "sparse":
        entries = "".join(f"{i + 1} {j + 1} {rows[i, j]!r}\n" for i in range(400) for j in range(7))
        germane.write("x.mtx", f"%%MatrixMarket matrix coordinate real general\n400 7 2800\n{entries}")
    else:
        np.save(germane.folder / "x.npy", rows.astype(kind))
    name = "x.mtx" if kind == "sparse" else "x.npy"
    germane.ok("retrieve", name, "--metric", "cosine", "--within", 1, "--out", "d.csv")
    lines = (germane.folder / "d.csv").read_text().splitlines()[1:]
    assert {tuple(map(int, line.split(",")[:2])) for line in lines} >= {(i, i + 200) for i in range(200)}
    assert all(float(line.split(",")[2]) == 1 for line in lines)


def test_a_value_that_dwarfs_the_others_is_refused(germane):
    germane.write("h.csv", "a,b\n1,2\n5,5\n1,3\n7e169,0\n")
    germane.refused("retrieve", "h.csv", "--k", 1, code=1, says="too large to be squared")
    germane.ok("retrieve", "h.csv", "--k", 1, "--metric", "cosine")
