"""The papers' experiments, from the command line: on bundled data, and on all where GERMANE_DATA has it."""

import json
import os
import pathlib
import subprocess

import pytest

from conftest import ROOT
from limits import SECONDS

DATA = pathlib.Path(os.environ.get("GERMANE_DATA", ROOT.parent / "shared" / "data"))
# The sets on which the issue asks for the paper's accuracy, within 0.03 or above it.
AGREES = {"wine", "ionosphere", "balance", "diabetes", "iris", "breast_cancer"}


def test_alone_it_lists_every_experiment(germane):
    rows = germane.ok("reproduce", "--json").json()["experiments"]
    names = [row["experiment"] for row in rows]
    assert len(names) == len(set(names))
    assert {"debie03 figure1", "debie03 table1", "debie03 table2", "barhillel03 figure2", "hardoon10 table1",
            "hardoon10 table2", "chaudhuri09 table1", "chaudhuri09 figure1"} <= set(names)
    assert {f"barhilleltr03 figure{number}" for number in range(3, 10)} <= set(names)
    assert all(row["shows"] for row in rows)


def test_the_list_is_one_line_an_experiment(germane):
    out = germane.ok("reproduce").out
    assert sum(line.startswith("debie03 table1 ") for line in out.splitlines()) == 1
    assert max(map(len, out.splitlines())) <= 100


def test_papers_and_experiments_are_found_by_name(germane):
    germane.refused("reproduce", "debie3", says=["'debie3'", "did you mean 'debie03'?"])
    germane.refused("reproduce", "debie03", "tabel1", says=["figure1, table1, table2", "did you mean 'table1'?"])
    germane.refused("reproduce", "debie03", "figure1", "--repetitions", -1, says=["repetitions", "-1"])


def test_without_any_file_it_says_which_and_where_they_come_from(germane):
    germane.refused("reproduce", "chaudhuri09", "figure1",
                    says=["data/debian_packages.tsv.gz is not there", "Debian 12", "--data"])
    germane.refused("reproduce", "barhilleltr03", "figure4",
                    says=["data/yaleb_32x32.npy is not there", "Extended Yale B", "--data"])


def test_the_toy_is_learned_and_the_same_on_any_number_of_threads(germane):
    toy = ("reproduce", "debie03", "figure1", "--repetitions", 4, "--json")
    found = germane.ok(*toy, "--threads", 1).out
    assert germane.ok(*toy, "--threads", 2).out == found
    rows = germane.ok(*toy).json()["figure1"]["accuracy"]
    assert rows[0]["ours"] == pytest.approx(0.5, abs=0.02)
    assert rows[1]["ours"] >= rows[1]["paper"] == 0.92
    assert germane.ok(*toy, "--seed", 1).json()["figure1"]["accuracy"] != rows


def test_the_figure_is_drawn_and_its_data_written(germane):
    germane.ok("reproduce", "debie03", "figure1", "--repetitions", 2, "--report", "toy.html", "--plots", "plots")
    assert b"Two classes of two clouds each" in germane.bytes_of("toy.html")
    assert any("toy" in path.name and path.suffix == ".csv" for path in (germane.folder / "plots").iterdir())


def test_what_is_there_runs_and_what_is_missing_is_named(germane):
    result = germane("reproduce", "debie03", "table1", "--repetitions", 2, "--json")
    assert result.code == 0, result
    table = result.json()["table1"]
    assert table["repetitions"] == 2
    assert [row["data"] for row in table["before"]] == ["wine", "ionosphere", "iris"]
    assert len(table["after"]) == 6
    wine = table["after"][1]
    assert wine["f"] == 0.7
    assert wine["difference"] == pytest.approx(wine["ours"] - wine["paper"], abs=1e-4)
    for name in ("protein", "diabetes", "balance", "soybean", "breast_cancer"):
        assert f"data/{name}.csv is not there" in result.err
    assert len(table["warnings"]) == 5


def test_a_paper_runs_all_of_its_experiments(germane):
    result = germane("reproduce", "barhillel03", "--repetitions", 1, "--json")
    assert result.code == 0, result
    report = result.json()
    assert {"figure1", "figure2"} <= set(report)
    assert report["figure1"]["accuracy"][1]["ours"] > report["figure1"]["accuracy"][0]["ours"]
    assert {row["data"] for row in report["figure2"]["accuracy"]} == {"wine", "ionosphere", "iris"}


def reproduced(germane, *words):
    """What is found on all the data, as JSON."""
    done = subprocess.run([germane.binary, "reproduce", *words, "--data", DATA, "--json"], capture_output=True,
                          text=True, timeout=8 * SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


needs_faces = pytest.mark.skipif(not (DATA / "yaleb_32x32.npy").exists(),
                                 reason="the Extended Yale B faces are not there; GERMANE_DATA names their folder")


@needs_faces
def test_on_faces_chunklets_do_what_names_do(germane):
    """What the issue asks for: errors of the nearest neighbour fall from 0.2 to below 0.05 and 0.03."""
    found = reproduced(germane, "barhilleltr03", "figure4", "--repetitions", "4")["figure4"]
    assert (found["images"], found["people"]) == (1920, 30)
    (row,) = [row for row in found["nearest"] if row["coordinates"] == 100]
    assert 0.15 < row["eigenfaces"] < 0.22
    assert row["rca_10"] < 0.6 * row["eigenfaces"]
    assert row["rca_30"] < 0.05
    assert row["rca_75"] < 0.03
    (unseen,) = [row for row in found["unseen"] if row["coordinates"] == 100]
    assert row["rca_30"] < unseen["rca_30"] < 0.1


@needs_faces
def test_most_of_what_large_chunklets_say_chunklets_of_three_say(germane):
    found = reproduced(germane, "barhilleltr03", "figure8", "--repetitions", "6")["figure8"]["errors"]
    errors = {row["size"]: row["ours"] for row in found}
    assert errors[2] > errors[3] > min(errors.values())
    assert errors[2] - errors[3] > (errors[2] - min(errors.values())) / 2


@needs_faces
def test_on_faces_rca_is_purer_than_mmc_and_after_cfld_than_after_pca(germane):
    found = reproduced(germane, "barhilleltr03", "figure6", "--repetitions", "1")["figure6"]["purity"]
    assert all(row["rca"] > row["mmc"] for row in found)
    found = reproduced(germane, "barhilleltr03", "figure7", "--repetitions", "1")["figure7"]
    assert all(row["cfld_rca"] > row["pca_rca"] for row in found["little"] + found["much"])


@pytest.mark.skipif(not (DATA / "breast_cancer.csv").exists(),
                    reason="the other UCI sets are not there; GERMANE_DATA names their folder")
def test_table_1_of_debie03_agrees_with_the_paper(germane):
    """With the paper's 30 draws the difference is at least -0.03; six leave two standard errors more."""
    draws = 6
    found = reproduced(germane, "debie03", "table1", "--repetitions", str(draws))["table1"]["after"]
    rows = [row for row in found if row["data"] in AGREES]
    assert len(rows) == 2 * len(AGREES)
    for row in rows:
        assert row["difference"] >= -0.03 - 2 * row["sd"] / draws ** 0.5, row
