#!/usr/bin/env bash
# Compiles every source of the library and of the program for arm64 with a cross compiler, down to machine code, and keeps
# nothing. Linking would need the arm64 packages of every dependency; their headers are the same on both.
set -eu
cd "$(dirname "$0")/.."
# -idirafter: the cross compiler's own C library headers come first, /usr/include only has the dependencies.
flags=(-std=c++20 -O2 -Wall -Wextra -Wno-restrict -Werror -I. -Ibuild/generated -idirafter /usr/include)
find gist cli -name '*.cpp' -print0 |
  xargs -0 -P "$(nproc)" -n 1 aarch64-linux-gnu-g++ "${flags[@]}" -c -o /dev/null
echo "arm64: $(find gist cli -name '*.cpp' | wc -l) sources compile"
