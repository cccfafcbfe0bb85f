"""Scores of pairs under a model, error rates, calibration and the plot."""

import json
import xml.etree.ElementTree

import numpy as np
import pytest

import verification as plain
from archive import Archive, archive_bytes
from pairs_of_wine import GIVEN, draw_pairs, lines_of, score, scores, wine, write_pairs
from reference import bundled, read_rows

__all__ = ["wine"]  # a fixture


@pytest.mark.parametrize("kind", ["distance", "cosine", "llr"])
@pytest.mark.parametrize("costs", [(0.5, 1, 1), (0.02, 5, 0.5)])
def test_scores_and_figures_are_those_of_numpy(germane, wine, kind, costs):
    report = germane.ok(*GIVEN, "--score", kind, "--prior", costs[0], "--cost-miss", costs[1],
                        "--cost-accept", costs[2], "--out", "scores.csv", "--json").json()
    same, different = scores(wine, kind)
    found = report["scores"]
    assert found["auc"] == pytest.approx(plain.auc(same, different), abs=1e-12)
    assert found["equal_error"] == pytest.approx(plain.equal_error(same, different), abs=1e-12)
    assert found["min_dcf"] == pytest.approx(plain.min_cost(same, different, *costs), abs=1e-12)
    if kind == "llr":
        assert found["cllr_of_llr"] == pytest.approx(plain.cllr(same, different), rel=1e-7)
    assert "cllr" not in found and "threshold" not in found
    written = lines_of(germane, "scores.csv")
    sign = -1 if kind == "distance" else 1
    np.testing.assert_allclose([float(line["score"]) for line in written],
                               sign * np.concatenate([same, different]), rtol=1e-6, atol=1e-7)
    pairs, _ = wine
    assert [(int(line["row1"]), int(line["row2"]), line["kind"]) for line in written] == [
        (a, b, kind) for kind, links in pairs.items() for a, b in links]


@pytest.mark.parametrize("kind", ["distance", "cosine", "llr"])
@pytest.mark.parametrize("costs", [(0.5, 1, 1), (0.1, 2, 1)])
def test_calibration_is_logistic_regression_and_is_kept_in_the_model(germane, wine, kind, costs):
    given = ("--prior", costs[0], "--cost-miss", costs[1], "--cost-accept", costs[2])
    report = germane.ok(*GIVEN, "--score", kind, *given, "--calibrate", "c", "--out", "fitted.csv",
                        "--json").json()
    same, different = scores(wine, kind)
    odds = costs[0] * costs[1] / ((1 - costs[0]) * costs[2])
    prior = odds / (1 + odds)
    offset, slope = plain.fit_line(same, different, prior)
    sign = -1 if kind == "distance" else 1
    threshold = (-np.log(odds) - offset) / slope  # larger = more alike

    archive = Archive(germane.folder / "c")
    assert archive.metadata["calibration/score"] == kind
    np.testing.assert_allclose(archive["calibration/line"], [offset, sign * slope], rtol=1e-4)
    np.testing.assert_allclose(archive["calibration/threshold"], [sign * threshold], rtol=1e-4)
    assert archive["calibration/cost"].tolist() == list(costs)
    assert archive["calibration/pairs"].tolist() == [150, 150]
    for name, values in Archive(germane.folder / "m").arrays.items():
        assert (archive[name] == values).all(), name

    found = report["scores"]
    refused, accepted = plain.rates(same, different, threshold)
    assert found["threshold"] == pytest.approx(sign * threshold, rel=1e-4)
    assert found["same_refused"] == pytest.approx(refused, abs=1e-12)
    assert found["different_accepted"] == pytest.approx(accepted, abs=1e-12)
    assert found["dcf"] == pytest.approx(plain.cost(refused, accepted, *costs), abs=1e-9)
    assert found["cllr"] == pytest.approx(
        plain.cllr(offset + slope * same, offset + slope * different), rel=1e-5)
    assert found["cllr_cross_fitted"] == pytest.approx(
        plain.cross_fitted_cllr(same, different, prior), rel=1e-4)
    assert "150 same pairs and 150 different pairs" in found["notes"][0]
    assert "pairs it was fitted to" in found["notes"][0]

    # The calibrated model knows its score, its costs and its threshold.
    again = germane.ok("pairs", "c", *GIVEN[2:], "--out", "later.csv", "--json").json()
    assert again["score"] == kind
    assert [again[key] for key in ("prior", "cost_miss", "cost_accept")] == list(costs)
    for key in ("threshold", "dcf", "cllr", "same_refused", "different_accepted"):
        assert again["scores"][key] == found[key]
    assert "cllr_cross_fitted" not in again["scores"]
    assert germane.bytes_of("later.csv") == germane.bytes_of("fitted.csv")
    for line, value in zip(lines_of(germane, "later.csv"), np.concatenate([same, different])):
        assert line["decision"] == ("same" if value >= threshold else "different")
        assert float(line["llr"]) == pytest.approx(offset + slope * value, rel=1e-4, abs=1e-4)


def test_other_costs_move_the_threshold_along_the_calibration(germane, wine):
    germane.ok(*GIVEN, "--calibrate", "c")
    offset, slope = Archive(germane.folder / "c")["calibration/line"]
    report = germane.ok("pairs", "c", *GIVEN[2:], "--prior", 0.01, "--json").json()
    assert report["scores"]["threshold"] == pytest.approx((np.log(99) - offset) / slope, rel=1e-12)
    same, different = scores(wine, "distance")
    refused, accepted = plain.rates(same, different, -report["scores"]["threshold"])
    assert report["scores"]["dcf"] == pytest.approx(plain.cost(refused, accepted, 0.01), abs=1e-9)
    # Another score than the calibrated one has no threshold.
    assert "threshold" not in germane.ok("pairs", "c", *GIVEN[2:], "--score", "cosine",
                                         "--json").json()["scores"]


def test_describe_shows_the_calibration(germane, wine):
    assert "calibration" not in germane.ok("describe", "m", "--json").json()
    germane.ok(*GIVEN, "--score", "llr", "--prior", 0.2, "--calibrate", "c")
    shown = germane.ok("describe", "c", "--json").json()
    line = Archive(germane.folder / "c")["calibration/line"]
    assert shown["calibration"]["score"] == "llr"
    assert shown["calibration"]["prior"] == 0.2
    assert [shown["calibration"]["offset"], shown["calibration"]["slope"]] == line.tolist()
    assert shown["calibration"]["same_pairs"] == 150
    assert shown["two_covariance"] == 2


def test_threads_and_memory_change_no_byte(germane, wine):
    for kind in ("distance", "cosine", "llr"):
        germane.ok(*GIVEN, "--score", kind, "--out", "a.csv", "--threads", 1)
        germane.ok(*GIVEN, "--score", kind, "--out", "b.csv", "--threads", 3)
        germane.ok(*GIVEN, "--score", kind, "--out", "c.csv", "--memory", 1)
        assert germane.bytes_of("a.csv") == germane.bytes_of("b.csv")
        np.testing.assert_allclose(*[[float(line["score"]) for line in lines_of(germane, name)]
                                     for name in ("a.csv", "c.csv")], rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("learn", [("rca", "--prepare", "standardize"), ("cfld",),
                                   ("cfld", "--prepare", "unit-rows"), ("pca",)])
def test_distances_are_those_of_the_transformed_rows(germane, learn):
    side = () if learn[0] == "pca" else ("--chunklet-column", "label")
    run = germane.warned if learn[0] == "pca" else germane.ok
    run("learn", learn[0], "data/wine.csv", "--label", "label", *side, *learn[1:], "--check", "none",
        "--out", "m")
    germane.ok("transform", "m", "data/wine.csv", "--label", "label", "--out", "mapped.csv")
    pairs = draw_pairs(40)
    write_pairs(germane, pairs)
    germane.ok(*GIVEN, "--out", "scores.tsv")
    _, _, mapped = read_rows(germane.folder / "mapped.csv")
    expected = [-score(mapped, pairs[kind], "distance") for kind in ("same", "different")]
    written = [float(line["score"]) for line in lines_of(germane, "scores.tsv", "\t")]
    np.testing.assert_allclose(written, np.concatenate(expected), rtol=1e-9, atol=1e-12)


def test_weights_are_said_to_play_no_part(germane, wine):
    germane.write("weighted.csv", "0,1,same,2\n0,100,different,1\n")
    report = germane.ok(*GIVEN[:-1], "weighted.csv", "--json").json()
    assert any("weights of pairs play no part" in note for note in report["notes"])


def test_one_pair_of_each_kind_is_calibrated_without_an_honest_figure(germane, wine):
    germane.write("two.csv", "0,1,same\n0,170,different\n")
    report = germane.ok(*GIVEN[:-1], "two.csv", "--calibrate", "c", "--json").json()
    assert report["scores"]["dcf"] == 0
    assert "cllr_cross_fitted" not in report["scores"]
    assert "too few for others" in report["scores"]["notes"][0]
    assert np.isfinite(Archive(germane.folder / "c")["calibration/line"]).all()


def test_the_plot_is_a_picture_that_stands_by_itself(germane, wine):
    germane.ok(*GIVEN, "--calibrate", "c", "--plot", "det.svg")
    text = germane.bytes_of("det.svg").decode()
    root = xml.etree.ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    for words in ("pairs.csv under m", "misses: same pairs refused (%)",
                  "false accepts: different pairs accepted (%)",
                  "distance: equal error", "at the model's threshold"):
        assert words in text
    assert text.count("http") == 1


def test_methods_finds_it_by_its_other_names(germane):
    for word in ("plda", "two-covariance", "PLDA"):
        rows = germane.ok("methods", word, "--json").json()["methods"]
        assert "pairs" in [row["method"] for row in rows]


def test_wrong_use_is_refused(germane, wine):
    germane.refused(*GIVEN[:-2], says=["which pairs?", "--pairs FILE"])
    germane.refused(*GIVEN, "--plot", "p.png", says=["--plot p.png", "must end in .svg"])
    germane.refused(*GIVEN, "--out", "s.npy", says=["--out s.npy", "must end in .csv or .tsv"])
    germane.refused(*GIVEN, "--out", "pairs.csv", says=["pairs.csv", "is an input"])
    germane.refused(*GIVEN, "--calibrate", "m", says=["m: is an input"])
    germane.refused(*GIVEN, "--out", "x.csv", "--calibrate", "x.csv",
                    says=["x.csv: two results would be written to it"])
    germane.refused(*GIVEN, "--columns", "alcohol", says=["--columns", "the model says"])
    germane.refused(*GIVEN, "--prior", 1, says=["prior = 1", "must be in (0, 1)", "auto"])
    germane.refused(*GIVEN, "--cost-miss", 0, says=["cost-miss = 0", "must be above 0"])
    germane.refused(*GIVEN, "--score", "taste", says=["score", "distance, cosine, llr"])
    germane.refused(*GIVEN, "--prior", 1e-6, "--cost-accept", 1e6,
                    says=["prior 1e-06 with costs 1 and 1000000", "over 1e+09 times the other"])
    germane.refused("pairs", "m", "data/iris.csv", "--label", "label", "--pairs", "pairs.csv",
                    says="data/iris.csv")
    germane.write("none.csv", "row1,row2,kind\n")
    germane.refused(*GIVEN[:-1], "none.csv", says=["none.csv: holds no pairs"])
    germane.refused(*GIVEN, "--out", "s.csv", "--calibrate", "no/such/folder/c",
                    says="no/such/folder")


def test_llr_needs_a_model_that_holds_it(germane, wine):
    germane.warned("learn", "pca", "data/wine.csv", "--label", "label", "--out", "p")
    germane.refused("pairs", "p", *GIVEN[2:], "--score", "llr",
                    says=["p: holds no two-covariance model", "elda, cfld or lda",
                          "rca on up to 512 columns", "--score distance"])


def test_scores_that_say_nothing_are_not_calibrated(germane, wine):
    pairs, _ = wine
    write_pairs(germane, {"same": pairs["different"], "different": pairs["same"]}, "swapped.csv")
    germane.refused(*GIVEN[:-1], "swapped.csv", "--calibrate", "c", code=1,
                    says=["distance of same pairs is on the whole no smaller", "--score"])
    germane.refused(*GIVEN[:-1], "swapped.csv", "--score", "cosine", "--calibrate", "c", code=1,
                    says="cosine of same pairs is on the whole no larger")


def test_a_score_that_is_not_finite_is_refused_by_its_rows(germane, wine):
    rows, _, names = bundled("wine")
    rows[5] = 1e308
    text = [",".join(names)] + [",".join(map(repr, row.tolist())) for row in rows]
    germane.write("huge.csv", "\n".join(text) + "\n")
    germane.write("few.csv", "0,1,same\n5,9,different\n")
    germane.refused("pairs", "m", "huge.csv", "--pairs", "few.csv", code=1,
                    says=["huge.csv", "distance of rows 5 and 9 is not finite"])


def damaged(germane, change):
    """The calibrated model after a change of its metadata and arrays."""
    archive = Archive(germane.folder / "c")
    arrays = dict(archive.arrays)
    metadata = dict(archive.metadata)
    change(metadata, arrays)
    germane.write("bad", archive_bytes(metadata, arrays))
    return ("pairs", "bad", *GIVEN[2:])


def test_damaged_models_are_refused(germane, wine):
    germane.ok(*GIVEN, "--score", "llr", "--calibrate", "c")

    def no_two_covariance(_, arrays):
        for name in [name for name in arrays if name.startswith("two_covariance/")]:
            del arrays[name]

    def narrow(_, arrays):
        arrays["two_covariance/map"] = arrays["two_covariance/map"][:, :1].copy()
        arrays["two_covariance/mean"] = arrays["two_covariance/mean"][:1].copy()

    def negative(_, arrays):
        arrays["two_covariance/between"] = -arrays["two_covariance/between"]

    def level(_, arrays):
        arrays["calibration/line"] = np.zeros(2)

    def other(metadata, _):
        metadata["calibration/score"] = "taste"

    for change, says in [
            (no_two_covariance, "bad: calibrated for llr without a two-covariance model"),
            (narrow, "bad: a two-covariance model of 1 dimension after a map to 2"),
            (negative, "bad: 'two_covariance/between' holds a variance below 0"),
            (level, "bad: a calibration of llr with slope 0"),
            (other, "bad: calibrated for the score 'taste'")]:
        germane.refused(*damaged(germane, change), says=says)


def test_json_and_text_say_the_same(germane, wine):
    text = germane.ok(*GIVEN, "--calibrate", "c").out
    report = json.loads(germane.ok("pairs", "c", *GIVEN[2:], "--json").out)
    assert f"{report['scores']['auc']:.4g}" in text
