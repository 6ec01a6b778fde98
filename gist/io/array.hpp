#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "gist/core/buffer.hpp"
#include "gist/core/pages.hpp"

namespace gist {

/// Memory for up to `capacity` values that is filled once, by several threads in any order, and then becomes a Buffer.
/// It starts untouched, so pages that are never written are never there.
template <class T>
class Array {
 public:
  explicit Array(std::size_t capacity) : data_(uninitialized_array<T>(capacity)), capacity_(capacity) {}

  T* data() { return data_.get(); }
  T& operator[](std::size_t i) { return data_[static_cast<std::ptrdiff_t>(i)]; }
  std::size_t capacity() const { return capacity_; }

  /// The first `used` values. Moves them to a block of their own when much of this one would be kept for nothing.
  Buffer<T> freeze(std::size_t used) && {
    if (used < capacity_ - capacity_ / 8) {
      Array<T> exact(used);
      std::copy_n(data(), used, exact.data());
      *this = std::move(exact);
    }
    const std::span<const T> view(data_.get(), used);
    return Buffer<T>(view, std::move(data_));
  }

 private:
  std::shared_ptr<T[]> data_;
  std::size_t capacity_;
};

}  // namespace gist
