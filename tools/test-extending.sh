#!/usr/bin/env bash
# Follows the pages "Adding a penalty", "a loss", "a solver" in a copy of the tree (build-extending): adds what they show,
# builds the program and the property tests of penalties and losses, runs those, and fits with all three.
set -eu -o pipefail
cd "$(dirname "$0")/.."
copy=$PWD/build-extending
export CCACHE_BASEDIR=$copy CCACHE_NOHASHDIR=1 # what has not changed since the last time is not compiled again

rm -rf "$copy/tree"
mkdir -p "$copy/tree"
git ls-files --cached --others --exclude-standard -- CMakeLists.txt cmake cli gist tests examples bench/gate LICENSE |
  while read -r file; do [[ ! -e $file ]] || printf '%s\0' "$file"; done |
  xargs -0 cp --parents --target-directory="$copy/tree"
python3 -m tools.docs.extend "$copy/tree"

cd "$copy"
# -O0: compiling is most of the wait.
cmake -S tree -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DGIST_BUILD_TESTS=OFF -DGIST_WERROR=ON \
  > configure.log || { cat configure.log >&2; exit 1; }
cmake --build build --target gist -- --quiet

# The tests of penalties and losses need nothing else of the library's tests.
compile=(g++ -std=c++20 -O0 -Itree -Ibuild/generated)
if command -v ccache > /dev/null; then compile=(ccache "${compile[@]}"); fi
objects=()
for test in penalty/prox_oracle_test penalty/prox_shape_test penalty/slope_test loss/loss_test support/rapidcheck_seed; do
  [[ -e tree/tests/$test.cpp ]] || continue
  objects+=("build/${test//\//-}.o")
  "${compile[@]}" -c "tree/tests/$test.cpp" -o "${objects[-1]}"
done
g++ "${objects[@]}" build/libgist.a -lgtest_main -lgtest -lgmock -lrapidcheck -lfmt -lpthread -o build/property_tests
build/property_tests --gtest_brief=1 > tests.log || { cat tests.log >&2; exit 1; }
for name in half-price smooth-hinge; do # a suite that has lost its types would pass too
  build/property_tests --gtest_list_tests | tr -d '_-' | grep -qi "${name/-/}" || { echo "no test ran on $name" >&2; exit 1; }
done

gist=build/gist
"$gist" simulate --kind gaussian --rows 200 --features 50 --support 5 --task classification --seed 3 --output data.csv
"$gist" train data.csv --loss smooth-hinge --penalty half-price --theta 0.5 --standardize --solver gist --json > gist.json
"$gist" train data.csv --loss smooth-hinge --penalty half-price --theta 0.5 --standardize --solver plain --json > plain.json
python3 - << 'END'
import json

gist, plain = (json.load(open(f"{name}.json")) for name in ("gist", "plain"))
for fit in (gist, plain):
    assert fit["status"] == "converged" and fit["residual"]["prox"] <= 1.01e-6 * fit["gradient_scale"], fit
assert plain["solver"] == "plain" and 0 < plain["nonzeros"] < 50, plain
assert abs(gist["objective"] - plain["objective"]) < 0.01 * gist["objective"], (gist["objective"], plain["objective"])
print(f"half-price, smooth-hinge and plain: objective {plain['objective']:.6f}, gist's {gist['objective']:.6f}")
END
