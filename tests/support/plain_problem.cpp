#include "tests/support/plain_problem.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace gist::testing {
namespace {

template <class Value>
Compressed<Value> compress(const Matrix& m, bool by_row) {
  const std::size_t lines = by_row ? m.rows : m.columns, along = by_row ? m.columns : m.rows;
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::size_t j = 0; j < along; ++j) {
      const double x = by_row ? m.at(i, j) : m.at(j, i);
      if (x == 0) continue;
      index.push_back(static_cast<Index>(j));
      value.push_back(static_cast<Value>(x));
    }
    start.push_back(static_cast<Offset>(index.size()));
  }
  return {std::move(start), std::move(index), std::move(value)};
}

template <class Value>
Dense<Value> dense(const Matrix& m) {
  std::vector<Value> value;
  for (std::size_t j = 0; j < m.columns; ++j) {
    for (std::size_t i = 0; i < m.rows; ++i) value.push_back(static_cast<Value>(m.at(i, j)));
  }
  return {static_cast<Index>(m.rows), static_cast<Index>(m.columns), std::move(value)};
}

template <class Value>
Sparse<Value> sparse(const Matrix& m, bool by_row) {
  Sparse<Value> s{static_cast<Index>(m.rows), static_cast<Index>(m.columns), {}, {}};
  (by_row ? s.by_row : s.by_column) = compress<Value>(m, by_row);
  return s;
}

/// The problem in the coordinates the penalty acts on: columns centred and scaled if the spec says so.
struct Scaled {
  std::size_t n, d;
  std::vector<Real> x;  // row after row
  std::vector<Real> mean, deviation, share, offset, y;
  const FitSpec& spec;

  Scaled(const Plain& plain, const FitSpec& fit_spec) : n(plain.x.rows), d(plain.x.columns), spec(fit_spec) {
    Real sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += share.emplace_back(plain.weight.empty() ? 1 : plain.weight[i]);
    for (Real& s : share) s /= sum;
    for (std::size_t i = 0; i < n; ++i) offset.push_back(plain.offset.empty() ? 0 : plain.offset[i]);
    const bool classes = targets_of(spec.loss) == Targets::classes;
    const double positive = spec.problem.positive.value_or(*std::max_element(plain.label.begin(), plain.label.end()));
    for (const double label : plain.label) y.push_back(!classes ? label : label == positive ? 1 : -1);
    for (std::size_t j = 0; j < d; ++j) {
      Real m = 0, squares = 0;
      for (std::size_t i = 0; i < n; ++i) m += share[i] * plain.x.at(i, j);
      for (std::size_t i = 0; i < n; ++i) squares += share[i] * (plain.x.at(i, j) - m) * (plain.x.at(i, j) - m);
      const bool constant = std::sqrt(squares) <= 1e-13L * std::fabs(m);
      mean.push_back(spec.problem.standardize && spec.problem.intercept ? m : 0);
      deviation.push_back(!spec.problem.standardize ? 1 : constant ? 0 : std::sqrt(squares));
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < d; ++j)
        x.push_back(deviation[j] > 0 ? (plain.x.at(i, j) - mean[j]) / deviation[j] : 0);
    }
  }

  Real margin(const std::vector<Real>& w, Real b, std::size_t i) const {
    Real z = offset[i] + b;
    for (std::size_t j = 0; j < d; ++j) z += x[i * d + j] * w[j];
    return z;
  }
  Real loss(const std::vector<Real>& w, Real b) const {
    Real sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += share[i] * plain_loss(spec.loss, margin(w, b, i), y[i]);
    return sum;
  }
  /// Gradient with respect to w; the last element is the one with respect to b.
  std::vector<Real> gradient(const std::vector<Real>& w, Real b) const {
    std::vector<Real> g(d + 1);
    for (std::size_t i = 0; i < n; ++i) {
      const Real slope = share[i] * plain_loss_slope(spec.loss, margin(w, b, i), y[i]);
      for (std::size_t j = 0; j < d; ++j) g[j] += x[i * d + j] * slope;
      g[d] += slope;
    }
    return g;
  }
  /// The slope in b never falls: halving finds its zero.
  Real best_intercept(const std::vector<Real>& w) const {
    Real low = -1, high = 1;
    while (gradient(w, low)[d] > 0) low *= 2;
    while (gradient(w, high)[d] < 0) high *= 2;
    for (int i = 0; i < 200 && low < high; ++i) {
      const Real middle = (low + high) / 2;
      (gradient(w, middle)[d] < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
  }
};

}  // namespace

Design design_of(const Matrix& matrix, Kind kind) {
  switch (kind) {
    case Kind::dense: return dense<double>(matrix);
    case Kind::dense_float: return dense<float>(matrix);
    case Kind::sparse_float: return sparse<float>(matrix, true);
    case Kind::sparse_rows: return sparse<double>(matrix, true);
    case Kind::sparse_columns: return sparse<double>(matrix, false);
  }
  return {};
}

FitData Plain::data(Kind kind) const {
  return {{design_of(x, kind), label, {}, "test"}, weight, offset, factor, lower, upper};
}

Plain random_plain(std::size_t rows, std::size_t columns, Targets targets, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  Plain plain;
  plain.x = {rows, columns, std::vector<double>(rows * columns)};
  for (double& x : plain.x.value) x = uniform(random) < 0.3 ? 0 : std::round(normal(random) * 64) / 64;
  for (std::size_t i = 0; i < rows; ++i) {
    double z = 0.3;
    for (std::size_t j = 0; j < columns; j += 3) z += plain.x.at(i, j) * (j % 2 == 0 ? 1.0 : -0.7);
    z += 0.8 * normal(random);
    if (targets == Targets::numbers) plain.label.push_back(z);
    if (targets == Targets::classes) plain.label.push_back(uniform(random) < 1 / (1 + std::exp(-z)) ? 1 : -1);
    if (targets == Targets::counts) plain.label.push_back(std::floor(std::exp(std::min(2.5, z / 2)) + uniform(random)));
  }
  return plain;
}

FitSpec spec_of(const Loss& loss, const Penalty& penalty) {
  FitSpec spec;
  spec.loss = loss;
  spec.penalty = penalty;
  return spec;
}

std::vector<double> dense_w(const Model& model) {
  std::vector<double> w(static_cast<std::size_t>(model.features));
  for (std::size_t k = 0; k < model.index.size(); ++k) w[static_cast<std::size_t>(model.index[k])] = model.value[k];
  return w;
}

Judgement judge(const Plain& plain, const Model& model) {
  const FitSpec& spec = model.spec;
  const Scaled problem(plain, spec);
  const auto original = dense_w(model);
  std::vector<Real> w(problem.d);
  Real b = model.intercept;  // of the original scale; centring the columns moves it
  for (std::size_t j = 0; j < problem.d; ++j) {
    w[j] = original[j] * problem.deviation[j];
    b += static_cast<Real>(original[j]) * problem.mean[j];
  }
  Judgement result;
  result.loss = problem.loss(w, b);
  auto g = problem.gradient(w, b);
  result.intercept_slope = spec.problem.intercept ? std::fabs(g[problem.d]) : 0;
  g.pop_back();
  for (std::size_t j = 0; j < problem.d; ++j) {
    const Real factor = plain.factor.empty() ? 1 : plain.factor[j];
    const Real ridge = spec.problem.ridge * factor, scale = problem.deviation[j];
    const PlainPenalty penalty{spec.penalty, factor};
    const auto bound = [&](const std::vector<double>& all, Real none) {
      return all.empty() || scale == 0 ? none : (all.size() == 1 ? all[0] : all[j]) * scale;
    };
    const Real low = bound(plain.lower, -infinity), high = bound(plain.upper, infinity);
    result.penalty += penalty.value(w[j]) + ridge / 2 * w[j] * w[j];

    // Distance of -g to the slopes; at a bound only the way that is open counts.
    const auto [least, most] = penalty.slopes(w[j]);
    const Real smooth = g[j] + ridge * w[j];
    if (w[j] < high) result.critical = std::max(result.critical, -(smooth + most));
    if (w[j] > low) result.critical = std::max(result.critical, smooth + least);

    const auto residual = [&](Real t) {
      const Real c = t + ridge;
      return t * std::fabs(w[j] - penalty.prox(w[j] - smooth / c, c, low, high));
    };
    result.prox = std::max(result.prox, residual(model.report.certificate.t));
    // The curvature along the coordinate: where the loss has a bound on it, that; else the larger of those at both
    // ends of a step.
    const auto curvature_on_the_way = [&](Real step) {
      Real sum = 0;
      for (std::size_t i = 0; i < problem.n; ++i) {
        const Real x = problem.x[i * problem.d + j], z = problem.margin(w, b, i);
        const Real larger = std::max(plain_loss_curvature(spec.loss, z, problem.y[i]),
                                     plain_loss_curvature(spec.loss, z + step * x, problem.y[i]));
        sum += problem.share[i] * x * x * larger;
      }
      return sum;
    };
    Real own = curvature_on_the_way(0);
    if (!(own > 0)) continue;
    const Real critical = std::max({Real{0}, w[j] < high ? -(smooth + most) : 0, w[j] > low ? smooth + least : 0});
    const bool unbounded = std::holds_alternative<Poisson>(spec.loss) && !is_convex(spec.penalty);
    for (int round = 0; unbounded && residual(own) > critical; ++round) {
      const Real step = penalty.prox(w[j] - smooth / (own + ridge), own + ridge, low, high) - w[j];
      const Real needed = curvature_on_the_way(step);
      if (needed <= own) break;
      own = std::isfinite(needed) && round < 10 ? needed : 2 * own;
    }
    result.coordinate = std::max(result.coordinate, residual(own));
  }
  const std::vector<Real> zero(problem.d);
  result.at_zero = problem.gradient(zero, spec.problem.intercept ? problem.best_intercept(zero) : 0);
  result.at_zero.pop_back();
  for (const Real slope : result.at_zero) result.gradient_scale = std::max(result.gradient_scale, std::fabs(slope));
  result.gradient = std::move(g);
  return result;
}

Real objective_at(const Plain& plain, const FitSpec& spec, const std::vector<double>& w, double b) {
  const Scaled problem(plain, spec);
  std::vector<Real> scaled(problem.d);
  Real centred = b, sum = 0;
  for (std::size_t j = 0; j < problem.d; ++j) {
    scaled[j] = w[j] * problem.deviation[j];
    centred += static_cast<Real>(w[j]) * problem.mean[j];
    const Real factor = plain.factor.empty() ? 1 : plain.factor[j];
    sum +=
        PlainPenalty{spec.penalty, factor}.value(scaled[j]) + spec.problem.ridge * factor / 2 * scaled[j] * scaled[j];
  }
  return problem.loss(scaled, centred) + sum;
}

}  // namespace gist::testing
