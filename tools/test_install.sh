#!/usr/bin/env bash
# Installs a build into an empty prefix and uses it as a stranger would: examples/ is built against
# the installed package with CMake and once more with pkg-config, and run.
#
# usage: tools/test_install.sh BUILD WORK   (WORK is emptied first)
set -euo pipefail

build=$(realpath "$1")
work=$2
examples=$(cd "$(dirname "$0")/../examples" && pwd)

rm -rf "$work"
mkdir -p "$work"
work=$(realpath "$work")
# Installed, then moved: nothing in it may name the place it was installed to.
cmake --install "$build" --prefix "$work/installed"
mv "$work/installed" "$work/prefix"
if grep -rIlF -e "$work/installed" -e "$build" "$work/prefix"; then
  echo "test_install: the files above name a path of this build" >&2
  exit 1
fi

echo "-- with find_package"
cmake -S "$examples" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_BUILD_TYPE=Release
cmake --build "$work/cmake"
"$work/cmake/learn_rca" | tee "$work/cmake.txt"

echo "-- with pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name germane.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs germane)"
g++ -std=c++20 -O2 "$examples/learn_rca.cpp" "${flags[@]}" -o "$work/learn_rca"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir germane) "$work/learn_rca" | tee "$work/pkgconfig.txt"

cmp "$work/cmake.txt" "$work/pkgconfig.txt"
if [ -x "$work/prefix/bin/germane" ]; then
  "$work/prefix/bin/germane" --version
else
  echo "test_install: no bin/germane was installed" >&2
  exit 1
fi
