#!/usr/bin/env bash
# Reading speed beside scikit-learn's loader, in one run, on the generated news20-like set. `make micro-reading` calls it.
#   reading.sh PROGRAM BENCH_DIRECTORY
# Needs python3 with venv and the package index for scikit-learn; without them that line is left out and said to be.
set -eu
program=$1 bench=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" simulate --like news20 --seed 1 --output "$work/news20.svm"
"$program" convert "$work/news20.svm" "$work/news20.gist"
echo "LIBSVM text, $(stat -c %s "$work/news20.svm") bytes, warm"
"$bench/bench/micro/gist_reading" "$work/news20.svm" "$work/news20.gist"
venv=$bench/reading-venv
if [[ ! -x $venv/bin/python ]]; then
  python3 -m venv "$venv" && "$venv/bin/pip" install --quiet scikit-learn || { echo "scikit-learn could not be installed: not compared"; exit 0; }
fi
"$venv/bin/python" - "$work/news20.svm" <<'PY'
import os, sys, time
from sklearn.datasets import load_svmlight_file
begun = time.perf_counter()
load_svmlight_file(sys.argv[1])
seconds = time.perf_counter() - begun
print(f"{'scikit-learn load_svmlight_file':<38} {seconds:8.3f} s {os.path.getsize(sys.argv[1]) / 1e6 / seconds:8.0f} MB/s")
PY
