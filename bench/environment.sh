#!/usr/bin/env bash
# Sets up the environment of the benchmark and prints its interpreter: our own needs first, then every peer by itself. A
# peer that cannot be installed is noted in build-python/suite/not-installed.txt and left out, with its reason.
set -eu
cd "$(dirname "$0")/.."
python=$(tools/python-env.sh suite bench/suite/requirements.txt)
directory=build-python/suite

if ! cmp -s bench/suite/peers.txt "$directory/peers.txt"; then
  : > "$directory/not-installed.txt"
  while read -r peer; do
    echo "Installing $peer" >&2
    if ! "$python" -m pip install --quiet --disable-pip-version-check --constraint bench/suite/requirements.txt "$peer" \
      > "$directory/pip.log" 2>&1; then
      echo "${peer%%=*}: $(grep -E '^ERROR' "$directory/pip.log" | tail -n 1)" | tee -a "$directory/not-installed.txt" >&2
    fi
  done < <(grep -Ev '^(#|$)' bench/suite/peers.txt)
  cp bench/suite/peers.txt "$directory/peers.txt" # last: an interrupted installation begins again
fi
tools/setup.sh peers >&2 || echo "glmnet is left out: its Debian packages are not installed" >&2
echo "$python"
