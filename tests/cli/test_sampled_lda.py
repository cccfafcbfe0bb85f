"""learn sampled-lda: must-links, cannot-links and labels together."""

import itertools

import numpy as np
import scipy.linalg

from archive import Archive
from reference import csv_text


def test_with_all_labels_it_is_lda(germane):
    germane.ok("learn", "sampled-lda", "data/iris.csv", "--label", "label", "--k", 3, "--ridge", 0,
               "--check", "none", "--out", "sampled.model")
    germane.ok("learn", "lda", "data/iris.csv", "--label", "label", "--shrinkage", 0, "--check",
               "none", "--out", "lda.model")
    sampled, lda = (Archive(germane.folder / f"{name}.model").map for name in ("sampled", "lda"))
    assert np.abs(sampled - lda).max() < 1e-8 * np.abs(lda).max()


def test_it_agrees_with_every_labelling_counted_once(germane):
    """Seven rows in five chunklets, two classes, a cannot-link and a label, by enumeration."""
    rows = np.random.default_rng(3).normal(size=(9, 2))
    germane.write("t.csv", csv_text(rows, ["a", "b"]))
    germane.write("pairs.csv", "0,1,same\n1,2,same\n3,4,same\n5,6,same\n0,3,different\n5,7,different\n")
    germane.write("labels.csv", "row,label\n8,x\n")
    germane.ok("learn", "sampled-lda", "t.csv", "--pairs", "pairs.csv", "--labels", "labels.csv",
               "--k", 2, "--ridge", 0, "--draws", 40000, "--check", "none", "--out", "the.model")
    chunklets = [[0, 1, 2], [3, 4], [5, 6], [7], [8]]
    centred = rows - rows.mean(0)
    expected, valid = np.zeros((2, 2)), 0
    for z in itertools.product(range(2), repeat=5):
        if z[0] == z[1] or z[2] == z[3] or z[4] != 0:
            continue
        valid += 1
        for c in range(2):
            members = [i for g, label in zip(chunklets, z) if label == c for i in g]
            if members:
                s = centred[members].sum(0)
                expected += np.outer(s, s) / len(members)
    assert valid == 4
    _, vectors = scipy.linalg.eigh(expected, centred.T @ centred)
    ours = Archive(germane.folder / "the.model").map[0]
    best = vectors[:, -1]
    assert abs(ours @ best) / np.linalg.norm(ours) / np.linalg.norm(best) > 0.999


def test_the_report_says_how_many_draws_count(germane):
    germane.write("pairs.csv", "".join(f"{i},{i + 1},same\n" for i in range(0, 40, 2))
                  + "0,100,different\n")
    report = germane.ok("learn", "sampled-lda", "data/wine.csv", "--exclude", "label", "--pairs",
                        "pairs.csv", "--k", 3, "--json").json()["summary"]
    assert report["draws"] == 2000
    assert 1000 < report["effective_draws"] <= 2400
    assert abs(report["chain_agreement"] - 1) < 0.05


def test_what_cannot_be_is_refused_with_the_reason(germane):
    germane.write("pairs.csv", "0,1,different\n1,2,different\n0,2,different\n3,4,same\n")
    given = ("learn", "sampled-lda", "data/iris.csv", "--exclude", "label", "--pairs", "pairs.csv",
             "--out", "x.model")
    germane.refused(*given, "--k", 2, says=["no labelling by 2 classes", "row 0", "row 1", "row 2",
                                            "--k"])
    germane.refused(*given, says=["how many classes", "--k"])
    germane.ok(*given, "--k", 3, "--check", "none")


def test_a_search_that_ends_first_says_so(germane):
    generator = np.random.default_rng(2)
    classes = generator.integers(0, 3, 150)
    links = {(int(a), int(b)) for a, b in generator.integers(0, 150, (900, 2))
             if a < b and classes[a] != classes[b]}
    germane.write("pairs.csv", "".join(f"{a},{b},different\n" for a, b in sorted(links)))
    germane.refused("learn", "sampled-lda", "data/iris.csv", "--exclude", "label", "--pairs",
                    "pairs.csv", "--k", 3, "--search-steps", 20, "--out", "x.model",
                    says=["not decided within 20 steps", "--search-steps"])


def test_labels_that_contradict_links_are_refused(germane):
    germane.write("pairs.csv", "0,60,same\n1,2,same\n")
    germane.refused("learn", "sampled-lda", "data/iris.csv", "--label", "label", "--pairs",
                    "pairs.csv", "--k", 3, "--out", "x.model",
                    says=["rows 0 and 60 belong together", "different labels"])


def test_without_a_hint_it_says_what_is_needed(germane):
    germane.refused("learn", "sampled-lda", "data/iris.csv", "--exclude", "label", "--k", 3, "--out",
                    "x.model", says=["needs a hint", "--pairs", "--label"])


def test_rows_that_do_not_fit_are_refused_before_they_are_read(germane):
    germane.refused("learn", "sampled-lda", "data/iris.csv", "--label", "label", "--k", 3, "--memory",
                    1000, "--out", "x.model", says=["4.8 kB", "--memory"])


def test_the_same_bytes_for_any_number_of_threads(germane):
    germane.write("pairs.csv", "0,1,same\n50,51,same\n100,101,same\n0,50,different\n2,60,different\n")
    for threads in (1, 3):
        germane.ok("learn", "sampled-lda", "data/iris.csv", "--exclude", "label", "--pairs",
                   "pairs.csv", "--k", 3, "--threads", threads, "--out", f"{threads}.model")
    assert germane.bytes_of("1.model") == germane.bytes_of("3.model")
