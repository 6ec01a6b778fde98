#include "gist/backend/cpu/repeated_products.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "gist/backend/cpu/active_columns.hpp"
#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sums.hpp"
#include "gist/core/chunks.hpp"

namespace gist::cpu {
namespace {

constexpr Offset layers_per_task = (1 << 14) / Slices::width;  // 16K entries, about 5 microseconds
constexpr Offset worth_sharing = (1 << 16) / Slices::width;    // under this nobody is woken

/// Cuts the slices so that every task has about as many layers as the others, a slice counting as one more than it has.
void sum_all(const Slices& slices, Power power, const double* x, double* out, Team& team) {
  const Offset count = slices.count(), work = slices.start.back() + count;
  const Offset tasks = work < worth_sharing ? 1 : work / layers_per_task;
  const auto first_slice = [&](Offset task) {
    const Offset share = work / tasks * task;
    Offset low = 0, high = count;
    while (low < high) {
      const Offset middle = low + (high - low) / 2;
      slices.start[static_cast<std::size_t>(middle)] + middle < share ? low = middle + 1 : high = middle;
    }
    return low;
  };
  team.run(tasks, [&](Offset task) {
    sum_slices(slices, power, x, out, first_slice(task), task + 1 == tasks ? count : first_slice(task + 1));
  });
}

/// Where the lines of the same matrix the other way begin: as they stand there, or counted.
template <class Value>
std::span<const Offset> starts_across(const Compressed<Value>& lines, const std::optional<Compressed<Value>>& across,
                                      std::size_t positions, std::vector<Offset>& counted) {
  if (across) return across->start.view();
  counted.assign(positions + 1, 0);
  for (const Index p : lines.index.view()) ++counted[static_cast<std::size_t>(p) + 1];
  std::partial_sum(counted.begin(), counted.end(), counted.begin());
  return counted;
}

}  // namespace

template <class Value>
bool RepeatedProducts::sum_sliced(Way& way, const Compressed<Value>& lines,
                                  const std::optional<Compressed<Value>>& across, std::span<const double> x,
                                  std::span<double> out, Power power) {
  if (!way.slices) {
    std::vector<Offset> counted;
    way.slices = make_slices(lines, starts_across(lines, across, x.size(), counted), team_);
    way.plain = !way.slices;
    if (way.plain) return false;
    way.renamed.resize(way.slices->order.size());
  }
  const double* from = x.data();
  if (!way.renamed.empty()) {
    const Index* const order = way.slices->order.data();
    team_.run_chunks(Chunks{static_cast<Offset>(x.size()), vector_chunk}, [&](Offset, Offset begin, Offset end) {
      for (Offset p = begin; p < end; ++p) way.renamed[static_cast<std::size_t>(p)] = from[order[p]];
    });
    from = way.renamed.data();
  }
  sum_all(*way.slices, power, from, out.data(), team_);
  return true;
}

void RepeatedProducts::multiply(std::span<const double> w, std::span<double> out) {
  const auto from_copy = [&](const auto& m) {
    if constexpr (requires { m.by_row; }) {
      return m.by_row && m.by_column &&
             (multiply_active(*m.by_column, w, out, team_) || sum_sliced(rows_, *m.by_row, m.by_column, w, out));
    } else {
      return false;
    }
  };
  if (!rows_.plain && std::visit(from_copy, design_.storage())) return;
  if (cpu::multiply(design_, w, out, team_)) rows_.count();
}

void RepeatedProducts::multiply_transposed(std::span<const double> r, std::span<double> out) {
  const auto from_copy = [&](const auto& m) {
    if constexpr (requires { m.by_column; }) {
      return m.by_column && sum_sliced(columns_, *m.by_column, m.by_row, r, out);
    } else {
      return false;
    }
  };
  if (!columns_.plain && std::visit(from_copy, design_.storage())) return;
  cpu::multiply_transposed(design_, r, out, team_, &cuts_);
  columns_.count();
}

void RepeatedProducts::product_and_squares(std::span<const double> r, std::span<const double> weight,
                                           std::span<double> product, std::span<double> squares) {
  cpu::product_and_squares(design_, r, weight, product, squares, team_, &cuts_);
}

void RepeatedProducts::column_squares(std::span<const double> weight, std::span<double> out) {
  const auto from_copy = [&](const auto& m) {
    if constexpr (requires { m.by_column; }) {
      return sum_sliced(columns_, *m.by_column, m.by_row, weight, out, Power::second);
    } else {
      return false;
    }
  };
  if (columns_.slices && std::visit(from_copy, design_.storage())) return;
  cpu::column_squares(design_, weight, out, team_);
}

Offset RepeatedProducts::multiply(std::span<const double> w, std::span<const Index> support, Offset entries,
                                  std::span<double> out) {
  const auto from_support = [&](const auto& m) {
    if constexpr (requires { m.by_row; }) {
      return m.by_row && m.by_column && multiply_active(*m.by_column, w, support, entries, out, team_);
    } else {
      return false;
    }
  };
  if (std::visit(from_support, design_.storage())) return entries;
  multiply(w, out);
  return design_.nonzeros();
}

bool RepeatedProducts::may_skip(std::size_t nonzeros, Offset entries) const {
  return rows_.products >= plain_products || design_.kind() == "dense" ||
         are_few(nonzeros, entries, design_.nonzeros());
}

SumOrder RepeatedProducts::column_order() {
  const auto pays = [&](const auto& m) {
    if constexpr (requires { m.by_column; }) {
      if (!m.by_column) return false;
      std::vector<Offset> counted;
      const auto rows = static_cast<std::size_t>(design_.rows());
      return slices_pay(*m.by_column, starts_across(*m.by_column, m.by_row, rows, counted), team_);
    } else {
      return false;
    }
  };
  if (columns_.plain) return SumOrder::lines;
  if (columns_.slices || copy_pays_) return SumOrder::slices;
  copy_pays_ = std::visit(pays, design_.storage());
  columns_.plain = !copy_pays_;
  return copy_pays_ ? SumOrder::slices : SumOrder::lines;
}

void RepeatedProducts::multiply_transposed(std::span<const double> r, std::span<const Index> chosen,
                                           std::span<double> out) {
  sum_chosen(design_, column_order(), r, chosen, out, longest_first_, team_);
}

}  // namespace gist::cpu
