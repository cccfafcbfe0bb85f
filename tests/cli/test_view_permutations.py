"""Components tested by permutations of objects."""

import numpy as np

from views import found, lacking, views_of, wide


def test_permutations_find_the_one_component_there_is(germane, wide):
    for options in ["--ridge", "10"], ["--ridge", "auto"]:
        report = germane.ok("learn", "cca", *views_of("ab"), *options, "--dimensions", "4", "--permutations",
                            "99", "--json").json()
        p = [row["p_permuted"] for row in report["components"]]
        assert p[0] == 0.01
        tested = [value for value in p if value is not None]
        assert tested == sorted(tested) and len(tested) < 4 and tested[-1] > 0.05
    again = germane.ok("learn", "cca", *views_of("ab"), *options, "--dimensions", "4", "--permutations",
                       "99", "--json", "--threads", "1").json()
    assert again["components"] == report["components"]


def test_noise_in_many_columns_is_no_component(germane):
    random = np.random.default_rng(8)
    for name, width in (("a", 200), ("b", 150)):
        np.save(germane.folder / f"{name}.npy", random.normal(size=(80, width)))
    report = germane.ok("learn", "cca", *views_of("ab"), "--ridge", "0.1", "--dimensions", "2",
                        "--permutations", "99", "--json").json()
    assert found(report)[0] > 0.9 and abs(found(report, "held_out")[0]) < 0.5
    assert report["components"][0]["p_permuted"] > 0.05


def test_permuting_inside_groups(germane):
    random = np.random.default_rng(9)
    level = np.repeat(3 * random.normal(size=12), 10)
    for name in "ab":
        lines = ["clinic," + ",".join(f"{name}{j}" for j in range(2))]
        lines += [f"c{i // 10}," + ",".join(repr(float(level[i] + random.normal())) for _ in range(2))
                  for i in range(120)]
        germane.write(f"{name}.csv", "\n".join(lines) + "\n")
    given = [*views_of("ab", "csv"), "--view-exclude", "b=clinic", "--permutations", "99", "--json"]
    apart = germane.ok("learn", "cca", *given, "--view-exclude", "a=clinic").json()
    inside = germane.ok("learn", "cca", *given, "--permute-within", "clinic").json()
    assert apart["components"][0]["p_permuted"] == 0.01
    assert inside["components"][0]["p_permuted"] > 0.05
    assert inside["components"][0]["correlation"] == apart["components"][0]["correlation"]
    germane.refused("learn", "cca", *views_of("ab", "csv"), "--permute-within", "clinic",
                    says="--permutations 999")


def test_objects_that_lack_a_view_are_not_exchanged(germane, lacking):
    germane.refused("learn", "gcca", *views_of("abc", "csv"), "--id", "id", "--ridge", "0.1",
                    "--permutations", "9", says="lack a view")
