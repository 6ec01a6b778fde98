#include "gist/path/convexity.hpp"

#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sample_loops.hpp"

namespace gist {
namespace {

constexpr double most_work = 4e8;    // multiplications along one path
constexpr double most_kept = 1.6e7;  // numbers

/// r'' of the penalty and the ridge at w_j.
double bend_at(const Problem& problem, std::size_t j, double w) {
  return std::visit(
      [&](const auto& penalty) {
        const cpu::Coordinates coordinates(problem, penalty);
        const auto own = coordinates.penalty(j);
        const double a = std::abs(w), h = 1e-6 * a;
        return (own.slopes(a + h).low - own.slopes(a - h).low) / (2 * h) + coordinates.ridge(j);
      },
      problem.penalty);
}

/// Whether a symmetric matrix, its lower triangle given, is positive definite: Cholesky goes through.
bool positive_definite(std::vector<std::vector<double>>& a) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      double sum = a[i][k];
      for (std::size_t l = 0; l < k; ++l) sum -= a[i][l] * a[k][l];
      a[i][k] = sum / a[k][k];
    }
    const double diagonal = a[i][i];
    double left = diagonal;
    for (std::size_t l = 0; l < i; ++l) left -= a[i][l] * a[i][l];
    if (!(left > 1e-12 * std::abs(diagonal))) return false;
    a[i][i] = std::sqrt(left);
  }
  return true;
}

}  // namespace

void Convexity::measure_rows(const cpu::CpuSpace::Point& point) {
  const bool constant = std::holds_alternative<Squared>(problem_.loss);
  if (constant && !root_.empty()) return;
  const auto n = static_cast<std::size_t>(problem_.samples());
  const cpu::Samples samples(problem_, point.margin);
  root_.resize(n);
  total_ = 0;
  std::visit(
      [&](const auto& l) {
        for (std::size_t i = 0; i < n; ++i) {
          const double s = samples.weight_of(i);
          const double d = s == 0 ? 0 : s * l.curvature(point.margin[i] + point.intercept, samples.target[i]);
          total_ += d;
          root_[i] = std::sqrt(d);
        }
      },
      problem_.loss);
  place_.assign(static_cast<std::size_t>(problem_.features()), 0);
  columns_.clear();
  products_.clear();
}

std::vector<double> Convexity::weighted_column(std::size_t j) const {
  std::vector<double> column(root_.size());
  const double scale = problem_.scaling.inverse_scale.empty() ? 1 : problem_.scaling.inverse_scale[j];
  cpu::add_column(problem_.design, static_cast<Index>(j), scale, column);
  double mean = 0;
  if (problem_.intercept && total_ > 0) {
    for (std::size_t i = 0; i < column.size(); ++i) mean += root_[i] * root_[i] * column[i];
    mean /= total_;
  }
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = root_[i] * (column[i] - mean);
  return column;
}

bool Convexity::make_products(const std::vector<std::size_t>& active) {
  const auto n = static_cast<double>(root_.size());
  for (const std::size_t j : active) {
    if (place_[j] != 0) continue;
    const auto kept = static_cast<double>(columns_.size());
    spent_ += n * (kept + 1);
    if (spent_ > most_work || n * (kept + 1) > most_kept) return false;
    columns_.push_back(weighted_column(j));
    place_[j] = columns_.size();
    auto& row = products_.emplace_back();
    for (const auto& other : columns_) {
      double sum = 0;
      for (std::size_t i = 0; i < other.size(); ++i) sum += other[i] * columns_.back()[i];
      row.push_back(sum);
    }
  }
  return true;
}

std::optional<bool> Convexity::holds(const Answer& answer) {
  if (is_convex(answer.penalty)) return true;
  if (lost_) return false;
  std::vector<std::size_t> active;
  std::vector<double> bend;
  bool concave = false;
  for (std::size_t j = 0; j < answer.point.w.size(); ++j) {
    const double w = answer.point.w[j];
    if (w == 0) continue;
    const bool held =
        (!problem_.lower.empty() && w == problem_.lower[j]) || (!problem_.upper.empty() && w == problem_.upper[j]);
    if (held) continue;
    active.push_back(j);
    bend.push_back(bend_at(problem_, j, w));
    concave = concave || bend.back() < 0;
  }
  if (!concave) return true;
  const auto m = static_cast<double>(active.size());
  spent_ += m * m * m / 6;
  if (spent_ > most_work) return std::nullopt;
  if (equations_ == nullptr) {
    measure_rows(answer.point);
    if (!make_products(active)) return std::nullopt;
  }
  std::vector<std::vector<double>> curvature(active.size());
  for (std::size_t a = 0; a < active.size(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) curvature[a].push_back(product(active[a], active[b]));
    curvature[a][a] += bend[a];
  }
  lost_ = !positive_definite(curvature);
  return !lost_;
}

}  // namespace gist
