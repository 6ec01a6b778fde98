#include "gist/backend/cpu/kept_curvature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gist/backend/cpu/chosen_columns.hpp"
#include "gist/backend/cpu/column_origin.hpp"
#include "gist/backend/cpu/kernels_block.hpp"
#include "gist/backend/cpu/second_moments.hpp"
#include "gist/backend/cpu/sparse_moments.hpp"

namespace gist::cpu {
namespace {

/// Of D, in the mean. An iteration more is a pass over the data: it costs a sparse design more beside what is saved.
constexpr double near = 0.1, near_sparse = 0.05;
constexpr std::size_t most_kept = 3000, tile = 4, many = 48;
constexpr double most_sweeps = 25;   // that writing H out by rows may cost
constexpr double model_sweeps = 25;  // that a model costs, about, to be laid out and minimised
constexpr Offset few_of_all = 4;     // columns with a smaller part of all entries are few

double sum_of(std::span<const double> a) { return std::accumulate(a.begin(), a.end(), 0.0); }

/// Whether b is nearly a multiple of a, which is put in `ratio`.
bool alike(std::span<const double> a, std::span<const double> b, double limit, double& ratio) {
  if (a.size() != b.size()) return false;
  const double all = sum_of(b);
  ratio = all / sum_of(a);
  double apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i) apart += std::abs(ratio * a[i] - b[i]);
  return apart <= limit * all && ratio > 0 && std::isfinite(ratio);
}

}  // namespace

bool KeptCurvature::may_keep(std::size_t count) {
  if (std::holds_alternative<Squared>(problem_.loss)) return false;
  const bool tall = static_cast<std::size_t>(problem_.samples()) >= 4 * count;
  if (problem_.design.kind() == "dense") return tall && count <= most_kept;
  if (!sparse_suits_) {
    const Index d = problem_.features();
    const double entries = static_cast<double>(problem_.design.nonzeros());
    sparse_cost_ = sparse_moments_cost(problem_.design);
    sparse_suits_ = d <= most_sparse_columns && problem_.samples() >= 4 * d && sparse_cost_ <= most_sweeps * entries;
  }
  return *sparse_suits_;
}

bool KeptCurvature::serves(std::span<const double> bend, std::span<const Index> columns) {
  if (!may_keep(columns.size())) return false;
  const bool sparse = problem_.design.kind() == "sparse";
  const double limit = sparse ? near_sparse : near;
  const auto entries = sparse ? entries_of(problem_.design, columns) : 0;
  if (sparse && few_of_all * entries < problem_.design.nonzeros()) return false;  // to read them costs next to nothing
  double ratio = 1;
  const bool settled = alike(recent_, bend, limit, ratio);
  recent_.assign(bend.begin(), bend.end());
  if (alike(bend_, bend, limit, ratio)) {
    rescale(ratio);
  } else {
    if (!settled || (sparse && !worth_writing_out(entries))) return false;
    begin(bend);
  }
  std::size_t fresh = 0;
  for (const Index j : columns) fresh += place_[static_cast<std::size_t>(j)] < 0 ? 1 : 0;
  if (!may_keep(column_.size() + fresh)) begin(bend);  // too many that are not asked for any more
  meet(columns);
  return true;
}

/// Writing H out by rows may cost what models have cost that it did not serve, and not more.
bool KeptCurvature::worth_writing_out(Offset entries) {
  spent_ += model_sweeps * static_cast<double>(entries);
  if (spent_ < sparse_cost_) return false;
  spent_ = 0;
  return true;
}

void KeptCurvature::begin(std::span<const double> bend) {
  bend_.assign(bend.begin(), bend.end());
  scale_ = 1;
  root_.resize(bend.size());
  total_ = 0;
  for (std::size_t i = 0; i < bend.size(); ++i) {
    root_[i] = static_cast<float>(std::sqrt(bend[i]));
    if (problem_.intercept) total_ += bend[i];
  }
  place_.assign(static_cast<std::size_t>(problem_.features()), -1);
  column_.clear();
  value_.clear();
  weighted_.clear();
}

void KeptCurvature::meet_all_sparse() {
  const auto d = static_cast<std::size_t>(problem_.features());
  column_.resize(d);
  std::iota(column_.begin(), column_.end(), Index{0});
  place_ = column_;
  room_ = padded_products(d);
  h_.resize(room_ * room_);
  weighted_.resize(d);
  sparse_weighted_products(problem_, bend_, weighted_, h_.data(), room_);
  const auto& inverse_scale = problem_.scaling.inverse_scale;
  for (std::size_t j = 0; j < inverse_scale.size(); ++j) weighted_[j] *= inverse_scale[j];
  scale_by_columns();
}

void KeptCurvature::meet(std::span<const Index> columns) {
  if (problem_.design.kind() == "sparse") {
    if (column_.empty()) meet_all_sparse();
    return;
  }
  const std::size_t n = root_.size(), before = column_.size();
  for (const Index j : columns) {
    if (place_[static_cast<std::size_t>(j)] >= 0) continue;
    place_[static_cast<std::size_t>(j)] = static_cast<Index>(column_.size());
    column_.push_back(j);
  }
  const std::size_t count = column_.size();
  if (count == before) return;
  if (count > room_) {
    const std::size_t room = padded_products(std::max(count + 64, 2 * room_));
    std::vector<double> larger(room * room);
    for (std::size_t a = 0; a < before; ++a) std::copy_n(h_.data() + a * room_, before, larger.data() + a * room);
    h_ = std::move(larger);
    room_ = room;
  }
  value_.resize(count * n);
  bool moved = false;  // some column, away from a mean whose products would leave nothing else
  const auto column = [&](std::size_t c) { return value_.data() + std::min(c, count - 1) * n; };
  std::visit(
      [&](const auto& matrix) {
        if constexpr (!requires { matrix.by_column; }) {
          for (std::size_t c = before; c < count; ++c) {
            const auto j = static_cast<std::size_t>(column_[c]);
            const auto* const x = matrix.value.data() + j * n;
            const auto& inverse_scale = problem_.scaling.inverse_scale;
            const double scale = inverse_scale.empty() ? 1 : inverse_scale[j];
            float* const out = column(c);
            const double origin = problem_.intercept ? column_origin(x, nullptr, n, root_.data()) : 0;
            moved |= origin != 0;
            if (origin != 0) {
              take_column_from(origin, x, nullptr, n, root_.data(), scale, out);
            } else {
              for (std::size_t i = 0; i < n; ++i)
                out[i] = static_cast<float>(x[i]) * static_cast<float>(scale) * root_[i];
            }
            weighted_.push_back(problem_.intercept ? contiguous_dot(out, n, root_.data()) : 0);
          }
        }
      },
      problem_.design.storage());
  if (before == 0 && count >= many && !moved) return multiply_all();
  for (std::size_t a = before; a < count; a += tile) {
    for (std::size_t b = 0; b < std::min(a + tile, count); b += tile) {
      const std::array<const float*, tile> x{column(a), column(a + 1), column(a + 2), column(a + 3)};
      const std::array<const float*, tile> y{column(b), column(b + 1), column(b + 2), column(b + 3)};
      std::array<double, tile * tile> products{};
      tile_products(x.data(), y.data(), n, products.data());
      for (std::size_t i = 0; i < tile && a + i < count; ++i) {
        for (std::size_t j = 0; j < tile && b + j < count; ++j) {
          set(a + i, b + j, products[i * tile + j]);
        }
      }
    }
  }
}

void KeptCurvature::rescale(double scale) {
  const double change = scale / scale_;
  for (std::size_t a = 0; a < column_.size(); ++a)
    for (std::size_t b = 0; b < column_.size(); ++b) h_[a * room_ + b] *= change;
  scale_ = scale;
}

void KeptCurvature::set(std::size_t a, std::size_t b, double product) {
  double h = total_ > 0 ? product - weighted_[a] * weighted_[b] / total_ : product;
  if (a == b) h = std::max(h, 1e-6 * product);  // single precision leaves no more of a nearly constant column
  h_[a * room_ + b] = h_[b * room_ + a] = scale_ * h;
}

/// Many columns at once are worth being laid out for it.
void KeptCurvature::multiply_all() {
  Team alone(1);
  std::fill(h_.begin(), h_.end(), 0.0);
  add_weighted_products(problem_, column_, bend_, h_.data(), room_, alone);
  scale_by_columns();
}

/// h_, which holds the upper half of X' D X, to what is kept.
void KeptCurvature::scale_by_columns() {
  const auto& inverse_scale = problem_.scaling.inverse_scale;
  const auto scale = [&](std::size_t c) {
    return inverse_scale.empty() ? 1 : inverse_scale[static_cast<std::size_t>(column_[c])];
  };
  for (std::size_t a = 0; a < column_.size(); ++a)
    for (std::size_t b = a; b < column_.size(); ++b) set(a, b, scale(a) * scale(b) * h_[a * room_ + b]);
}

}  // namespace gist::cpu
