"""--report FILE.html and --plots DIR, whatever the verb, and what a report says of its own making."""

import csv
import json
import re
import shutil

import pytest

WINE = ["data/wine.csv", "--label", "label", "--quiet"]
VERBS = {
    "learn": ["learn", "rca", *WINE, "--chunklet-column", "label"],
    "cluster": ["cluster", "kmeans", *WINE, "--k", "3", "--prepare", "standardize"],
    "describe": ["describe", "data/wine.csv", "--quiet"],
    "methods": ["methods", "--quiet"],
}


@pytest.fixture
def html(germane):
    if "HTML reports: yes" not in germane.ok("--version").out:
        pytest.skip("built without HTML reports")
    return germane


def page_data(germane, name):
    text = germane.bytes_of(name).decode()
    return json.loads(re.search(r'id="germane-report">(.*?)</script>', text, re.S).group(1))


def rows_of(germane, name):
    with open(germane.folder / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_writes_html_and_prints_the_same_as_without(html, verb):
    plain = html.ok(*VERBS[verb])
    result = html.ok(*VERBS[verb], "--report", "r.html")
    assert result.out == plain.out
    data = page_data(html, "r.html")
    assert data["run"]["command"] == "germane " + " ".join([*VERBS[verb], "--report", "r.html"])
    assert bool(data["report"]["plots"]) == (verb in ("learn", "cluster"))


def test_without_the_web_part_the_other_reports_work_and_the_refusal_says_so(germane):
    if "HTML reports: yes" in germane.ok("--version").out:
        pytest.skip("built with HTML reports")
    germane.refused(*VERBS["learn"], "--report", "r.html", says=["built without HTML reports", ".json"])
    germane.ok(*VERBS["learn"], "--report", "r.json")
    germane.ok(*VERBS["learn"], "--report", "r.txt")


def test_json_says_how_it_was_made(germane):
    germane.write("my rows.csv", "a,b,g\n1,2,x\n2,1,x\n5,5,y\n6,5,y\n7,9,z\n9,7,z\n")
    first = germane.ok("learn", "rca", "my rows.csv", "--chunklet-column", "g", "--seed", "7", "--out",
                       "m.model", "--json", "--quiet").json()["run"]
    assert first["command"] == ("germane learn rca 'my rows.csv' --chunklet-column g --seed 7 --out m.model")
    assert first["seed"] == first["options"]["seed"] == 7
    assert first["options"]["chunklet-column"] == "g"
    assert [(i["file"], i["bytes"]) for i in first["inputs"]] == [("my rows.csv", 42)]
    # The model is a result, also when it is there before; and the same rows have the same fingerprint.
    again = germane.ok("learn", "rca", "my rows.csv", "--chunklet-column", "g", "--seed", "7", "--out",
                       "m.model", "--json", "--quiet").json()["run"]
    assert again == first
    germane.write("my rows.csv", "a,b,g\n1,2,x\n2,1,x\n5,5,y\n6,5,y\n7,9,z\n9,8,z\n")
    other = germane.ok("describe", "my rows.csv", "--exclude", "g", "--json", "--quiet").json()["run"]
    assert other["inputs"][0]["fingerprint"] != first["inputs"][0]["fingerprint"]


def test_plots_of_learn(germane):
    germane.ok(*VERBS["learn"], "--plots", "p")
    rows = rows_of(germane, "p/before_after.csv")
    assert len(rows) == 178 and {row["class"] for row in rows} == {"1", "2", "3"}
    sizes = rows_of(germane, "p/chunklet_sizes.csv")
    assert sum(float(row["value"]) for row in sizes) == 3
    stretch = [float(row["y"]) for row in rows_of(germane, "p/summary-spectrum.csv")]
    assert len(stretch) == 13 and stretch == sorted(stretch, reverse=True)
    check = germane.ok(*VERBS["learn"], "--json").json()["check"]["scores"]
    assert [float(row["value"]) for row in rows_of(germane, "p/check-check.csv")] == [
        row["auc"] for row in check]


def test_the_learned_space_separates_the_labels_better_than_the_raw_columns(germane):
    germane.ok("learn", "lda", *WINE, "--plots", "p")
    rows = rows_of(germane, "p/before_after.csv")

    def nearest_is_own(panel):
        points = [(float(r[f"x_{panel}"]), float(r[f"y_{panel}"]), r["class"]) for r in rows]
        centres = {}
        for label in "123":
            own = [p for p in points if p[2] == label]
            centres[label] = [sum(p[i] for p in own) / len(own) for i in (0, 1)]
        return sum(min(centres, key=lambda c: (p[0] - centres[c][0]) ** 2 + (p[1] - centres[c][1]) ** 2)
                   == p[2] for p in points) / len(points)

    assert nearest_is_own(1) < 0.8 < 0.97 < nearest_is_own(2)


def test_plots_of_a_choice_name_what_was_tried(germane):
    germane.ok("learn", "elda", *WINE, "--chunklet-column", "label", "--plots", "p")
    report = germane.ok("learn", "elda", *WINE, "--chunklet-column", "label", "--json").json()
    tried = {c["ridge"]: c["score"] for c in report["choice_of_ridge"]["candidates"] if c["ridge"] > 0}
    drawn = rows_of(germane, "p/choice_of_ridge-choice_of_ridge.csv")
    assert {float(r["x"]): float(r["y"]) for r in drawn} == tried


def test_plots_of_cluster(germane):
    germane.ok("cluster", "linkage", *WINE, "--k", "3", "--link", "ward", "--out", "c.csv", "--plots", "p")
    cluster = {row["row"]: row["cluster"] for row in rows_of(germane, "c.csv")}
    drawn = rows_of(germane, "p/clusters.csv")
    assert {row["row"].split()[1]: row["class"].split()[1] for row in drawn} == cluster
    assert len(rows_of(germane, "p/tree.csv")) == 177 and len(rows_of(germane, "p/tree-leaves.csv")) == 178
    shares = rows_of(germane, "p/scores-labels_in_clusters.csv")
    for label in "123":
        assert sum(float(r["value"]) for r in shares if r["row"] == label) == pytest.approx(1)


def test_many_rows_are_sampled_by_the_seed_and_trees_cut_to_their_top(germane):
    lines = [f"{(i * 7919) % 1009},{(i * 104729) % 997},{i % 2}" for i in range(6000)]
    germane.write("many.csv", "a,b,g\n" + "\n".join(lines) + "\n")
    learn = ["learn", "rca", "many.csv", "--chunklet-column", "g", "--check", "none", "--quiet"]
    germane.ok(*learn, "--plots", "p", "--threads", "1")
    germane.ok(*learn, "--plots", "q", "--threads", "3")
    assert len(rows_of(germane, "p/before_after.csv")) == 5000
    assert germane.bytes_of("p/before_after.csv") == germane.bytes_of("q/before_after.csv")
    germane.ok(*learn, "--plots", "r", "--seed", "1")
    assert germane.bytes_of("p/before_after.csv") != germane.bytes_of("r/before_after.csv")
    germane.ok("cluster", "linkage", "many.csv", "--exclude", "g", "--k", "4", "--link", "ward", "--quiet",
               "--plots", "t")
    assert len(rows_of(germane, "t/tree.csv")) == 99
    leaves = [row["name"] for row in rows_of(germane, "t/tree-leaves.csv")]
    assert len(leaves) == 100
    assert sum(int(re.match(r"([\d,]+) rows? with", n).group(1).replace(",", "")) if "with" in n else 1
               for n in leaves) == 6000


def test_plots_of_pairs_add_up(germane):
    germane.ok("learn", "lda", *WINE, "--out", "m.model")
    germane.write("pairs.csv", "".join(f"{i} {j} {'same' if (i < 59) == (j < 59) else 'different'}\n"
                                       for i in range(0, 120, 7) for j in range(i + 1, 120, 9)))
    germane.ok("pairs", "m.model", *WINE, "--pairs", "pairs.csv", "--plots", "p")
    spread = rows_of(germane, "p/scores-score_spread.csv")
    for kind in ("same pairs", "different pairs"):
        assert sum(float(r["y"]) for r in spread if r["series"] == kind) == pytest.approx(1)
    curve = [r for r in rows_of(germane, "p/scores-error_trade_off.csv") if r["series"] == "at every threshold"]
    accepted = [float(r["x"]) for r in curve]
    assert accepted == sorted(accepted) and accepted[-1] == 1


def test_plots_of_evaluate_and_of_views(germane):
    germane.ok("cluster", "kmeans", *WINE, "--k", "3", "--prepare", "standardize", "--out", "c.csv")
    germane.ok("evaluate", "c.csv", "--truth", "data/wine.csv", "--label", "label", "--plots", "p")
    shares = rows_of(germane, "p/labels_in_clusters.csv")
    assert {r["column"] for r in shares} == {"0", "1", "2"} and len(shares) == 9
    germane.ok("learn", "cca", "--view", "sepal=data/iris.csv", "--view-columns", "sepal=sepal_length,sepal_width",
               "--view", "petal=data/iris.csv", "--view-columns", "petal=petal_length,petal_width",
               "--plots", "q", "--quiet")
    lines = rows_of(germane, "q/components.csv")
    assert [r["series"] for r in lines] == ["objects learned from"] * 2 + ["objects held out"] * 2
    assert [r["x"] for r in lines] == ["0", "1"] * 2


VIEWS = ["--view", "sepal=data/iris.csv", "--view-columns", "sepal=sepal_length,sepal_width",
         "--view", "petal=data/iris.csv", "--view-columns", "petal=petal_length,petal_width"]


def test_plots_of_retrieve(germane):
    found = germane.ok("retrieve", *WINE, "--k", "6", "--plots", "p", "--out", "n.csv", "--json").json()
    near = rows_of(germane, "n.csv")
    spread = rows_of(germane, "p/nearest.csv")
    for name in ("the nearest", "the last of 6"):
        assert sum(float(r["y"]) for r in spread if r["series"] == name) == pytest.approx(1)
    for row in rows_of(germane, "p/by_rank.csv"):
        of_rank = sorted(float(r["distance"]) for r in near if r["rank"] == row["x"])
        assert float(row["y"]) == of_rank[88] and float(row["low"]) == of_rank[44]
    assert [float(r["y"]) for r in rows_of(germane, "p/labels-purity.csv")] == [
        row["purity"] for row in found["labels"]["purity"]]
    germane.ok("retrieve", "data/iris.csv", "--label", "label", "--within", "0.2", "--plots", "q", "--quiet")
    assert sum(float(r["y"]) for r in rows_of(germane, "q/near_pairs.csv")) == pytest.approx(1)


def test_plots_of_mates_are_recall_at_every_rank(germane):
    germane.ok("learn", "cca", *VIEWS, "--out", "m.model", "--quiet")
    found = germane.ok("retrieve", "--model", "m.model", *VIEWS[:2], *VIEWS[4:6], "--plots", "p", "--json").json()
    for row in found["mates"]:
        curve = {float(r["x"]): float(r["y"]) for r in rows_of(germane, f"p/recall_{row['from']}_{row['to']}.csv")
                 if r["series"] == row["score"]}
        assert curve[1] == row["recall_1"] and curve[150] == 1
    best = max(("inner-product", "cosine", "csls"),
               key=lambda s: next(r["recall_1"] for r in found["mates"] if r["score"] == s and r["from"] == "sepal"))
    assert "--out lists mates by inner-product, as in [Hardoon10]" in found["notes"][-1]
    assert (f"pass --metric {best}" in found["notes"][-1]) == (best != "inner-product")


def test_plots_of_loadings(germane):
    germane.ok("learn", "cca", *VIEWS, "--bootstrap", "30", "--out", "m.model", "--quiet")
    table = germane.ok("loadings", "m.model", "--plots", "p", "--json").json()["loadings"]
    for view in ("sepal", "petal"):
        bars = rows_of(germane, f"p/loadings_{view}_0.csv")
        own = [row for row in table if row["view"] == view and row["component"] == 0]
        assert [(b["label"], float(b["value"]), float(b["low"]), float(b["high"])) for b in bars] == [
            (row["feature"], row["loading"], row["low"], row["high"]) for row in own]
    circle = {row["row"]: row for row in rows_of(germane, "p/correlation_circle.csv")}
    for row in table:
        assert float(circle[row["feature"]]["xy"[row["component"]] + "_1"]) == row["loading"]
        assert circle[row["feature"]]["class"] == row["view"]
    germane.ok("loadings", "m.model", "--component", "1", "--view", "petal", "--plots", "q", "--quiet")
    assert [path.name for path in (germane.folder / "q").iterdir()] == ["loadings_petal_1.csv"]
    germane.ok("learn", "pca", *WINE, "--dimensions", "2", "--out", "w.model")
    germane.ok("loadings", "w.model", "--plots", "r", "--quiet")
    assert sorted(path.name for path in (germane.folder / "r").iterdir()) == ["weights_0.csv", "weights_1.csv"]


def test_plots_of_cluster_views(germane):
    labels = [row["label"] for row in rows_of(germane, "data/iris.csv")]
    germane.write("labels.txt", "".join(f"{label}\n" for label in labels))
    found = germane.ok("cluster", "views", *VIEWS, "--k", "4", "--parts", "2", "--labels", "labels.txt", "--out",
                       "c.csv", "--plots", "p", "--json").json()
    cluster = [row["cluster"] for row in rows_of(germane, "c.csv")]
    assert [row["class"].split()[1] for row in rows_of(germane, "p/clusters.csv")] == cluster
    spectrum = [float(row["y"]) for row in rows_of(germane, "p/components.csv")]
    assert len(spectrum) == 2 and spectrum[0] == found["correlations"][0]
    tree = rows_of(germane, "p/divisions.csv")
    assert [float(row["height"]) for row in tree][-1] == 150 and len(tree) == 3
    assert [row["name"] for row in rows_of(germane, "p/divisions-leaves.csv")] == [
        f"cluster {c}, {size} objects" for c, size in enumerate(found["sizes"])]
    assert len(rows_of(germane, "p/scores-labels_in_clusters.csv")) == 12
    germane.ok("cluster", "views", *VIEWS, "--plots", "q", "--quiet")  # k auto: of objects held out too
    assert {row["series"] for row in rows_of(germane, "q/components.csv")} == {
        "objects learned from", "objects held out"}
    germane.ok("cluster", "views", *VIEWS, "--space", "pca", "--k", "3", "--plots", "r", "--quiet")
    assert [path.name for path in (germane.folder / "r").iterdir()] == ["clusters.csv"]


def test_plots_of_evaluate_pairs_and_ranking(germane):
    germane.ok("learn", "lda", *WINE, "--out", "m.model")
    germane.write("pairs.csv", "".join(f"{i} {j} {'same' if (i < 59) == (j < 59) else 'different'}\n"
                                       for i in range(0, 120, 7) for j in range(i + 1, 120, 9)))
    for score in ("distance", "cosine"):
        germane.ok("pairs", "m.model", *WINE, "--pairs", "pairs.csv", "--score", score, "--out", f"{score}.csv")
    found = germane.ok("evaluate", "pairs", "distance.csv", "cosine.csv", "--plots", "p", "--json").json()
    curves = rows_of(germane, "p/error_trade_off.csv")
    assert {row["series"] for row in curves} == {"distance.csv", "cosine.csv"}
    for name in ("score_spread", "score_spread_2"):
        for kind in ("same pairs", "different pairs"):
            assert sum(float(r["y"]) for r in rows_of(germane, f"p/{name}.csv") if r["series"] == kind) == \
                pytest.approx(1)
    drawn = rows_of(germane, "p/differences.csv")
    said = [row for row in found["differences"] if row["score"] in ("auc", "equal_error")]
    assert [(float(r["value"]), float(r["low"]), float(r["high"])) for r in drawn] == [
        (row["difference"], row["from"], row["to"]) for row in said]
    germane.ok("evaluate", "pairs", "distance.csv", "--plots", "q", "--quiet")
    assert {row["series"] for row in rows_of(germane, "q/error_trade_off.csv")} == {
        "at every threshold", "where both are equal"}
    germane.ok("retrieve", *WINE, "--k", "5", "--out", "n.csv")
    found = germane.ok("evaluate", "ranking", "n.csv", "--truth", "data/wine.csv", "--label", "label", "--plots",
                       "r", "--json").json()
    purity = [float(row["y"]) for row in rows_of(germane, "r/purity.csv")]
    assert purity[0] == pytest.approx(1 - found["nearest_error"]) and purity[4] == pytest.approx(found["precision"])
    recall = [float(row["y"]) for row in rows_of(germane, "r/recall.csv")]
    assert recall == sorted(recall) and recall[4] < 0.2


def test_plots_are_refused_where_there_is_nothing_to_draw(germane):
    germane.refused("describe", "data/wine.csv", "--plots", "p",
                    says=["--plots 'p': there is nothing to draw here", "plots come with learn, loadings, cluster"])


def test_a_run_without_plots_says_so_and_is_no_failure(germane):
    germane.ok("stats", "data/wine.csv", "--chunklet-column", "label", "--out", "s.stats", "--quiet")
    result = germane("learn", "pca", "s.stats", "--dimensions", "1", "--plots", "p")
    assert result.code == 0 and "--plots p: this run has nothing to draw" in result.err
    assert not (germane.folder / "p").exists()


def test_a_folder_that_is_a_file_is_refused(germane):
    germane.write("p", "x")
    result = germane(*VERBS["learn"], "--plots", "p")
    assert result.code == 2 and "--plots p: is a file" in result.err
    assert germane.bytes_of("p") == b"x"


def test_other_endings_are_refused_before_the_work(germane):
    germane.refused(*VERBS["learn"], "--report", "r.pdf", says="must end in .html, .txt or .json")


def test_plots_replace_no_file_of_the_line(germane):
    (germane.folder / "pl").mkdir()
    shutil.copy(germane.folder / "data" / "wine.csv", germane.folder / "pl" / "clusters.csv")
    kmeans = ("cluster", "kmeans", "--label", "label", "--k", 3, "--prepare", "standardize", "--plots", "pl")
    germane.refused(*kmeans, "pl/clusters.csv", says="lies there too")
    germane.refused(*kmeans, "data/wine.csv", "--out", "pl/c.csv", says="lies there too")
    germane.write("pfile", "")
    germane.refused(*kmeans[:-1], "pfile", "data/wine.csv", "--out", "c.csv", says="is a file")


def test_a_report_replaces_no_result_of_the_same_run(germane):
    learn = ("learn", "rca", "data/wine.csv", "--label", "label", "--chunklet-column", "label")
    germane.refused(*learn, "--out", "m.json", "--report", "m.json", says="name another")
    germane.refused(*learn, "--out", "m.json", "--report", "./m.json", says="name another")
    (germane.folder / "d.html").mkdir()
    germane.refused(*learn, "--out", "m.model", "--report", "d.html", says="is a folder")
