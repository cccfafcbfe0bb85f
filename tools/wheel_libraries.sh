#!/usr/bin/env bash
# Installs what the engine links, by the package manager of the machine that builds wheels: cibuildwheel runs
# this before all (pyproject.toml). Linux: the manylinux_2_34 image (AlmaLinux 9); macOS: Homebrew; Windows: vcpkg.
set -euo pipefail

case $(uname -s) in
  Linux)
    dnf -y install epel-release dnf-plugins-core
    dnf config-manager --set-enabled crb
    dnf -y install openblas-devel lapack-devel libicu-devel zlib-devel eigen3-devel fmt-devel json-devel \
      fast_float-devel nodejs npm
    ;;
  Darwin)
    brew install openblas lapack icu4c eigen fmt nlohmann-json fast_float
    ;;
  MINGW* | MSYS* | CYGWIN*)
    vcpkg install --triplet x64-windows openblas lapack-reference icu zlib eigen3 fmt nlohmann-json fast-float
    ;;
  *)
    echo "wheel_libraries: no list of packages for $(uname -s)" >&2
    exit 1
    ;;
esac
