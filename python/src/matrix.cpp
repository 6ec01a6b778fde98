#include "matrix.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <cmath>
#include <limits>
#include <string>
#include <variant>

#include "arrays.hpp"
#include "gist/core/error.hpp"
#include "gist/core/team.hpp"
#include "gist/data/transpose.hpp"
#include "job.hpp"

namespace gistlearn {
namespace {

using gist::Index, gist::Offset;

Index dimension(std::int64_t size) {
  if (size < 0 || size > gist::max_index)
    throw gist::Error(gist::ErrorKind::data, "X has " + std::to_string(size) + " rows or columns; the most is " +
                                                 std::to_string(gist::max_index));
  return static_cast<Index>(size);
}

/// Starts are few and the library counts entries with 64 bits: widened once where they are not.
gist::Buffer<Offset> starts(const Input<std::int64_t>& start) { return view(start); }
gist::Buffer<Offset> starts(const Input<std::int32_t>& start) {
  return std::vector<Offset>(start.data(), start.data() + start.size());
}

/// Positions fit 32 bits, for a matrix has no more columns; 64-bit ones are narrowed once. What does not fit becomes
/// -1, which the check below refuses.
gist::Buffer<Index> positions(const Input<std::int32_t>& index) { return view(index); }
gist::Buffer<Index> positions(const Input<std::int64_t>& index) {
  std::vector<Index> narrow(index.size());
  for (std::size_t k = 0; k < narrow.size(); ++k) {
    const std::int64_t j = index.data()[k];
    narrow[k] = j >= 0 && j <= gist::max_index ? static_cast<Index>(j) : Index{-1};
  }
  return narrow;
}

/// Memory safety rests on this: what Python calls a sparse matrix is three arrays that may say anything. Returns
/// whether the positions of every line ascend, as the library wants them.
template <class Value>
bool check_lines(const gist::Compressed<Value>& lines, Index count, Index length) {
  const auto broken = [](const std::string& what) {
    throw gist::Error(gist::ErrorKind::data, "X is not a valid sparse matrix: " + what);
  };
  if (lines.start.size() != static_cast<std::size_t>(count) + 1) broken("indptr has the wrong length");
  if (lines.index.size() != lines.value.size()) broken("indices and data differ in length");
  if (lines.start[0] != 0) broken("indptr does not begin with 0");
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (lines.start[i + 1] < lines.start[i]) broken("indptr is not ascending");
  }
  if (lines.entries() > static_cast<Offset>(lines.index.size())) broken("indptr ends beyond the last entry");
  bool ascending = true;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    Index before = -1;
    for (auto k = static_cast<std::size_t>(lines.start[i]); k < static_cast<std::size_t>(lines.start[i + 1]); ++k) {
      const Index j = lines.index[k];
      if (j < 0 || j >= length) broken("an index lies outside of the matrix");
      ascending = ascending && j > before;
      before = j;
    }
  }
  return ascending;
}

/// A matrix over the arrays of a scipy CSR (by_row) or CSC one; None if its positions do not ascend, when the caller
/// has to sort a copy.
template <class Value, class StartInt, class IndexInt>
std::optional<Matrix> sparse(std::int64_t rows, std::int64_t columns, bool by_row, const Input<StartInt>& start,
                             const Input<IndexInt>& index, const Input<Value>& value) {
  gist::Sparse<Value> matrix{dimension(rows), dimension(columns), {}, {}};
  gist::Compressed<Value> lines{starts(start), positions(index), view(value)};
  bool ascending = false;
  {
    const nb::gil_scoped_release free;
    ascending = check_lines(lines, by_row ? matrix.rows : matrix.columns, by_row ? matrix.columns : matrix.rows);
  }
  if (!ascending) return std::nullopt;
  (by_row ? matrix.by_row : matrix.by_column) = std::move(lines);
  return Matrix{std::move(matrix)};
}

template <class Value>
Matrix dense(std::int64_t rows, std::int64_t columns, const Input<Value>& value) {
  gist::Dense<Value> matrix{dimension(rows), dimension(columns), view(value)};
  if (matrix.value.size() != static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))
    throw gist::Error(gist::ErrorKind::data, "the array does not have rows x columns numbers");
  return {std::move(matrix)};
}

/// The arrays of a matrix: ("csr" | "csc" | "dense", (rows, columns), arrays).
nb::tuple parts(const Matrix& matrix) {
  return std::visit(
      [](const auto& storage) {
        const auto shape = nb::make_tuple(storage.rows, storage.columns);
        if constexpr (requires { storage.by_row; }) {
          const auto& lines = storage.by_row ? storage.by_row : storage.by_column;
          return nb::make_tuple(storage.by_row ? "csr" : "csc", shape,
                                nb::make_tuple(to_numpy(lines->start), to_numpy(lines->index), to_numpy(lines->value)));
        } else {
          return nb::make_tuple("dense", shape, nb::make_tuple(to_numpy(storage.value)));
        }
      },
      matrix.design.storage());
}

template <class Value>
void bind_sparse(nb::module_& module) {
  constexpr auto refuse = nb::arg().noconvert();
  const auto define = [&](auto function) {
    module.def("sparse_matrix", function, nb::arg("rows"), nb::arg("columns"), nb::arg("by_row"), refuse, refuse,
               refuse, "A matrix over the arrays of a sparse one, or None if its indices do not ascend.");
  };
  define(&sparse<Value, std::int32_t, std::int32_t>);
  define(&sparse<Value, std::int64_t, std::int32_t>);
  define(&sparse<Value, std::int64_t, std::int64_t>);
  define(&sparse<Value, std::int32_t, std::int64_t>);
  module.def("dense_matrix", &dense<Value>, nb::arg("rows"), nb::arg("columns"), refuse,
             "A matrix over numbers that stand column after column.");
}

}  // namespace

void bind_matrix(nb::module_& module) {
  nb::class_<Matrix>(module, "Matrix", "A design over memory that NumPy owns, or that a file reader filled.")
      .def_prop_ro("rows", [](const Matrix& m) { return m.design.rows(); })
      .def_prop_ro("columns", [](const Matrix& m) { return m.design.columns(); })
      .def_prop_ro("kind", [](const Matrix& m) { return m.design.kind(); })
      .def_prop_ro("precision", [](const Matrix& m) { return m.design.precision(); })
      .def_prop_ro("nbytes", [](const Matrix& m) { return m.design.bytes(); })
      .def("parts", &parts, "Its arrays, not copied: kind, shape, (start, index, value) or (value,).");
  bind_sparse<double>(module);
  bind_sparse<float>(module);
}

}  // namespace gistlearn
