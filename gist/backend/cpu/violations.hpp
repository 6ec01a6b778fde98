#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "gist/backend/cpu/sums.hpp"
#include "gist/data/storage.hpp"

namespace gist::cpu {

/// A column that is not at rest, and by how much.
struct Violation {
  Index column;
  double size;
};

/// The columns that are not at rest, ascending. Nearly all are, so this is far shorter than a number for each.
class Violations {
 public:
  /// Room for what is found in every chunk of that many columns; forgets what was there.
  void begin(std::int64_t columns) {
    all_.clear();
    of_chunk_.resize(static_cast<std::size_t>(Chunks{columns, vector_chunk}.count()));
  }
  /// Where the chunk that begins with this column puts its own, ascending.
  std::vector<Violation>& chunk(std::int64_t begin) {
    auto& found = of_chunk_[static_cast<std::size_t>(begin / vector_chunk)];
    found.clear();
    return found;
  }
  /// Once all chunks are there.
  void gather() {
    for (const auto& found : of_chunk_) all_.insert(all_.end(), found.begin(), found.end());
  }

  /// These too, ascending; of two of one column the larger counts.
  void add(std::span<const Violation> more) {
    if (more.empty()) return;
    merged_.clear();
    auto a = all_.begin();
    for (const Violation& m : more) {
      while (a != all_.end() && a->column < m.column) merged_.push_back(*a++);
      if (a != all_.end() && a->column == m.column)
        merged_.push_back({m.column, std::max(a++->size, m.size)});
      else
        merged_.push_back(m);
    }
    merged_.insert(merged_.end(), a, all_.end());
    std::swap(all_, merged_);
  }

  std::span<const Violation> all() const { return all_; }

  /// The largest among these columns, which ascend.
  double largest_of(std::span<const Index> columns) const {
    double largest = 0;
    auto v = all_.begin();
    for (const Index j : columns) {
      while (v != all_.end() && v->column < j) ++v;
      if (v != all_.end() && v->column == j) largest = std::max(largest, v->size);
    }
    return largest;
  }

 private:
  std::vector<Violation> all_, merged_;
  std::vector<std::vector<Violation>> of_chunk_;
};

/// Of these the `most` largest, in no particular order; of equals the first columns.
inline void keep_worst(std::vector<Violation>& some, std::size_t most) {
  if (some.size() <= most) return;
  const auto worse = [](const Violation& a, const Violation& b) {
    return a.size > b.size || (a.size == b.size && a.column < b.column);
  };
  std::nth_element(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(most), some.end(), worse);
  some.resize(most);
}

}  // namespace gist::cpu
