#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "gist/data/storage.hpp"

namespace gist {

/// Counts the words of one document: a small hash table, which stays in the cache where an array over the whole
/// vocabulary would not. Reused from document to document.
class WordCount {
 public:
  struct Entry {
    Index word;
    std::int32_t count;
  };

  /// Empties the count and makes room for `distinct` different words.
  void reset(Index distinct) {
    const auto slots = std::bit_ceil(2 * static_cast<std::size_t>(std::max(distinct, Index{1})));
    slot_.assign(slots, empty);
    shift_ = 64 - std::countr_zero(slots);
    entry_.clear();
  }

  void add(Index word) {
    // Fibonacci hashing: ranks of common words are small and close together, the product scatters them.
    std::size_t at = static_cast<std::size_t>((static_cast<std::uint64_t>(word) * 0x9e3779b97f4a7c15U) >> shift_);
    for (;; at = (at + 1) & (slot_.size() - 1)) {
      if (slot_[at] == empty) {
        slot_[at] = static_cast<std::int32_t>(entry_.size());
        entry_.push_back({word, 1});
        return;
      }
      Entry& entry = entry_[static_cast<std::size_t>(slot_[at])];
      if (entry.word == word) {
        ++entry.count;
        return;
      }
    }
  }

  Index distinct() const { return static_cast<Index>(entry_.size()); }

  /// The words in the order in which they first came up.
  std::span<const Entry> entries() const { return entry_; }

 private:
  static constexpr std::int32_t empty = -1;
  std::vector<std::int32_t> slot_;  // into entry_
  int shift_ = 0;
  std::vector<Entry> entry_;
};

}  // namespace gist
