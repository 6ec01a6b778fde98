#include "gist/core/pages.hpp"

#include <atomic>
#include <chrono>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace gist {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;
/// As many ordinary pages as this the processor finds again by itself, and they come at a price that hardly varies.
constexpr std::size_t worth_huge_pages = std::size_t{16} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

#if defined(__linux__)

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Asks for huge pages, and touches the first of them to see what they cost: setting one to 0 takes a tenth of a
/// millisecond. A virtual machine that hands free memory back to its host keeps ordinary pages for itself, but has to
/// ask for huge ones back, 4 ms each (docs/design/kernels.md): seven times what the same memory costs in ordinary
/// pages. There the first one is the last. It is a wish, not a need: where the system declines, ordinary pages serve.
void ask_for_huge_pages(char* memory, std::size_t size) {
  constexpr double too_dear = 1e-3, worth_asking_again = 1;
  static std::atomic<double> ask_again_at = 0;
  if (seconds() < ask_again_at.load(std::memory_order_relaxed)) {
    (void)madvise(memory, size, MADV_NOHUGEPAGE);  // some systems give huge ones unasked
    return;
  }
  (void)madvise(memory, size, MADV_HUGEPAGE);
  const double begun = seconds();
  *static_cast<volatile char*>(memory) = 0;
  const double now = seconds();
  if (now - begun < too_dear) return;
  ask_again_at.store(now + worth_asking_again, std::memory_order_relaxed);
  (void)madvise(memory + huge_page, size - huge_page, MADV_NOHUGEPAGE);
}

#endif

}  // namespace

void* allocate_pages(std::size_t bytes) {
  const bool huge = bytes >= worth_huge_pages;
  const std::size_t unit = huge ? huge_page : cache_line;
  const std::size_t size = round_up(bytes == 0 ? 1 : bytes, unit);
  void* memory = std::aligned_alloc(unit, size);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  if (huge) ask_for_huge_pages(static_cast<char*>(memory), size);
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
