#!/usr/bin/env bash
# The tests of the Python package gistlearn (built and installed as a user gets it) and of the programs in bench/: the
# reproduction in its environment, the benchmark in its own (without the peers, unless `make bench` has installed them:
# only those that are there are tested), and reports in a browser where there is one (`make test-report` installs it).
set -eu
cd "$(dirname "$0")/.."
"$(tools/python-env.sh reproduce bench/reproduce/requirements.txt)" -m unittest discover -s bench/reproduce/tests -t .
PYTHONPATH=bench "$(tools/python-env.sh suite bench/suite/requirements.txt)" -m unittest discover -s bench/suite/tests -t bench
python3 -m unittest discover -s tests/report -p '*_test.py'
"$(tools/build-python.sh)" -m pytest -q python/tests --pyargs gistlearn
