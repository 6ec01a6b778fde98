// What memory costs that a process touches for the first time, on ordinary and on huge pages: once after a rest, in
// which a virtual machine may have handed its free memory back to the host, and once right after. See core/pages.cpp.
#include <fmt/core.h>
#include <sys/mman.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <thread>

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20, ordinary_page = 4096, size = std::size_t{48} << 20;

double gigabytes_a_second(int advice) {
  void* const memory = mmap(nullptr, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  const auto at = reinterpret_cast<std::size_t>(memory);
  char* const aligned = static_cast<char*>(memory) + (huge_page - at % huge_page) % huge_page;
  (void)madvise(aligned, size, advice);
  const auto begun = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < size; i += ordinary_page) static_cast<volatile char*>(aligned)[i] = 1;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  (void)munmap(memory, size + huge_page);
  return static_cast<double>(size) / took.count() / 1e9;
}

}  // namespace

int main() {
  fmt::print("first touch of 48 MB, GB/s  after a rest  right after\n");
  for (const bool huge : {false, true}) {
    std::this_thread::sleep_for(std::chrono::seconds(10));
    const int advice = huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE;
    const double rested = gigabytes_a_second(advice), warm = gigabytes_a_second(advice);
    fmt::print("{:<26} {:>13.2f} {:>12.2f}\n", huge ? "huge pages" : "ordinary pages", rested, warm);
    std::fflush(stdout);
  }
  return 0;
}
