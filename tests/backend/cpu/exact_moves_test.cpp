#include "gist/backend/cpu/exact_moves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "gist/backend/cpu/column_bounds.hpp"
#include "tests/support/full_problem.hpp"

namespace gist::cpu {
namespace {

using gist::testing::all_kinds;
using gist::testing::all_pairs;
using gist::testing::full_problem;
using gist::testing::Kind;
using gist::testing::Pair;

/// Everything by plain loops over the samples, the columns read off products with unit vectors.
class Truth {
 public:
  Truth(const Problem& problem, CpuSpace& space) : problem_(problem), space_(space) {
    const auto d = static_cast<std::size_t>(problem.features());
    const auto zero = margins(WorkVector(d));
    for (std::size_t j = 0; j < d; ++j) {
      WorkVector unit(d);
      unit[j] = 1;
      auto column = margins(unit);
      for (std::size_t i = 0; i < column.size(); ++i) column[i] -= zero[i];
      columns_.push_back(column);
    }
  }
  std::vector<double> margins(const WorkVector& w) {
    auto point = space_.make_point();
    point.w = w;
    space_.linear_part(point);
    return {point.margin.begin(), point.margin.end()};
  }
  double weight(std::size_t i) const {
    return problem_.sample_weight.empty() ? 1.0 / static_cast<double>(problem_.samples()) : problem_.sample_weight[i];
  }
  double x(std::size_t i, std::size_t j) const { return columns_[j][i]; }
  /// The loss with this intercept, which is not searched for.
  double loss(const WorkVector& w, double intercept) {
    const auto margin = margins(w);
    double sum = 0;
    for (std::size_t i = 0; i < margin.size(); ++i)
      sum += weight(i) * std::visit([&](const auto& l) { return l.value(margin[i] + intercept, problem_.target[i]); },
                                    problem_.loss);
    return sum;
  }
  double objective(const WorkVector& w, double intercept) {
    auto point = space_.make_point();
    point.w = w;
    return loss(w, intercept) + space_.penalty(point);
  }

 private:
  const Problem& problem_;
  CpuSpace& space_;
  std::vector<std::vector<double>> columns_;
};

class Moves : public ::testing::TestWithParam<Pair> {
 protected:
  /// A point with some coefficients off 0 and some not.
  static CpuSpace::Point somewhere(const Problem& problem, CpuSpace& space) {
    auto point = space.make_point();
    for (std::size_t j = 0; j < point.w.size(); j += 2) point.w[j] = 0.05 * static_cast<double>(j + 1);
    if (!problem.lower.empty())
      for (std::size_t j = 0; j < point.w.size(); ++j) point.w[j] = std::max(point.w[j], problem.lower[j]);
    space.loss(point);
    space.penalty(point);
    space.gradient(point);
    return point;
  }
  static bool in_single_precision() { return std::holds_alternative<Logistic>(GetParam().loss); }

  Team team_{1};
};

TEST_P(Moves, TheLossAlongOneCoefficientIsTheLoss) {
  const double close = in_single_precision() ? 1e-6 : 1e-9;
  for (const Kind kind : all_kinds) {
    const Problem problem = full_problem(GetParam(), kind, team_);
    CpuSpace space(problem, team_);
    Truth truth(problem, space);
    const auto point = somewhere(problem, space);
    WorkVector predictor = point.margin;
    for (double& z : predictor) z += point.intercept;
    LossAlong along(problem);
    for (std::size_t j = 0; j < point.w.size(); ++j) {
      along.take(j, predictor);
      for (const double d : {0.0, 0.3, -0.2}) {
        WorkVector w = point.w;
        w[j] += d;
        const double rise = truth.loss(w, point.intercept) - truth.loss(point.w, point.intercept);
        EXPECT_NEAR(along.at(d).loss - along.at(0).loss, rise, close) << j;
        double slope = 0, curvature = 0;
        for (std::size_t i = 0; i < predictor.size(); ++i) {
          const double z = predictor[i] + d * truth.x(i, j), x = truth.x(i, j);
          std::visit(
              [&](const auto& l) {
                slope += truth.weight(i) * x * l.slope(z, problem.target[i]);
                curvature += truth.weight(i) * x * x * l.curvature(z, problem.target[i]);
              },
              problem.loss);
        }
        EXPECT_NEAR(along.at(d).slope, slope, close) << j;
        EXPECT_NEAR(along.at(d).curvature, curvature, close * (1 + curvature)) << j;
        EXPECT_LE(along.at(d).curvature, along.curvature_bound() * (1 + close)) << j;
      }
      WorkVector moved = predictor;
      along.move(0.4, moved);
      for (std::size_t i = 0; i < moved.size(); ++i) EXPECT_NEAR(moved[i], predictor[i] + 0.4 * truth.x(i, j), 1e-9);
    }
    const auto here = space.curvatures_here(point);
    for (std::size_t j = 0; j < here.size(); ++j) {
      along.take(j, predictor);
      EXPECT_NEAR(here[j], along.at(0).curvature, 1e-6 * (1 + here[j]))
          << "but for what is not believed of a curvature";
    }
  }
}

TEST_P(Moves, NeverRaiseTheObjectiveAndStayInsideTheBounds) {
  const double close = in_single_precision() ? 1e-6 : 1e-9;
  for (const Kind kind : {Kind::dense, Kind::sparse_columns}) {
    const Problem problem = full_problem(GetParam(), kind, team_);
    CpuSpace space(problem, team_);
    Truth truth(problem, space);
    const auto point = somewhere(problem, space);
    ExactMoves moves(problem, team_);
    moves.begin(point);
    double objective = truth.objective(point.w, point.intercept);
    const auto lower = [&](const char* what) {
      const double now = truth.objective(moves.w(), point.intercept);
      EXPECT_LE(now, objective + close * std::abs(objective)) << what;
      objective = now;
      for (std::size_t j = 0; j < moves.w().size(); ++j) {
        EXPECT_GE(moves.w()[j], problem.lower[j]);
        EXPECT_LE(moves.w()[j], problem.upper[j]);
      }
    };
    moves.let_in(moves.promising(point.gradient, space.curvatures_here(point), 3), 2), lower("let in");
    moves.adjust(), lower("adjusted");
    moves.let_go(), lower("let go");
    // Nothing is left that the objective would be lower without.
    for (std::size_t j = 0; j < moves.w().size(); ++j) {
      WorkVector without = moves.w();
      without[j] = moves.at_rest(j);
      EXPECT_GE(truth.objective(without, point.intercept), objective - close * std::abs(objective)) << j;
      const std::vector<Index> alone{static_cast<Index>(j)};
      EXPECT_NEAR(moves.loss_without(alone)[0],
                  truth.loss(without, point.intercept) - truth.loss(moves.w(), point.intercept), close);
    }
  }
}

/// A sparse column that is centred changes every sample. Here the intercept takes its mean along, and a handful change.
TEST(ExactMoves, OfCentredSparseColumnsTouchTheirEntriesAlone) {
  Team team(1);
  gist::testing::Plain plain = gist::testing::random_plain(60, 9, gist::Targets::classes, 3);
  for (std::size_t j = 0; j < 9; ++j)
    for (std::size_t i = 0; i < 60; ++i)
      if ((i + 7 * j) % 8 != 0 && j != 4) plain.x.at(i, j) = 0;
  FitSpec spec = gist::testing::spec_of(Logistic{}, Mcp{0.01, 3});
  spec.problem.standardize = true;
  const Problem problem = prepare(plain.data(Kind::sparse_columns), spec, team).problem;
  CpuSpace space(problem, team);
  Truth truth(problem, space);
  auto point = space.make_point();
  for (std::size_t j = 0; j < 9; ++j) point.w[j] = 0.1 * static_cast<double>(j) - 0.4;
  space.loss(point);
  space.gradient(point);
  WorkVector predictor = point.margin;
  for (double& z : predictor) z += point.intercept;
  LossAlong along(problem);
  const auto shift = [&](std::size_t j) {
    return along.centred(j) ? 0 : problem.scaling.mean[j] * problem.scaling.inverse_scale[j];
  };
  for (std::size_t j = 0; j < 9; ++j) {
    EXPECT_EQ(along.centred(j), j == 4) << "that one is full";
    along.take(j, predictor);
    WorkVector moved = predictor, w = point.w;
    along.move(0.7, moved);
    w[j] += 0.7;
    const double intercept = point.intercept + 0.7 * shift(j);
    EXPECT_NEAR(along.at(0.7).loss - along.at(0).loss, truth.loss(w, intercept) - truth.loss(point.w, point.intercept),
                1e-6);
    const auto margin = truth.margins(w);
    int touched = 0;
    for (std::size_t i = 0; i < 60; ++i) {
      EXPECT_NEAR(moved[i], margin[i] + intercept, 1e-12);
      touched += moved[i] != predictor[i] ? 1 : 0;
    }
    EXPECT_EQ(touched <= 8, j != 4) << j;
  }
  ExactMoves moves(problem, team);
  moves.begin(point);
  moves.let_in(moves.promising(point.gradient, space.curvatures_here(point), 9), 9);
  moves.adjust();
  moves.let_go();
  double intercept = point.intercept;
  for (std::size_t j = 0; j < 9; ++j) intercept += shift(j) * (moves.w()[j] - point.w[j]);
  EXPECT_LT(truth.objective(moves.w(), intercept), truth.objective(point.w, point.intercept));
}

INSTANTIATE_TEST_SUITE_P(AllPairs, Moves, ::testing::ValuesIn(all_pairs()), gist::testing::pair_name);

/// Six samples, three columns: one that does for all of them, two that do for half of them each. Whatever the order
/// they stand in, the one enters and the others are not needed.
TEST(ExactMoves, TheBestColumnEntersFirstAndMakesTheOthersNeedless) {
  Team team(1);
  const std::vector<std::vector<double>> columns{{1, 1, 1, 0, 0, 0}, {1, 1, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 1}};
  for (const std::vector<std::size_t>& order : {std::vector<std::size_t>{0, 1, 2}, {1, 0, 2}, {2, 0, 1}}) {
    gist::testing::Plain plain;
    plain.x = {6, 3, std::vector<double>(18)};
    for (std::size_t i = 0; i < 6; ++i) {
      const double y = i % 2 == 0 ? 1 : -1;
      plain.label.push_back(y);
      for (std::size_t j = 0; j < 3; ++j) plain.x.at(i, j) = y * columns[order[j]][i];
    }
    FitSpec spec = gist::testing::spec_of(Logistic{}, Mcp{0.01, 3});
    spec.problem.intercept = false;
    const Problem problem = prepare(plain.data(), spec, team).problem;
    CpuSpace space(problem, team);
    auto point = space.make_point();
    space.loss(point);
    space.gradient(point);
    ExactMoves moves(problem, team);
    moves.begin(point);
    const std::vector<Index> all{0, 1, 2};
    EXPECT_EQ(moves.let_in(all, 1), 1U);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(moves.w()[j] != 0, order[j] == 1) << j;

    // With all three in, the two halves go: they are the least needed.
    for (double& w : point.w) w = 12;
    space.loss(point);
    moves.begin(point);
    EXPECT_EQ(moves.let_go(), 2U);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(moves.w()[j] != 0, order[j] == 1) << j;
  }
}

/// The curvature bound of logistic loss promises less than the column costs, the loss itself gives more.
TEST(ExactMoves, LetInWhatTheMajoriserWouldNot) {
  Team team(1);
  gist::testing::Plain plain;
  plain.x = {2, 1, {1, 0}};
  plain.label = {1, -1};
  plain.offset = {2, 0};  // the sample is nearly right already
  FitSpec spec = gist::testing::spec_of(Logistic{}, L0{0.03});
  spec.problem.intercept = false;
  const Problem problem = prepare(plain.data(), spec, team).problem;
  CpuSpace space(problem, team);
  auto point = space.make_point();
  space.loss(point);
  space.gradient(point);
  const double bound = column_curvatures(problem, point.margin, 0, team)[0], g = point.gradient[0];
  ASSERT_LT(g * g / (2 * bound), 0.03);
  ASSERT_GT(std::log1p(std::exp(-2.0)) / 2, 0.03);
  ExactMoves moves(problem, team);
  moves.begin(point);
  const auto columns = moves.promising(point.gradient, space.curvatures_here(point), 1);
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(moves.let_in(columns, 1), 1U);
}

}  // namespace
}  // namespace gist::cpu
