#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace gist {

/// Raw memory for big arrays, aligned to 64 bytes; from 16 megabytes on it asks the system for huge pages, on which
/// scattered access is faster, unless those turn out to be dear. Released by std::free. Throws std::bad_alloc.
void* allocate_pages(std::size_t bytes);

/// Bytes of memory the machine has; where it does not say, as many as there could be.
std::size_t physical_memory();

/// An array whose elements are not set: whoever fills it touches the pages first, on as many threads as it likes.
template <class T>
std::shared_ptr<T[]> uninitialized_array(std::size_t size) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  if (size > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_alloc();
  return std::shared_ptr<T[]>(static_cast<T*>(allocate_pages(size * sizeof(T))), [](T* p) { std::free(p); });
}

/// Allocates from allocate_pages, for containers.
template <class T>
struct PageAllocator {
  using value_type = T;
  PageAllocator() = default;
  template <class U>
  PageAllocator(const PageAllocator<U>&) {}  // NOLINT(google-explicit-constructor): allocators convert
  T* allocate(std::size_t size) {
    if (size > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(allocate_pages(size * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  bool operator==(const PageAllocator&) const { return true; }
};

/// A vector for what a solver works on: one number per feature or sample, read at scattered places.
using WorkVector = std::vector<double, PageAllocator<double>>;

}  // namespace gist
