#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <tuple>

#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

struct Traced {
  Model model;
  std::vector<std::tuple<int, int, double, double, double, double, std::int64_t>> trace;
};

Traced traced_fit(const FitData& data, const FitSpec& spec, int threads) {
  Team team(threads);
  Traced traced;
  traced.model =
      fit(data, spec, team,
          {.observe =
               [&](const Step& s, double) {
                 traced.trace.emplace_back(s.iteration, s.trials, s.objective, s.t, s.step_sq, s.residual, s.nonzeros);
               },
           .interrupt = nullptr,
           .start = nullptr});
  return traced;
}

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

/// About three entries a row over columns of very uneven length: more than one chunk of rows, columns and coefficients.
template <class Value>
FitData large_sparse(Index rows, Index columns, Targets targets) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  FitData data;
  for (Index i = 0; i < rows; ++i) {
    Index j = -1;
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
      const double u = uniform(random);
      j += 1 + static_cast<Index>(u * u * u * columns / 5);
      if (j >= columns) break;
      index.push_back(j);
      value.push_back(static_cast<Value>(uniform(random) + 0.5));
      sum += j % 2 == 0 ? 1 : -1;
    }
    start.push_back(static_cast<Offset>(index.size()));
    const double noisy = sum + 2 * uniform(random) - 1;
    data.dataset.label.push_back(targets == Targets::numbers  ? noisy
                                 : noisy > 0                  ? 1
                                 : targets == Targets::counts ? 0
                                                              : -1);
  }
  Sparse<Value> matrix{rows, columns, Compressed<Value>{std::move(start), std::move(index), std::move(value)}, {}};
  data.dataset.design = std::move(matrix);
  data.dataset.source = "test";
  return data;
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
