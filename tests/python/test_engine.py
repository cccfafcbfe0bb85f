"""Manners of the engine in Python: its lock, signals, progress, environment, reports."""

import json
import os
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import germane


def python(code, **environment):
    """Runs code in an interpreter of its own."""
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment}, timeout=120)


def test_nothing_is_left_in_the_environment():
    done = python("""
        import os, subprocess, sys
        before = dict(os.environ)
        import germane
        assert dict(os.environ) == before, "changed"
        print(subprocess.run([sys.executable, "-c", "import os; print(os.environ.get('OPENBLAS_CORETYPE'))"],
                             capture_output=True, text=True).stdout.strip())
        """, **{name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(os.environ.get("OPENBLAS_CORETYPE"))


def test_the_engine_takes_as_many_threads_as_n_jobs_may_be():
    most = germane._engine._MOST_THREADS
    with pytest.raises(ValueError, match=rf"threads = {most + 1}: must be in \[0, {most}\]"):
        germane._engine.core.run("methods", [], [], False, most + 1, None)


def test_variable_is_not_set_once_numpy_is_loaded():
    done = python("""
        import os, numpy
        class Watched(dict):
            pass
        real = os.environ.__setitem__
        def watch(self, name, value):
            assert name != "OPENBLAS_CORETYPE", "set after numpy"
            real(name, value)
        type(os.environ).__setitem__ = watch
        import germane
        """)
    assert done.returncode == 0, done.stderr


def test_users_own_kernel_is_left_alone():
    done = python("import germane; print(germane.blas_kernel())", OPENBLAS_CORETYPE="Prescott")
    assert done.stdout.strip() == "Prescott"
    assert done.stderr == ""  # whoever chose it knows


def test_lock_is_released_while_the_engine_works(draw):
    X = draw.normal(size=(40_000, 20))
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick, daemon=True)  # a failure must not wait for it
    thread.start()
    started = time.monotonic()
    germane.KMeans(60, n_init=2, max_iter=30, n_jobs=1).fit(X)
    took = time.monotonic() - started
    done.set()
    thread.join()
    inside = [tick for tick in ticks if started < tick < started + took]
    assert len(inside) > took / 0.01 / 20  # were it held, there would be next to none


def test_interrupt_ends_the_work_within_seconds():
    code = """
        import numpy as np, germane, signal, os, threading, time
        signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it is ignored, as in the background
        X = np.random.default_rng(0).normal(size=(200_000, 30))
        threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        started = time.monotonic()
        try:
            germane.KMeans(300, n_init=100, max_iter=1000).fit(X)
        except KeyboardInterrupt:
            print(time.monotonic() - started)
        """
    done = python(code)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1.5 + 5  # a second, and a machine that may be busy


def test_progress_is_told_and_may_end_the_work(draw):
    X = draw.normal(size=(100_000, 30))
    told = []
    germane.KMeans(100, n_init=3, max_iter=20, verbose=lambda *news: told.append(news)).fit(X)
    assert told and all(isinstance(step, str) and done <= total or total == 0 for step, done, total in told)

    told.clear()
    germane.KMeans(3, verbose=lambda *news: told.append(news)).fit(X[:30])  # too quick to be looked at
    assert {"centres to start from", "k-means"} <= {step for step, _, _ in told}

    def stop(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        germane.KMeans(100, n_init=50, max_iter=1000, verbose=stop).fit(X)


def test_verbose_shows_progress_on_standard_error():
    done = python("""
        import numpy as np, germane
        germane.KMeans(100, n_init=3, max_iter=20, verbose=True).fit(np.random.default_rng(0).normal(size=(100_000, 30)))
        """)
    assert done.returncode == 0 and "germane: " in done.stderr and done.stdout == ""


def test_any_number_of_threads_gives_the_same_bits(draw):
    X, y = draw.normal(size=(5000, 20)), np.arange(5000) // 7
    one, two = (germane.RCA(n_jobs=jobs).fit(X, y) for jobs in (1, 2))
    assert np.array_equal(one.components_, two.components_)
    assert np.array_equal(germane.KMeans(9, n_jobs=1).fit(X).labels_, germane.KMeans(9, n_jobs=2).fit(X).labels_)


def test_reports_are_text_data_and_a_page(iris, tmp_path):
    X, y = iris
    report = germane.RCA(plots=True).fit(X, y).report_
    assert "did it help?" in str(report) and "memory:" not in str(report)
    assert report.data["rows"] == 150
    report.save(tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text())["rows"] == 150
    with pytest.raises(ValueError, match="as .html, .json or .txt"):
        report.save(tmp_path / "x.pdf")
    try:
        page = report.html
    except RuntimeError:
        pytest.skip("this build has no HTML reports: node and npm were not there")
    assert page.startswith("<!") and "<iframe" in report._repr_html_()
    assert any(name.endswith(".csv") for name in report.plots)
    assert page.count("memory:") == 0


def test_warnings_of_reports_are_pythons(draw):
    X = draw.normal(size=(30, 3)) * [1, 1, 1e6]
    with pytest.warns(germane.GermaneWarning):
        germane.KMeans(2).fit(X)


def test_error_in_one_thread_does_not_disturb_another(iris):
    X, y = iris
    failures, results = [], []

    def learn(bad):
        try:
            results.append(germane.RCA(shrinkage=7 if bad else "auto").fit(X, y).components_)
        except ValueError as error:
            failures.append(str(error))

    threads = [threading.Thread(target=learn, args=(i % 2 == 0,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(failures) == 4 and all(np.array_equal(each, results[0]) for each in results)
