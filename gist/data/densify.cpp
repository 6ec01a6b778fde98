#include "gist/data/densify.hpp"

#include <algorithm>

#include "gist/core/chunks.hpp"
#include "gist/core/pages.hpp"
#include "gist/data/transpose.hpp"

namespace gist {
namespace {

constexpr std::int64_t worth_it = 1 << 16;  // places
constexpr std::int64_t lines_each = 64;

/// Columns fill themselves; rows are written by some at a time, whose places in a column are neighbours.
template <class Value>
Dense<Value> written_out(const Sparse<Value>& matrix, Team& team) {
  const auto rows = static_cast<std::size_t>(matrix.rows), columns = static_cast<std::size_t>(matrix.columns);
  const auto to = uninitialized_array<Value>(rows * columns);
  Value* const out = to.get();
  if (matrix.by_column) {
    const auto& from = *matrix.by_column;
    team.run_chunks(Chunks{matrix.columns, lines_each}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
      for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
        std::fill_n(out + j * rows, rows, Value{0});
        for (auto k = static_cast<std::size_t>(from.start[j]); k < static_cast<std::size_t>(from.start[j + 1]); ++k)
          out[j * rows + static_cast<std::size_t>(from.index[k])] = from.value[k];
      }
    });
  } else {
    const auto& from = *matrix.by_row;
    team.run_chunks(Chunks{matrix.rows, lines_each}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
      for (std::size_t j = 0; j < columns; ++j) std::fill(out + j * rows + begin, out + j * rows + end, Value{0});
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        for (auto k = static_cast<std::size_t>(from.start[i]); k < static_cast<std::size_t>(from.start[i + 1]); ++k)
          out[static_cast<std::size_t>(from.index[k]) * rows + i] = from.value[k];
      }
    });
  }
  return {matrix.rows, matrix.columns, Buffer<Value>(std::span<const Value>(out, rows * columns), to)};
}

}  // namespace

bool hardly_sparse(const Design& design) {
  const std::int64_t places = static_cast<std::int64_t>(design.rows()) * design.columns();
  return design.kind() == "sparse" && places >= worth_it && design.nonzeros() >= places / 2;
}

Design densified(const Design& design, Team& team) {
  return std::visit(
      [&](const auto& matrix) -> Design {
        if constexpr (requires { matrix.by_row; })
          return written_out(matrix, team);
        else
          return design;
      },
      design.storage());
}

Design ready(const Design& design, Team& team) {
  return hardly_sparse(design) ? densified(design, team) : complete(design, team);
}

}  // namespace gist
