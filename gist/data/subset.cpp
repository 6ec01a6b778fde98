#include "gist/data/subset.hpp"

#include <utility>
#include <vector>

namespace gist {
namespace {

std::size_t at(auto i) { return static_cast<std::size_t>(i); }

/// Whole lines of compressed storage.
template <class Value>
Compressed<Value> lines_of(const Compressed<Value>& from, std::span<const Index> lines) {
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  start.reserve(lines.size() + 1);
  Offset entries = 0;
  for (const Index line : lines) entries += from.start[at(line) + 1] - from.start[at(line)];
  index.reserve(at(entries));
  value.reserve(at(entries));
  for (const Index line : lines) {
    const auto begin = from.start[at(line)], end = from.start[at(line) + 1];
    index.insert(index.end(), from.index.begin() + begin, from.index.begin() + end);
    value.insert(value.end(), from.value.begin() + begin, from.value.begin() + end);
    start.push_back(static_cast<Offset>(index.size()));
  }
  return {std::move(start), std::move(index), std::move(value)};
}

/// The entries of every line that stand at some positions, which are numbered anew.
template <class Value>
Compressed<Value> positions_of(const Compressed<Value>& from, Index all, std::span<const Index> positions) {
  std::vector<Index> place(at(all), -1);
  for (std::size_t k = 0; k < positions.size(); ++k) place[at(positions[k])] = static_cast<Index>(k);
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  start.reserve(at(from.lines()) + 1);
  for (Index line = 0; line < from.lines(); ++line) {
    for (Offset k = from.start[at(line)]; k < from.start[at(line) + 1]; ++k) {
      if (place[at(from.index[at(k)])] < 0) continue;
      index.push_back(place[at(from.index[at(k)])]);
      value.push_back(from.value[at(k)]);
    }
    start.push_back(static_cast<Offset>(index.size()));
  }
  return {std::move(start), std::move(index), std::move(value)};
}

template <class Value>
Design some_columns(const Sparse<Value>& m, std::span<const Index> columns) {
  Sparse<Value> some{m.rows, static_cast<Index>(columns.size()), {}, {}};
  if (m.by_column) {
    some.by_column = lines_of(*m.by_column, columns);
  } else if (m.by_row) {
    some.by_row = positions_of(*m.by_row, m.columns, columns);
  }
  return some;
}

template <class Value>
Design some_columns(const Dense<Value>& m, std::span<const Index> columns) {
  std::vector<Value> value;
  value.reserve(at(m.rows) * columns.size());
  for (const Index j : columns) {
    const auto column = m.value.view().subspan(at(j) * at(m.rows), at(m.rows));
    value.insert(value.end(), column.begin(), column.end());
  }
  return Dense<Value>{m.rows, static_cast<Index>(columns.size()), std::move(value)};
}

template <class Value>
Design some_rows(const Sparse<Value>& m, std::span<const Index> rows) {
  Sparse<Value> some{static_cast<Index>(rows.size()), m.columns, {}, {}};
  if (m.by_row) {
    some.by_row = lines_of(*m.by_row, rows);
  } else if (m.by_column) {
    some.by_column = positions_of(*m.by_column, m.rows, rows);
  }
  return some;
}

template <class Value>
Design some_rows(const Dense<Value>& m, std::span<const Index> rows) {
  std::vector<Value> value;
  value.reserve(rows.size() * at(m.columns));
  for (Index j = 0; j < m.columns; ++j) {
    const Value* const column = m.value.data() + at(j) * at(m.rows);
    for (const Index i : rows) value.push_back(column[i]);
  }
  return Dense<Value>{static_cast<Index>(rows.size()), m.columns, std::move(value)};
}

}  // namespace

Design columns_of(const Design& design, std::span<const Index> columns) {
  return std::visit([&](const auto& m) { return some_columns(m, columns); }, design.storage());
}

Design rows_of(const Design& design, std::span<const Index> rows) {
  return std::visit([&](const auto& m) { return some_rows(m, rows); }, design.storage());
}

}  // namespace gist
