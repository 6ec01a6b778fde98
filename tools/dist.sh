#!/usr/bin/env bash
# A release into dist/: the source archive and the Python wheel, each tried where nothing of this tree can help it.
#
#   dist/gist-VERSION.tar.gz    unpacked elsewhere and built; the program prints its version and fits
#   dist/gistlearn-VERSION-*.whl   with the shared libraries it needs inside; installed into an empty environment and used
set -eu -o pipefail
cd "$(dirname "$0")/.."
root=$PWD
version=$(sed -nE 's/^project\(gist VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
tools=$(tools/python-env.sh dist tools/dist/requirements.txt)
package=$(tools/build-python.sh) # the environment that has the build tools, and ccache filled
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p dist

if [[ -n $(git status --porcelain) ]]; then
  echo "dist: the tree has changes that are not committed; the archive would not have them" >&2
  exit 2
fi

echo "source archive"
archive=$root/dist/gist-$version.tar.gz
git archive --format=tar.gz --prefix="gist-$version/" --output="$archive" HEAD
tar -xzf "$archive" -C "$scratch"
(
  cd "$scratch/gist-$version"
  tools/build.sh release gist
  [[ $(build/gist --version) == "gist $version" ]]
  build/gist simulate --kind gaussian --rows 100 --features 20 --support 3 --output data.csv
  build/gist train data.csv --loss squared --penalty mcp --strict --quiet
)

echo "wheel"
CXX=$(command -v c++) CCACHE_BASEDIR=$root "$package" -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps \
  --wheel-dir "$scratch/raw" .
rm -f dist/gistlearn-*.whl
PATH=$(dirname "$tools"):$PATH "$tools" -m auditwheel repair --wheel-dir dist "$scratch"/raw/gistlearn-*.whl > "$scratch/repair.log" 2>&1 ||
  { cat "$scratch/repair.log" >&2; exit 1; }
wheel=$(ls dist/gistlearn-"$version"-*.whl)

# An empty environment, away from the tree, with nothing of ours on any path.
python3 -m venv "$scratch/empty"
"$scratch/empty/bin/pip" install --quiet --disable-pip-version-check "$wheel"
(
  cd "$scratch"
  [[ $(env -i "$scratch/empty/bin/gist" --version) == "gist $version" ]]
  env -i PATH=/usr/bin:/bin "$scratch/empty/bin/python" "$root/tools/dist/try_wheel.py"
)
echo "dist: $(basename "$archive") and $(basename "$wheel")"
