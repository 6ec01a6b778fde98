// A design matrix of one's own, handed to the library without a file.
//
//   [ 1 0 2 ]
//   [ 0 3 0 ]
#include <cstdio>
#include <vector>

#include "gist/core/version.hpp"
#include "gist/data/design.hpp"

int main() {
  gist::Compressed<double> rows;
  rows.start = std::vector<gist::Offset>{0, 2, 3};
  rows.index = std::vector<gist::Index>{0, 2, 1};
  rows.value = std::vector<double>{1, 2, 3};
  const gist::Design design(gist::Sparse<double>{.rows = 2, .columns = 3, .by_row = rows, .by_column = {}});

  std::printf("GIST %s: a %s design, %d x %d, %lld stored entries\n", gist::version.data(), design.kind().data(),
              design.rows(), design.columns(), static_cast<long long>(design.nonzeros()));
  return design.nonzeros() == 3 ? 0 : 1;
}
