#!/usr/bin/env bash
# Builds a wheel as pip does and uses it as a stranger would: in a new virtual environment with the
# newest NumPy, SciPy and scikit-learn. Needs PyPI; where that cannot be reached it says so, and is
# no failure.
#
# usage: tools/test_wheel.sh WORK   (WORK is kept, so that the next run builds only what changed)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
work=$(realpath "$1")
python=/usr/bin/python3

rm -rf "$work/venv" "$work/wheels"
"$python" -m venv "$work/venv"
if ! "$work/venv/bin/pip" download -q --retries 1 --no-deps -d "$work/wheels" scikit-build-core >"$work/pypi.log" 2>&1; then
  echo "wheel test: skipped, PyPI cannot be reached: $(tail -n 1 "$work/pypi.log")"
  exit 0
fi
rm -rf "$work/wheels"

# As every other build of ours (warnings are errors, the compiler's plain name), so that the compiler's
# cache can be shared.
export CXX=c++
settings=(-C "build-dir=$work" -C cmake.define.GERMANE_WARNINGS_ARE_ERRORS=ON)
if command -v ccache >/dev/null; then
  settings+=(-C cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
"$work/venv/bin/pip" install -q --upgrade pip # Debian's knows no -C for a wheel
"$work/venv/bin/pip" wheel -v --no-deps -w "$work/wheels" "${settings[@]}" "$root"
"$work/venv/bin/pip" install -q "$work"/wheels/germane-*.whl pytest pandas matplotlib
"$work/venv/bin/pip" list | grep -iE '^(numpy|scipy|scikit-learn|germane) '

cd "$work" # where no germane lies beside
GERMANE_WHEEL=$(echo "$work"/wheels/germane-*.whl) \
  "$work/venv/bin/python" -m pytest -q -p no:cacheprovider "$root/tests/wheel"
"$work/venv/bin/python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs germane
