# shellcheck shell=bash
# Steps of ./run: each is timed, its output kept in build/log/, and shown only when it fails.
# Sourced by ./run, which sets `root` (the source tree).

logs="$root/build/log"
jobs=$(nproc 2>/dev/null || echo 2)
export CCACHE_BASEDIR="$root" # one compiler cache serves every checkout
silent_under=0 # steps shorter than this many milliseconds print nothing

say() { printf '%s\n' "$*" >&2; }

die() {
  say "run: $*"
  exit 1
}

milliseconds() {
  local now=${EPOCHREALTIME/[.,]/}
  printf '%s' $((10#$now / 1000))
}

seconds_text() { printf '%d.%d s' $(($1 / 1000)) $(($1 % 1000 / 100)); }

# step LABEL LOG COMMAND...: runs the command with its output in build/log/LOG.log.
step() {
  local label=$1 log="$logs/$2.log" started watcher='' status=0 took
  shift 2
  mkdir -p "$logs"
  started=$(milliseconds)
  if [ "$silent_under" -gt 0 ]; then
    # Someone waits for another output: say something only when there is a wait to explain.
    (
      sleep "$((silent_under / 1000))" >/dev/null 2>&1
      say "$label ..."
    ) >/dev/null </dev/null &
    watcher=$!
  fi
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ -n "$watcher" ]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
  fi
  took=$(($(milliseconds) - started))
  if [ "$status" -ne 0 ]; then
    say "$label: FAILED after $(seconds_text "$took") (exit $status); the end of ${log#"$root"/}:"
    tail -n 40 "$log" | sed 's/^/    /' >&2
  elif [ "$took" -ge "$silent_under" ]; then
    say "$label: $(seconds_text "$took")"
  fi
  return "$status"
}

# configure PRESET [tests|bench|python...]: runs CMake when the preset, the parts asked for or the place of
# the tree changed; otherwise Ninja itself sees whether a CMake file did. Parts asked for earlier
# stay, so a quickstart after a test run has nothing to configure.
configure() {
  local preset=$1 folder="$root/build/$1" stamp="$root/build/$1/run.stamp"
  local parts=" ${*:2} " origin launcher='' tests=OFF bench=OFF python_package=OFF wanted
  origin="$root $(cksum <"$root/CMakePresets.json")"
  if [ -f "$stamp" ]; then
    if [ "$(head -n 1 "$stamp")" = "$origin" ]; then
      parts+="$(tail -n +2 "$stamp") "
    else
      rm -rf "$folder" # made here from other presets, or in a tree that has moved
    fi
  fi
  case $parts in *" tests "*) tests=ON ;; esac
  case $parts in *" bench "*) bench=ON ;; esac
  case $parts in *" python "*) python_package=ON ;; esac
  if command -v ccache >/dev/null; then launcher=ccache; fi
  wanted="$origin"$'\n'
  [ $tests = OFF ] || wanted+=" tests"
  [ $bench = OFF ] || wanted+=" bench"
  [ $python_package = OFF ] || wanted+=" python"
  # Once npm is there, HTML reports can be built.
  if command -v node >/dev/null && command -v npm >/dev/null; then wanted+=" web"; fi
  wanted+=" launcher=$launcher"
  if [ -f "$folder/build.ninja" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
    return 0
  fi
  step "configure $preset" "configure-$preset" cmake -S "$root" --preset "$preset" \
    -DGERMANE_TESTS=$tests -DGERMANE_BENCH=$bench -DGERMANE_PYTHON=$python_package \
    "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" ||
    return 1
  printf '%s\n' "$wanted" >"$stamp"
}

# build LABEL PRESET TARGET...
build() {
  local label=$1 preset=$2
  shift 2
  step "$label" "build-$preset" ninja -C "$root/build/$preset" -j "$jobs" "$@"
}
