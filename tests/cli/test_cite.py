"""germane cite: BibTeX of a method's papers and of germane itself, from one list."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def keys(text):
    """Of BibTeX, which must be nothing but entries with an author and a title, blank lines between them."""
    entries = [part for part in text.split("\n\n") if part.strip()]
    for entry in entries:
        first, *fields, last = entry.strip().splitlines()
        assert re.fullmatch(r"@(article|inproceedings|techreport|misc)\{\w+,", first), entry
        assert last == "}" and all(re.fullmatch(r"  [a-z]+ = \{.+\},", line) for line in fields), entry
        assert {"author", "title"} <= {line.split()[0] for line in fields}
        assert entry.count("{") == entry.count("}")
    return [re.match(r"@\w+\{(\w+),", entry.strip()).group(1) for entry in entries]


def test_a_method_is_cited_with_germane_itself(germane):
    text = germane.ok("cite", "rca").out
    assert keys(text) == ["BarHillelTR03", "germane"]
    assert "author = {A. Bar-Hillel and T. Hertz and N. Shental and D. Weinshall}" in text
    assert "title = {{Learning a Mahalanobis Metric with Side Information}}" in text
    assert "number = {2003-34}" in text and "year = {2003}" in text


def test_no_method_is_germane_itself(germane):
    version = germane.ok("--version").out.split()[1]
    text = germane.ok("cite").out
    assert keys(text) == ["germane"] and f"Version {version}" in text


def test_several_papers_come_in_the_order_in_which_help_names_them(germane):
    assert keys(germane.ok("cite", "cca").out) == ["Hotelling36", "Chaudhuri09", "DeBie03", "germane"]


@pytest.mark.parametrize("name, same_as", [("wccn", "rca"), ("kcca", "kernel-cca"), ("learn rca", "rca")])
def test_other_names_cite_the_same(germane, name, same_as):
    assert germane.ok("cite", name).out == germane.ok("cite", same_as).out


def test_a_key_cites_its_paper(germane):
    assert keys(germane.ok("cite", "Hardoon10").out) == ["Hardoon10", "germane"]
    assert keys(germane.ok("cite", "germane").out) == ["germane"]


def test_every_method_has_a_paper(germane):
    methods = [row["method"] for row in germane.ok("methods", "--json").json()["methods"]]
    assert len(methods) > 20
    for method in methods:
        cited = keys(germane.ok("cite", method).out)
        assert len(cited) >= 2 and cited[-1] == "germane", method


def test_json_has_the_entries_by_key(germane):
    result = germane.ok("cite", "elda", "--json").json()
    assert [key for key in result if key != "run"] == ["DeBie03", "germane"]
    assert result["DeBie03"].startswith("@inproceedings{DeBie03,\n")


def test_all_are_the_papers_of_the_references_each_once(germane):
    listed = re.findall(r"^\| \[(\w+)\]", (ROOT / "docs" / "references.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert keys(germane.ok("cite", "--all").out) == [*listed, "germane"]
    assert len(set(listed)) == len(listed)


def test_reports_hold_the_entries(germane):
    germane.ok("cite", "rca", "--report", "rca.txt")
    assert keys(germane.bytes_of("rca.txt").decode()) == ["BarHillelTR03", "germane"]


def test_what_is_no_method_is_refused_with_the_nearest_name(germane):
    germane.refused("cite", "rcaa", says=("'rcaa' is neither a method nor the key of a paper", "did you mean rca?"))
    germane.refused("cite", "DeBie30", says="did you mean DeBie03?")
    germane.refused("cite", "xyzzy-no-such", says=("`germane methods`", "`germane cite --all`"))
    germane.refused("cite", "rca", "--all", says="'rca' or --all, one of them")


def test_the_citation_file_has_the_version_of_the_tool(germane):
    version = germane.ok("--version").out.split()[1]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {version}\n" in citation
