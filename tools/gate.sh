#!/usr/bin/env bash
# The performance gate: instruction counts of six small workloads against those in bench/gate/counts.json.
#   tools/gate.sh [check|update]
# Without valgrind, or with another compiler than the counts are for, it says so and passes.
set -eu
cd "$(dirname "$0")/.."
tools/build.sh release gist_gate
exec python3 bench/gate/gate.py "${1:-check}" build/bench/gate/gist_gate
