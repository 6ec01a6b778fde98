#!/usr/bin/env bash
# A flame graph of one workload of the performance gate, in a build that keeps frame pointers:  tools/profile.sh WORKLOAD
set -eu
cd "$(dirname "$0")/.."
tools/build.sh profile gist_gate
mkdir -p build-profile/flames
exec python3 bench/profile/record.py build-profile/bench/gate/gist_gate "$1" "build-profile/flames/${1:-none}.svg"
