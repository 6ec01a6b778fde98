#include "gist/fit/certificate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/core/field.hpp"
#include "gist/fit/prepare.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

struct Residuals {
  double critical = 0, prox = 0, coordinate = 0;
};

/// As they are defined, of one coefficient after the other.
Residuals one_by_one(const Problem& problem, const cpu::CpuSpace::Point& point, double t,
                     const std::vector<double>& bound) {
  Residuals all;
  std::visit(
      [&](const auto& penalty) {
        const cpu::Coordinates coordinates(problem, penalty);
        for (std::size_t j = 0; j < point.w.size(); ++j) {
          const double w = point.w[j], g = point.gradient[j];
          all.critical = std::max(all.critical, coordinates.critical(j, w, g));
          all.prox = std::max(all.prox, t * std::abs(w - coordinates.step(j, w, g, t)));
          if (bound[j] > 0)
            all.coordinate = std::max(all.coordinate, bound[j] * std::abs(w - coordinates.step(j, w, g, bound[j])));
        }
      },
      problem.penalty);
  return all;
}

/// Columns of very different length, one of them empty, most coefficients at 0 and at rest: what is passed over must be
/// nothing that counts, wherever lambda is and however short or long the step of the prox residual.
TEST(Certificate, PassesOverNothingThatCounts) {
  constexpr std::size_t rows = 40, columns = 700;
  Team team(2);
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  for (const Loss& loss : {Loss{Squared{}}, Loss{Logistic{}}}) {
    Plain plain = random_plain(rows, columns, targets_of(loss), 5);
    for (std::size_t j = 0; j < columns; ++j) {
      const double length = j == 3 ? 0 : std::ldexp(1.0, static_cast<int>(j % 9) - 4);
      for (std::size_t i = 0; i < rows; ++i) plain.x.at(i, j) *= length;
    }
    for (const bool factors : {false, true}) {
      plain.factor.assign(factors ? columns : 0, 1);
      for (std::size_t j = 0; j < plain.factor.size(); ++j) plain.factor[j] = 0.5 + static_cast<double>(j % 3);
      for (const Penalty& penalty : all_penalties()) {
        for (const double lambda : {1e-3, 0.1, 3.0, 100.0}) {
          FitSpec spec = spec_of(loss, with_strength(penalty, lambda, std::nullopt));
          const Problem problem = prepare(plain.data(Kind::sparse_rows), spec, team).problem;
          cpu::CpuSpace space(problem, team);
          auto point = space.make_point();
          for (std::size_t j = 0; j < columns; j += 50) point.w[j] = 0.3 * normal(random);
          space.loss(point);
          const auto bound = cpu::column_curvatures(problem, point.margin, point.intercept, team);
          for (const double t : {1e-3, 1.0, 1e4}) {
            const Certificate found = certify(space, problem, point, t, bound, team);
            const Residuals defined = one_by_one(problem, point, t, bound);
            const double near = 1e-12;
            EXPECT_NEAR(found.critical, defined.critical, near * defined.critical) << name_of(penalty) << " " << lambda;
            EXPECT_NEAR(found.prox, defined.prox, near * defined.prox + 1e-14 * t) << name_of(penalty) << " " << lambda;
            EXPECT_NEAR(found.coordinate, defined.coordinate, near * defined.coordinate)
                << name_of(penalty) << " " << lambda;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace gist::testing
