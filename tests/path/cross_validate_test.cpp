#include "gist/path/cross_validate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/error.hpp"
#include "gist/model/predict.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Some rows of a problem, copied out: what a fold must come to, whatever the library does.
Plain rows_of(const Plain& plain, const std::vector<std::size_t>& rows) {
  Plain some = plain;
  some.x = {rows.size(), plain.x.columns, {}};
  some.label.clear();
  some.weight.clear();
  some.offset.clear();
  for (const std::size_t i : rows) {
    for (std::size_t j = 0; j < plain.x.columns; ++j) some.x.value.push_back(plain.x.at(i, j));
    some.label.push_back(plain.label[i]);
    if (!plain.weight.empty()) some.weight.push_back(plain.weight[i]);
    if (!plain.offset.empty()) some.offset.push_back(plain.offset[i]);
  }
  return some;
}

FitSpec cv_spec(const Loss& loss, const Penalty& penalty) {
  FitSpec spec = spec_of(loss, penalty);
  spec.solver = WorkingSetOptions{};
  spec.stop.tolerance = 1e-9;
  spec.problem.ridge = 0.01;
  return spec;
}

PathRequest grid_of(int count, double ratio) {
  PathRequest request;
  request.options.no_early_stop = true;
  request.grid = {.count = count, .ratio = ratio};
  return request;
}

class SlowLoop : public ::testing::TestWithParam<Loss> {
 protected:
  /// The score of fold f at one lambda by a fit on copied rows.
  double score_alone(const Plain& plain, const FitSpec& spec, const Folds& folds, int f, double lambda, Score score) {
    std::vector<std::size_t> train, test;
    for (std::size_t i = 0; i < plain.x.rows; ++i) (folds.fold[i] == f ? test : train).push_back(i);
    FitSpec own = spec;
    own.penalty = with_strength(spec.penalty, lambda, std::nullopt);
    const Model model = fit(rows_of(plain, train).data(), own, team_);
    const Plain aside = rows_of(plain, test);
    const auto z = linear_predictor(model, design_of(aside.x), aside.offset, team_);
    std::vector<double> y = aside.label;
    if (model.classes) {
      for (double& label : y) label = *model.classes->sign_of(label);
    }
    return *score_of(score, spec.loss, {z, y, aside.weight});
  }
  Team team_{2};
};

TEST_P(SlowLoop, GivesTheSameCurve) {
  const bool classes = targets_of(GetParam()) == Targets::classes;
  Plain plain = random_plain(60, 7, targets_of(GetParam()), 21);
  for (std::size_t i = 0; i < 60; ++i) {
    plain.weight.push_back(static_cast<double>(i % 4));  // some are 0
    plain.offset.push_back(0.03 * static_cast<double>(i % 5));
    // One column is ten times larger in a few samples: standardising with a fold's own samples would show.
    if (i % 9 == 0) plain.x.at(i, 2) *= 10;
  }
  plain.factor = {1, 1, 2, 1, 0.5, 1, 0};
  FitSpec spec = cv_spec(GetParam(), L1{});
  spec.problem.standardize = true;
  const Score other = classes ? Score::auc : Score::mse;
  for (const auto& [kind, score] : {std::pair(Kind::sparse_rows, Score::deviance), std::pair(Kind::sparse_rows, other),
                                    std::pair(Kind::dense, Score::deviance)}) {
    const FitData data = plain.data(kind);
    const CvOptions options{.folds = 4, .seed = 7, .score = score};
    const Folds folds = folds_for(data, spec, options, {});
    const CvResult result = cross_validate(data, spec, grid_of(5, 0.05), options, folds, team_);
    ASSERT_EQ(result.points.size(), 5U);
    ASSERT_EQ(result.finished, 4);
    for (std::size_t k = 0; k < 5; ++k) {
      std::vector<double> share(4);
      double total = 0, mean = 0, spread = 0;
      for (std::size_t i = 0; i < 60; ++i) {
        share[static_cast<std::size_t>(folds.fold[i])] += plain.weight[i];
        total += plain.weight[i];
      }
      for (std::size_t f = 0; f < 4; ++f) {
        const double alone = score_alone(plain, spec, folds, static_cast<int>(f), result.path.points[k].lambda, score);
        EXPECT_NEAR(result.points[k].fold[f], alone, 1e-6 * (1 + std::abs(alone))) << "lambda " << k << " fold " << f;
        mean += share[f] / total * alone;
      }
      EXPECT_NEAR(result.points[k].mean, mean, 1e-6 * (1 + std::abs(mean)));
      for (std::size_t f = 0; f < 4; ++f)
        spread += share[f] / total * std::pow(result.points[k].fold[f] - result.points[k].mean, 2);
      EXPECT_NEAR(result.points[k].error, std::sqrt(spread / 3), 1e-12);
    }
  }
}

std::vector<Loss> all_losses() {
  std::vector<Loss> all;
  for_each_alternative<Loss>([&](auto loss) { all.emplace_back(loss); });
  return all;
}
INSTANTIATE_TEST_SUITE_P(Losses, SlowLoop, ::testing::ValuesIn(all_losses()));

class CrossValidation : public ::testing::Test {
 protected:
  Team team_{2};
};

TEST_F(CrossValidation, TakesItsLambdasFromAllSamples) {
  const Plain plain = random_plain(50, 6, Targets::numbers, 2);
  const FitSpec spec = cv_spec(Squared{}, L1{});
  const CvOptions options{.folds = 5};
  const FitData data = plain.data();
  const CvResult result =
      cross_validate(data, spec, grid_of(4, 0.1), options, folds_for(data, spec, options, {}), team_);
  FitSpec own = spec;
  own.problem.lambda_ratio = 1;
  EXPECT_DOUBLE_EQ(result.path.points[0].lambda, fit(data, own, team_).report.lambda_max);
}

/// The mean squared error of a fold is a square with leading coefficient 1 in a shift of its labels, for as long as the
/// predictions know nothing of them.
TEST_F(CrossValidation, AFoldDoesNotSeeItsOwnSamples) {
  Plain plain = random_plain(40, 5, Targets::numbers, 9);
  Folds folds{.count = 4, .fold = {}};
  for (int i = 0; i < 40; ++i) folds.fold.push_back(i % 4);
  FitSpec spec = cv_spec(Squared{}, L1{});
  spec.problem.standardize = true;
  PathRequest request = grid_of(3, 0.1);
  request.lambdas = {0.3, 0.1, 0.03};
  std::vector<CvResult> shifted;
  for (int step = 0; step < 3; ++step) {
    shifted.push_back(cross_validate(plain.data(), spec, request, {.folds = 4}, folds, team_));
    for (std::size_t i = 1; i < 40; i += 4) plain.label[i] += 500;  // fold 2
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const auto of_fold = [&](std::size_t step, std::size_t f) { return shifted[step].points[k].fold[f]; };
    EXPECT_NEAR(of_fold(2, 1) - 2 * of_fold(1, 1) + of_fold(0, 1), 500000, 1e-3);
    for (const std::size_t f : {0U, 2U, 3U}) EXPECT_GT(of_fold(2, f), 2 * of_fold(0, f));  // they do see them
  }
}

TEST_F(CrossValidation, WeightsAreRepeatedRows) {
  Plain weighted = random_plain(36, 6, Targets::classes, 12), repeated;
  Folds folds{.count = 3, .fold = {}}, repeated_folds{.count = 3, .fold = {}};
  repeated.x.columns = 6;
  for (std::size_t i = 0; i < 36; ++i) {
    const std::size_t times = i % 3;
    weighted.weight.push_back(static_cast<double>(times));
    folds.fold.push_back(static_cast<int>(i % 4 % 3));
    for (std::size_t t = 0; t < times; ++t) {
      repeated.label.push_back(weighted.label[i]);
      for (std::size_t j = 0; j < 6; ++j) repeated.x.value.push_back(weighted.x.at(i, j));
      ++repeated.x.rows;
      repeated_folds.fold.push_back(folds.fold.back());
    }
  }
  FitSpec spec = cv_spec(Logistic{}, L1{});
  spec.problem.standardize = true;
  for (const Score score : {Score::deviance, Score::auc, Score::misclassification}) {
    const CvOptions options{.folds = 3, .score = score};
    const CvResult a = cross_validate(weighted.data(), spec, grid_of(5, 0.05), options, folds, team_);
    const CvResult b = cross_validate(repeated.data(), spec, grid_of(5, 0.05), options, repeated_folds, team_);
    for (std::size_t k = 0; k < 5; ++k) {
      EXPECT_NEAR(a.points[k].mean, b.points[k].mean, 1e-6);
      EXPECT_NEAR(a.points[k].error, b.points[k].error, 1e-6);
    }
    EXPECT_EQ(a.min, b.min);
    EXPECT_EQ(a.one_se, b.one_se);
  }
}

TEST_F(CrossValidation, OneStandardErrorIsTheLargestLambdaWithinIt) {
  CvResult result;
  result.path.points.resize(6);
  result.path.curves.resize(2);
  result.path.curves[0].begin = 0, result.path.curves[0].end = 2;
  result.path.curves[1].begin = 2, result.path.curves[1].end = 6;
  const auto point = [](double mean, double error) { return CvPoint{.fold = {}, .mean = mean, .error = error}; };
  // The best is point 5; point 3 is within its error, point 4 just outside, point 1 within but of another theta.
  result.points = {point(9, 1), point(1.1, 1), point(2, 1), point(1.15, 1), point(1.3, 1), point(1, 0.2)};
  choose_points(result);
  EXPECT_EQ(result.min, 5U);
  EXPECT_EQ(result.one_se, 3U);
  result.points[2].mean = 1.2;  // exactly one error away
  choose_points(result);
  EXPECT_EQ(result.one_se, 2U);
  result.score = Score::auc;  // higher is better
  result.points = {point(0.5, 0), point(0.6, 0), point(0.7, 0.1), point(0.84, 0), point(0.9, 0.05), point(0.9, 1)};
  choose_points(result);
  EXPECT_EQ(result.min, 4U);  // of equal ones the sparser
  EXPECT_EQ(result.one_se, 4U);
  result.points[3].mean = 0.85;
  choose_points(result);
  EXPECT_EQ(result.one_se, 3U);
}

TEST_F(CrossValidation, IsTheSameOnAnyNumberOfThreads) {
  const Plain plain = random_plain(60, 20, Targets::classes, 3);
  const FitSpec spec = cv_spec(Logistic{}, Mcp{});
  const CvOptions options{.folds = 5};
  const FitData data = plain.data(Kind::sparse_columns);
  const Folds folds = folds_for(data, spec, options, {});
  Team one(1), three(3);
  const CvResult a = cross_validate(data, spec, grid_of(6, 0.1), options, folds, one);
  const CvResult b = cross_validate(data, spec, grid_of(6, 0.1), options, folds, three);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(a.points[k].fold, b.points[k].fold);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST_F(CrossValidation, DegenerateFoldsAreASentence) {
  Plain plain = random_plain(30, 4, Targets::classes, 3);
  const FitSpec spec = cv_spec(Logistic{}, L1{});
  std::fill(plain.label.begin(), plain.label.end(), -1.0);
  plain.label[4] = plain.label[5] = 1;
  Folds folds{.count = 3, .fold = {}};
  for (int i = 0; i < 30; ++i) folds.fold.push_back(i / 10);
  // Fold 1 holds both positive samples: without it there is one class.
  const auto run = [&](Score score) {
    cross_validate(plain.data(), spec, grid_of(3, 0.5), {.folds = 3, .score = score}, folds, team_);
  };
  const std::string one_class = message_of([&] { run(Score::deviance); });
  EXPECT_NE(one_class.find("without fold 1: "), std::string::npos) << one_class;
  EXPECT_NE(one_class.find("one class only"), std::string::npos) << one_class;
  // One in fold 1 and one in fold 2: fits do, but fold 3 has no pair to put in order.
  plain.label[5] = -1;
  plain.label[15] = 1;
  const std::string no_pair = message_of([&] { run(Score::auc); });
  EXPECT_NE(no_pair.find("fold 3: "), std::string::npos) << no_pair;
  EXPECT_NE(no_pair.find("auc needs both"), std::string::npos) << no_pair;
  EXPECT_EQ(message_of([&] { run(Score::deviance); }), "nothing was thrown");
  // A fold without weight.
  plain.weight.assign(30, 1);
  for (std::size_t i = 20; i < 30; ++i) plain.weight[i] = 0;
  EXPECT_NE(message_of([&] { run(Score::deviance); }).find("fold 3: the samples set aside all have weight 0"),
            std::string::npos);
}

TEST_F(CrossValidation, AColumnThatIsConstantWithoutAFoldIsOutThere) {
  Plain plain = random_plain(30, 4, Targets::numbers, 3);
  for (std::size_t i = 0; i < 30; ++i) plain.x.at(i, 2) = i < 10 ? static_cast<double>(i) : 5;
  FitSpec spec = cv_spec(Squared{}, L1{});
  spec.problem.standardize = true;
  Folds folds{.count = 3, .fold = {}};
  for (int i = 0; i < 30; ++i) folds.fold.push_back(i / 10);
  const CvResult result = cross_validate(plain.data(), spec, grid_of(4, 0.05), {.folds = 3}, folds, team_);
  for (const auto& point : result.points) EXPECT_TRUE(std::isfinite(point.mean));
}

TEST_F(CrossValidation, CountsFarBeyondReachDoNotReachTheFit) {
  // A sample set aside whose predicted mean overflows has weight 0 in the fit, and must not make it infinite.
  Plain plain = random_plain(40, 3, Targets::counts, 3);
  const FitSpec spec = cv_spec(Poisson{}, L1{});
  Folds folds{.count = 2, .fold = std::vector<int>(40, 0)};
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < 20; ++i) folds.fold[i + 20] = 1, first.push_back(i);
  PathRequest request;
  request.lambdas = {0.2, 0.05};
  FitSpec own = spec;
  own.penalty = L1{.lambda = 0.05};
  const double w = dense_w(fit(rows_of(plain, first).data(), own, team_))[0];
  ASSERT_GT(std::abs(w), 0.01);
  plain.x.at(39, 0) = 1e6 * std::copysign(1, w);
  const CvResult result = cross_validate(plain.data(), spec, request, {.folds = 2}, folds, team_);
  EXPECT_EQ(result.points[1].fold[1], infinity);  // as its prediction is
  plain.weight.assign(40, 1);
  plain.weight[39] = 0;  // and unless it is judged nothing is seen of it
  const CvResult unseen = cross_validate(plain.data(), spec, request, {.folds = 2}, folds, team_);
  plain.x.at(39, 0) = 0;
  const CvResult gone = cross_validate(plain.data(), spec, request, {.folds = 2}, folds, team_);
  EXPECT_NEAR(unseen.points[1].fold[1], gone.points[1].fold[1], 1e-9);
}

TEST_F(CrossValidation, InterruptedItKeepsThePath) {
  const Plain plain = random_plain(60, 10, Targets::numbers, 1);
  const FitSpec spec = cv_spec(Squared{}, L1{});
  std::atomic<bool> stop{false};
  CvControls controls;
  controls.interrupt = &stop;
  controls.fold_done = [&](int finished, int folds) {
    EXPECT_EQ(folds, 6);
    if (finished == 2) stop = true;
  };
  const CvOptions options{.folds = 6};
  const FitData data = plain.data();
  Team one(1);
  const CvResult result =
      cross_validate(data, spec, grid_of(5, 0.1), options, folds_for(data, spec, options, {}), one, controls);
  EXPECT_EQ(result.finished, 2);
  EXPECT_TRUE(result.points.empty());
  EXPECT_EQ(result.path.points.size(), 5U);
}

}  // namespace
}  // namespace gist::testing
