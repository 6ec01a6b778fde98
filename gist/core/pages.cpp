#include "gist/core/pages.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace gist {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t worth_huge_pages = huge_page / 2;  // below, rounding up would waste more than it saves

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

void* allocate_pages(std::size_t bytes) {
  const bool huge = bytes >= worth_huge_pages;
  const std::size_t unit = huge ? huge_page : cache_line;
  const std::size_t size = round_up(bytes == 0 ? 1 : bytes, unit);
  void* memory = std::aligned_alloc(unit, size);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  // A wish, not a need: where the system declines, ordinary pages serve.
  if (huge) (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

std::size_t physical_memory() {
#if defined(__linux__)
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  if (pages > 0 && bytes > 0) return static_cast<std::size_t>(pages) * static_cast<std::size_t>(bytes);
#endif
  return static_cast<std::size_t>(-1);
}

}  // namespace gist
