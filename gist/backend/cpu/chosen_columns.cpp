#include "gist/backend/cpu/chosen_columns.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "gist/backend/cpu/kernels.hpp"
#include "gist/backend/cpu/slices.hpp"
#include "gist/core/chunks.hpp"

namespace gist::cpu {
namespace {

constexpr Offset work_per_task = 1 << 15;  // entries; under this a task costs more to hand over than to do

std::size_t at(Offset i) { return static_cast<std::size_t>(i); }

template <class Value>
Offset length(const Sparse<Value>& m, Index j) {
  return m.by_column->start[at(j) + 1] - m.by_column->start[at(j)];
}
template <class Value>
Offset length(const Dense<Value>& m, Index) {
  return m.rows;
}

template <class Matrix>
Offset entries_in(const Matrix& m, std::span<const Index> chosen) {
  Offset sum = 0;
  for (const Index j : chosen) sum += length(m, j);
  return sum;
}

/// The chosen columns with the longest first, those of a slice of their own among themselves in any order: columns of
/// about equal length are then side by side.
template <class Value>
std::span<const Index> longest_first(const Sparse<Value>& m, std::span<const Index> chosen,
                                     std::vector<Index>& scratch) {
  if (scratch.size() < chosen.size()) scratch.resize(chosen.size());
  std::array<Index, Slices::long_line + 1> next{};
  const auto rank = [&](Index j) { return at(Slices::long_line - std::min<Offset>(length(m, j), Slices::long_line)); };
  for (const Index j : chosen) ++next[rank(j)];
  Index total = 0;
  for (Index& n : next) total += std::exchange(n, total);
  for (const Index j : chosen) scratch[at(next[rank(j)]++)] = j;
  return {scratch.data(), chosen.size()};
}

/// body(columns) for runs of about equally many entries. The runs are found from the front, so that is where a long
/// column goes.
template <class Matrix, class Body>
void share_out(const Matrix& m, std::span<const Index> chosen, Team& team, Body&& body) {
  const Offset work = entries_in(m, chosen);
  const Offset tasks = std::clamp<Offset>(work / work_per_task, 1, 4 * Offset{team.size()});
  if (tasks == 1) return body(chosen);
  const Offset share = work / tasks + 1;
  team.run(tasks, [&](Offset task) {
    std::size_t begin = 0, end = 0;
    Offset before = 0;  // each task counts for itself: cheap beside its sums, and nothing to hand over
    while (begin < chosen.size() && before < task * share) before += length(m, chosen[begin++]);
    for (end = begin; end < chosen.size() && before < (task + 1) * share;) before += length(m, chosen[end++]);
    if (begin < end) body(chosen.subspan(begin, end - begin));
  });
}

template <class Value>
void sum_in(const Sparse<Value>& m, SumOrder order, const double* r, std::span<const Index> chosen, double* out,
            std::vector<Index>& scratch, Team& team) {
  assert(m.by_column);
  const auto& c = *m.by_column;
  const Lines<Value> lines{c.start.data(), c.index.data(), c.value.data(), c.entries()};
  if (order == SumOrder::slices) chosen = longest_first(m, chosen, scratch);
  share_out(m, chosen, team, [&](std::span<const Index> part) {
    const auto count = static_cast<Offset>(part.size());
    order == SumOrder::slices ? sum_in_slice_order(lines, r, part.data(), count, out)
                              : sum_chosen_lines(lines, r, m.rows, part.data(), count, out);
  });
}

template <class Value>
void sum_in(const Dense<Value>& m, SumOrder, const double* r, std::span<const Index> chosen, double* out,
            std::vector<Index>&, Team& team) {
  share_out(m, chosen, team, [&](std::span<const Index> part) {
    sum_chosen_columns(m.value.data(), m.rows, r, part.data(), static_cast<Offset>(part.size()), out);
  });
}

}  // namespace

void sum_chosen(const Design& design, SumOrder order, std::span<const double> r, std::span<const Index> chosen,
                std::span<double> out, std::vector<Index>& scratch, Team& team) {
  std::visit([&](const auto& m) { sum_in(m, order, r.data(), chosen, out.data(), scratch, team); }, design.storage());
}

Offset entries_of(const Design& design, std::span<const Index> chosen) {
  return std::visit([&](const auto& m) { return entries_in(m, chosen); }, design.storage());
}

}  // namespace gist::cpu
