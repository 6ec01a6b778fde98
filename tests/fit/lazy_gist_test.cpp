#include <gtest/gtest.h>

#include <utility>

#include "gist/simulate/text.hpp"
#include "tests/support/large_sparse.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"
#include "tests/support/traced_fit.hpp"

namespace gist::testing {
namespace {

/// Every step of lazy-gist, what it told and where it ended, is that of gist to the last bit.
Traced expect_gist(const FitData& data, FitSpec spec, const GistOptions& options = {}, int threads = 1) {
  spec.solver = options;
  const Traced gist = traced_fit(data, spec, threads);
  LazyGistOptions same;
  static_cast<GistOptions&>(same) = options;
  spec.solver = same;
  Traced lazy = traced_fit(data, spec, threads);
  EXPECT_EQ(lazy.trace, gist.trace);
  EXPECT_EQ(lazy.model.index, gist.model.index);
  EXPECT_EQ(lazy.model.value, gist.model.value);
  EXPECT_EQ(lazy.model.intercept, gist.model.intercept);
  EXPECT_EQ(lazy.model.report.status, gist.model.report.status);
  EXPECT_EQ(lazy.model.report.certificate.prox, gist.model.report.certificate.prox);
  return lazy;
}

class LazyGist : public ::testing::TestWithParam<Pair> {
 protected:
  Plain base(std::size_t rows, std::size_t columns, std::uint64_t seed) const {
    return random_plain(rows, columns, targets_of(GetParam().loss), seed);
  }
  FitSpec spec(double ratio = 0.3) const {
    FitSpec spec = spec_of(GetParam().loss, GetParam().penalty);
    if (!std::holds_alternative<None>(spec.penalty)) spec.problem.lambda_ratio = ratio;
    spec.stop.max_iterations = 60;
    spec.stop.tolerance = 1e-9;
    return spec;
  }
};

TEST_P(LazyGist, IsGistOnEveryDesign) {
  std::uint64_t seed = 1;
  for (const Kind kind : all_kinds) {
    for (const bool intercept : {true, false}) {
      for (const bool standardize : {true, false}) {
        SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(kind) << " intercept " << intercept
                                          << " standardize " << standardize);
        FitSpec fit_spec = spec(seed % 2 == 0 ? 0.5 : 0.1);
        fit_spec.problem.intercept = intercept;
        fit_spec.problem.standardize = standardize;
        fit_spec.problem.ridge = seed % 3 == 0 ? 0.05 : 0;
        expect_gist(base(30, 80, seed++).data(kind), fit_spec);
      }
    }
  }
}

TEST_P(LazyGist, IsGistWithEverythingAtOnce) {
  Plain plain = base(40, 300, 77);
  for (std::size_t i = 0; i < plain.x.rows; ++i) {
    plain.weight.push_back(static_cast<double>(i % 4));  // zeros among them
    plain.offset.push_back(0.1 * static_cast<double>(i % 5) - 0.2);
  }
  for (std::size_t j = 0; j < plain.x.columns; ++j) {
    plain.factor.push_back(j % 100 == 7 ? 0 : 0.5 + 0.5 * static_cast<double>(j % 4));
    plain.lower.push_back(j % 50 == 3 ? 0.01 : j % 3 == 0 ? 0 : -0.3);  // some that exclude 0
    plain.upper.push_back(j % 5 == 0 ? 0.1 : infinity);
  }
  for (const bool standardize : {true, false}) {
    SCOPED_TRACE(standardize);
    FitSpec fit_spec = spec();
    fit_spec.problem.standardize = standardize;
    fit_spec.problem.ridge = 0.01;
    expect_gist(plain.data(Kind::sparse_rows), fit_spec);
  }
}

TEST_P(LazyGist, IsGistOnAwkwardData) {
  Plain plain = base(40, 60, 5);
  for (std::size_t i = 0; i < 40; ++i) {
    plain.x.at(i, 3) = plain.x.at(i, 1);
    plain.x.at(i, 4) = -plain.x.at(i, 1);
    plain.x.at(i, 5) = 0;
    plain.x.at(i, 6) = 1;
    plain.x.at(i, 7) *= 1e8;
    plain.x.at(i, 8) *= 1e-8;
    plain.x.at(i, 9) += 1e6;  // a mean that drowns the rest
  }
  for (const bool standardize : {true, false}) {
    SCOPED_TRACE(standardize);
    FitSpec fit_spec = spec();
    fit_spec.problem.standardize = standardize;
    expect_gist(plain.data(Kind::sparse_rows), fit_spec);
  }
  expect_gist(base(30, 1, 3).data(Kind::sparse_rows), spec());
  expect_gist(base(400, 3, 6).data(Kind::sparse_rows), spec());
  expect_gist(base(12, 500, 4).data(Kind::sparse_rows), spec());
  expect_gist(base(40, 50, 8).data(Kind::sparse_rows), spec(1e-4));  // everything active
  expect_gist(base(40, 50, 9).data(Kind::sparse_rows), spec(0.97));  // one column, or none
  FitSpec none = spec();
  none.problem.lambda_ratio.reset();
  none.penalty = L1{0};
  expect_gist(base(40, 50, 10).data(Kind::sparse_rows), none);
}

INSTANTIATE_TEST_SUITE_P(AllPairs, LazyGist, ::testing::ValuesIn(all_pairs()), pair_name);

FitSpec large_spec(const Loss& loss, const Penalty& penalty, bool standardize) {
  FitSpec spec = spec_of(loss, penalty);
  spec.problem.lambda_ratio = 0.2;
  spec.problem.standardize = standardize;
  spec.stop.max_iterations = 40;
  return spec;
}

/// Long enough for the sliced copies to take over, wide enough for several pieces.
TEST(LazyGistOnLargeData, IsGistOnAnyNumberOfThreads) {
  const auto check = [](const FitData& data, const FitSpec& spec) {
    EXPECT_EQ(expect_gist(data, spec).trace, expect_gist(data, spec, {}, 3).trace);
  };
  check(large_sparse<double>(20'000, 43'000, Targets::classes), large_spec(Logistic{}, Mcp{}, false));
  check(large_sparse<float>(20'000, 43'000, Targets::numbers), large_spec(Squared{}, L1{}, true));
  check(large_sparse<double>(300, 50'000, Targets::numbers), large_spec(Huber{}, Scad{}, false));
}

/// On data with popular and rare words most columns are never read again.
TEST(LazyGistOnLargeData, ReadsLess) {
  Team team(1);
  FitData data;
  data.dataset = simulate_text({.rows = 3000, .features = 40'000, .nonzeros = 150'000}, team).data;
  for (const Loss& loss : {Loss(Logistic{}), Loss(Squared{})}) {
    for (const bool intercept : {true, false}) {
      FitSpec spec = large_spec(loss, L1{}, false);
      spec.problem.intercept = intercept;
      const auto passes = expect_gist(data, spec).model.report.passes;
      spec.solver = GistOptions{};
      EXPECT_LT(3 * passes, fit(data, spec, team).report.passes) << name_of(loss) << intercept;
    }
  }
}

TEST(LazyGistOnLargeData, IsGistUnderEveryRuleOfTheLineSearch) {
  const FitData data = large_sparse<double>(3'000, 6'000, Targets::classes);
  for (const StepStart step : {StepStart::one, StepStart::previous, StepStart::bb}) {
    for (const AcceptanceKind acceptance : {AcceptanceKind::monotone, AcceptanceKind::nonmonotone}) {
      GistOptions options;
      options.step = step;
      options.acceptance = acceptance;
      options.eta = step == StepStart::bb ? 2 : 1.5;
      expect_gist(data, large_spec(Logistic{}, CappedL1{1, 0.01}, false), options);
      expect_gist(data, large_spec(SquaredHinge{}, Lq{1, 0.5}, true), options);
    }
  }
}

TEST(LazyGistOnLargeData, StartsWarmWhereGistDoes) {
  const FitData data = large_sparse<double>(3'000, 6'000, Targets::classes);
  FitSpec spec = large_spec(Logistic{}, L1{}, false);
  spec.solver = GistOptions{};
  Team team(1);
  const Model start = fit(data, spec, team);
  spec.problem.lambda_ratio = 0.15;
  const FitControls controls{.observe = {}, .interrupt = nullptr, .start = &start};
  const Model gist = fit(data, spec, team, controls);
  spec.solver = LazyGistOptions{};
  const Model lazy = fit(data, spec, team, controls);
  EXPECT_EQ(lazy.value, gist.value);
  EXPECT_EQ(lazy.report.iterations, gist.report.iterations);
}

}  // namespace
}  // namespace gist::testing
