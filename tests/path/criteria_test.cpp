#include "gist/path/criteria.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/error.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// What the criteria are by their definitions, from predictions alone.
struct ByHand {
  double minus_twice_log = 0, freedom = 0, n = 0, d = 0;
  std::size_t nonzeros = 0;
  double choose() const {
    double log_choose = 0;
    for (std::size_t k = 1; k <= nonzeros; ++k)
      log_choose += std::log((d - static_cast<double>(nonzeros) + static_cast<double>(k)) / static_cast<double>(k));
    return log_choose;
  }
  double of(Criterion criterion) const {
    switch (criterion) {
      case Criterion::aic: return minus_twice_log + 2 * freedom;
      case Criterion::bic: return minus_twice_log + std::log(n) * freedom;
      case Criterion::ebic: return minus_twice_log + std::log(n) * freedom + 2 * choose();
      case Criterion::gic: return minus_twice_log + std::log(std::log(n)) * std::log(d) * freedom;
    }
    return 0;
  }
};

class Criteria : public ::testing::TestWithParam<int> {
 protected:
  Loss loss() const { return GetParam() == 0 ? Loss(Squared{}) : GetParam() == 1 ? Loss(Logistic{}) : Loss(Poisson{}); }
  FitSpec spec() const {
    FitSpec spec = spec_of(loss(), Mcp{});
    spec.solver = WorkingSetOptions{};
    spec.problem.ridge = 0.01;
    return spec;
  }
  PathResult trace(const Plain& plain) {
    const FitData data = plain.data();
    Fitting fitting(data, spec(), team_);
    PathRequest request;
    request.grid = {.count = 10, .ratio = 0.02};
    return trace_path(fitting, request, team_);
  }
  Team team_{1};
};

TEST_P(Criteria, AreTheirClosedForms) {
  const Plain plain = random_plain(70, 9, targets_of(loss()), 5);
  const PathResult path = trace(plain);
  std::array<std::size_t, 4> lowest{};
  std::array<double, 4> least;
  least.fill(infinity);
  for (std::size_t k = 0; k < path.points.size(); ++k) {
    const Model model = path.model(k);
    const auto w = dense_w(model);
    ByHand hand{
        .freedom = static_cast<double>(model.index.size()) + 1, .n = 70, .d = 9, .nonzeros = model.index.size()};
    double squares = 0;
    for (std::size_t i = 0; i < 70; ++i) {
      double z = model.intercept;
      for (std::size_t j = 0; j < 9; ++j) z += plain.x.at(i, j) * w[j];
      const double y = plain.label[i];
      squares += (y - z) * (y - z);
      if (GetParam() == 1) hand.minus_twice_log += 2 * std::log1p(std::exp(-(model.classes->positive == y ? z : -z)));
      if (GetParam() == 2) hand.minus_twice_log += 2 * (std::exp(z) - y - (y > 0 ? y * (z - std::log(y)) : 0));
    }
    if (GetParam() == 0) hand.minus_twice_log = 70 * std::log(squares / 70);
    const PointCriteria found = criteria_at(path, k, 70);
    EXPECT_EQ(found.freedom, hand.freedom);
    for (std::size_t c = 0; c < 4; ++c) {
      const double expected = hand.of(static_cast<Criterion>(c));
      EXPECT_NEAR(found.value[c], expected, 1e-9 * (1 + std::abs(expected))) << c;
      if (expected < least[c] - 1e-9) least[c] = expected, lowest[c] = k;
    }
  }
  for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(best_point(path, static_cast<Criterion>(c), 70), lowest[c]) << c;
}

TEST_P(Criteria, TakeWeightsForRepetitions) {
  Plain weighted = random_plain(40, 6, targets_of(loss()), 8), repeated;
  repeated.x.columns = 6;
  for (std::size_t i = 0; i < 40; ++i) {
    const std::size_t times = i % 3 + 1;
    weighted.weight.push_back(static_cast<double>(times));
    for (std::size_t t = 0; t < times; ++t) {
      repeated.label.push_back(weighted.label[i]);
      for (std::size_t j = 0; j < 6; ++j) repeated.x.value.push_back(weighted.x.at(i, j));
      ++repeated.x.rows;
    }
  }
  const PathResult a = trace(weighted), b = trace(repeated);
  const auto n = static_cast<double>(repeated.x.rows);
  ASSERT_EQ(a.points.size(), b.points.size());
  for (std::size_t k = 0; k < a.points.size(); ++k) {
    const auto one = criteria_at(a, k, n).value, other = criteria_at(b, k, n).value;
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(one[c], other[c], 1e-4 * (1 + std::abs(one[c])));
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, Criteria, ::testing::Range(0, 3));

TEST(Criterion, NeedsALikelihood) {
  EXPECT_THROW(check_criterion(Huber{}), Error);
  EXPECT_THROW(check_criterion(SquaredHinge{}), Error);
  EXPECT_NO_THROW(check_criterion(Poisson{}));
}

}  // namespace
}  // namespace gist::testing
