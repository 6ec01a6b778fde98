#include <gtest/gtest.h>

#include <limits>

#include "gist/core/error.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// What fit says to bad input: "" if it says nothing.
std::string complaint(const FitData& data, const FitSpec& spec, ErrorKind kind = ErrorKind::data) {
  Team team(1);
  try {
    fit(data, spec, team);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "";
}

Plain small(Targets targets) { return random_plain(6, 3, targets, 1); }

std::string with_labels(const Loss& loss, std::vector<double> label, std::optional<double> positive = {}) {
  Plain plain = random_plain(label.size(), 3, Targets::numbers, 1);
  plain.label = std::move(label);
  FitSpec spec = spec_of(loss, L1{0.1});
  spec.problem.positive = positive;
  return complaint(plain.data(), spec);
}

TEST(Labels, OneClassOnly) {
  EXPECT_EQ(with_labels(Logistic{}, {1, 1, 1}),
            "test: one class only: every label is 1; the loss logistic needs two classes");
  EXPECT_EQ(with_labels(SquaredHinge{}, {-2.5, -2.5}),
            "test: one class only: every label is -2.5; the loss squared-hinge needs two classes");
}

TEST(Labels, MoreThanTwoClasses) {
  EXPECT_EQ(
      with_labels(Logistic{}, {3, 1, 2, 1}),
      "test: 3 classes (1, 2, 3); the loss logistic takes two. Name one with --positive to set it against the rest, "
      "or use --loss squared");
  const std::string many = with_labels(Logistic{}, {1, 2, 3, 4, 5, 6, 7});
  EXPECT_NE(many.find("7 classes (1, 2, 3, 4, 5, ...)"), std::string::npos) << many;
  EXPECT_EQ(with_labels(Logistic{}, {3, 1, 2, 1, 3}, 3), "") << "3 against the rest";
}

TEST(Labels, PositiveThatIsNotThere) {
  EXPECT_EQ(with_labels(Logistic{}, {3, 1, 2}, 4), "test: no sample has the positive label 4; labels are 1, 2, 3");
  EXPECT_EQ(with_labels(Logistic{}, {3, 1}, 2), "test: no sample has the positive label 2; labels are 1, 3");
}

TEST(Labels, RestIsEveryOtherLabel) {
  Team team(1);
  Plain plain = random_plain(30, 3, Targets::numbers, 1);
  for (std::size_t i = 0; i < 30; ++i) plain.label[i] = static_cast<double>(i % 3);
  FitSpec spec = spec_of(Logistic{}, L1{0.01});
  for (const double positive : {0.0, 1.0, 2.0}) {
    spec.problem.positive = positive;
    const Model model = fit(plain.data(), spec, team);
    ASSERT_TRUE(model.classes);
    EXPECT_EQ(model.classes->positive, positive);
    EXPECT_NE(model.classes->negative, positive);
    EXPECT_TRUE(model.classes->rest);
    EXPECT_EQ(model.classes->sign_of(positive), 1.0);
    EXPECT_EQ(model.classes->sign_of(17), -1.0);
    const Judgement judged = judge(plain, model);
    EXPECT_NEAR(model.report.certificate.objective(), static_cast<double>(judged.objective()), 1e-12);
  }
}

TEST(Labels, Counts) {
  EXPECT_EQ(with_labels(Poisson{}, {1, 2, -3}),
            "test: sample 3 has label -3; the loss poisson takes counts, 0 or larger");
  EXPECT_EQ(with_labels(Poisson{}, {0, 0}),
            "test: every label is 0; the loss poisson needs at least one positive count");
  EXPECT_EQ(with_labels(Poisson{}, {0, 0.5}), "") << "rates are counts too";
  Plain plain = small(Targets::counts);
  plain.label = {0, 0, 0, 0, 0, 4};
  plain.weight = {1, 1, 1, 1, 1, 0};
  EXPECT_EQ(complaint(plain.data(), spec_of(Poisson{}, L1{0.1})),
            "test: every label of positive weight is 0; the loss poisson needs at least one positive count");
}

TEST(Labels, NotFinite) {
  for (const Loss& loss : {Loss(Squared{}), Loss(Logistic{}), Loss(Poisson{})}) {
    EXPECT_EQ(with_labels(loss, {1, nan, 0}), "test: the label of sample 2 is not finite");
    EXPECT_EQ(with_labels(loss, {1, 0, infinity}), "test: the label of sample 3 is not finite");
  }
}

TEST(Labels, ClassesAreCountedWhereTheWeightIs) {
  Plain plain = small(Targets::classes);
  plain.label = {1, 2, 3, 1, 2, 1};
  plain.weight = {1, 1, 0, 1, 1, 1};
  EXPECT_EQ(complaint(plain.data(), spec_of(Logistic{}, L1{0.1})), "");
  plain.weight = {1, 0, 0, 1, 0, 1};
  EXPECT_NE(complaint(plain.data(), spec_of(Logistic{}, L1{0.1})).find("one class only"), std::string::npos);
}

TEST(DataErrors, Weights) {
  Plain plain = small(Targets::classes);
  const FitSpec spec = spec_of(Logistic{}, L1{0.1});
  plain.weight = {1, 1, -2, 1, 1, 1};
  EXPECT_EQ(complaint(plain.data(), spec), "the weight of sample 3 is -2; weights are finite and 0 or larger");
  plain.weight = {1, 1, 1, 1, nan, 1};
  EXPECT_EQ(complaint(plain.data(), spec), "the weight of sample 5 is nan; weights are finite and 0 or larger");
  plain.weight.assign(6, 0);
  EXPECT_EQ(complaint(plain.data(), spec), "the sample weights sum to 0; their sum must be positive and finite");
  plain.weight.assign(6, 1e308);
  EXPECT_EQ(complaint(plain.data(), spec), "the sample weights sum to inf; their sum must be positive and finite");
}

TEST(DataErrors, EveryLengthAtOnce) {
  Plain plain = small(Targets::numbers);
  plain.label.pop_back();
  plain.weight = {1, 2};
  plain.offset.assign(7, 0);
  plain.factor.assign(4, 1);
  plain.lower = {0, 0};
  plain.upper.assign(5, 1);
  EXPECT_EQ(
      complaint(plain.data(), spec_of(Squared{}, L1{0.1})),
      "5 labels for 6 samples\n2 weights for 6 samples\n7 offsets for 6 samples\n4 penalty factors for 3 features\n"
      "2 lower bounds for 3 features\n5 upper bounds for 3 features");
}

TEST(DataErrors, EveryValueAtOnce) {
  Plain plain = small(Targets::numbers);
  plain.weight = {1, 1, 1, 1, 1, infinity};
  plain.offset = {0, nan, 0, 0, 0, 0};
  plain.factor = {1, 1, -1};
  plain.lower = {0, 2, 0};
  plain.upper = {1};
  EXPECT_EQ(complaint(plain.data(), spec_of(Squared{}, L1{0.1})),
            "the weight of sample 6 is inf; weights are finite and 0 or larger\n"
            "the offset of sample 2 is nan; offsets are finite\n"
            "the penalty factor of feature 3 is -1; factors are finite and 0 or larger\n"
            "feature 2 has the bounds [2, 1]; lower must not exceed upper");
}

TEST(DataErrors, Bounds) {
  const FitSpec spec = spec_of(Squared{}, L1{0.1});
  const auto bounds = [&](std::vector<double> lower, std::vector<double> upper) {
    Plain plain = small(Targets::numbers);
    plain.lower = std::move(lower);
    plain.upper = std::move(upper);
    return complaint(plain.data(), spec);
  };
  EXPECT_EQ(bounds({infinity}, {}), "feature 1 has the bounds [inf, inf]; lower must not exceed upper");
  EXPECT_EQ(bounds({}, {-infinity}), "feature 1 has the bounds [-inf, -inf]; lower must not exceed upper");
  EXPECT_EQ(bounds({0, nan, 0}, {}), "feature 2 has the bounds [nan, inf]; lower must not exceed upper");
  EXPECT_EQ(bounds({nan}, {}), "feature 1 has the bounds [nan, inf]; lower must not exceed upper");
  EXPECT_EQ(bounds({1}, {-1}), "feature 1 has the bounds [1, -1]; lower must not exceed upper");
  EXPECT_EQ(bounds({-infinity}, {infinity}), "");
  EXPECT_EQ(bounds({1}, {1}), "");
  Plain constant = small(Targets::numbers);
  for (std::size_t i = 0; i < 6; ++i) constant.x.at(i, 1) = 4;
  constant.lower = {-1, 0.5, -1};
  FitSpec standardized = spec;
  standardized.problem.standardize = true;
  EXPECT_EQ(complaint(constant.data(), standardized),
            "feature 2 is constant, so standardising leaves it out, but its bounds exclude 0");
}

TEST(DataErrors, NoSamplesNoFeaturesNoLabels) {
  const FitSpec spec = spec_of(Squared{}, L1{0.1});
  Plain plain;
  plain.x = {0, 3, {}};
  EXPECT_EQ(complaint(plain.data(), spec), "test: no samples");
  plain.x = {2, 0, {}};
  plain.label = {1, 2};
  EXPECT_NE(complaint(plain.data(), spec).find("test: no features"), std::string::npos);
  plain.x = {2, 1, {1, 2}};
  plain.label.clear();
  EXPECT_EQ(complaint(plain.data(), spec),
            "test: no labels, and a fit needs one per sample (matrix-market: --labels FILE)");
}

TEST(DataErrors, ValuesThatAreNotFiniteOrTooLarge) {
  for (const double bad : {nan, infinity, -infinity, 1e308}) {
    Plain plain = small(Targets::numbers);
    for (std::size_t i = 0; i < 6; ++i) plain.x.at(i, 1) = i % 2 == 0 ? bad : -bad;
    for (double& y : plain.label) y *= 1e6;
    for (const Kind kind : {Kind::dense, Kind::sparse_rows, Kind::sparse_columns}) {
      EXPECT_NE(complaint(plain.data(kind), spec_of(Squared{}, L1{0.1})).find("feature 2"), std::string::npos) << bad;
    }
  }
  Plain huge = small(Targets::numbers);
  huge.label[2] = 1e300;
  EXPECT_NE(complaint(huge.data(), spec_of(Squared{}, L1{0.1})), "") << "its square overflows";
}

TEST(SpecErrors, EveryFieldOutOfItsRange) {
  const Plain plain = small(Targets::numbers);
  const auto says = [&](auto&& change) {
    FitSpec spec = spec_of(Squared{}, Mcp{});
    change(spec);
    return complaint(plain.data(), spec, ErrorKind::option);
  };
  const auto solver = [](FitSpec& spec) -> GistOptions& {
    if (!std::holds_alternative<GistOptions>(spec.solver)) spec.solver = GistOptions{};
    return std::get<GistOptions>(spec.solver);
  };
  EXPECT_EQ(says([](FitSpec& s) { s.penalty = Mcp{-1, 3}; }), "mcp.lambda = -1 is not a number in [0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.penalty = Mcp{1, 0}; }), "mcp.theta = 0 is not a number in (0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.penalty = Mcp{nan, 3}; }), "mcp.lambda = nan is not a number in [0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.penalty = Mcp{infinity, 3}; }), "mcp.lambda = inf is not a number in [0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.penalty = Scad{1, 1}; }), "scad.theta = 1 is not a number in (1, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.penalty = Lq{1, 1}; }), "lq.q = 1 is not a number in (0, 1)");
  EXPECT_EQ(says([](FitSpec& s) { s.loss = Huber{0}; }), "huber.delta = 0 is not a number in (0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.problem.ridge = -1; }), "ridge = -1 is not a number in [0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.problem.lambda_ratio = -0.5; }), "lambda_ratio = -0.5 is not a number in [0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.problem.theta_ratio = 0; }), "theta_ratio = 0 is not a number in (0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.stop.tolerance = -1; }), "tolerance = -1 is not a number in [0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.stop.max_iterations = -1; }),
            "max_iterations = -1 is not a whole number in [0, inf)");
  EXPECT_EQ(says([](FitSpec& s) { s.stop.max_seconds = 0; }), "max_seconds = 0 is not a number in (0, inf)");
  EXPECT_EQ(says([&](FitSpec& s) { solver(s).eta = 1; }), "gist.eta = 1 is not a number in (1, inf)");
  EXPECT_EQ(says([&](FitSpec& s) { solver(s).sigma = 1; }), "gist.sigma = 1 is not a number in (0, 1)");
  EXPECT_EQ(says([&](FitSpec& s) { solver(s).memory = 0; }), "gist.memory = 0 is not a whole number in [1, inf)");
  EXPECT_EQ(says([&](FitSpec& s) { solver(s).t_min = 5, solver(s).t_max = 5; }), "--t-min 5 is not below --t-max 5");
}

TEST(SpecErrors, WhatDoesNotApply) {
  const Plain plain = small(Targets::numbers);
  FitSpec spec = spec_of(Squared{}, L1{});
  spec.problem.theta_ratio = 2;
  EXPECT_EQ(complaint(plain.data(), spec, ErrorKind::option),
            "--theta-ratio does not apply to the penalty l1, which has no theta");
  spec = spec_of(Squared{}, None{});
  spec.problem.lambda_ratio = 0.1;
  EXPECT_EQ(complaint(plain.data(), spec, ErrorKind::option),
            "--lambda-ratio does not apply to the penalty none, which has no lambda");
  spec = spec_of(Squared{}, L1{});
  spec.problem.positive = 1;
  EXPECT_EQ(complaint(plain.data(), spec, ErrorKind::option),
            "--positive does not apply to the loss squared, which has no classes");
}

TEST(SpecErrors, AllAtOnceAndBeforeTheDataAreLookedAt) {
  FitSpec spec = spec_of(Huber{-1}, Scad{-2, 0.5});
  spec.problem.ridge = -3;
  spec.stop.tolerance = nan;
  spec.solver = GistOptions{};
  std::get<GistOptions>(spec.solver).eta = 0.5;
  const auto found = faults(spec);
  EXPECT_EQ(found.size(), 6U);
  const std::string all = complaint({}, spec, ErrorKind::option);
  for (const auto& fault : found) EXPECT_NE(all.find(fault), std::string::npos) << fault;
}

}  // namespace
}  // namespace gist::testing
