#include "gist/backend/cpu/products.hpp"

#include <algorithm>
#include <cassert>
#include <variant>

#include "gist/backend/cpu/active_columns.hpp"
#include "gist/backend/cpu/kernels.hpp"
#include "gist/core/chunks.hpp"

namespace gist::cpu {
namespace {

constexpr Offset work_per_task = 1 << 16;  // entries; under this a task costs more to hand over than to do

template <class Value>
Lines<Value> lines_of(const Compressed<Value>& c) {
  return {c.start.data(), c.index.data(), c.value.data(), c.entries()};
}

/// Cuts the lines so that every task has about as many entries as the others. A line counts as one entry more than it
/// has, or millions of empty lines would be a single task.
template <class Value, class Body>
void for_balanced_lines(const Compressed<Value>& c, Team& team, Body&& body) {
  const Offset lines = c.lines(), work = c.entries() + lines;
  const Offset tasks = std::max<Offset>(1, work / work_per_task);
  const Offset* const start = c.start.data();
  const auto first_line = [&](Offset task) {  // the first line before which at least this share of the work lies
    const Offset share = work / tasks * task;
    Offset low = 0, high = lines;
    while (low < high) {
      const Offset middle = low + (high - low) / 2;
      start[middle] + middle < share ? low = middle + 1 : high = middle;
    }
    return low;
  };
  team.run(tasks, [&](Offset task) {
    const Offset end = task + 1 == tasks ? lines : first_line(task + 1);
    body(static_cast<Index>(first_line(task)), static_cast<Index>(end));
  });
}

template <class Value>
void gather(const Compressed<Value>& c, Power power, const double* x, Index positions, double* out, Team& team) {
  for_balanced_lines(c, team,
                     [&](Index begin, Index end) { sum_lines(lines_of(c), power, x, positions, out, begin, end); });
}

template <class Value>
bool multiply_by(const Sparse<Value>& m, std::span<const double> w, std::span<double> out, Team& team) {
  if (m.by_row && m.by_column && multiply_active(*m.by_column, w, out, team)) return false;
  const bool any = std::any_of(w.begin(), w.end(), [](double x) { return x != 0; });
  if (m.by_row && any) {
    gather(*m.by_row, Power::first, w.data(), m.columns, out.data(), team);
  } else if (m.by_column && any) {
    RowCuts cuts;
    sum_columns_by_rows(*m.by_column, m.rows, Power::first, w.data(), out.data(), team, cuts);
  } else {
    std::fill(out.begin(), out.end(), 0.0);
  }
  return any;
}

template <class Value>
bool multiply_by(const Dense<Value>& m, std::span<const double> w, std::span<double> out, Team& team) {
  // Blocks of rows that stay in the first-level cache; smaller ones where rows are few, so that there is work to share.
  Offset block = std::clamp<Offset>((Offset{m.rows} / 16 + 63) / 64 * 64, 128, 2048);
  if (Offset{m.rows} * m.columns < work_per_task) block = std::max<Offset>(1, m.rows);
  team.run_chunks(Chunks{m.rows, block}, [&](Offset, Offset begin, Offset end) {
    combine_columns(m.value.data(), m.rows, m.columns, w.data(), out.data(), static_cast<Index>(begin),
                    static_cast<Index>(end));
  });
  return true;
}

/// out_j = sum over column j; x null for all ones.
template <class Value>
void sum_each_column(const Sparse<Value>& m, Power power, const double* x, std::span<double> out, Team& team,
                     RowCuts* known) {
  if (m.by_column) return gather(*m.by_column, power, x, m.rows, out.data(), team);
  RowCuts own;
  RowCuts& cuts = known == nullptr ? own : *known;
  if (m.by_row) return sum_columns_by_rows(*m.by_row, m.columns, power, x, out.data(), team, cuts);
  std::fill(out.begin(), out.end(), 0.0);
}

template <class Value>
void sum_each_column(const Dense<Value>& m, Power power, const double* x, std::span<double> out, Team& team,
                     RowCuts* /*known*/) {
  // An even number of columns, for they are summed in pairs.
  const Offset pairs = std::max<Offset>(1, work_per_task / 2 / std::max<Offset>(1, m.rows));
  team.run_chunks(Chunks{m.columns, 2 * pairs}, [&](Offset, Offset begin, Offset end) {
    sum_columns(m.value.data(), m.rows, power, x, out.data(), static_cast<Index>(begin), static_cast<Index>(end));
  });
}

void sum_each_column(const Design& design, Power power, const double* x, std::span<double> out, Team& team,
                     RowCuts* known = nullptr) {
  assert(out.size() == static_cast<std::size_t>(design.columns()));
  std::visit([&](const auto& m) { sum_each_column(m, power, x, out, team, known); }, design.storage());
}

/// Null for "all ones". A design without rows has no weights either and no use for them.
const double* weights(const Design& design, std::span<const double> sample_weight) {
  assert(sample_weight.empty() || sample_weight.size() == static_cast<std::size_t>(design.rows()));
  (void)design;
  return sample_weight.empty() ? nullptr : sample_weight.data();
}

}  // namespace

bool multiply(const Design& design, std::span<const double> w, std::span<double> out, Team& team) {
  assert(w.size() == static_cast<std::size_t>(design.columns()));
  assert(out.size() == static_cast<std::size_t>(design.rows()));
  return std::visit([&](const auto& m) { return multiply_by(m, w, out, team); }, design.storage());
}

void multiply_transposed(const Design& design, std::span<const double> r, std::span<double> out, Team& team,
                         RowCuts* cuts) {
  assert(r.size() == static_cast<std::size_t>(design.rows()));
  if (r.empty()) return std::fill(out.begin(), out.end(), 0.0);
  sum_each_column(design, Power::first, r.data(), out, team, cuts);
}

void multiply_transposed_some(const Design& design, std::span<const Index> columns, std::span<const double> r,
                              std::span<double> out, Team& team) {
  const Offset entries = design.nonzeros() / std::max<Offset>(1, design.columns()) + 1;
  const Chunks chunks{static_cast<Offset>(columns.size()), std::max<Offset>(1, work_per_task / entries)};
  std::visit(
      [&](const auto& m) {
        team.run_chunks(chunks, [&](Offset, Offset begin, Offset end) {
          for (Offset k = begin; k < end;) {  // neighbours together
            const Index first = columns[static_cast<std::size_t>(k)];
            Index last = first + 1;
            for (++k; k < end && columns[static_cast<std::size_t>(k)] == last; ++k) ++last;
            if constexpr (requires { m.by_column; })
              sum_lines(lines_of(*m.by_column), Power::first, r.data(), m.rows, out.data(), first, last);
            else
              sum_columns(m.value.data(), m.rows, Power::first, r.data(), out.data(), first, last);
          }
        });
      },
      design.storage());
}

void column_squares(const Design& design, std::span<const double> sample_weight, std::span<double> out, Team& team) {
  sum_each_column(design, Power::second, weights(design, sample_weight), out, team);
}

void product_and_squares(const Design& design, std::span<const double> r, std::span<const double> sample_weight,
                         std::span<double> product, std::span<double> squares, Team& team, RowCuts* known) {
  RowCuts own;
  RowCuts& cuts = known == nullptr ? own : *known;
  const auto at_once = [&](const auto& m) {
    if constexpr (requires { m.by_row; }) {
      if (m.by_column || !m.by_row) return false;
      sum_columns_by_rows(*m.by_row, m.columns, r.data(), sample_weight.data(), product.data(), squares.data(), team,
                          cuts);
      return true;
    } else {
      return false;
    }
  };
  if (std::visit(at_once, design.storage())) return;
  multiply_transposed(design, r, product, team);
  column_squares(design, sample_weight, squares, team);
}

void add_column(const Design& design, Index j, double by, std::span<double> out) {
  const auto at = static_cast<std::size_t>(j);
  std::visit(
      [&](const auto& m) {
        if constexpr (requires { m.by_column; }) {
          assert(m.by_column);
          const auto& c = *m.by_column;
          for (auto k = static_cast<std::size_t>(c.start[at]); k < static_cast<std::size_t>(c.start[at + 1]); ++k)
            out[static_cast<std::size_t>(c.index[k])] += by * double{c.value[k]};
        } else {
          const auto* const column = m.value.data() + at * static_cast<std::size_t>(m.rows);
          for (std::size_t i = 0; i < out.size(); ++i) out[i] += by * double{column[i]};
        }
      },
      design.storage());
}

void combine_some(const Design& design, std::span<const Index> columns, std::span<const double> by,
                  std::span<double> out, Team& team) {
  std::visit(
      [&](const auto& m) {
        if constexpr (requires { m.by_column; }) {
          std::fill(out.begin(), out.end(), 0.0);
          for (std::size_t k = 0; k < columns.size(); ++k) add_column(design, columns[k], by[k], out);
        } else {
          // A block of rows at a time: column by column the sums would go through memory once for each.
          std::vector<double> w(static_cast<std::size_t>(m.columns));
          for (std::size_t k = 0; k < columns.size(); ++k) w[static_cast<std::size_t>(columns[k])] = by[k];
          multiply_by(m, w, out, team);
        }
      },
      design.storage());
}

ColumnMoments column_moments(const Design& design, std::span<const double> sample_weight, Team& team) {
  const auto columns = static_cast<std::size_t>(design.columns());
  ColumnMoments moments{std::vector<double>(columns), std::vector<double>(columns)};
  sum_each_column(design, Power::first, weights(design, sample_weight), moments.sum, team);
  sum_each_column(design, Power::second, weights(design, sample_weight), moments.sum_of_squares, team);
  return moments;
}

}  // namespace gist::cpu
