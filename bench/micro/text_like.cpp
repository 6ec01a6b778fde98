#include "bench/micro/text_like.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace gist::bench {
namespace {

/// Draws ranks 0 .. count-1 with probability close to (rank + 1)^-exponent: the inverse of the continuous
/// distribution function, which is exact enough in the head and cheap everywhere.
class ZipfRank {
 public:
  ZipfRank(Index count, double exponent)
      : power_(1 - exponent), low_(std::pow(0.5, power_)), high_(std::pow(count + 0.5, power_)), last_(count - 1) {}

  template <class Random>
  Index operator()(Random& random) const {
    const double u = std::uniform_real_distribution<double>()(random);
    const double x = std::pow(low_ + u * (high_ - low_), 1 / power_);
    return std::clamp(static_cast<Index>(std::lround(x)) - 1, Index{0}, last_);
  }

 private:
  double power_, low_, high_;
  Index last_;
};

}  // namespace

template <class Value>
Compressed<Value> text_like_rows(const TextShape& shape) {
  std::mt19937_64 random(shape.seed);
  std::vector<Index> column_of_rank(static_cast<std::size_t>(shape.columns));
  std::iota(column_of_rank.begin(), column_of_rank.end(), 0);
  if (!shape.popular_first) std::shuffle(column_of_rank.begin(), column_of_rank.end(), random);

  const ZipfRank rank(shape.columns, shape.exponent);
  const double mean = static_cast<double>(shape.entries) / shape.rows;
  std::uniform_real_distribution<double> uniform(0.1, 1);
  std::vector<Offset> start{0};
  std::vector<Index> index, line;
  for (Index i = 0; i < shape.rows; ++i) {
    // Lengths from a tenth to 1.9 times the mean; the last row makes the total exact.
    const double stretch = 0.1 + 2 * (uniform(random) - 0.1);
    auto want = static_cast<std::size_t>(std::lround(mean * stretch));
    const auto left = static_cast<std::size_t>(shape.entries) - index.size();
    want = i + 1 == shape.rows ? left : std::min(want, left);
    want = std::min(want, static_cast<std::size_t>(shape.columns) / 2);
    line.clear();
    while (line.size() < want) {
      while (line.size() < want) line.push_back(column_of_rank[static_cast<std::size_t>(rank(random))]);
      std::sort(line.begin(), line.end());
      line.erase(std::unique(line.begin(), line.end()), line.end());
    }
    index.insert(index.end(), line.begin(), line.end());
    start.push_back(static_cast<Offset>(index.size()));
  }
  std::vector<Value> value(index.size());
  for (auto& v : value) v = static_cast<Value>(uniform(random));
  return {std::move(start), std::move(index), std::move(value)};
}

template Compressed<double> text_like_rows<double>(const TextShape&);
template Compressed<float> text_like_rows<float>(const TextShape&);

}  // namespace gist::bench
