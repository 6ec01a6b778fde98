#!/usr/bin/env bash
# Everything `make test` checks, stage by stage, one line each; what a stage prints is shown only if it fails.
#
#   release   the tests, optimised as users get it
#   asan      the same tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   fuzz      every fuzz target for a short, fixed number of inputs
#   package   the Python package builds and installs
#   python    its tests and those of the programs in bench/
#   install   an installed copy is found and used by a project of its own (examples/cpp)
#   docs      docs/cli.md says what the program's option tables say; snippets run, links lead somewhere, pictures are the program's
#   format    every C++ file as clang-format wants it
#   gate      instruction counts of six small workloads, at most 5% above those in the repository
#
# A failing build ends the run; a failing test does not keep the later stages from running. The last line is the sum.
set -u
cd "$(dirname "$0")/.." || exit
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
jobs=$(nproc)
# A sanitizer's own exit code, so that no test takes a finding in the program it runs for the program's answer.
export ASAN_OPTIONS=exitcode=86 UBSAN_OPTIONS=exitcode=86:print_stacktrace=1

report() { # stage, what happened, since when
  printf '%-9s %-34s %4d s\n' "$1" "$2" $((SECONDS - $3))
}

tally() { # passed, failed, skipped: in a file, because stages may run side by side
  echo "$*" >> "$logs/tally"
}

built() { # preset, target...
  local preset=$1 start=$SECONDS
  shift
  tools/build.sh "$preset" "$@" || { echo "$preset: the build failed" >&2; exit 1; }
  report "$preset" built "$start"
}

count() { # pattern with the number as its group: the sum over the shards' logs
  sed -nE "s/^\[ *$1.*/\1/p" "$logs"/shard.* | awk '{sum += $1} END {print sum + 0}'
}

# Builds a preset and runs gist_tests, one process per processor, each with its share of the tests. (ctest would start the
# program anew for each of a thousand tests, which under the sanitizers takes longer than the tests.)
suite() { # preset, directory, gtest filter
  local preset=$1 directory=$2 filter=$3 start crashed=0 good bad left_out shard
  built "$preset"
  start=$SECONDS
  rm -f "$logs"/shard.*
  local running=()
  for ((shard = 0; shard < jobs; ++shard)); do
    GTEST_TOTAL_SHARDS=$jobs GTEST_SHARD_INDEX=$shard "$directory/tests/gist_tests" --gtest_filter="$filter" \
      > "$logs/shard.$shard" 2>&1 &
    running+=($!)
  done
  for shard in "${!running[@]}"; do
    # A process that died before its closing line is a failure of its own.
    wait "${running[$shard]}" || grep -q '^\[  FAILED  \] [0-9]' "$logs/shard.$shard" || crashed=$((crashed + 1))
  done
  good=$(count 'PASSED  \] ([0-9]+) tests?') left_out=$(count 'SKIPPED \] ([0-9]+) tests?')
  bad=$(($(count 'FAILED  \] ([0-9]+) tests?') + crashed))
  [[ $good -gt 0 ]] || bad=$((bad + 1))
  tally "$good" "$bad" "$left_out"
  report "$preset" "$good passed, $bad failed" "$start"
  [[ $bad == 0 ]] || grep -hEv '^\[ +(OK|RUN) |^\[-----|^$' "$logs"/shard.*
}

# The fuzz targets, built with the sanitized tests, are few and their output long: ctest runs them.
fuzz() {
  local log=$logs/fuzz start=$SECONDS summary bad total
  ctest --preset fuzz -j "$jobs" --no-tests=error > "$log" 2>&1
  # "80% tests passed, 1 tests failed out of 5"
  summary=$(sed -nE 's/.* ([0-9]+) tests? failed out of ([0-9]+).*/\1 \2/p' "$log")
  read -r bad total <<< "${summary:-1 1}"
  tally $((total - bad)) "$bad" 0
  report fuzz "$((total - bad)) passed, $bad failed" "$start"
  [[ $bad == 0 ]] || cat "$log"
}

# Runs one command that passes or fails as a whole.
check() { # stage, command...
  local stage=$1 log=$logs/$1 start=$SECONDS
  shift
  if "$@" > "$log" 2>&1; then
    tally 1 0 0
    report "$stage" passed "$start"
  else
    tally 0 1 0
    report "$stage" FAILED "$start"
    cat "$log"
  fi
}

# The Python environments are mostly waited for, so they are made beside the compilers. What fails here is said by the
# stage that needs it.
environments() {
  tools/python-env.sh gistlearn python/requirements.txt
  tools/python-env.sh reproduce bench/reproduce/requirements.txt
  tools/python-env.sh suite bench/suite/requirements.txt
}
environments > "$logs/environments" 2>&1 &
making_environments=$!

suite release build '*'
suite asan build-asan '-Slow*:*/Slow*'
wait "$making_environments"
check package tools/build-python.sh & # mostly one compiler and one linker
packaging=$!
fuzz
wait "$packaging"
# Each of these keeps one processor busy, so the tests of the package run beside the others.
check python tools/test-python.sh &
check install tools/check-install.sh
check docs tools/test-docs.sh
check format tools/format.sh --check
check gate tools/gate.sh check
wait

read -r passed failed skipped < <(awk '{for (i = 1; i <= 3; ++i) sum[i] += $i} END {print sum[1], sum[2], sum[3]}' "$logs/tally")
[[ $skipped == 0 ]] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]
