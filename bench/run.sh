#!/usr/bin/env bash
# What `make bench` does:  run.sh SETS SOLVERS CELLS BUDGET BASE PARTS THREADS REDO, each possibly empty
set -eu
cd "$(dirname "$0")/.."
sets=$1 solvers=$2 cells=$3 budget=$4 base=$5 parts=$6 threads=$7 redo=$8
python=$(bench/environment.sh)
export PYTHONPATH=bench

if [[ -n $base ]]; then
  exec bench/compare-builds.sh "$python" "$base" "$sets"
fi
[[ -n $budget || -z $sets ]] || budget=2
"$python" -m suite run --sets "$sets" --solvers "$solvers" --cells "$cells" --parts "$parts" \
  ${budget:+--minutes "$budget"} ${threads:+--threads "$threads"} ${redo:+--redo-above "$redo"}
exec "$python" -m suite page
