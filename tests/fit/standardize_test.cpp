#include "gist/fit/standardize.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gist/data/transpose.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

Plain with_large_means(std::size_t n, double mean) {
  Plain plain = random_plain(n, 3, Targets::numbers, n);
  for (std::size_t i = 0; i < n; ++i) plain.x.at(i, 1) += mean;
  return plain;
}

TEST(Standardize, MeansAndDeviationsEvenOfColumnsFarFromZero) {
  Team team(1);
  for (const std::size_t n : {7U, 10U, 100U, 3000U}) {
    for (const double mean : {0.0, 1e3, 1e6, -1e8}) {
      const Plain plain = with_large_means(n, mean);
      for (const Kind kind : all_kinds) {
        if (mean != 0 && (kind == Kind::dense_float || kind == Kind::sparse_float)) continue;
        for (const bool weighted : {false, true}) {
          const auto weight = [&](std::size_t i) { return weighted ? static_cast<Real>(i % 3) : Real{1}; };
          std::vector<double> share;
          Real total = 0, m = 0, squares = 0;
          for (std::size_t i = 0; i < n; ++i) total += weight(i);
          for (std::size_t i = 0; i < n && weighted; ++i) share.push_back(static_cast<double>(weight(i) / total));
          for (std::size_t i = 0; i < n; ++i) m += weight(i) * plain.x.at(i, 1) / total;
          for (std::size_t i = 0; i < n; ++i)
            squares += weight(i) * (plain.x.at(i, 1) - m) * (plain.x.at(i, 1) - m) / total;
          const auto scaling = standardizing(complete(design_of(plain.x, kind), team), share, true, team);
          EXPECT_NEAR(scaling.mean[1], static_cast<double>(m), 1e-14 * std::abs(mean) + 1e-14);
          EXPECT_NEAR(1 / scaling.inverse_scale[1], static_cast<double>(std::sqrt(squares)), 1e-7)
              << "n " << n << " mean " << mean << " kind " << static_cast<int>(kind) << " weighted " << weighted;
        }
      }
    }
  }
}

TEST(Standardize, AConstantColumnIsOutWhateverItsValueAndLength) {
  Team team(1);
  for (const std::size_t n : {1U, 3U, 10U, 49U, 100'000U}) {
    for (const double value : {0.0, 1.0, 0.1, -1e7 / 3, 1e-300, 1e200}) {
      Matrix x{n, 1, std::vector<double>(n, value)};
      for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
        const auto scaling = standardizing(complete(design_of(x, kind), team), {}, true, team);
        EXPECT_EQ(scaling.inverse_scale[0], 0) << n << " times " << value;
        EXPECT_TRUE(std::isfinite(scaling.mean[0]));
      }
    }
  }
}

TEST(Standardize, WithoutCentringTheMeansStay) {
  Team team(1);
  const Plain plain = random_plain(20, 3, Targets::numbers, 1);
  const auto centred = standardizing(complete(design_of(plain.x), team), {}, true, team);
  const auto scaled = standardizing(complete(design_of(plain.x), team), {}, false, team);
  EXPECT_TRUE(scaled.mean.empty());
  EXPECT_EQ(scaled.inverse_scale, centred.inverse_scale);
}

/// The lazily standardised fit against one on columns that were standardised by hand.
TEST(Standardize, EqualsFittingStandardisedColumns) {
  Team team(1);
  for (const bool intercept : {true, false}) {
    for (const Loss& loss : {Loss(Squared{}), Loss(Logistic{}), Loss(Poisson{})}) {
      Plain plain = random_plain(50, 6, targets_of(loss), 4);
      for (std::size_t i = 0; i < 50; ++i) plain.x.at(i, 2) = plain.x.at(i, 2) * 40 + 7;
      for (std::size_t i = 0; i < 50; ++i) plain.weight.push_back(1 + static_cast<double>(i % 3));
      FitSpec spec = spec_of(loss, Mcp{0.08, 4});
      spec.problem.intercept = intercept;
      spec.problem.ridge = 0.02;
      spec.stop.tolerance = 1e-11;
      Plain by_hand = plain;
      std::vector<double> mean(6), deviation(6);
      double total = 0;
      for (const double s : plain.weight) total += s;
      for (std::size_t j = 0; j < 6; ++j) {
        for (std::size_t i = 0; i < 50; ++i) mean[j] += plain.weight[i] / total * plain.x.at(i, j);
        for (std::size_t i = 0; i < 50; ++i)
          deviation[j] += plain.weight[i] / total * std::pow(plain.x.at(i, j) - mean[j], 2);
        deviation[j] = std::sqrt(deviation[j]);
        if (!intercept) mean[j] = 0;
        for (std::size_t i = 0; i < 50; ++i) by_hand.x.at(i, j) = (plain.x.at(i, j) - mean[j]) / deviation[j];
      }
      const Model expected = fit(by_hand.data(), spec, team);
      spec.problem.standardize = true;
      for (const Kind kind : {Kind::dense, Kind::sparse_rows, Kind::sparse_columns}) {
        const Model lazy = fit(plain.data(kind), spec, team);
        EXPECT_NEAR(lazy.report.certificate.objective(), expected.report.certificate.objective(), 1e-12);
        EXPECT_NEAR(lazy.report.gradient_scale, expected.report.gradient_scale, 1e-12);
        const auto w = dense_w(lazy), v = dense_w(expected);
        double shift = 0;
        for (std::size_t j = 0; j < 6; ++j) {
          EXPECT_NEAR(w[j] * deviation[j], v[j], 1e-8);
          shift += w[j] * mean[j];
        }
        EXPECT_NEAR(lazy.intercept + shift, expected.intercept, 1e-8);
      }
    }
  }
}

TEST(Standardize, UnitsOfTheColumnsDoNotMatter) {
  Team team(1);
  const Plain plain = random_plain(40, 5, Targets::classes, 6);
  FitSpec spec = spec_of(Logistic{}, Scad{0.05, 3.7});
  spec.problem.standardize = true;
  spec.stop.tolerance = 1e-10;
  const auto w = dense_w(fit(plain.data(), spec, team));
  Plain scaled = plain;
  const std::vector<double> unit{1e-8, 1e-4, 1, 1e4, 1e8};
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 5; ++j) scaled.x.at(i, j) *= unit[j];
  }
  const Model model = fit(scaled.data(Kind::sparse_rows), spec, team);
  EXPECT_EQ(model.report.status, Status::converged);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(dense_w(model)[j] * unit[j], w[j], 1e-7);
}

/// At 0, just below lambda_max and just above the jump regime, the coordinate residual of MCP is (|g| - lambda) / (1 -
/// 1 / (t_j theta)): a hundred times as sensitive to t_j as anything else.
TEST(Standardize, TheCertificateOfColumnsFarFromZeroIsTrueToo) {
  Team team(1);
  for (const Loss& loss : {Loss(Squared{}), Loss(Logistic{}), Loss(Huber{})}) {
    Plain plain = random_plain(40, 2, targets_of(loss), 8);
    for (double& x : plain.x.value) x += 1e5;
    const double bound = std::holds_alternative<Logistic>(loss) ? 0.25 : 1;
    FitSpec spec = spec_of(loss, Mcp{1, 1.01 / bound});
    spec.problem.standardize = true;
    spec.problem.lambda_ratio = 0.995;
    spec.stop.max_iterations = 0;
    const Model zero = fit(plain.data(), spec, team);
    const auto expected = static_cast<double>(judge(plain, zero).coordinate);
    EXPECT_GT(expected, 0.4 * zero.report.gradient_scale);
    EXPECT_NEAR(zero.report.certificate.coordinate, expected, 1e-7 * expected);
  }
}

TEST(Standardize, ConstantColumnsGetNoCoefficient) {
  Team team(1);
  Plain plain = random_plain(10, 4, Targets::numbers, 7);
  for (std::size_t i = 0; i < 10; ++i) plain.x.at(i, 1) = 0.1, plain.x.at(i, 3) = 0;
  FitSpec spec = spec_of(Squared{}, L1{0.01});
  spec.problem.standardize = true;
  for (const bool intercept : {true, false}) {
    spec.problem.intercept = intercept;
    const Model model = fit(plain.data(), spec, team);
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_EQ(dense_w(model)[1], 0);
    EXPECT_EQ(dense_w(model)[3], 0);
    EXPECT_NE(dense_w(model)[0], 0);
    EXPECT_LE(judge(plain, model).prox, 1.0001e-6 * model.report.gradient_scale);
  }
}

}  // namespace
}  // namespace gist::testing
