#include "gist/path/criteria.hpp"

#include <cmath>
#include <string>

#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"

namespace gist {
namespace {

double log_choose(double n, double k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); }

}  // namespace

double criterion_value(Criterion criterion, const Likelihood& l) {
  switch (criterion) {
    case Criterion::aic: return l.minus_twice_log + 2 * l.freedom;
    case Criterion::bic: return l.minus_twice_log + std::log(l.samples) * l.freedom;
    case Criterion::ebic:
      return l.minus_twice_log + std::log(l.samples) * l.freedom + 2 * log_choose(l.features, l.nonzeros);
    case Criterion::gic: return l.minus_twice_log + std::log(std::log(l.samples)) * std::log(l.features) * l.freedom;
  }
  return l.minus_twice_log;
}

void check_criterion(const Loss& loss) {
  if (std::holds_alternative<Squared>(loss) || std::holds_alternative<Logistic>(loss) ||
      std::holds_alternative<Poisson>(loss))
    return;
  throw Error(ErrorKind::option, "--criterion needs a likelihood, and the loss " + std::string(name_of(loss)) +
                                     " is none; it belongs to squared, logistic and poisson. 'gist cv' takes every "
                                     "loss");
}

PointCriteria criteria_at(const PathResult& path, std::size_t point, double sample_weights) {
  const PathPoint& at = path.points.at(point);
  check_criterion(path.frame.spec.loss);
  const double loss = at.report.certificate.loss;
  const auto nonzeros = static_cast<double>(at.coefficients.index.size());
  Likelihood likelihood{.minus_twice_log = 2 * sample_weights * (loss - path.saturated_loss),
                        .samples = sample_weights,
                        .freedom = nonzeros + (path.frame.spec.problem.intercept ? 1 : 0),
                        .features = static_cast<double>(path.frame.features),
                        .nonzeros = nonzeros};
  if (std::holds_alternative<Squared>(path.frame.spec.loss))
    likelihood.minus_twice_log = sample_weights * std::log(2 * loss);
  PointCriteria all{.freedom = likelihood.freedom, .value = {}};
  for (std::size_t c = 0; c < all.value.size(); ++c)
    all.value[c] = criterion_value(static_cast<Criterion>(c), likelihood);
  return all;
}

std::size_t best_point(const PathResult& path, Criterion criterion, double sample_weights) {
  std::size_t best = 0;
  double lowest = infinity;
  for (std::size_t k = 0; k < path.points.size(); ++k) {
    const double value = criteria_at(path, k, sample_weights).value[static_cast<std::size_t>(criterion)];
    // On the flat part of a penalty neighbours are the same model but for rounding.
    if (!(value >= lowest - 1e-9 * std::abs(lowest)) || k == 0) lowest = value, best = k;
  }
  return best;
}

}  // namespace gist
