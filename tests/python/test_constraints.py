"""Side-information: made of anything, checked, split, drawn."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse.csgraph

import germane
from germane import Constraints


def test_pairs_of_a_frame_are_same_or_different():
    frame = pd.DataFrame({"a": [0, 2, 4], "b": [1, 3, 5], "kind": ["same", "different", "same"], "weight": [1, 2, 3]})
    known = Constraints.from_frame(frame)
    assert known.must_links == [(0, 1), (4, 5)] and known.cannot_links == [(2, 3)]
    assert known.resolve(6).weights.tolist() == [1, 3, 2]
    with pytest.raises(ValueError, match="'perhaps': a pair is same"):
        Constraints.from_pairs([(0, 1)], ["perhaps"])
    with pytest.raises(ValueError, match="y: 2 for 1 pairs"):
        Constraints.from_pairs([(0, 1)], [1, 1])
    with pytest.raises(ValueError, match=r"\(0, 1, 2\): a pair has two rows"):
        Constraints(must_links=[(0, 1, 2)])


def test_weights_count_when_links_are_taken_as_given(draw):
    X = draw.normal(size=(40, 3))
    pairs = [(i, i + 1) for i in range(0, 40, 2)]
    alike = germane.RCA(links="given", check="none")
    plain = alike.fit(X, constraints=Constraints(pairs)).components_
    doubled = alike.fit(X, constraints=Constraints(pairs, weights=[2.0] * 20)).components_
    other = alike.fit(X, constraints=Constraints(pairs, weights=[5.0] * 10 + [1.0] * 10)).components_
    assert np.allclose(plain, doubled) and not np.allclose(plain, other)


def test_chain_of_must_links_is_one_chunklet(draw):
    X = draw.normal(size=(100, 2))
    chain = Constraints([(i, i + 1) for i in range(99)])
    whole = germane.RCA(check="none").fit(X, np.zeros(100, dtype=int))
    assert np.allclose(germane.RCA(check="none").fit(X, constraints=chain).components_, whole.components_)


def test_contradictions_are_named():
    X = np.arange(10.0).reshape(5, 2)
    with pytest.raises(ValueError, match="are different here, but same in pair 0|both"):
        germane.RCA().fit(X, constraints=Constraints([(0, 1)], [(1, 0)]))
    with pytest.raises(ValueError, match="is paired with itself"):
        germane.RCA().fit(X, constraints=Constraints([(2, 2)]))
    with pytest.raises(ValueError, match="1 of 2 are no row numbers"):
        germane.RCA().fit(X, constraints=Constraints([(0, 5)]))
    with pytest.raises(ValueError, match="y and constraints both have groups"):
        germane.RCA().fit(X, [0, 0, 1, 1, 1], constraints=Constraints(groups=[0, 0, 1, 1, 1]))


def test_diagnosis_counts_chunklets(iris):
    X, y = iris
    data = Constraints([(0, 1), (1, 2), (50, 51)], [(0, 50)]).diagnose(X).data
    assert data["chunklets"] == 2 and data["cannot_links"] == 1
    rca = germane.RCA().fit(X, y)
    assert "least likely links" in Constraints([(0, 1), (0, 149)]).diagnose(X, model=rca, suspects=1).text


def test_split_keeps_components_whole_and_loses_nothing():
    known = Constraints([(i, i + 1) for i in range(0, 200, 2)])
    kept, held = known.split(0.2, seed=1)
    assert len(kept) + len(held) == 100 and 10 <= len(held) <= 30
    rows = [{row for pair in part.must_links for row in pair} for part in (kept, held)]
    assert not rows[0] & rows[1]
    again = known.split(0.2, seed=1)
    assert again[1].must_links == held.must_links
    named = Constraints([(f"r{a}", f"r{b}") for a, b in known.must_links])
    kept_by_name, held_by_name = named.split(0.2, seed=1)
    assert len(kept_by_name) + len(held_by_name) == 100 and held_by_name.must_links[0][0].startswith("r")


def test_drawn_pairs_are_of_one_class_and_leave_the_share(iris):
    _, y = iris
    known = Constraints.simulate(y, components=0.7, random_state=3)
    a, b = np.array(known.must_links).T
    graph = scipy.sparse.coo_matrix((np.ones(len(a)), (a, b)), shape=(150, 150))
    assert scipy.sparse.csgraph.connected_components(graph)[0] == 105 and np.all(y[a] == y[b])
    assert Constraints.simulate(y, components=0.7, random_state=3).must_links == known.must_links
    both = Constraints.simulate(y, components=0.9, cannot=10)
    assert len(both.cannot_links) == 10 and all(y[a] != y[b] for a, b in both.cannot_links)
    groups = Constraints.simulate(y, size=3, share=0.5).groups
    sizes = np.bincount(list(groups.values()))
    assert set(sizes[sizes > 0]) == {3}
    assert len(Constraints.simulate(y, ratio=0.01).must_links) > 0
    taught = Constraints.simulate(y, teachers=4).groups
    for group in set(taught.values()):
        assert len({int(y[row]) for row, each in taught.items() if each == group}) == 1


def test_labels_and_links_go_together(iris):
    X, y = iris
    some = {row: int(y[row]) for row in range(0, 150, 10)}
    learned = germane.SampledLDA().fit(X, constraints=Constraints([(1, 2)], [(1, 51)], labels=some))
    assert learned.transform(X).shape == (150, 2)
