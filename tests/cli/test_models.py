"""Files that are no models, rows that do not fit one, and places where nothing can be written."""

import os
import resource
import signal
import subprocess

import numpy as np
import pytest

from archive import safetensors
from limits import SECONDS
from reference import bundled, csv_text

OLD = b"what was here before"
IRIS = ("learn", "rca", "data/iris.csv", "--chunklet-column", "label")


@pytest.fixture
def model(germane):
    germane.ok(*IRIS, "--check", "none", "--out", "iris.model")
    return germane.bytes_of("iris.model")


def changed(model, old, new):
    assert old in model
    length = int.from_bytes(model[:8], "little")
    header = model[8:8 + length].replace(old, new)
    return len(header).to_bytes(8, "little") + header + model[8 + length:]


MODELS = {
    "a table": (lambda model: b"a,b\n1,2\n3,4\n" * 20, ["not a germane model"]),
    "nothing": (lambda model: b"", ["not a germane model"]),
    "another program's": (
        lambda model: safetensors({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}},
                                  bytes(8)), ["another program"]),
    "cut in its arrays": (lambda model: model[:-9], ["cut short"]),
    "cut in its header": (lambda model: model[:60], ["cut short"]),
    "cut in its length": (lambda model: model[:5], ["not a germane model"]),
    "longer than it says": (lambda model: model + bytes(9), ["bytes"]),
    "of a newer version": (
        lambda model: changed(model, b'"format_version":"1"', b'"format_version":"7"'),
        ["version 7", "version 1"]),
    "of no version": (
        lambda model: changed(model, b'"format_version":"1"', b'"format_version":"x"'), ["version"]),
    "with a huge header": (lambda model: (10 ** 15).to_bytes(8, "little") + model[8:], ["header"]),
    "with broken JSON": (lambda model: changed(model, b'"center":{', b'"center":['), ["header"]),
    "without its map": (lambda model: changed(model, b'"map":', b'"mop":'), ["'map'"]),
    "with nan inside": (
        lambda model: model[:8 + int.from_bytes(model[:8], "little")]
        + np.full(29, np.nan).tobytes() + model[8 + int.from_bytes(model[:8], "little") + 232:],
        []),
    "with arrays that overlap": (
        lambda model: changed(model, b'"data_offsets":[0,32]', b'"data_offsets":[8,40]'), []),
}


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("verb", ["transform", "cluster"])
def test_a_file_that_is_no_model(germane, model, kind, verb):
    change, says = MODELS[kind]
    germane.write("bad.model", change(model))
    germane.write("new.csv", OLD)
    command = (("transform", "bad.model", "data/iris.csv") if verb == "transform" else
               ("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3, "--model",
                "bad.model"))
    germane.refused(*command, "--out", "new.csv", says=["bad.model", *says])


def test_statistics_are_no_model(germane):
    germane.ok("stats", "data/iris.csv", "--chunklet-column", "label", "--out", "iris.stats")
    germane.refused("transform", "iris.stats", "data/iris.csv", "--out", "new.csv",
                    says=["iris.stats", "statistics", "model"])


def test_a_missing_column_is_named(germane, model):
    rows, _, names = bundled("iris")
    germane.write("t.csv", csv_text(rows[:, 1:], names[1:]))
    germane.refused("transform", "iris.model", "t.csv", "--out", "new.csv",
                    says=["1 of the 4 columns", "'sepal_length'"])


def test_a_column_the_model_has_already_is_no_suggestion(germane, model):
    rows, _, names = bundled("iris")
    germane.write("t.csv", csv_text(rows[:, [0, 2, 3]], [names[i] for i in (0, 2, 3)]))
    result = germane.refused("transform", "iris.model", "t.csv", "--out", "new.csv",
                             says=["'sepal_width'"])
    assert "petal_width" not in result.err


def test_a_renamed_column_is_suggested(germane, model):
    rows, _, names = bundled("iris")
    germane.write("t.csv", csv_text(rows, ["sepal_lenght", *names[1:]]))
    germane.refused("transform", "iris.model", "t.csv", "--out", "new.csv",
                    says=["'sepal_length'", "'sepal_lenght'"])


def test_extra_columns_are_counted(germane, model):
    rows, _, names = bundled("iris")
    germane.write("t.csv", csv_text(rows, names, {"x": ["?"] * 150, "y": ["1"] * 150}))
    found = germane.ok("transform", "iris.model", "t.csv", "--out", "new.csv", "--json").json()
    assert found["extra_columns"] == 2


def test_an_array_of_another_width(germane, model):
    np.save(germane.folder / "t.npy", np.ones((5, 3)))
    germane.refused("transform", "iris.model", "t.npy", "--out", "new.npy",
                    says=["t.npy", "3 feature columns", "4"])


def test_bad_rows_far_down_leave_the_old_result(germane, model):
    rows, _, names = bundled("iris")
    many = np.tile(rows, (200, 1))
    germane.write("t.csv", csv_text(many, names) + "1,2,x,4\n")
    germane.write("new.csv", OLD)
    germane.refused("transform", "iris.model", "t.csv", "--out", "new.csv", says=["t.csv:30002:3"])
    germane.refused("transform", "iris.model", "t.csv", "--out", "new.npy", says=["t.csv:30002:3"])


def test_the_ending_says_how_rows_are_written(germane, model):
    germane.refused("transform", "iris.model", "data/iris.csv", "--out", "new.xyz",
                    says=["new.xyz", ".csv", ".npy"])


# ---- nothing that was asked for is passed over

@pytest.mark.parametrize("command", [
    ("transform", "iris.model", "data/iris.csv", "--out", "new.csv"),
    ("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3, "--model", "iris.model"),
], ids=lambda command: command[0])
@pytest.mark.parametrize("option", [
    "--columns",
    "--exclude"])
def test_leaving_out_a_column_the_model_needs(germane, model, command, option):
    names = bundled("iris")[2]
    value = ",".join(names[1:]) if option == "--columns" else names[0]
    germane.refused(*command, option, value, says="model" if option == "--columns" else "sepal_length")


# ---- where results go

COMMANDS = {
    "learn": (IRIS, "x.model"),
    "stats": (("stats", "data/iris.csv", "--label", "label"), "x.stats"),
    "cluster": (("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3), "x.csv"),
    "constraints": (("constraints", "data/iris.csv", "--chunklet-column", "label"), "x.csv"),
    "simulate": (("constraints", "simulate", "data/iris.csv", "--label", "label"), "x.csv"),
}


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_folder_that_is_not_there(germane, kind):
    command, name = COMMANDS[kind]
    germane.refused(*command, "--out", f"no/such/{name}", says=[f"no/such/{name}", "directory"])


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_folder_is_no_file(germane, kind):
    (germane.folder / "folder").mkdir()
    germane.refused(*COMMANDS[kind][0], "--out", "folder", says=["folder", "directory"])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("kind", COMMANDS)
def test_a_full_disk(germane, kind):
    germane.refused(*COMMANDS[kind][0], "--out", "/dev/full", says=["/dev/full", "No space left"])


def test_a_file_size_limit_leaves_the_old_file(germane, model):
    """A disk that fills up in the middle of writing."""
    rows, _, names = bundled("iris")
    germane.write("t.csv", csv_text(np.tile(rows, (100, 1)), names))
    germane.write("new.csv", OLD)
    before = germane.files()

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = subprocess.run([str(germane.binary), "transform", "iris.model", "t.csv", "--out",
                           "new.csv"], cwd=germane.folder, capture_output=True, preexec_fn=limit,
                          timeout=SECONDS, check=False)
    assert done.returncode == 2
    assert b"new.csv" in done.stderr and b"File too large" in done.stderr
    assert germane.files() == before


def test_an_empty_name_is_not_taken_for_none(germane):
    """As an unset variable of a script would give it."""
    germane.refused(*IRIS, "--out", "", says="--out")
