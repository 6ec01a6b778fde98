#include "gist/simulate/document_length.hpp"

#include <algorithm>
#include <cstddef>

#include "gist/simulate/portable_math.hpp"
#include "gist/simulate/random.hpp"
#include "gist/simulate/text_stream.hpp"

namespace gist {
namespace {

constexpr double log_deviation = 0.7;  // the longest of ten thousand documents has some ten times the average length

}  // namespace

std::vector<Offset> document_starts(const TextOptions& options) {
  const auto rows = static_cast<std::size_t>(options.rows);
  const auto longest = static_cast<double>(longest_document(options.features));
  std::vector<double> relative(rows);
  Random random(options.seed, TextStream::lengths);
  for (double& x : relative) x = portable_exp(log_deviation * random.normal());

  const auto length = [&](std::size_t i, double scale) {
    return static_cast<Offset>(std::clamp(relative[i] * scale, 1.0, longest));
  };
  const auto total = [&](double scale) {
    Offset sum = 0;
    for (std::size_t i = 0; i < rows; ++i) sum += length(i, scale);
    return sum;
  };
  // The total grows with the scale: bracket the largest scale that does not go beyond what was asked for.
  double low = 0, high = 1;
  while (total(high) < options.nonzeros) high *= 2;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (total(middle) <= options.nonzeros ? low : high) = middle;
  }

  std::vector<Offset> start(rows + 1, 0);
  for (std::size_t i = 0; i < rows; ++i) start[i + 1] = length(i, low);
  // What rounding left over, a word each.
  Offset missing = options.nonzeros - total(low);
  while (missing > 0) {
    for (std::size_t i = 0; i < rows && missing > 0; ++i) {
      if (start[i + 1] >= static_cast<Offset>(longest)) continue;
      ++start[i + 1];
      --missing;
    }
  }
  for (std::size_t i = 0; i < rows; ++i) start[i + 1] += start[i];
  return start;
}

}  // namespace gist
