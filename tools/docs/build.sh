#!/usr/bin/env bash
# Builds the site into build-docs/site. Every warning is an error: a link that leads nowhere, a page that no menu names, a
# snippet file that is gone.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
python=$(tools/python-env.sh docs docs/requirements.txt)
package=$(tools/build-python.sh)
written=build-docs/written
rm -rf "$written"
mkdir -p "$written/gallery"
OPENBLAS_NUM_THREADS=1 "$package" -m tools.docs.gallery "$written/gallery"
"$package" -m tools.docs.python_reference > "$written/python-reference.md"

# The theme's notice about its own future is not a warning about these pages.
log=build-docs/mkdocs.log # not --quiet: under it warnings are not counted, and --strict passes over them
NO_MKDOCS_2_WARNING=1 "$python" -m mkdocs build --strict > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
echo "The site is at $PWD/build-docs/site/index.html"
