# shellcheck shell=bash
# Debian 12 packages, by purpose; installed when missing. Sourced by ./run after steps.sh.

packages_for() {
  case $1 in
    build)
      echo g++ cmake ninja-build libeigen3-dev libopenblas-dev liblapacke-dev libcli11-dev \
        libfmt-dev nlohmann-json3-dev libfast-float-dev zlib1g-dev libicu-dev
      ;;
    test) echo libgtest-dev python3 python3-numpy python3-scipy python3-pytest \
        python3-pytest-xdist pkg-config ;;
    python) echo pybind11-dev python3-dev python3-numpy python3-scipy python3-sklearn ;;
    python-test) echo python3-pandas python3-matplotlib python3-dask python3-distributed mypy ;;
    wheel) echo python3-venv ;;
    fuzz) echo clang-14 libclang-rt-14-dev llvm-14 ;;
    format) echo clang-format-14 python3 ;;
    tidy) echo clang-tidy-14 ;;
    web) # from elsewhere they do as well, and Debian's npm would bring another node
      command -v node >/dev/null || echo nodejs
      command -v npm >/dev/null || echo npm
      ;;
    browser) echo chromium ;;
    mpi) echo libopenmpi-dev openmpi-bin ;;
    bench) echo python3 python3-venv python3-numpy python3-scipy python3-sklearn python3-pandas \
        libbenchmark-dev ;;
    dlib) echo libdlib-dev ;;
    *) die "no list of packages for '$1'" ;;
  esac
}

# What the packages hold, for systems with other names for them.
libraries_text='a C++20 compiler (g++ 12), CMake 3.25, Ninja, Eigen 3.4, OpenBLAS, LAPACKE, fmt 9,
nlohmann-json 3.11, fast_float 3.9, CLI11 2.1, zlib, ICU 72; for the tests GoogleTest 1.12, pkg-config and Python 3
with NumPy, SciPy, pytest and pytest-xdist in /usr/bin; for the Python package pybind11 2.10 and scikit-learn; for HTML reports Node 18 and npm, for their tests Chromium;
for fuzzing and lint clang, clang-format and clang-tidy 14'

missing_packages() {
  local installed package
  # An unknown package makes dpkg-query fail, but it lists the others all the same.
  installed=" $(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^ii *//p' | tr '\n' ' ') "
  for package in "$@"; do
    case $installed in
      *" $package "*) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

install_packages() {
  local admin=() attempt
  [ "$(id -u)" -eq 0 ] || admin=(sudo)
  for attempt in 1 2; do
    if "${admin[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
      "${admin[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
        --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"; then
      return 0
    fi
    [ "$attempt" -eq 2 ] || sleep 3 # a mirror may be busy for a moment
  done
  return 1
}

# ensure_packages PURPOSE...
ensure_packages() {
  local wanted missing purpose
  wanted=$(for purpose in "$@"; do packages_for "$purpose"; done)
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    if [ ! -d "$root/build" ]; then
      say "run: no apt-get here, so nothing is installed. Needed: $libraries_text."
    fi
    return 0
  fi
  # shellcheck disable=SC2086 # a list of words
  missing=$(missing_packages $wanted)
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "run: packages are missing, and installing them needs root. As root, run"
      say "apt-get install ${missing% }"
      exit 1
    fi
    [ ! -t 0 ] || sudo -v || true # ask for a password before the output goes to a file
  fi
  # shellcheck disable=SC2086
  if ! step "install ${missing% }" packages install_packages $missing; then
    say "run: could not install them. As root, run"
    say "apt-get install ${missing% }"
    exit 1
  fi
}

# try_packages PURPOSE...: the same, but where they cannot be had it only fails.
try_packages() { (ensure_packages "$@"); }
