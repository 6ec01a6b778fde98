#!/usr/bin/env bash
# Brings every C++ file into the project's format; with --check only names those that are not, and fails.
set -eu
cd "$(dirname "$0")/.."
mode=(-i)
if [[ ${1:-} == --check ]]; then mode=(--dry-run -Werror); fi
# The format of a file depends on the version of clang-format, so the version is fixed.
find gist cli python tests bench examples -name '*.[ch]pp' -not -path '*/build*' -print0 2> /dev/null |
  xargs -0 clang-format-14 "${mode[@]}"
