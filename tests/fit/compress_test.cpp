#include "gist/fit/compress.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/fit/fitting.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

struct Case {
  bool intercept, standardize, weights, offsets;
  Kind kind;
};

FitData tall(const Plain& plain, const Case& c) {
  FitData data = plain.data(c.kind);
  for (std::size_t i = 0; i < plain.x.rows; ++i) {
    if (c.weights) data.weight.push_back(i % 7 == 3 ? 0.0 : 0.5 + static_cast<double>(i % 3));
    if (c.offsets) data.offset.push_back(std::sin(static_cast<double>(i)));
  }
  return data;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Kind kind : {Kind::dense, Kind::dense_float, Kind::sparse_rows, Kind::sparse_columns, Kind::sparse_float})
    for (int bits = 0; bits < 16; ++bits)
      all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, kind});
  return all;
}

TEST(Compress, HasTheSameObjectiveEverywhere) {
  const Plain plain = random_plain(120, 9, Targets::numbers, 4);
  Team team(2);
  for (const Case& c : cases()) {
    FitSpec spec = spec_of(Squared{}, Mcp{0.1, 3});
    spec.problem.intercept = c.intercept;
    spec.problem.standardize = c.standardize;
    spec.problem.ridge = 0.2;
    const Problem large = prepare(tall(plain, c), spec, team).problem;
    const auto small = compress(large, 1000, team);
    ASSERT_TRUE(small.has_value());
    EXPECT_EQ(small->samples(), 10);
    cpu::CpuSpace one(large, team), two(*small, team);
    for (int k = 0; k < 3; ++k) {
      auto a = one.make_point(), b = two.make_point();
      for (std::size_t j = 0; j < 9; ++j) a.w[j] = b.w[j] = k * std::cos(static_cast<double>(j + 1));
      const double expected = one.loss(a) + one.penalty(a);
      EXPECT_NEAR(two.loss(b) + two.penalty(b), expected, 1e-12 * (1 + expected));
      one.gradient(a);
      two.gradient(b);
      for (std::size_t j = 0; j < 9; ++j) EXPECT_NEAR(a.gradient[j], b.gradient[j], 1e-11);
    }
  }
}

TEST(Compress, AFitEndsWhereTheLargeOneDoes) {
  Plain plain = random_plain(200, 12, Targets::numbers, 8);
  for (std::size_t i = 0; i < 200; ++i) plain.x.at(i, 5) = plain.x.at(i, 2), plain.x.at(i, 7) = 3;  // no full rank
  Team team(1);
  for (const Case& c : cases()) {
    FitSpec spec = spec_of(Squared{}, L1{0.02});
    spec.problem.intercept = c.intercept;
    spec.problem.standardize = c.standardize;
    const FitData data = tall(plain, c);
    Fitting large(data, spec, team), small(data, spec, team);
    small.expect_many();
    for (const double lambda : {0.5, 0.05, 0.005}) {
      Answer a = large.solve(large.at_strength(lambda), large.start());
      Answer b = small.solve(small.at_strength(lambda), small.start());
      const FitReport of_a = large.judge(a), of_b = small.judge(b);
      EXPECT_EQ(of_b.status, Status::converged);
      EXPECT_LE(of_b.certificate.critical, 1.01e-6 * of_b.gradient_scale);
      EXPECT_NEAR(of_a.certificate.objective(), of_b.certificate.objective(),
                  1e-10 * (1 + of_a.certificate.objective()));
    }
  }
}

TEST(Compress, IsLeftAloneWhereItWouldNotPay) {
  Team team(1);
  const auto of = [&](std::size_t n, std::size_t d, const Loss& loss, Kind kind) {
    Plain plain = random_plain(n, d, targets_of(loss), 3);
    for (std::size_t k = 0; kind != Kind::dense && k < plain.x.value.size(); k += 2) plain.x.value[k] = 0;
    return compress(prepare(plain.data(kind), spec_of(loss, L1{0.1}), team).problem, 1000, team).has_value();
  };
  EXPECT_TRUE(of(100, 5, Squared{}, Kind::dense));
  EXPECT_FALSE(of(20, 5, Squared{}, Kind::dense)) << "not tall enough";
  EXPECT_FALSE(of(100, 5, Logistic{}, Kind::dense));
  EXPECT_TRUE(of(100, 5, Squared{}, Kind::sparse_rows));
  EXPECT_FALSE(of(2100, 501, Squared{}, Kind::sparse_rows)) << "more columns than its products are meant for";
}

TEST(Compress, AsksHowManyPassesItSaves) {
  Team team(1);
  const Plain plain = random_plain(500, 60, Targets::numbers, 6);  // 40 entries a row
  const auto pays = [&](Kind kind, double passes) {
    return compress(prepare(plain.data(kind), spec_of(Squared{}, L1{0.1}), team).problem, passes, team).has_value();
  };
  EXPECT_TRUE(pays(Kind::sparse_rows, 30));
  EXPECT_FALSE(pays(Kind::sparse_rows, 3));
  EXPECT_TRUE(pays(Kind::dense, 10));
  EXPECT_FALSE(pays(Kind::dense, 5));
}

/// Its square about its mean is the rounding of a difference.
TEST(Compress, LeavesASparseColumnThatHardlyChangesAlone) {
  Team team(1);
  Plain plain = random_plain(100, 5, Targets::numbers, 6);
  for (std::size_t i = 0; i < 100; ++i) plain.x.at(i, 3) = 1e6 + (i % 2 == 0 ? 1 : 0);
  FitSpec spec = spec_of(Squared{}, L1{0.1});
  const auto possible = [&](Kind kind, bool intercept) {
    spec.problem.intercept = intercept;
    return compress(prepare(plain.data(kind), spec, team).problem, 1000, team).has_value();
  };
  EXPECT_FALSE(possible(Kind::sparse_rows, true));
  EXPECT_TRUE(possible(Kind::sparse_rows, false));
  EXPECT_TRUE(possible(Kind::dense, true)) << "measured from the means";
}

/// A search for a low point of a tall problem reads the data a few times, whatever the search itself does, and its
/// answer is one of the problem as it was given.
TEST(Compress, ASearchGoesOverFewerSamples) {
  const Plain plain = random_plain(400, 20, Targets::numbers, 9);
  Team team(1);
  for (const Case& c : cases()) {
    if (c.weights || c.offsets || c.kind == Kind::dense_float || c.kind == Kind::sparse_float) continue;
    for (const Penalty& penalty : {Penalty(Mcp{0.05, 3}), Penalty(Scad{0.05, 3.7}), Penalty(Lsp{0.05, 0.5})}) {
      FitSpec spec = spec_of(Squared{}, penalty);
      spec.problem.intercept = c.intercept;
      spec.problem.standardize = c.standardize;
      const Model found = fit(plain.data(c.kind), spec, team);
      EXPECT_NE(found.report.why.find("solved on 21 samples"), std::string::npos) << found.report.why;
      EXPECT_LE(found.report.passes, 10);
      ASSERT_EQ(found.report.status, Status::converged);
      const Judgement judged = judge(plain, found);
      for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
        EXPECT_LE(residual, (1e-6 + 1e-11) * found.report.gradient_scale);
      EXPECT_NEAR(static_cast<double>(judged.objective()), found.report.certificate.objective(), 1e-10);

      FitSpec other = spec;
      other.solver = WorkingSetOptions{};
      const Model plainly = fit(plain.data(c.kind), other, team);
      EXPECT_LE(found.report.certificate.objective(), plainly.report.certificate.objective() * (1 + 1e-6));
      other = spec;
      other.stop.tolerance = 1e-10;
      EXPECT_EQ(fit(plain.data(c.kind), other, team).report.why.find("solved on"), std::string::npos)
          << "closer than the products are known";
    }
  }
}

/// A convex fit too, the sooner the more columns it wants.
TEST(Compress, AConvexFitGoesOverFewerSamplesWhereThatIsCheaper) {
  Team team(1);
  const Plain narrow = random_plain(400, 20, Targets::numbers, 9), wide = random_plain(1000, 200, Targets::numbers, 8);
  const auto fitted = [&](const Plain& plain, Kind kind, const Penalty& penalty, double ratio, auto solver) {
    FitSpec spec = spec_of(Squared{}, penalty);
    spec.problem.intercept = true;
    if (ratio > 0) spec.problem.lambda_ratio = ratio;
    spec.stop.tolerance = 1e-8;
    spec.solver = solver;
    return fit(plain.data(kind), spec, team);
  };
  const auto on_fewer = [](const Model& model) { return model.report.why.find("solved on") != std::string::npos; };
  for (const Kind kind : {Kind::dense, Kind::sparse_rows, Kind::sparse_columns}) {
    for (const double ratio : {0.5, 0.1, 1e-3}) {
      const Model found = fitted(narrow, kind, L1{}, ratio, AutoOptions{});
      EXPECT_TRUE(on_fewer(found)) << ratio << (kind == Kind::sparse_columns ? " by columns" : "");
      ASSERT_EQ(found.report.status, Status::converged);
      const Judgement judged = judge(narrow, found);
      for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
        EXPECT_LE(residual, (1e-8 + 1e-11) * found.report.gradient_scale);
      const Model directly = fitted(narrow, kind, L1{}, ratio, WorkingSetOptions{});
      EXPECT_NEAR(found.report.certificate.objective(), directly.report.certificate.objective(), 1e-10);
    }
  }
  EXPECT_TRUE(on_fewer(fitted(narrow, Kind::dense, None{}, 0, AutoOptions{}))) << "all columns are wanted";
  for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
    EXPECT_FALSE(on_fewer(fitted(wide, kind, L1{}, 0.1, AutoOptions{}))) << "few of many columns are wanted";
    EXPECT_TRUE(on_fewer(fitted(wide, kind, L1{}, 1e-3, AutoOptions{})));
  }
}

}  // namespace
}  // namespace gist::testing
