#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string_view>

namespace gist {

/// Bytes that grow at the end. realloc moves large blocks by remapping their pages, so growing copies nothing and the
/// untouched tail costs no memory, which std::string cannot offer.
class Block {
 public:
  std::string_view view() const { return {data_.get(), size_}; }

  /// Room for at least `wanted` more bytes after the end; say with grew() how many were written there.
  char* room(std::size_t wanted) {
    if (capacity_ - size_ < wanted) {
      const std::size_t capacity = std::max(size_ + wanted, capacity_ + capacity_ / 2);
      char* moved = static_cast<char*>(std::realloc(data_.get(), capacity));
      if (moved == nullptr) throw std::bad_alloc();
      static_cast<void>(data_.release());
      data_.reset(moved);
      capacity_ = capacity;
    }
    return data_.get() + size_;
  }
  void grew(std::size_t bytes) { size_ += bytes; }

 private:
  struct Free {
    void operator()(char* p) const { std::free(p); }
  };
  std::unique_ptr<char, Free> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace gist
