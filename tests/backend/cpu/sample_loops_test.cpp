#include "gist/backend/cpu/sample_loops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gist/backend/cpu/space.hpp"

namespace gist::cpu {
namespace {

/// A problem of samples alone, its margins from far on the wrong side to far on the right one.
struct Case {
  explicit Case(const Loss& loss, std::size_t samples, std::size_t columns = 100) {
    problem.loss = loss;
    problem.design =
        Dense<double>{static_cast<Index>(samples), static_cast<Index>(columns), std::vector<double>(samples * columns)};
    for (std::size_t i = 0; i < samples; ++i) {
      problem.target.push_back(i % 2 == 0 ? 1 : -1);
      const double place = static_cast<double>(i) / static_cast<double>(samples);
      margin.push_back(problem.target.back() * (80 * place - 40));
    }
  }
  std::vector<double> curvatures() const {
    std::vector<double> out(margin.size());
    model_curvatures(problem, margin, 0, 1, {}, out);
    for (double& c : out) c *= static_cast<double>(margin.size());
    return out;
  }

  Problem problem;
  std::vector<double> margin;
};

TEST(ModelCurvatures, AParabolaPromisesNoMoreThanTheLossThereIs) {
  for (const Loss& loss : {Loss(Logistic{}), Loss(Huber{}), Loss(SquaredHinge{})}) {
    Case many(loss, 600);
    many.problem.penalty = Mcp{1, 3};
    const auto here = many.curvatures();
    std::visit(
        [&](const auto& l) {
          for (std::size_t i = 0; i < here.size(); ++i) {
            const double z = many.margin[i], y = many.problem.target[i], slope = l.slope(z, y), value = l.value(z, y);
            ASSERT_LE(slope * slope / (2 * here[i]), value * (1 + 1e-12)) << z * y;
            const double least =
                std::max({l.curvature(z, y), 1e-8 * l.curvature_bound(), value > 0 ? slope * slope / (2 * value) : 0});
            ASSERT_NEAR(here[i], std::min(l.curvature_bound(), least), 1e-14) << z * y;
          }
        },
        loss);
  }
}

TEST(ModelCurvatures, AreTheLossesOwnWherePromisesCostLittle) {
  Case convex(Logistic{}, 600), few(Logistic{}, 100), narrow(Logistic{}, 600, 80);
  convex.problem.penalty = L1{1};
  few.problem.penalty = narrow.problem.penalty = Mcp{1, 3};
  for (const Case* one : {&convex, &few, &narrow}) {
    const auto here = one->curvatures();
    for (std::size_t i = 0; i < here.size(); ++i) {
      const double own = Logistic{}.curvature(one->margin[i], one->problem.target[i]);
      ASSERT_NEAR(here[i], std::max(own, 0.25e-8), 1e-14);
    }
  }
}

/// Slopes that are known already say as much, weighted or not, at any scale.
TEST(ModelCurvatures, AreTheSameBySlopes) {
  Team team(1);
  std::vector<double> partial;
  for (const bool weighted : {false, true}) {
    Case one(Logistic{}, 601);
    one.problem.penalty = L1{1};
    for (std::size_t i = 0; weighted && i < one.margin.size(); ++i)
      one.problem.sample_weight.push_back(i % 7 == 0 ? 0 : static_cast<double>(i % 5) / 600);
    const double intercept = 0.3;
    std::vector<double> slopes(one.margin.size()), by_slopes(one.margin.size()), by_margins(one.margin.size());
    weighted_slopes(one.problem.loss, Samples(one.problem, one.margin), intercept, slopes, team, partial);
    for (const double scale : {1.0, 4.0}) {
      model_curvatures(one.problem, one.margin, intercept, scale, slopes, by_slopes);
      model_curvatures(one.problem, one.margin, intercept, scale, {}, by_margins);
      for (std::size_t i = 0; i < slopes.size(); ++i)
        ASSERT_NEAR(by_slopes[i], by_margins[i], 1e-7 * by_margins[i]) << one.margin[i] << " " << scale;
    }
  }
}

TEST(ModelCurvatures, ALossBelowZeroSetsNoLimit) {
  Case counts(Poisson{}, 600);  // its value may be anything
  counts.problem.penalty = Mcp{1, 3};
  for (double& y : counts.problem.target) y = 3;
  for (double& z : counts.margin) z = 1;  // exp(1) - 3 < 0
  for (const double c : counts.curvatures()) EXPECT_NEAR(c, Poisson{}.curvature(1, 3), 1e-14);
}

}  // namespace
}  // namespace gist::cpu
