#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gist/core/chunks.hpp"
#include "gist/core/team.hpp"

namespace gist::cpu {

/// Elements a task of a vector loop handles: large enough that handing it out costs nothing, small enough to share.
inline constexpr std::int64_t vector_chunk = 16'384;

/// Two sums at once.
struct Pair {
  double first = 0, second = 0;
  Pair& operator+=(const Pair& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
};

/// Adds up body(begin, end) over fixed pieces of [0, size), piece by piece in order: the same bits on any number of
/// threads. `partial` is scratch space that only ever grows, so a warm loop allocates nothing. Sum needs a default zero
/// and +=.
template <class Sum, class Body>
Sum sum_chunks(std::int64_t size, Team& team, std::vector<Sum>& partial, Body&& body) {
  const Chunks chunks{size, vector_chunk};
  if (partial.size() < static_cast<std::size_t>(chunks.count()))
    partial.resize(static_cast<std::size_t>(chunks.count()));
  team.run_chunks(chunks, [&](std::int64_t c, std::int64_t begin, std::int64_t end) {
    partial[static_cast<std::size_t>(c)] = body(begin, end);
  });
  Sum total{};
  for (std::int64_t c = 0; c < chunks.count(); ++c) total += partial[static_cast<std::size_t>(c)];
  return total;
}

/// add(sum, i) for every i of [begin, end), into four sums that do not wait for one another, and then their sum.
template <class Sum, class Add>
Sum sum_in_lanes(std::int64_t begin, std::int64_t end, Add&& add) {
  constexpr std::size_t lanes = 4;
  std::array<Sum, lanes> sum{};
  auto i = static_cast<std::size_t>(begin);
  const auto last = static_cast<std::size_t>(end);
  for (; i + lanes <= last; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) add(sum[lane], i + lane);
  for (std::size_t lane = 0; i < last; ++i, ++lane) add(sum[lane], i);
  sum[0] += sum[1];
  sum[2] += sum[3];
  return sum[0] += sum[2];
}

}  // namespace gist::cpu
