#!/usr/bin/env bash
# Everything `make test` checks, stage by stage, one line each; what a stage prints is shown only if it fails.
#
#   release   the tests, optimised as users get it
#   asan      the same tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   install   an installed copy is found and used by a project of its own (examples/cpp)
#   fuzz      every fuzz target for a short, fixed number of inputs
#   docs      docs/cli.md says what the program's option tables say
#   format    every C++ file as clang-format wants it
#
# A failing build ends the run; a failing test does not keep the later stages from running. The last line is the sum.
set -u
cd "$(dirname "$0")/.." || exit
log=$(mktemp)
trap 'rm -f "$log"' EXIT
jobs=$(nproc)
passed=0 failed=0 skipped=0

report() { # stage, what happened, since when
  printf '%-9s %-34s %4d s\n' "$1" "$2" $((SECONDS - $3))
}

# Builds a preset and runs its tests through ctest.
suite() { # preset, target...
  local preset=$1 start=$SECONDS summary total bad left_out
  shift
  tools/build.sh "$preset" "$@" || { echo "$preset: the build failed" >&2; exit 1; }
  report "$preset" built "$start"
  start=$SECONDS
  ctest --preset "$preset" -j "$jobs" --no-tests=error > "$log" 2>&1
  local code=$?
  # "98% tests passed, 2 tests failed out of 100"; ctest counts skipped tests as passed, we do not.
  summary=$(sed -nE 's/.* ([0-9]+) tests? failed out of ([0-9]+).*/\1 \2/p' "$log")
  read -r bad total <<< "${summary:-1 1}"
  [[ $code == 0 || $bad -gt 0 ]] || bad=1
  left_out=$(grep -c '\*\*\*Skipped' "$log")
  passed=$((passed + total - bad - left_out)) failed=$((failed + bad)) skipped=$((skipped + left_out))
  report "$preset" "$((total - bad - left_out)) passed, $bad failed" "$start"
  [[ $bad == 0 ]] || grep -Ev '^ +Start +[0-9]+:| Passed +[0-9.]+ sec' "$log"
}

# Runs one command that passes or fails as a whole.
check() { # stage, command...
  local stage=$1 start=$SECONDS
  shift
  if "$@" > "$log" 2>&1; then
    passed=$((passed + 1))
    report "$stage" passed "$start"
  else
    failed=$((failed + 1))
    report "$stage" FAILED "$start"
    cat "$log"
  fi
}

suite release
suite asan
check install tools/check-install.sh
suite fuzz
[[ ! -e docs/cli.md ]] || check docs bash -c 'set -o pipefail; build/gist reference | diff docs/cli.md -'
check format tools/format.sh --check

[[ $skipped == 0 ]] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]
