#!/usr/bin/env bash
# Configures a CMake preset if need be and builds it:  tools/build.sh PRESET [TARGET...]
#
# Ninja runs CMake again by itself when a CMakeLists.txt or the list of sources changes; the presets file is the one
# thing it does not watch. On a terminal Ninja shows its one line of progress; in a pipe only warnings and errors.
set -eu -o pipefail
cd "$(dirname "$0")/.."
preset=$1
shift

directory=build
[[ $preset == release ]] || directory=build-$preset
configured=$directory/.configured

if [[ ! -e $configured || CMakePresets.json -nt $configured ]] ||
  ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$directory/CMakeCache.txt"; then # a tree that was moved or copied
  mkdir -p "$directory"
  if ! cmake --preset "$preset" --fresh > "$directory/configure.log" 2>&1; then
    cat "$directory/configure.log" >&2
    exit 1
  fi
  touch "$configured"
fi

export CCACHE_BASEDIR=$PWD # where ccache is used: clones of the project share what they have compiled
build=(cmake --build "$directory" ${1+--target "$@"})
if [[ -t 1 ]]; then
  exec "${build[@]}"
else
  "${build[@]}" -- --quiet 2>&1 | sed -E '/^(ninja: no work to do|-- )/d'
fi
