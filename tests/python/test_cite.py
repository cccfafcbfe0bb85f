"""germane.cite: the tool's own answer, for a name, a class or an estimator."""

import re
import subprocess

import pytest

import germane


def test_names_classes_and_estimators_cite_what_the_tool_cites(tool):
    by_tool = subprocess.run([tool, "cite", "rca"], capture_output=True, text=True, check=True).stdout
    assert germane.cite("rca") == germane.cite(germane.RCA) == germane.cite(germane.RCA()) == by_tool
    assert germane.cite(germane.KMeans) == germane.cite("kmeans")


def test_nothing_is_germane_itself():
    assert re.findall(r"@\w+\{(\w+),", germane.cite()) == ["germane"]
    assert f"Version {germane.__version__}" in germane.cite()


def test_what_is_no_method_is_refused_with_the_nearest_name():
    with pytest.raises(ValueError, match="did you mean rca"):
        germane.cite("rcaa")
