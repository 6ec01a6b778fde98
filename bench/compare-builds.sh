#!/usr/bin/env bash
# Our program as it is against our program at another commit:  compare-builds.sh PYTHON COMMIT SETS
# The other commit is checked out and built in a folder of its own; nothing of the working tree is touched.
set -eu
cd "$(dirname "$0")/.."
python=$1 sets=$3
if ! commit=$(git rev-parse --verify --quiet "$2^{commit}"); then
  echo "bench: BASE=$2 is no commit of this repository" >&2
  exit 2
fi
tree=$PWD/build-suite/base-${commit:0:12}
if [[ ! -x $tree/build/gist ]]; then
  git worktree prune
  [[ -e $tree/.git ]] || git worktree add --quiet --detach "$tree" "$commit"
  echo "Building ${commit:0:12}"
  (cd "$tree" && tools/build.sh release gist)
fi
PYTHONPATH=bench exec "$python" -m suite compare --base "$tree/build/gist" --name "${commit:0:12}" --sets "$sets"
