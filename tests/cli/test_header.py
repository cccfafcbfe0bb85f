"""--header yes|no|auto: a first line of numbers is data unless it is said to be a header."""

import numpy as np

from archive import Archive

WAVELENGTHS = "400,401,402\n"


def write_spectra(germane):
    rows = np.random.default_rng(3).normal(size=(30, 3)) + 100
    body = "".join(",".join(map(repr, map(float, row))) + "\n" for row in rows)
    germane.write("numbered.csv", WAVELENGTHS + body)
    germane.write("plain.csv", body)
    return rows


def test_a_header_of_numbers_is_data_until_it_is_named_one(germane):
    rows = write_spectra(germane)
    assert germane.ok("describe", "numbered.csv", "--json").json()["rows"] == 31
    assert germane.ok("describe", "numbered.csv", "--header", "yes", "--json").json()["rows"] == 30
    germane.ok("learn", "pca", "numbered.csv", "--header", "yes", "--check", "none", "--out", "m")
    germane.ok("learn", "pca", "plain.csv", "--check", "none", "--out", "plain")
    assert np.array_equal(Archive(germane.folder / "m").map, Archive(germane.folder / "plain").map)
    germane.ok("transform", "m", "numbered.csv", "--header", "yes", "--out", "new.npy")
    assert np.load(germane.folder / "new.npy").shape[0] == len(rows)


def test_without_a_header_words_are_cells(germane):
    germane.write("t.csv", "name,kind\nred,round\n")
    germane.refused("describe", "t.csv", "--header", "no",
                    says="t.csv:1:1: 'name' is not a number (column 0)")
    germane.refused("describe", "t.csv", "--header", "no", "--label", "kind",
                    says="the columns have no names; give a number from 0 to 1")


def test_every_file_of_a_table_has_one(germane):
    write_spectra(germane)
    germane.write("more.csv", WAVELENGTHS + "1,2,3\n")
    both = germane.ok("describe", "numbered.csv", "more.csv", "--header", "yes", "--json").json()
    assert both["rows"] == 31


def test_what_does_not_fit_is_refused(germane):
    np.save(germane.folder / "t.npy", np.eye(3))
    germane.refused("describe", "t.npy", "--header", "yes",
                    says="t.npy: an npy file has no header line, so --header yes finds none")
    germane.refused("describe", "t.npy", "--header", "maybe", says="header = 'maybe': must be one of auto, yes, no")
    germane.write("t.csv", WAVELENGTHS)
    germane.refused("describe", "t.csv", "--header", "yes", says="a header and no rows")


def test_the_truth_of_an_evaluation_may_have_one(germane):
    germane.write("truth.csv", "1,2\n" + "".join(f"{i},{i // 5}\n" for i in range(10)))
    germane.write("c.csv", "row,cluster\n" + "".join(f"{i},{i // 5}\n" for i in range(10)))
    scores = germane.ok("evaluate", "c.csv", "--truth", "truth.csv", "--header", "yes", "--label",
                        "2", "--json").json()
    assert scores["ari"] == 1


def test_row_names_as_r_writes_them_are_column_0(germane):
    (germane.folder / "r.csv").write_text('"x","y"\n"a",1,2\n"b",3,5\n"c",5,1\n')
    report = germane.ok("describe", "r.csv", "--id", "0", "--json").json()
    assert report["columns"] == 2
    assert [row["column"] for row in report["features"]] == ["x", "y"]
    germane.refused("describe", "r.csv", says=["r.csv:2:1", "'a'"])
