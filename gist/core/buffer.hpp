#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace gist {

/// A read-only array together with whatever keeps it alive: a vector, a mapped file, somebody else's memory.
/// Copying a Buffer shares the memory; nothing in the library writes through one.
template <class T>
class Buffer {
 public:
  Buffer() = default;

  /// Takes the vector over.
  Buffer(std::vector<T> values) {  // NOLINT(google-explicit-constructor): a vector *is* a buffer here
    auto kept = std::make_shared<const std::vector<T>>(std::move(values));
    view_ = {kept->data(), kept->size()};
    owner_ = std::move(kept);
  }

  /// Looks at memory that `owner` keeps alive.
  Buffer(std::span<const T> view, std::shared_ptr<const void> owner) : view_(view), owner_(std::move(owner)) {}

  const T* data() const { return view_.data(); }
  std::size_t size() const { return view_.size(); }
  bool empty() const { return view_.empty(); }
  const T& operator[](std::size_t i) const { return view_[i]; }
  auto begin() const { return view_.begin(); }
  auto end() const { return view_.end(); }
  std::span<const T> view() const { return view_; }
  std::size_t bytes() const { return view_.size_bytes(); }

 private:
  std::span<const T> view_;
  std::shared_ptr<const void> owner_;
};

}  // namespace gist
