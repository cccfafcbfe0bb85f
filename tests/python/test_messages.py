"""Messages are in Python's words: parameters, arguments and estimators, not options and verbs."""

import json
import re
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_wine

import germane
from germane._engine import in_python

pd = pytest.importorskip("pandas")
OPTION = re.compile(r"(?<![\w-])--[a-z]")


@pytest.mark.parametrize("said, expected", [
    ("pass --prepare standardize to weigh them alike", 'pass prepare="standardize" to weigh them alike'),
    ("pass --ridge 0.1, or --ridge auto", 'pass ridge=0.1, or ridge="auto"'),
    ("cluster gmm: how many components? pass --k N, or --k auto", 'cluster gmm: how many components? pass n_components, or '
                                                                  'n_components="auto"'),
    ("pass --permutations 999 too", "pass permutations=999 too"),
    ("raise --memory to have it", "raise memory to have it"),
    ("--links given uses pairs only", 'links="given" uses pairs only'),
    ("remove the row or fill the gap (--missing)", 'remove the row or fill the gap (missing="mean")'),
    ("column 'my label' is used as a feature; if it holds the answer, pass --label my label",
     "column 'my label' is used as a feature; if it holds the answer, take X.drop(columns=\"my label\")"),
    ("it does not know what belongs together; try learn rca", "it does not know what belongs together; try germane.RCA"),
    ("take learn kernel-rca, which has none", "take germane.KernelRCA, which has none"),
    ("learn rca: all 3 chunklets have one row", "learn rca: all 3 chunklets have one row"),
    ("classes there are, learn lda --label COLUMN is checked", "classes there are, germane.LDA().fit(X, y) is checked"),
    ("needs --pairs FILE, --chunklets FILE or --chunklet-column COLUMN", "needs constraints= or y"),
    ("pass --pairs FILE, --chunklets FILE, --chunklet-column COLUMN, --label COLUMN or --labels FILE; or name",
     "pass constraints= or y; or name"),
])
def test_options_are_parameters(said, expected):
    assert in_python(said, {"k": "n_components"}) == expected


def test_a_page_is_reworded_whatever_columns_are_called(draw):
    frame = pd.DataFrame(units(draw), columns=["a", "b", "<i> & 'x'"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = germane.KMeans(3).fit(frame).report_
    try:
        page = report.html
    except RuntimeError:
        pytest.skip("this build has no HTML reports: node and npm were not there")
    assert not re.search("--prepare +standardize", page) and r'prepare=\"standardize\"' in page
    for data in re.findall(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL):
        json.loads(data)


def units(draw):
    return draw.normal(size=(60, 3)) * [1, 1, 1e4]


def test_a_printed_report_speaks_of_parameters(draw):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = germane.RCA().fit(units(draw), np.arange(60) // 20).report_
        other = germane.KMeans(3).fit(units(draw)).report_
    for shown in (str(report), " ".join(report.check["notes"]), str(other), " ".join(other.warnings)):
        assert not OPTION.search(shown) and "germane methods" not in shown
    assert 'prepare="standardize"' in str(other) and 'prepare="standardize"' in other.warnings[0]
    assert max(map(len, str(report).splitlines())) <= 100
    assert "--prepare standardize" in " ".join(other.text.split())  # the command line's own
    try:
        page = other.html
    except RuntimeError:
        return
    assert "--prepare standardize" not in page and r'prepare=\"standardize\"' in page and "germane methods" not in report.html


@pytest.mark.parametrize("call, message", [
    (lambda X, y: germane.RCA().fit(X, np.full(150, -1)), "fit: y is -1 or None for all 150 rows, so no chunklet is known"),
    (lambda X, y: germane.RCA().fit(X, [None] * 150), "fit: y is -1 or None for all 150 rows"),
    (lambda X, y: germane.RCA().fit(np.where(X > 7, np.nan, X), y), r'fill the gap \(missing="mean"\)'),
    (lambda X, y: germane.CCA(ridge=0).fit([X[:3], X[:3]]), r'pass ridge=0.1, or ridge="auto"'),
    (lambda X, y: germane.CCA(view_ridge=[0.1, 0.2]).fit([X, X]),
     r"must be a mapping of views to numbers, as in view_ridge=\{'view0': 0.1\}; ridge=\[...\] takes one for each view"),
    (lambda X, y: germane.CCA(view_ridge={"zz": 0.1}).fit({"a": X, "b": X}),
     "view_ridge: there is no view 'zz'; there are 'a', 'b'"),
    (lambda X, y: germane.CCA().fit([X, X[1:]]), "matched by position unless they are data frames with an index"),
    (lambda X, y: germane.CCA().fit([X, X], permute_within=y), r"^permute_within: for what test\? pass permutations=999 too"),
    (lambda X, y: germane.CCA(predicted="zz").fit({"a": X, "b": X}), "predicted: there is no view 'zz'; there are 'a', 'b'"),
    (lambda X, y: germane.MMC().fit(X[[[0, 1], [2, 60]]], [1, 0]), r"fit: y holds 0; each must be 1 \(same\) or -1"),
    (lambda X, y: germane.MMC().fit(X[[[0, 1], [2, 60]]], [1]), r"fit: y has the shape \(1,\) for 2 pairs"),
    (lambda X, y: germane.MMC().fit(X[:4], [1, -1, 1, -1]), r"pairs have the shape \(pairs, 2, features\)"),
    (lambda X, y: germane.KMeans(3).fit(pd.DataFrame({"a": X[:, 0], "kind": ["setosa"] * 150})),
     r"X: the column 'kind' holds no numbers \('setosa'\); leave it out with drop\(columns='kind'\)"),
    (lambda X, y: germane.CCA().fit([pd.DataFrame({"kind": ["setosa"] * 150}), X]), "view0: the column 'kind' holds no"),
    (lambda X, y: germane.KMeans(3).fit(pd.DataFrame({"a": X[:, 0], "day": pd.Timestamp("2020-01-01")})),
     "X: the column 'day' holds no numbers"),
    (lambda X, y: germane.RCA().fit(X, constraints=germane.Constraints([(7, 8)]), ids=np.arange(150) // 2 * 2),
     r"ids: 0 is the id of more than one row \(75 of 150 repeat an earlier one\)"),
    (lambda X, y: germane.KMeans(2.5).fit(X), "^n_clusters = 2.5: must be an integer at least 1"),
    (lambda X, y: germane.RCA(shrinkage=True).fit(X, y), r"^shrinkage = True: must be a number in \[0, 1\]"),
    (lambda X, y: germane.LDA().fit(X, np.zeros(150)), "directions that separate need two$"),
    (lambda X, y: germane.RCA().fit(pd.DataFrame(X)[y > 0], constraints=germane.Constraints([(0, 60)])),
     r"the first: 0; rows go by ids= or the data frame's index; reset_index\(drop=True\) for row numbers"),
])
def test_errors_name_what_to_pass(iris, call, message):
    with pytest.raises(ValueError, match=message) as raised:
        call(*iris)
    assert not OPTION.search(str(raised.value))


def test_a_column_of_answers_is_to_be_dropped(iris):
    frame = pd.DataFrame(iris[0], columns=list("abcd")).assign(label=iris[1])
    with pytest.warns(germane.GermaneWarning, match=r'if it holds the answer, take X.drop\(columns="label"\)'):
        germane.KMeans(3).fit(frame)


# Whether it helped.

def test_a_check_that_was_not_made_says_why(iris, tmp_path):
    X, y = iris
    one = germane.RCA().fit(X, np.where(y == 0, 0, -1))
    assert one.check_ == {"verdict": "not checked", "reason": "with one chunklet nothing can be held out"}
    assert germane.RCA(check="none").fit(X, y).check_ == {"verdict": "not checked", "reason": 'check="none"'}
    assert germane.PCA().fit(X).check_["reason"] == "nothing says which rows belong together"
    of_parts = germane.RCA().fit(germane.Statistics().update(X, chunks=y))
    assert of_parts.check_ == {"verdict": "not checked", "reason": "statistics hold no rows to compare"}
    one.save(tmp_path / "x.model")
    assert germane.load(tmp_path / "x.model").check_["verdict"] == "not checked"


def test_what_did_not_help_is_warned_of_with_a_way_out():
    X, chunks = load_wine(return_X_y=True)
    with pytest.warns(germane.GermaneWarning, match="RCA: on pairs held out it did not help: every row .*; try "
                                                    "another method"):
        rca = germane.RCA().fit(X, chunks)
    assert rca.check_["verdict"] == "it did not help" and not OPTION.search(rca.check_["notes"][0])
    with warnings.catch_warnings():
        warnings.simplefilter("error", germane.GermaneWarning)
        germane.RCA(check="none").fit(X, chunks)
