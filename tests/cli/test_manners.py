"""Where things are printed, what an interruption leaves behind, what a full pipe does."""

import json
import os
import platform
import signal
import stat
import subprocess
import threading
import time

import numpy as np
import pytest

from limits import SECONDS, SLOWER
from reference import bundled

IRIS = ("data/iris.csv", "--chunklet-column", "label")

REPORTS = {
    "learn": ("learn", "rca", *IRIS),
    "stats": ("stats", *IRIS, "--out", "s"),
    "constraints": ("constraints", *IRIS),
    "simulate": ("constraints", "simulate", "data/iris.csv", "--label", "label", "--out", "p"),
    "cluster": ("cluster", "kmeans", "data/iris.csv", "--label", "label", "--k", 3),
    "describe": ("describe", "data/iris.csv", "--label", "label"),
    "methods": ("methods",),
    "quickstart": ("quickstart",),
    "reproduce": ("reproduce", "debie03", "figure1", "--repetitions", 2),
    "views": ("learn", "pwca", "--view", "a=data/iris.csv", "--view-columns", "a=sepal_length,sepal_width",
              "--view", "b=data/iris.csv", "--view-columns", "b=petal_length,petal_width"),
    "vectorize": ("vectorize", "data/notes.tsv", "--text", "text", "--id", "id", "--out", "n.mtx"),
}


@pytest.mark.parametrize("kind", REPORTS)
def test_json_is_all_there_is_on_standard_output(germane, kind):
    result = germane.ok(*REPORTS[kind], "--json")
    assert isinstance(result.json(), dict)
    assert result.out.endswith("}\n")
    assert "NaN" not in result.out and "Infinity" not in result.out


@pytest.mark.parametrize("kind", REPORTS)
def test_text_is_plain_and_fits_the_page_when_piped(germane, kind):
    out = germane.ok(*REPORTS[kind]).out
    assert "\x1b" not in out and "\r" not in out
    assert max(len(line) for line in out.splitlines()) <= 120
    assert out == "\n".join(line.rstrip() for line in out.splitlines()) + "\n"


@pytest.mark.parametrize("kind", REPORTS)
def test_a_report_is_what_was_printed(germane, kind):
    printed = germane.ok(*REPORTS[kind], "--report", "r.txt").out
    assert germane.bytes_of("r.txt").decode() == printed
    printed = germane.ok(*REPORTS[kind], "--report", "r.json", "--json").out
    assert json.loads(germane.bytes_of("r.json")) == json.loads(printed)


def test_the_form_of_a_report_does_not_depend_on_what_is_printed(germane):
    germane.ok("methods", "--report", "a.json")
    germane.ok("methods", "--report", "b.json", "--json")
    germane.ok("methods", "--report", "a.txt")
    germane.ok("methods", "--report", "b.txt", "--json")
    assert germane.bytes_of("a.json") == germane.bytes_of("b.json")
    assert germane.bytes_of("a.txt") == germane.bytes_of("b.txt")


def test_a_report_that_cannot_be_written_does_not_hide_the_answer(germane):
    (germane.folder / "full.txt").symlink_to("/dev/full")
    result = germane("methods", "--report", "full.txt")
    assert result.code == 2
    assert "learn rca" in result.out
    assert "full.txt" in result.err


def test_an_unwritable_report_is_refused_before_the_work(germane):
    """A wrong ending, or a folder that is not there, is known before anything is computed or written."""
    germane.refused("learn", "rca", *IRIS, "--out", "m", "--report", "r.docx", says=".json")
    germane.refused("learn", "rca", *IRIS, "--out", "m", "--report", "no/such/r.txt", says="no/such/r.txt")


def test_quiet_silences_warnings_not_errors(germane):
    germane.write("t.csv", "id,a\np,1\nq,2\nr,4\n")
    germane.write("pairs", "p q\nr nobody\n")
    command = ("constraints", "t.csv", "--id", "id", "--pairs", "pairs", "--unknown-ids", "skip")
    assert "warning" in germane(*command).err
    result = germane.ok(*command, "--quiet")
    assert result.out
    germane.refused("describe", "nowhere.csv", "--quiet", says="nowhere.csv")


def test_warnings_are_in_json_too(germane):
    germane.write("t.csv", "id,a\np,1\nq,2\nr,4\n")
    germane.write("pairs", "p q\nr nobody\n")
    result = germane("constraints", "t.csv", "--id", "id", "--pairs", "pairs", "--unknown-ids",
                     "skip", "--json")
    assert any("skipped" in warning for warning in result.json()["warnings"])


def test_no_time_stamps_and_no_paths_of_this_machine(germane):
    germane.ok("learn", "rca", *IRIS, "--out", "a")
    time.sleep(1.1)
    (germane.folder / "copy.csv").write_bytes((germane.folder / "data/iris.csv").read_bytes())
    germane.ok("learn", "rca", "copy.csv", *IRIS[1:], "--out", "b")
    assert germane.bytes_of("a") == germane.bytes_of("b")


def test_files_have_the_rights_that_the_user_asked_for(germane):
    old = os.umask(0o027)
    try:
        germane.ok("learn", "rca", *IRIS, "--out", "m", "--report", "r.txt")
    finally:
        os.umask(old)
    for name in ("m", "r.txt"):
        assert stat.S_IMODE((germane.folder / name).stat().st_mode) == 0o640


def test_a_result_does_not_replace_its_own_input(germane):
    germane.ok("learn", "pca", "data/iris.csv", "--label", "label", "--out", "m")
    np.save(germane.folder / "t.npy", bundled("iris")[0])
    (germane.folder / "link.npy").symlink_to("t.npy")
    for out in ("t.npy", "./t.npy", "link.npy", "m"):
        germane.refused("transform", "m", "t.npy", "--out", out, says="input")


def test_a_link_to_a_result_stays_a_link(germane):
    (germane.folder / "real").mkdir()
    (germane.folder / "m").symlink_to("real/m")
    germane.write("real/m", b"old")
    germane.ok("learn", "rca", *IRIS, "--out", "m")
    assert (germane.folder / "m").is_symlink()
    assert germane.bytes_of("real/m") != b"old"


def test_a_result_may_go_to_standard_output_as_a_device(germane):
    """Not renamed over: a device stays a device."""
    germane.ok("learn", "rca", *IRIS, "--out", "/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


# ---- pipes

def start(germane, *arguments, **more):
    return subprocess.Popen([str(germane.binary), *map(str, arguments)], cwd=germane.folder, **more)


@pytest.mark.parametrize("arguments", [("--help",), ("methods",), ("describe", "wide.npy"),
                                       ("describe", "wide.npy", "--json")], ids=" ".join)
def test_a_reader_that_leaves_early_is_no_accident(germane, arguments):
    np.save(germane.folder / "wide.npy", np.random.default_rng(1).normal(size=(3, 9000)))
    reader, writer = os.pipe()
    os.close(reader)
    process = start(germane, *arguments, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode in (0, 141, -signal.SIGPIPE)
    assert err == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_output_that_cannot_be_written_is_an_error(germane):
    with open("/dev/full", "wb") as full:
        process = start(germane, "methods", stdout=full, stderr=subprocess.PIPE)
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode not in (0, -signal.SIGABRT)
    assert b"No space left" in err


# ---- interruptions

def wait_until(condition, seconds=20 * SLOWER):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.005)


def cpu_seconds(process):
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt(process, number=signal.SIGINT):
    assert process.poll() is None, "it was done before it could be interrupted"
    process.send_signal(number)
    start_of_end = time.monotonic()
    out, err = process.communicate(timeout=SECONDS)
    return out, err, time.monotonic() - start_of_end


@pytest.fixture
def heavy(germane):
    """Some 200 MB: seconds of work for each of the commands below."""
    random = np.random.default_rng(1)
    block = random.normal(size=(500, 5000)).astype(np.float32)
    array = np.lib.format.open_memmap(germane.folder / "heavy.npy", "w+", np.float32, (10000, 5000))
    for i in range(0, 10000, 500):
        array[i:i + 500] = block * random.uniform(0.5, 2, (1, 5000)).astype(np.float32)
    array.flush()
    germane.write("m", b"old")
    yield
    (germane.folder / "heavy.npy").unlink()  # pytest keeps the folders of the last three runs


def names(germane):
    return {path.name for path in germane.folder.iterdir()}


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
@pytest.mark.parametrize("number,code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_learner_stops_and_leaves_the_old_model(germane, heavy, number, code):
    before = names(germane)
    process = start(germane, "learn", "pca", "heavy.npy", "--out", "m", stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
    wait_until(lambda: cpu_seconds(process) > 0.4)
    out, err, seconds = interrupt(process, number)
    assert process.returncode in (code, -number)
    if number == signal.SIGINT:
        assert process.returncode == 130
    assert out == b""
    assert b"terminate" not in err and b"Traceback" not in err
    assert seconds < 5 * SLOWER
    assert germane.bytes_of("m") == b"old"
    assert names(germane) == before


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_an_interrupted_clustering_stops(germane, heavy):
    before = names(germane)
    process = start(germane, "cluster", "kmeans", "heavy.npy", "--k", 50, "--out", "m",
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: cpu_seconds(process) > 0.6)
    out, _, seconds = interrupt(process)
    assert process.returncode == 130 and out == b"" and seconds < 5 * SLOWER
    assert germane.bytes_of("m") == b"old" and names(germane) == before


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_an_eigenproblem_can_be_interrupted(germane):
    np.save(germane.folder / "t.npy", np.random.default_rng(3).normal(size=(3100, 3000)))
    germane.ok("stats", "t.npy", "--out", "t.stats")  # what is left to do is the eigenproblem
    (germane.folder / "t.npy").unlink()
    germane.write("m", b"old")
    process = start(germane, "learn", "pca", "t.stats", "--out", "m", stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
    wait_until(lambda: cpu_seconds(process) > 0.5)
    interrupt(process)
    assert process.returncode == 130
    assert germane.bytes_of("m") == b"old"


@pytest.mark.skipif(SLOWER >= 10, reason="the thread sanitizer keeps signals back while a program waits")
def test_a_step_that_does_not_stop_at_once_says_so(germane):
    """Waiting for more of standard input, as in LAPACK, nothing is asked."""
    process = start(germane, "describe", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    giving_up = threading.Timer(SECONDS, process.kill)
    giving_up.start()
    process.stdin.write(b"a,b\n1,2\n")
    process.stdin.flush()
    time.sleep(0.5 * SLOWER)  # until signals are caught
    process.send_signal(signal.SIGINT)
    assert process.stderr.readline() == b"germane: stops when this step ends; once more ends it at once\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 130
    giving_up.cancel()
    process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_write_leaves_no_temporary_file(germane, number):
    rows, _, _ = bundled("iris")
    germane.ok("learn", "pca", "data/iris.csv", "--label", "label", "--out", "m")
    np.save(germane.folder / "many.npy", np.tile(rows, (8000, 1)))
    germane.write("new.csv", b"old")
    before = names(germane)
    process = start(germane, "transform", "m", "many.npy", "--out", "new.csv", "--threads", 1,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: names(germane) != before or process.poll() is not None)
    interrupt(process, number)
    assert process.returncode in (128 + number, -number)
    assert names(germane) == before
    assert germane.bytes_of("new.csv") == b"old"
    (germane.folder / "many.npy").unlink()


def test_progress_is_not_written_to_a_file(germane):
    np.save(germane.folder / "t.npy", np.random.default_rng(2).normal(size=(60000, 60)))
    assert germane.ok("learn", "pca", "t.npy").err == ""


# ---- the BLAS kernel

def test_the_version_names_the_kernel(germane):
    result = germane.ok("--version")
    first, html, second = result.out.splitlines()[:3]
    assert first.split()[0] == "germane" and first.split()[1][0].isdigit()
    assert html.startswith("HTML reports: ")
    assert second.startswith("BLAS kernel: ") and len(second.split()) > 2


@pytest.mark.skipif(platform.machine() != "x86_64", reason="a kernel of x86-64")
def test_a_kernel_asked_for_is_used(germane):
    environment = {**os.environ, "OPENBLAS_CORETYPE": "Prescott"}
    done = subprocess.run([str(germane.binary), "--version"], env=environment, capture_output=True,
                          text=True, timeout=SECONDS, check=True)
    assert "BLAS kernel: Prescott" in done.stdout


def test_a_report_replaces_nothing_that_the_line_names(germane):
    np.save(germane.folder / "b.npy", np.random.default_rng(1).normal(size=(30, 2)))
    germane.write("a.txt", "x,y\n" + "".join(f"{i % 7},{i % 5}\n" for i in range(30)))
    before = germane.bytes_of("a.txt")
    for line in (("describe", "a.txt", "--report", "a.txt"),
                 ("learn", "cca", "--view", "a=a.txt", "--view", "b=b.npy", "--report", "a.txt"),
                 ("learn", "cca", "--view=a=a.txt", "--view", "b=b.npy", "--report=./a.txt")):
        germane.refused(*line, says="name another")
        assert germane.bytes_of("a.txt") == before
