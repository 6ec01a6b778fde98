#include "gist/io/checksum.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace gist {
namespace {

constexpr std::size_t sums_side_by_side = 8;
constexpr std::size_t block_bytes = sums_side_by_side * sizeof(std::uint64_t);

struct Sums {
  std::array<std::uint64_t, sums_side_by_side> a{}, b{};

  void add(const char* p) {
    std::array<std::uint64_t, sums_side_by_side> word;
    std::memcpy(word.data(), p, block_bytes);
    for (std::size_t i = 0; i < sums_side_by_side; ++i) a[i] += word[i];
    for (std::size_t i = 0; i < sums_side_by_side; ++i) b[i] += a[i];
  }
};

/// Multiplication by an odd number, rotation and exclusive or are all one-to-one: no single change is lost.
std::uint64_t mix(std::uint64_t h, std::uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15U;
  return h ^ (h >> 29);
}

}  // namespace

std::uint64_t checksum(std::string_view bytes) {
  Sums sums;
  std::uint64_t h = mix(0, bytes.size());
  for (; bytes.size() >= block_bytes; bytes.remove_prefix(block_bytes)) sums.add(bytes.data());
  if (!bytes.empty()) {
    std::array<char, block_bytes> last{};  // the rest, filled up with zeros; the length has been mixed in
    std::copy(bytes.begin(), bytes.end(), last.begin());
    sums.add(last.data());
  }
  for (const auto a : sums.a) h = mix(h, a);
  for (const auto b : sums.b) h = mix(h, b);
  return h;
}

std::uint64_t fold(std::span<const std::uint64_t> sums) {
  std::uint64_t h = mix(0, sums.size());
  for (const auto sum : sums) h = mix(h, sum);
  return h;
}

}  // namespace gist
