"""Statistics: merged in any order, pickled, saved, learned from."""

import pickle
import subprocess

import numpy as np
import pytest

import germane
from germane import Statistics


@pytest.fixture
def parts(draw):
    X, chunks = draw.normal(size=(300, 4)) + 1e3, np.arange(300) // 5
    return X, chunks, [Statistics().update(X[i::3], chunks=chunks[i::3]) for i in range(3)]


def test_merge_of_parts_equals_whole_in_any_order(parts):
    X, chunks, (a, b, c) = parts
    whole = germane.RCA(check="none").fit(X, chunks).get_mahalanobis_matrix()
    for total in (a + b + c, c + (a + b), sum([b, c, a])):
        assert np.allclose(germane.RCA().fit(total).get_mahalanobis_matrix(), whole, rtol=1e-10)
        assert total.rows == 300
    assert a.rows == 100  # adding changes neither side


def test_updates_equal_one_gathering(parts):
    X, chunks, _ = parts
    steps = Statistics()
    for start in range(0, 300, 50):
        steps.update(X[start:start + 50], chunks=chunks[start:start + 50])
    expected = germane.CFLD(check="none", n_components=2).fit(X, chunks).get_mahalanobis_matrix()
    found = germane.CFLD(n_components=2).fit(steps).get_mahalanobis_matrix()
    assert np.allclose(found, expected, rtol=1e-8)


def test_pickled_and_saved_are_the_same(parts, tmp_path, tool):
    _, _, (a, b, _) = parts
    assert pickle.loads(pickle.dumps(a)) == a
    a.save(tmp_path / "a.stats")
    assert Statistics.load(tmp_path / "a.stats").rows == 100
    b.save(tmp_path / "b.stats")
    subprocess.run([tool, "merge", tmp_path / "a.stats", tmp_path / "b.stats", "--out", tmp_path / "ab.stats"],
                   check=True, capture_output=True)
    by_tool = germane.RCA().fit(Statistics.load(tmp_path / "ab.stats"))
    assert np.array_equal(by_tool.components_, germane.RCA().fit(a + b).components_)


def test_labels_make_classes(iris):
    X, y = iris
    total = Statistics().update(X[::2], labels=y[::2]) + Statistics().update(X[1::2], labels=y[1::2])
    assert np.allclose(np.abs(germane.LDA().fit(total).components_), np.abs(germane.LDA().fit(X, y).components_))


def test_refusals_say_what_to_do(parts, draw):
    X, chunks, (a, _, _) = parts
    with pytest.raises(ValueError, match="have seen no rows: call update first"):
        germane.RCA().fit(Statistics())
    with pytest.raises(ValueError, match="columns"):
        a + Statistics().update(draw.normal(size=(10, 3)), chunks=np.arange(10) // 2)
    with pytest.raises(ValueError, match="needs the rows"):
        germane.KernelRCA().fit(a)
    with pytest.raises(ValueError, match="one of them"):
        Statistics().update(X, chunks=chunks, constraints=germane.Constraints([(0, 1)]))
    with pytest.raises(ValueError, match="one of them"):
        Statistics().update(X, chunks, labels=chunks)
    with pytest.raises(TypeError, match="X: is a Statistics, which has no rows"):
        germane.KMeans(3).fit(a)
    with pytest.raises(TypeError):
        a + 3


SAME_KIND = "; gather all with the same kind of side-information$"


@pytest.mark.parametrize("first, added, message", [
    ("grouped", "plain", "has no side-information, the statistics before it have" + SAME_KIND),
    ("plain", "grouped", "has side-information, the statistics before it have none" + SAME_KIND),
    ("closed", "given", "has side-information of another kind than the statistics before it" + SAME_KIND),
    ("plain", "unit", 'was gathered with prepare="unit-rows", the statistics before it with prepare="none"$'),
    ("plain", "narrow", "has 2 columns, the statistics before it have 3; merge statistics of the same columns$"),
])
def test_what_does_not_go_together_is_told_apart(draw, first, added, message):
    X = draw.normal(size=(40, 3))
    links = germane.Constraints([(0, 1)])
    made = {"plain": lambda: Statistics().update(X), "narrow": lambda: Statistics().update(X[:, :2]),
            "unit": lambda: Statistics(prepare="unit-rows").update(X),
            "grouped": lambda: Statistics().update(X, chunks=np.arange(40) // 2),
            "closed": lambda: Statistics().update(X, constraints=links),
            "given": lambda: Statistics().update(X, constraints=links, links="given")}
    with pytest.raises(ValueError, match="^what is added " + message):
        made[first]() + made[added]()


def test_chunklets_of_two_kinds_are_told_apart(draw):
    X = draw.normal(size=(40, 3))
    with pytest.raises(ValueError, match="^the chunklets of what is added are groups, those of the statistics before it "
                                         "closed links$"):
        Statistics().update(X, constraints=germane.Constraints([(0, 1)])).update(X, chunks=np.arange(40) // 2)


def test_a_file_of_something_else_is_named(tmp_path):
    (tmp_path / "x.stats").write_text("hello")
    with pytest.raises(ValueError, match=r"x\.stats: is not a germane statistics file"):
        Statistics.load(tmp_path / "x.stats")
