#!/usr/bin/env bash
# A Python environment with exactly what a requirements file lists:  tools/python-env.sh NAME REQUIREMENTS
#
# It lives in build-python/NAME and is made anew when the requirements file has changed since; otherwise this costs one
# comparison. Prints the path of its interpreter.
set -eu
cd "$(dirname "$0")/.."
directory=build-python/$1 requirements=$2

if ! cmp -s "$requirements" "$directory/installed.txt" || ! "$directory/bin/python" -c '' 2> /dev/null; then
  tools/setup.sh python >&2
  echo "Setting up the Python environment $directory from $requirements" >&2
  rm -rf "$directory"
  mkdir -p build-python
  python3 -m venv "$directory"
  if ! "$directory/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" >&2; then
    echo "Could not install what $requirements lists (see above): is the Python package index reachable?" >&2
    exit 1
  fi
  cp "$requirements" "$directory/installed.txt" # last: an interrupted installation begins again
fi
echo "$PWD/$directory/bin/python"
