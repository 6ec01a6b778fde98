#include "gist/fit/relax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gist/core/error.hpp"
#include "gist/fit/options.hpp"
#include "gist/simulate/random.hpp"

/// A relaxed model is the unpenalised fit on the chosen columns: the normal equations hold, nothing else has moved.
namespace gist {
namespace {

/// y = 2 x_1 - x_2 + noise over `d` standard normal columns.
FitData planted(Index n, Index d, bool classes, std::uint64_t seed = 5) {
  Random random(seed);
  Dense<double> x{n, d, {}};
  std::vector<double> value(static_cast<std::size_t>(n) * static_cast<std::size_t>(d)), label;
  for (double& v : value) v = random.normal();
  for (Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double mean = 2 * value[at] - value[at + static_cast<std::size_t>(n)];
    label.push_back(classes ? (mean + 2 * random.normal() > 0 ? 1 : 0) : 3 + mean + random.normal());
  }
  x.value = std::move(value);
  FitData data;
  data.dataset = {x, label, {}, "planted"};
  return data;
}

FitSpec spec_of(const NamedOptions& options) { return spec_from(options); }

/// x_j' (y - Xw - b) summed with weights, for every column and for the intercept.
std::vector<double> normal_equations(const FitData& data, const Model& model) {
  const auto& x = std::get<Dense<double>>(data.dataset.design.storage());
  const auto n = static_cast<std::size_t>(x.rows);
  std::vector<double> residual(n), product(static_cast<std::size_t>(x.columns) + 1);
  for (std::size_t i = 0; i < n; ++i) {
    residual[i] = data.dataset.label[i] - model.intercept - (data.offset.empty() ? 0 : data.offset[i]);
    for (std::size_t k = 0; k < model.index.size(); ++k)
      residual[i] -= model.value[k] * x.value[static_cast<std::size_t>(model.index[k]) * n + i];
    if (!data.weight.empty()) residual[i] *= data.weight[i];
  }
  for (std::size_t j = 0; j + 1 < product.size(); ++j) {
    for (std::size_t i = 0; i < n; ++i) product[j] += x.value[j * n + i] * residual[i];
  }
  for (const double r : residual) product.back() += r;
  return product;
}

TEST(Relax, IsLeastSquaresOnTheChosenColumns) {
  Team team(2);
  FitData data = planted(80, 12, false);
  Random random(9);
  for (int i = 0; i < 80; ++i) {
    data.weight.push_back(random.uniform() + 0.1);
    data.offset.push_back(random.normal());
  }
  for (const bool standardize : {false, true}) {
    const NamedOptions options{{"loss", "squared"},
                               {"penalty", "l1"},
                               {"lambda_ratio", "0.2"},
                               {"standardize", standardize ? "true" : "false"},
                               {"tolerance", "1e-10"}};
    const Model chosen = fit(data, spec_of(options), team);
    NamedOptions with_relax = options;
    with_relax.emplace_back("relax", "true");
    const Model model = fit(data, spec_of(with_relax), team);
    ASSERT_EQ(model.index, chosen.index);
    ASSERT_GE(model.index.size(), 2U);
    ASSERT_LT(model.index.size(), 12U);
    const auto product = normal_equations(data, model);
    for (const Index j : model.index) EXPECT_NEAR(product[static_cast<std::size_t>(j)], 0, 1e-6);
    EXPECT_NEAR(product.back(), 0, 1e-6);
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_EQ(model.report.certificate.penalty, 0);  // the certificate is that of the refit
    EXPECT_LT(model.report.certificate.loss, chosen.report.certificate.loss);
    ASSERT_TRUE(model.report.selection.has_value());
    EXPECT_EQ(model.report.selection->certificate.loss, chosen.report.certificate.loss);
    EXPECT_EQ(model.report.selection->certificate.penalty, chosen.report.certificate.penalty);
    EXPECT_EQ(lambda_of(model.spec.penalty), lambda_of(chosen.spec.penalty));
    EXPECT_EQ(model.report.lambda_max, chosen.report.lambda_max);
    EXPECT_FALSE(chosen.report.selection.has_value());
  }
}

TEST(Relax, WithARidgeItIsTheRidgeFitOfTheSubset) {
  Team team(1);
  const FitData data = planted(60, 8, true);
  const NamedOptions options{
      {"lambda_ratio", "0.3"}, {"relax", "true"}, {"relax_ridge", "0.05"}, {"tolerance", "1e-10"}};
  const Model model = fit(data, spec_of(options), team);
  ASSERT_GE(model.index.size(), 1U);
  // The same by bounds: every other column held at 0.
  FitData held = data;
  held.lower.assign(8, 0);
  held.upper.assign(8, 0);
  for (const Index j : model.index) {
    held.lower[static_cast<std::size_t>(j)] = -infinity;
    held.upper[static_cast<std::size_t>(j)] = infinity;
  }
  const Model other = fit(held, spec_of({{"penalty", "none"}, {"ridge", "0.05"}, {"tolerance", "1e-10"}}), team);
  ASSERT_EQ(other.index, model.index);
  for (std::size_t k = 0; k < model.value.size(); ++k) EXPECT_NEAR(model.value[k], other.value[k], 1e-7);
  EXPECT_NEAR(model.intercept, other.intercept, 1e-7);
  EXPECT_NEAR(model.report.certificate.objective(), other.report.certificate.objective(), 1e-12);
}

TEST(Relax, SparseAndDenseAgree) {
  Team team(2);
  const FitData dense = planted(60, 10, true);
  const auto& x = std::get<Dense<double>>(dense.dataset.design.storage());
  Compressed<double> rows;
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<double> value;
  for (Index i = 0; i < 60; ++i) {
    for (Index j = 0; j < 10; ++j) {
      index.push_back(j);
      value.push_back(x.value[static_cast<std::size_t>(j) * 60 + static_cast<std::size_t>(i)]);
    }
    start.push_back(static_cast<Offset>(index.size()));
  }
  FitData sparse = dense;
  sparse.dataset.design =
      Sparse<double>{60, 10, Compressed<double>{std::move(start), std::move(index), std::move(value)}, {}};
  const FitSpec spec =
      spec_of({{"penalty", "scad"}, {"lambda_ratio", "0.4"}, {"relax", "true"}, {"tolerance", "1e-9"}});
  const Model a = fit(dense, spec, team), b = fit(sparse, spec, team);
  ASSERT_EQ(a.index, b.index);
  ASSERT_FALSE(a.index.empty());
  for (std::size_t k = 0; k < a.value.size(); ++k) EXPECT_NEAR(a.value[k], b.value[k], 1e-6);
}

TEST(Relax, BoundsAndFactorsFollowTheirColumns) {
  Team team(1);
  FitData data = planted(80, 6, false);
  data.upper = {infinity, infinity, infinity, infinity, infinity, infinity};
  data.upper[0] = 1.5;
  data.factor = {1, 1, 2, 2, 2, 2};
  const Model model = fit(
      data, spec_of({{"loss", "squared"}, {"lambda_ratio", "0.2"}, {"relax", "true"}, {"tolerance", "1e-9"}}), team);
  ASSERT_GE(model.index.size(), 2U);
  EXPECT_EQ(model.index[0], 0);
  EXPECT_EQ(model.value[0], 1.5);  // at its bound, to the last bit
}

TEST(Relax, SeparableColumnsAreAnsweredWithTheRemedy) {
  Team team(1);
  FitData data;
  data.dataset = {Dense<double>{6, 2, std::vector<double>{1, 2, 3, -1, -2, -3, 0.3, -0.2, 0.1, 0.2, 0.1, -0.3}},
                  {1, 1, 1, 0, 0, 0},
                  {},
                  "separable"};
  const Model model = fit(data, spec_of({{"lambda_ratio", "0.5"}, {"relax", "true"}}), team);
  EXPECT_EQ(model.report.status, Status::unbounded);
  ASSERT_FALSE(model.report.warnings.empty());
  EXPECT_NE(model.report.warnings[0].find("--relax-ridge"), std::string::npos) << model.report.warnings[0];
  EXPECT_EQ(model.report.selection->status, Status::converged);
  const Model mended = fit(data, spec_of({{"lambda_ratio", "0.5"}, {"relax", "true"}, {"relax_ridge", "0.01"}}), team);
  EXPECT_EQ(mended.report.status, Status::converged);
  EXPECT_TRUE(mended.report.warnings.empty());
}

TEST(Relax, NothingChosenStaysTheInterceptAlone) {
  Team team(1);
  const FitData data = planted(40, 4, true);
  const Model plain = fit(data, spec_of({{"lambda_ratio", "2"}}), team);
  const Model model = fit(data, spec_of({{"lambda_ratio", "2"}, {"relax", "true"}}), team);
  EXPECT_TRUE(model.index.empty());
  EXPECT_EQ(model.intercept, plain.intercept);
  EXPECT_TRUE(model.report.selection.has_value());
}

TEST(Relax, ARidgeOfNoRefitIsRefused) {
  EXPECT_THROW(spec_of({{"relax_ridge", "0.1"}}), Error);
  EXPECT_NO_THROW(spec_of({{"relax_ridge", "0.1"}, {"relax", "true"}}));
}

}  // namespace
}  // namespace gist
