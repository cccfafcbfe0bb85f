"""Objects that lack a view, against NumPy."""

import numpy as np
import pytest

from archive import Archive
from views import centred, found, lacking, mapped, views_of


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
    result = germane("learn", "mcca", *views_of("abc", "csv"), "--id", "id", "--json")
    complete, all_objects = (has["a"] & has["b"] & has["c"]).sum(), (has["a"] | has["b"] | has["c"]).sum()
    assert result.code == 0 and result.json()["objects"] == complete
    assert f"{all_objects - complete} of {all_objects} objects lack a view and are left out" in result.err, result


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


def test_views_without_common_objects_are_refused(germane):
    for name, first in (("a", 0), ("b", 100)):
        germane.write(f"{name}.csv", "id,x,y\n" + "".join(f"o{first + i},{i},{i * i % 7}\n" for i in range(30)))
    for method in "cca", "gcca", "pwca":
        germane.refused("learn", method, *views_of("ab", "csv"), "--id", "id", says=["'a'", "o0"])
