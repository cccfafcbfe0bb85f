# shellcheck shell=bash
# What ./run test, lint and check do, each counted. Sourced by ./run after steps.sh.

passed=0
failed=0

# check LABEL LOG COMMAND...: a step that counts as one failure and lets the others go on.
check() { step "$@" || failed=$((failed + 1)); }

# sum_of FILE PATTERN: the sum of N over "... N test(s) ..." in the lines that match.
sum_of() {
  awk -v pattern="$2" '$0 ~ pattern { for (i = 2; i <= NF; i++) if ($i ~ /^tests?[.,]?$/) n += $(i - 1) }
    END { print n + 0 }' "$1"
}

# GoogleTest programs through CTest. A program that died without a summary counts as one failure.
unit_tests() {
  local preset=$1 log="$logs/unit-$1.log" failing_programs summaries died
  local -a command=(ctest --test-dir "$root/build/$1" -L unit -V --no-tests=error -j "$jobs")
  if [ "$preset" = tsan ]; then
    # The runtime of g++ 12 does not start where the kernel randomises more address bits.
    command=(setarch "$(uname -m)" --addr-no-randomize "${command[@]}")
  fi
  if ! step "unit tests ($preset)" "unit-$preset" "${command[@]}"; then
    say "    ... the failures in all of it:"
    grep -E ': Failure$|FAILED  \] .*\(.* ms\)$|SUMMARY: |: runtime error: ' "$log" | head -n 40 | sed 's/^/    /' >&2 || true
  fi
  failing_programs=$(sed -n 's/^.*tests passed, \([0-9]*\) tests\{0,1\} failed out of.*$/\1/p' "$log")
  summaries=$(grep -cE '^[0-9]+: \[  FAILED  \] [0-9]+ tests?, listed below' "$log" || true)
  died=$((${failing_programs:-1} - summaries)) # no line of CTest's at all: it did not run
  passed=$((passed + $(sum_of "$log" '^[0-9]+: .  PASSED  . ')))
  failed=$((failed + $(sum_of "$log" '^[0-9]+: .  FAILED  . [0-9]+ tests?, listed below') + died))
}

# pytest over tests/cli, a worker a core, which runs the tool named by GERMANE.
command_line_tests() {
  local preset=$1 slower=1
  local -a once=()
  case $preset in
    asan) slower=4 ;;
    tsan) slower=10 ;;
  esac
  # A sanitized program starts slowly, and the tool would start itself twice (apps/cli/main.cpp).
  [ "$slower" -eq 1 ] || once=(GERMANE_KERNEL_SET=1 OPENBLAS_NUM_THREADS=1)
  if ! compgen -G "$root/tests/cli/*test*.py" >/dev/null; then
    say "command line tests: none yet (tests/cli holds no *test*.py)"
    return 0
  fi
  pytest_step "command line tests ($preset)" "cli-$preset" env \
    GERMANE="$root/build/$preset/apps/cli/germane" GERMANE_SOURCE_DIR="$root" \
    GERMANE_SLOWER="$slower" "${once[@]}" \
    "$python" -m pytest -q -p no:cacheprovider -n "$jobs" "$root/tests/cli"
}

# pytest over tests/python and the examples in the package's own documentation.
python_tests() {
  local package="$root/build/release/python"
  pytest_step "Python tests" python env PYTHONPATH="$package" \
    GERMANE="$root/build/release/apps/cli/germane" GERMANE_SOURCE_DIR="$root" \
    "$python" -m pytest -q -p no:cacheprovider -n "$jobs" --doctest-modules "$root/tests/python" \
    "$package/germane"
}

# pytest_step LABEL LOG COMMAND...: a step whose tests are counted.
pytest_step() {
  local label=$1 name=$2 status=0 good bad
  step "$@" || status=$?
  good=$(($(pytest_count "$name" passed) + $(pytest_count "$name" xfailed)))
  bad=$(($(pytest_count "$name" failed) + $(pytest_count "$name" 'errors?')))
  [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
  [ "$(pytest_count "$name" skipped)" -eq 0 ] ||
    say "$label: $(pytest_count "$name" skipped) skipped"
  passed=$((passed + good))
  failed=$((failed + bad))
}

# The HTML report in a real browser: node's own test runner, playwright-core and Chromium. What is
# missing is said, and no failure.
browser_tests() {
  local preset=$1 folder="$root/build/web-test" tool="$root/build/$1/apps/cli/germane" program
  for program in node npm chromium; do
    if ! command -v "$program" >/dev/null; then
      say "browser smoke test: skipped, there is no $program"
      return 0
    fi
  done
  if ! "$tool" --version | grep -q '^HTML reports: yes'; then
    say "browser smoke test: skipped, the tool has no HTML reports; build/log/configure-$preset.log says why"
    return 0
  fi
  mkdir -p "$folder"
  rm -rf "$folder/src"
  cp -R "$root"/web/{package.json,package-lock.json,.npmrc,tsconfig.json,src} "$folder/"
  if ! cmp -s "$folder/package-lock.json" "$folder/fetched"; then
    if ! step "fetch playwright-core and typescript" npm npm --prefix "$folder" ci; then
      say "browser smoke test: skipped, npm cannot fetch what it needs"
      return 0
    fi
    cp "$folder/package-lock.json" "$folder/fetched"
  fi
  check "types of the web part" types node "$folder/node_modules/typescript/bin/tsc" -p "$folder"
  local status=0 bad
  step "browser smoke test ($preset)" browser env GERMANE="$tool" GERMANE_WEB_MODULES="$folder" \
    CHROMIUM="$(command -v chromium)" node --test "$root/tests/web/report.test.mjs" || status=$?
  bad=$(node_count fail)
  [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
  passed=$((passed + $(node_count pass)))
  failed=$((failed + bad))
}

# "# pass 12", or, of newer ones, "ℹ pass 12".
node_count() {
  local count
  count=$(sed -n "s/^[^ ]* $1 \([0-9]*\)\$/\1/p" "$logs/browser.log" | tail -n 1)
  printf '%s' "${count:-0}"
}

pytest_count() {
  local count
  count=$(tail -n 1 "$logs/$1.log" | grep -oE "\b[0-9]+ $2\b" | grep -oE '^[0-9]+' || true)
  printf '%s' "${count:-0}"
}

# The named test programs in a sanitized build; their tests were counted by the release build.
sanitized_tests() {
  local preset=$1 program
  shift
  if ! configure "$preset" tests || ! build "build $* ($preset)" "$preset" "$@"; then
    failed=$((failed + 1))
    return 0
  fi
  for program in "$@"; do
    check "$program ($preset)" "$program-$preset" "$root/build/$preset/tests/$program"
  done
}

# Every unit and command line test in a sanitized build.
whole_suite_under() {
  if ! configure "$1" tests || ! build "build everything ($1)" "$1"; then
    failed=$((failed + 1))
    return 0
  fi
  unit_tests "$1"
  command_line_tests "$1"
}

fuzz_targets() {
  local source
  for source in "$root"/fuzz/*_fuzz.cpp; do
    [ ! -f "$source" ] || basename "$source" .cpp
  done
}

# fuzz_each SECONDS TARGET...: from a copy of the corpus, so that the tree stays as it is. What is
# found lies in build/fuzz/found/.
fuzz_each() {
  local seconds=$1 target name
  shift
  if ! configure fuzz || ! build "build the fuzz targets" fuzz fuzz_targets; then
    failed=$((failed + 1))
    return 0
  fi
  mkdir -p "$root/build/fuzz/found"
  for target in "$@"; do
    name=${target%_fuzz}
    mkdir -p "$root/build/fuzz/corpus/$name"
    [ ! -d "$root/fuzz/corpus/$name" ] ||
      cp -R "$root/fuzz/corpus/$name/." "$root/build/fuzz/corpus/$name/"
    check "fuzz $name" "fuzz-$name" "$root/build/fuzz/fuzz/$target" \
      "-max_total_time=$seconds" -rss_limit_mb=2048 -timeout=10 \
      "-artifact_prefix=$root/build/fuzz/found/$name-" "$root/build/fuzz/corpus/$name"
  done
}

fuzz_for_seconds_in_all() {
  local -a targets
  mapfile -t targets < <(fuzz_targets)
  if [ ${#targets[@]} -eq 0 ]; then
    say "fuzzing: no targets yet (fuzz/ holds no *_fuzz.cpp)"
    return 0
  fi
  fuzz_each $((($1 + ${#targets[@]} - 1) / ${#targets[@]})) "${targets[@]}"
}

fuzz_for_seconds_each() {
  local -a targets
  mapfile -t targets < <(fuzz_targets)
  fuzz_for_seconds_in_all $(($1 * ${#targets[@]}))
}

sources() {
  local folder
  for folder in "$@"; do
    [ ! -d "$root/$folder" ] || find "$root/$folder" -name '*.cpp' -o -name '*.h'
  done
}

check_format() {
  local wrong
  wrong=$(sources germane apps python tests fuzz bench examples |
    xargs -r clang-format-14 --dry-run --style=file 2>&1 | grep -v '^ ' |
    sed -n 's/^\([^:]*\):.*clang-format-violations.*$/\1/p' | sort -u)
  [ -z "$wrong" ] || printf 'not as clang-format-14 lays it out (clang-format-14 -i FILE):\n%s\n' "$wrong"
  [ -z "$wrong" ]
}

# Every source by itself: one that leans on what another of its group includes does not compile.
check_alone() {
  { configure dev tests && build "build every source by itself" dev; } || {
    failed=$((failed + 1))
    return 1
  }
}

tidy_sources() { "$python" "$root/tools/tidy.py" "$root" "$root/build/dev" "$jobs"; }

# Nothing to test: what there is did not build.
give_up() {
  failed=$((failed + 1))
  finish
}

finish() {
  # Kept for .ci/run, which says it last.
  printf '%d passed, %d failed\n' "$passed" "$failed" | tee "$logs/tally"
  [ "$failed" -eq 0 ]
}
