#!/usr/bin/env bash
# Installs the release build into an empty prefix (program, man page, completions, library), then builds examples/cpp
# against that prefix and runs it, as another project would.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install build --prefix "$scratch/prefix" > /dev/null
# A copy outside the source tree: nothing of ours may be found except through the prefix.
cp -r examples/cpp "$scratch/example"
cmake -S "$scratch/example" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" \
  -DCMAKE_BUILD_TYPE=Release > /dev/null
cmake --build "$scratch/build" -- --quiet
"$scratch/build/example"
"$scratch/prefix/bin/gist" --version
for file in man/man1/gist.1 bash-completion/completions/gist zsh/site-functions/_gist; do
  [[ -s $scratch/prefix/share/$file ]] || { echo "share/$file was not installed" >&2; exit 1; }
done
