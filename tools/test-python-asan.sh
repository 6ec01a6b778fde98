#!/usr/bin/env bash
# The tests of gistlearn that push arrays, options and interruptions through the extension, under AddressSanitizer and
# UndefinedBehaviorSanitizer: the extension is built into build-asan, over the library that is there already.
set -eu
cd "$(dirname "$0")/.."
python=$(tools/build-python.sh)
tools/build.sh asan gist_library
log=build-asan/configure-python.log
cmake -S . -B build-asan -DGIST_BUILD_PYTHON=ON -DPython_EXECUTABLE="$python" \
  -Dnanobind_DIR="$("$python" -m nanobind --cmake_dir)" > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
tools/build.sh asan _core

package=build-asan/python/package/gistlearn
rm -rf "$package"
mkdir -p "$package"
ln -s "$PWD"/python/gistlearn/*.py "$PWD"/build-asan/python/_core.*so "$package"
# Python itself is not instrumented, so what is must be there first; what Python never frees at its end is not a leak.
preload="$(clang++-16 -print-file-name=libclang_rt.asan-$(uname -m).so) $(c++ -print-file-name=libstdc++.so)"
export ASAN_OPTIONS=detect_leaks=0:exitcode=86 UBSAN_OPTIONS=halt_on_error=1:exitcode=86:print_stacktrace=1
cd python/tests
LD_PRELOAD=$preload PYTHONPATH=$PWD/../../build-asan/python/package PYTHONDONTWRITEBYTECODE=1 \
  "$python" -m pytest -q -p no:cacheprovider -W ignore -k 'not check_estimator and not limit and not mmap' \
  test_arrays.py test_custom_loss.py test_errors.py test_model_file.py test_paths.py test_reference.py
