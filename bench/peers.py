"""Environments of the libraries that the benchmarks compare with, and programs that print JSON."""

import json
import os
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
FALLBACK_KERNELS = {"prescott", "core2", "generic"}
AVX2_KERNELS = {"haswell", "zen", "excavator"}


def is_wrong_kernel(in_use, wanted):
    """Whether an OpenBLAS that does not know the processor took a kernel of 2004, or one of half the width."""
    return in_use.lower() in FALLBACK_KERNELS | (AVX2_KERNELS if wanted == "SkylakeX" else set())


def forget_kernel_of_environment():
    """Everyone is measured with the kernel that suits the processor, whatever the environment asks for."""
    asked = os.environ.pop("OPENBLAS_CORETYPE", None)
    if asked:
        print(f"OPENBLAS_CORETYPE={asked} of the environment is left out: all are given the kernel that suits the processor",
              file=sys.stderr)


def peer_python(folder, packages):
    """The interpreter of an environment with these packages, a file (of bench/), made when it is not
    there; None and why if it cannot be."""
    wanted = (HERE / packages).read_text(encoding="utf-8")
    python, stamp = folder / "bin" / "python", folder / pathlib.Path(packages).name
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python, ""
    print(f"installing the peers from PyPI into {folder.name}", file=sys.stderr, flush=True)
    venv.create(folder, with_pip=True, clear=True)
    alone = ["--no-deps"] if "--no-deps" in wanted else []  # what it asks for cannot be had
    pip = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                          "--timeout", "15", "--retries", "1", "--only-binary", ":all:", *alone,
                          "-r", HERE / packages],
                         stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if pip.returncode != 0:
        reasons = [line for line in pip.stderr.splitlines() if line.startswith("ERROR")]
        return None, reasons[-1] if reasons else f"pip exit {pip.returncode}"
    stamp.write_text(wanted, encoding="utf-8")
    return python, ""


def dlib_library(folder):
    """dlib's cca as a library that Python can load, compiled when it is not there; None and why if it cannot be."""
    source, library = HERE / "table" / "dlib_cca.cpp", folder / "dlib_cca.so"
    if library.exists() and library.stat().st_mtime > source.stat().st_mtime:
        return library, ""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["g++", "-std=c++17", "-O3", "-march=native", "-fPIC", "-shared", source, "-o", library,
                           "-ldlib", "-lopenblas"], capture_output=True, text=True, check=False)
    return (library, "") if done.returncode == 0 else (None, "libdlib-dev is not there, or too new for this")


def json_of(command, environment=None):
    """(object, '') or (None, why) of a program that prints one JSON object."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=environment, check=False)
    except OSError as error:
        return None, str(error)
    if done.returncode != 0:
        return None, (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    return json.loads(done.stdout), ""
