#include "gist/path/gram_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gist/core/alternatives.hpp"
#include "gist/path/path.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

/// Tall least squares, whose paths never look at a sample after the first: all that is said of them must be what
/// the samples say.
namespace gist::testing {
namespace {

constexpr std::size_t n = 150, d = 14;

Plain tall_plain(bool everything, bool sparse = false) {
  Plain plain = random_plain(n, d, Targets::numbers, 12);
  for (std::size_t i = 0; i < n; ++i) {
    plain.x.at(i, 6) = plain.x.at(i, 1);  // two that are the same
    plain.x.at(i, 9) += sparse ? 5 : 40;  // one far from 0
    plain.label[i] += sparse ? 2000 : 0;  // and the labels, of which digits must be kept
    for (std::size_t j = 0; sparse && j < 9; ++j) plain.x.at(i, j) *= (i + j) % 3 == 0 ? 1 : 0;
  }
  if (!everything) return plain;
  for (std::size_t i = 0; i < n; ++i) {
    plain.weight.push_back(static_cast<double>(i % 4));
    plain.offset.push_back(0.02 * static_cast<double>(i % 7));
  }
  plain.factor.assign(d, 1);
  plain.factor[3] = 0;
  plain.factor[5] = 2.5;
  plain.upper = {0.3};
  return plain;
}

FitSpec tall_spec(const Penalty& penalty) {
  FitSpec spec = spec_of(Squared{}, penalty);
  spec.solver = WorkingSetOptions{};
  return spec;
}

class TallPath : public ::testing::TestWithParam<Penalty> {
 protected:
  Team team_{1};
};

TEST_P(TallPath, IsWhatTheSamplesSay) {
  for (int bits = 0; bits < 32; ++bits) {
    SCOPED_TRACE(bits);
    const bool sparse = (bits & 16) != 0;
    const Plain plain = tall_plain((bits & 1) != 0, sparse);
    FitSpec spec = tall_spec(GetParam());
    spec.problem.intercept = (bits & 2) != 0;
    spec.problem.standardize = (bits & 4) != 0;
    const FitData data = plain.data(sparse ? Kind::sparse_rows : Kind::dense);
    Fitting fitting(data, spec, team_);
    PathRequest request;
    request.options = {.follow = (bits & 8) != 0, .no_early_stop = true};
    request.grid = {.count = 8, .ratio = 0.005};
    ASSERT_NE(moments_for(fitting.problem(), spec, request.options.follow, team_), nullptr);
    const PathResult path = trace_path(fitting, request, team_);
    ASSERT_EQ(path.points.size(), 8U);
    for (std::size_t k = 0; k < path.points.size(); ++k) {
      SCOPED_TRACE(k);
      const PathPoint& point = path.points[k];
      const Judgement judged = judge(plain, path.model(k));
      const Certificate& found = point.report.certificate;
      const double scale = 1e-9 * path.gradient_scale;
      EXPECT_EQ(point.report.status, Status::converged);
      EXPECT_NEAR(found.objective(), static_cast<double>(judged.objective()), 1e-11 * (1 + found.objective()));
      EXPECT_NEAR(found.critical, static_cast<double>(judged.critical), scale);
      EXPECT_NEAR(found.prox, static_cast<double>(judged.prox), scale);
      EXPECT_NEAR(found.coordinate, static_cast<double>(judged.coordinate), scale);
      EXPECT_NEAR(static_cast<double>(judged.intercept_slope), 0, 1e-10);
      EXPECT_LE(static_cast<double>(judged.critical), 1.001e-6 * path.gradient_scale);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Some, TallPath,
                         ::testing::Values(Penalty(L1{}), Penalty(Mcp{}), Penalty(Scad{}), Penalty(L0{}),
                                           Penalty(CappedL1{.theta = 0.4})),
                         [](const auto& which) {
                           std::string name(name_of(which.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(GramFit, IsForTallLeastSquaresByColumns) {
  Plain plain = tall_plain(false);
  Team team(1);
  const auto chosen = [&](FitSpec spec, Kind kind, bool follow) {
    const FitData data = plain.data(kind);
    Fitting fitting(data, spec, team);
    return moments_for(fitting.problem(), spec, follow, team) != nullptr;
  };
  EXPECT_TRUE(chosen(tall_spec(L1{}), Kind::dense, false));
  EXPECT_FALSE(chosen(tall_spec(L1{}), Kind::sparse_rows, false)) << "a column far from 0, which cannot be centred";
  FitSpec without = tall_spec(L1{});
  without.problem.intercept = false;
  EXPECT_TRUE(chosen(without, Kind::sparse_rows, false)) << "nor need it be";
  plain = tall_plain(false, true);
  EXPECT_TRUE(chosen(tall_spec(L1{}), Kind::sparse_rows, false));
  FitSpec other = tall_spec(Mcp{});
  other.solver = AutoOptions{};
  EXPECT_TRUE(chosen(other, Kind::dense, true));
  EXPECT_FALSE(chosen(other, Kind::dense, false)) << "auto searches from several sides";
  other.solver = GistOptions{};
  EXPECT_FALSE(chosen(other, Kind::dense, true));
  other = tall_spec(L1{});
  other.stop.tolerance = 1e-13;
  EXPECT_FALSE(chosen(other, Kind::dense, true)) << "closer than products can tell";
}

TEST(GramFit, LossOfAPerfectFitIsNotRounding) {
  Plain plain = random_plain(n, 5, Targets::numbers, 3);
  for (std::size_t i = 0; i < n; ++i) plain.label[i] = 1000 * plain.x.at(i, 0) - 300 * plain.x.at(i, 3);
  FitSpec spec = tall_spec(L1{});
  spec.stop.tolerance = 1e-8;
  const FitData data = plain.data();
  Team team(1);
  Fitting fitting(data, spec, team);
  PathRequest request;
  request.options.no_early_stop = true;
  request.grid = {.count = 10, .ratio = 1e-7};
  const PathResult path = trace_path(fitting, request, team);
  const Judgement judged = judge(plain, path.model(9));
  const double loss = path.points[9].report.certificate.loss;
  EXPECT_GT(loss, 0);
  EXPECT_NEAR(loss / static_cast<double>(judged.loss), 1, 1e-6);
}

TEST(GramFit, MomentsWithoutAFoldAreThoseOfTheRest) {
  Team team(1);
  for (const auto& [intercept, kind] : {std::pair(false, Kind::dense), std::pair(true, Kind::dense),
                                        std::pair(false, Kind::sparse_rows), std::pair(true, Kind::sparse_rows)}) {
    const bool dense = kind == Kind::dense;
    Plain plain = tall_plain(true, !dense);
    // All there is of one column is in the samples left out: nothing of it may be left but what is there.
    for (std::size_t i = 0; i < n; ++i)
      plain.x.at(i, 4) = i % 5 == 2 ? 1e6 * plain.x.at(i, 4) : dense || i % 2 == 1 ? 1 : 0;
    FitSpec spec = tall_spec(L1{});
    spec.problem.intercept = intercept;
    FitData data = plain.data(kind);
    const Problem all = prepare(data, spec, team).problem;
    std::vector<Index> others;
    for (std::size_t i = 0; i < n; ++i) {
      if (i % 5 != 2) continue;
      others.push_back(static_cast<Index>(i));
      data.weight[i] = 0;
    }
    const Problem rest = prepare(data, spec, team).problem;
    const auto moments = moments_for(all, spec, false, team);
    ASSERT_NE(moments, nullptr);
    const auto left = moments_without(others, all, *moments, rest, team);
    ASSERT_TRUE(left);
    const auto found = cpu::normal_equations(rest, *left);
    const Problem written_out = prepare(
                                    [&] {
                                      FitData same = plain.data(Kind::dense);
                                      same.weight = data.weight;
                                      return same;
                                    }(),
                                    spec, team)
                                    .problem;
    const auto expected =
        cpu::normal_equations(rest, cpu::second_moments(written_out, cpu::moment_centre(written_out, team), team));
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = 0; k < d; ++k) EXPECT_NEAR(found.row(j)[k], expected.row(j)[k], 1e-9) << j << " " << k;
      EXPECT_NEAR(found.moment[j], expected.moment[j], 1e-9);
      EXPECT_NEAR(found.shift[j], expected.shift[j], 1e-9);
    }
    EXPECT_NEAR(found.square, expected.square, 1e-9);
    EXPECT_NEAR(found.level, expected.level, 1e-9);
  }
}

}  // namespace
}  // namespace gist::testing
