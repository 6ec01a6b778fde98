#include "gist/backend/cpu/gram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "gist/backend/cpu/kernels_block.hpp"

namespace gist::cpu {
namespace {

using Sums = Gram::Sums;

constexpr std::size_t most_columns = 3000;  // 72 MB of H
constexpr std::size_t tile = 4;

/// Products of up to four columns with up to four others, out[a * 4 + b].
using Tile = std::array<double, tile * tile>;

std::vector<std::size_t> all_of(const ColumnBlock& block) {
  std::vector<std::size_t> all(block.columns());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

/// Calls take(a, b, product) for all pairs of two lists of columns; in tiles, so that a column is read from memory once
/// for every four of the other list.
template <class Take>
void all_products(const ColumnBlock& block, std::span<const std::size_t> left, std::span<const std::size_t> right,
                  Sums sums, Take&& take) {
  for (std::size_t a = 0; a < left.size(); a += tile) {
    for (std::size_t b = 0; b < right.size(); b += tile) {
      std::array<const float*, tile> x{}, y{};
      for (std::size_t k = 0; k < tile; ++k) {
        x[k] = block.dense_column(left[std::min(a + k, left.size() - 1)]);
        y[k] = block.dense_column(right[std::min(b + k, right.size() - 1)]);
      }
      Tile products{};
      (sums == Sums::exact ? exact_tile_products : tile_products)(x.data(), y.data(), block.rows(), products.data());
      for (std::size_t i = 0; i < tile && a + i < left.size(); ++i) {
        for (std::size_t j = 0; j < tile && b + j < right.size(); ++j)
          take(left[a + i], right[b + j], products[i * tile + j]);
      }
    }
  }
}

}  // namespace

bool Gram::worth(const ColumnBlock& block, int sweeps) const {
  const std::size_t m = block.columns();
  if (m > most_columns || m < 2) return false;
  const auto entries = static_cast<double>(block.entries()), square = static_cast<double>(m * m);
  if (4 * square > 2 * entries) return false;  // a sweep over H would not be much cheaper than one over the block
  // A tile of dense products takes about an eighth of the time that its entries take in a sweep. Sparse columns have to
  // be turned into rows first, which takes as long as ten sweeps.
  if (block.dense()) return static_cast<double>(m) / 16 < 2.0 * sweeps;
  return block.row_pairs(all_of(block)) < (sweeps - 10) * entries;
}

void Gram::make(const ColumnBlock& block, std::span<const Index> columns, std::span<const double> weighted,
                double total, Sums sums, bool constant) {
  size_ = stride_ = block.columns();
  taken_.clear();
  h_.resize(size_ * size_);
  data_ = h_.data();
  if (!block.dense())
    block.products(all_of(block), h_);
  else if (constant)
    make_known(block, columns, sums);
  else
    make_dense(block, sums);
  if (!(total > 0)) return;
  for (std::size_t a = 0; a < size_; ++a)
    for (std::size_t b = 0; b < size_; ++b) h_[a * size_ + b] -= weighted[a] * weighted[b] / total;
}

void Gram::take(const NormalEquations& equations, std::span<const Index> columns) {
  const auto same = std::mismatch(taken_.begin(), taken_.end(), columns.begin(), columns.end());
  auto kept = static_cast<std::size_t>(same.first - taken_.begin());
  size_ = columns.size();
  if (size_ > stride_ || taken_.empty()) {
    stride_ = std::min(equations.columns, std::max(2 * stride_, size_ + 64));
    h_.resize(stride_ * stride_);
    kept = 0;
  }
  data_ = h_.data();
  for (std::size_t a = 0; a < size_; ++a) {
    const double* const from = equations.row(static_cast<std::size_t>(columns[a]));
    double* const to = h_.data() + a * stride_;
    for (std::size_t b = a < kept ? kept : 0; b < size_; ++b) to[b] = from[columns[b]];
  }
  taken_.assign(columns.begin(), columns.end());
}

void Gram::make_dense(const ColumnBlock& block, Sums sums) {
  const auto all = all_of(block);
  for (std::size_t first = 0; first < size_; first += tile) {  // the tiles from the diagonal on
    const std::span<const std::size_t> left(all.data() + first, std::min(tile, size_ - first));
    all_products(block, left, std::span(all).subspan(first), sums, [&](std::size_t a, std::size_t b, double product) {
      h_[a * size_ + b] = h_[b * size_ + a] = product;
    });
  }
}

void Gram::forget_known() {
  std::fill(place_.begin(), place_.end(), -1);
  places_ = room_ = 0;
  known_.clear();
}

void Gram::make_known(const ColumnBlock& block, std::span<const Index> columns, Sums sums) {
  if (sums == Sums::exact && known_sums_ != Sums::exact) forget_known();
  if (places_ == 0) known_sums_ = sums;
  const auto last = static_cast<std::size_t>(*std::max_element(columns.begin(), columns.end()));
  if (place_.size() <= last) place_.resize(last + 1, -1);
  std::vector<std::size_t> met, fresh;
  for (std::size_t c = 0; c < size_; ++c) (place_[static_cast<std::size_t>(columns[c])] < 0 ? fresh : met).push_back(c);
  if (places_ + fresh.size() > most_columns) {  // more than is worth keeping: only these from now on
    forget_known();
    fresh.insert(fresh.end(), met.begin(), met.end());
    std::sort(fresh.begin(), fresh.end());
    met.clear();
  }
  const std::size_t needed = places_ + fresh.size();
  if (needed > room_) {
    const std::size_t room = std::max(needed, std::min(2 * room_, most_columns));
    std::vector<double> larger(room * room, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t a = 0; a < places_; ++a)
      std::copy_n(known_.begin() + static_cast<std::ptrdiff_t>(a * room_), places_,
                  larger.begin() + static_cast<std::ptrdiff_t>(a * room));
    known_ = std::move(larger);
    room_ = room;
  }
  for (const std::size_t c : fresh) place_[static_cast<std::size_t>(columns[c])] = static_cast<Index>(places_++);
  const auto known = [&](std::size_t a, std::size_t b) -> double& {
    const auto i = static_cast<std::size_t>(place_[static_cast<std::size_t>(columns[a])]);
    const auto j = static_cast<std::size_t>(place_[static_cast<std::size_t>(columns[b])]);
    return known_[i * room_ + j];
  };
  const auto keep = [&](std::size_t a, std::size_t b, double product) { known(a, b) = known(b, a) = product; };
  all_products(block, fresh, met, known_sums_, keep);
  for (std::size_t first = 0; first < fresh.size(); first += tile)
    all_products(block, std::span(fresh).subspan(first, std::min(tile, fresh.size() - first)),
                 std::span(fresh).subspan(first), known_sums_, keep);
  for (std::size_t a = 0; a < size_; ++a) {
    for (std::size_t b = a; b < size_; ++b) {
      if (std::isnan(known(a, b))) {  // both were met before, but never together
        const std::array one{a}, other{b};
        all_products(block, one, other, known_sums_, keep);
      }
      h_[a * size_ + b] = h_[b * size_ + a] = known(a, b);
    }
  }
}

}  // namespace gist::cpu
