#!/usr/bin/env bash
# The documentation against the program: docs/cli.md is what it prints, the pictures are drawn from its values, every shell,
# Python and C++ block of README and docs runs, every internal link leads somewhere.
set -eu -o pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

build/gist reference | diff docs/cli.md - || { echo "docs/cli.md is not what the program prints: make docs-cli" >&2; exit 1; }

python3 -m tools.docs.peers.page | diff docs/coming-from.md - ||
  { echo "docs/coming-from.md is not what its rows say: make docs-peers" >&2; exit 1; }

python3 -m tools.docs.readme --check

tools/build.sh release gist_curves
build/gist_curves | python3 -m tools.docs.penalty_pictures "$scratch"
python3 -m tools.docs.tree_pictures "$scratch"
for picture in "$scratch"/*.svg; do
  cmp "$picture" "docs/pictures/${picture##*/}" || { echo "docs/pictures is out of date: make docs-pictures" >&2; exit 1; }
done

python3 -m unittest --quiet tools.docs.test_snippets
python3 -m tools.docs.links
python3 -m tools.docs.snippets --python "$(tools/build-python.sh)"
