#include "gist/backend/cpu/column_space.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/data/transpose.hpp"
#include "gist/fit/prepare.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Confined, a space knows the slopes of what is in, and of nothing else.
TEST(ColumnSpace, ConfinedReadsTheNonzerosAndLetsNoneIn) {
  const Plain plain = random_plain(40, 12, Targets::classes, 3);
  Team team(2);
  for (const Kind kind : all_kinds) {
    for (const bool standardize : {false, true}) {
      FitSpec spec = spec_of(Logistic{}, Mcp{0.01, 3});
      spec.problem.standardize = standardize;
      Problem problem = prepare(plain.data(kind), spec, team).problem;
      problem.design = complete(problem.design, team);
      cpu::ColumnSpace space(problem, team);
      auto free = space.make_point();
      free.w[2] = 0.5;
      free.w[7] = -1;
      space.loss(free);
      auto confined = free;
      space.gradient(free);
      EXPECT_GT(space.violation(free), 0);
      EXPECT_GT(space.choose(free, 100), 2u) << "others would come in";
      space.confine(true);
      space.gradient(confined);
      for (std::size_t j = 0; j < 12; ++j)
        EXPECT_NEAR(confined.gradient[j], j == 2 || j == 7 ? free.gradient[j] : 0, 1e-14) << j;
      EXPECT_GT(space.violation(confined), 0);
      EXPECT_EQ(space.choose(confined, 100), 2u);
      space.confine(false);
      space.gradient(confined);
      for (std::size_t j = 0; j < 12; ++j) EXPECT_NEAR(confined.gradient[j], free.gradient[j], 1e-14) << j;
    }
  }
}

}  // namespace
}  // namespace gist::testing
