#!/usr/bin/env bash
# Builds the Python package gistlearn and installs it into its own environment, build-python/gistlearn, unless nothing
# has changed since. Prints the path of the environment's interpreter.
set -eu
cd "$(dirname "$0")/.."
python=$(tools/python-env.sh gistlearn python/requirements.txt)
stamp=build-python/gistlearn/package.stamp
sources=(gist cli cmake python/src python/gistlearn python/CMakeLists.txt CMakeLists.txt pyproject.toml)
if [[ ! -e $stamp || -n $(find "${sources[@]}" -newer "$stamp" -type f -not -name '*.pyc' -print -quit) ]]; then
  begun=$(mktemp)
  # The same compiler by the same name, at the same depth: ccache then knows the library from the release build.
  CXX=$(command -v c++) CCACHE_BASEDIR=$PWD
  export CXX CCACHE_BASEDIR
  if ! "$python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall \
    -C cmake.define.GIST_WERROR=ON . >&2; then
    rm -f "$begun"
    echo "Building the Python package failed (see above)." >&2
    exit 1
  fi
  mv "$begun" "$stamp" # as old as the moment the build began: what was edited meanwhile is built next time
fi
echo "$python"
