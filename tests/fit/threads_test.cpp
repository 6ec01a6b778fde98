#include <gtest/gtest.h>

#include "tests/support/large_sparse.hpp"
#include "tests/support/plain_problem.hpp"
#include "tests/support/traced_fit.hpp"

namespace gist::testing {
namespace {

void expect_same_bits(const FitData& data, const FitSpec& spec) {
  const Traced one = traced_fit(data, spec, 1);
  EXPECT_GE(one.model.report.iterations, 1);
  EXPECT_FALSE(one.model.index.empty());
  for (const int threads : {2, 3}) {
    const Traced many = traced_fit(data, spec, threads);
    EXPECT_EQ(many.trace, one.trace) << threads << " threads";
    EXPECT_EQ(many.model.index, one.model.index);
    EXPECT_EQ(many.model.value, one.model.value);
    EXPECT_EQ(many.model.intercept, one.model.intercept);
    const auto &a = many.model.report, &b = one.model.report;
    EXPECT_EQ(a.certificate.loss, b.certificate.loss);
    EXPECT_EQ(a.certificate.penalty, b.certificate.penalty);
    EXPECT_EQ(a.certificate.critical, b.certificate.critical);
    EXPECT_EQ(a.certificate.prox, b.certificate.prox);
    EXPECT_EQ(a.certificate.coordinate, b.certificate.coordinate);
    EXPECT_EQ(a.lambda_max, b.lambda_max);
    EXPECT_EQ(a.gradient_scale, b.gradient_scale);
    EXPECT_EQ(a.iterations, b.iterations);
    EXPECT_EQ(a.passes, b.passes);
  }
}

FitSpec spec_with(const Loss& loss, const Penalty& penalty, bool standardize) {
  FitSpec spec = spec_of(loss, penalty);
  spec.problem.lambda_ratio = 0.1;
  spec.problem.standardize = standardize;
  spec.stop.max_iterations = 15;
  return spec;
}

TEST(Threads, SameBitsOnSparseDesigns) {
  expect_same_bits(large_sparse<double>(41'000, 43'000, Targets::classes), spec_with(Logistic{}, Mcp{}, false));
  expect_same_bits(large_sparse<float>(41'000, 43'000, Targets::numbers), spec_with(Squared{}, L1{}, true));
  expect_same_bits(large_sparse<double>(50'000, 300, Targets::counts), spec_with(Poisson{}, CappedL1{1, 0.5}, true));
  expect_same_bits(large_sparse<double>(300, 50'000, Targets::numbers), spec_with(Huber{}, Scad{}, false));
}

TEST(Threads, SameBitsWithWeightsOffsetsFactorsAndBounds) {
  FitData data = large_sparse<double>(41'000, 43'000, Targets::classes);
  for (std::size_t i = 0; i < 41'000; ++i) {
    data.weight.push_back(0.1 + static_cast<double>(i % 5));
    data.offset.push_back(0.01 * static_cast<double>(i % 11));
  }
  for (std::size_t j = 0; j < 43'000; ++j) data.factor.push_back(j % 1000 == 0 ? 0 : 1 + static_cast<double>(j % 3));
  data.lower = {-0.5};
  expect_same_bits(data, spec_with(SquaredHinge{}, Lsp{1, 0.5}, true));
}

TEST(Threads, SameBitsOnDenseDesigns) {
  Plain plain = random_plain(40'001, 5, Targets::numbers, 2);
  expect_same_bits(plain.data(Kind::dense), spec_with(Squared{}, L1{}, true));
  expect_same_bits(plain.data(Kind::dense_float), spec_with(Huber{}, Geman{1, 1}, false));
}

}  // namespace
}  // namespace gist::testing
