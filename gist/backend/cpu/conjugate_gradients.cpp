#include "gist/backend/cpu/conjugate_gradients.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/kernels_block.hpp"
#include "gist/core/field.hpp"

namespace gist::cpu {

/// image = (A'A - s s'/total + bends) trial; leaves A trial in trial_moved_ and returns <s, trial>.
double ConjugateGradients::apply(const ColumnBlock& block, double total) {
  std::fill(trial_moved_.begin(), trial_moved_.end(), 0.0F);
  double shift = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    block.add(terms[k].column, trial_[k], trial_moved_.data());
    shift += trial_[k] * terms[k].weighted;
  }
  for (std::size_t k = 0; k < terms.size(); ++k) {
    image_[k] = block.dot(terms[k].column, trial_moved_.data()) + terms[k].bend * trial_[k];
    if (total > 0) image_[k] -= terms[k].weighted * shift / total;
  }
  return shift;
}

int ConjugateGradients::solve(const ColumnBlock& block, double total, double tolerance, int most) {
  return iterate(block.rows(), tolerance, most, [&] { return apply(block, total); });
}

int ConjugateGradients::solve(const Gram& gram, double tolerance, int most) {
  spread_.assign(gram.size(), 0);
  return iterate(0, tolerance, most, [&] {
    // Over whole rows, zeros included: nearly all of a row is asked for, and in order it is read many times faster.
    for (std::size_t k = 0; k < terms.size(); ++k) spread_[terms[k].column] = trial_[k];
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const auto row = gram.row(terms[k].column);
      image_[k] = contiguous_dot(row.data(), row.size(), spread_.data()) + terms[k].bend * trial_[k];
    }
    return 0.0;
  });
}

template <class Product>
int ConjugateGradients::iterate(std::size_t rows, double tolerance, int most, Product&& product) {
  const std::size_t count = terms.size();
  for (auto* v : {&direction_, &residual_, &inverse_, &trial_, &image_}) v->assign(count, 0);
  moved_.assign(rows, 0);
  trial_moved_.resize(rows);
  shift_ = 0;
  double norm = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double own = terms[k].curvature;
    inverse_[k] = 1 / std::max(own + terms[k].bend, own / 4);
    residual_[k] = -terms[k].slope;
    trial_[k] = inverse_[k] * residual_[k];
    norm += residual_[k] * trial_[k];
  }
  const double enough = 1e-4 * norm;
  double largest = infinity;
  int products = 0;
  while (products < most && norm > enough && largest > tolerance) {
    const double trial_shift = product();
    ++products;
    double along = 0;
    for (std::size_t k = 0; k < count; ++k) along += trial_[k] * image_[k];
    if (!(along > 0)) break;
    const double length = norm / along;
    double next = 0;
    largest = 0;
    for (std::size_t k = 0; k < count; ++k) {
      direction_[k] += length * trial_[k];
      residual_[k] -= length * image_[k];
      largest = std::max(largest, std::abs(residual_[k]));
      next += inverse_[k] * residual_[k] * residual_[k];
    }
    const auto step = static_cast<float>(length);
    for (std::size_t i = 0; i < moved_.size(); ++i) moved_[i] += step * trial_moved_[i];
    shift_ += length * trial_shift;
    for (std::size_t k = 0; k < count; ++k) trial_[k] = inverse_[k] * residual_[k] + next / norm * trial_[k];
    norm = next;
  }
  return products;
}

double ConjugateGradients::bend_along(double total) const {
  double sum = 0;
  for (const float m : moved_) sum += double{m} * double{m};
  return total > 0 ? sum - shift_ * shift_ / total : sum;
}

}  // namespace gist::cpu
