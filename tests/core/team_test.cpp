#include "gist/core/team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "gist/core/chunks.hpp"

namespace gist {
namespace {

TEST(Team, RunsEveryTaskExactlyOnceForAnySize) {
  for (int threads : {1, 2, 3, 8}) {
    Team team(threads);
    EXPECT_EQ(team.size(), threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<std::atomic<int>> hits(static_cast<std::size_t>(round));
      team.run(round, [&](std::int64_t i) { ++hits[static_cast<std::size_t>(i)]; });
      for (const auto& h : hits) ASSERT_EQ(h.load(), 1);
    }
  }
}

/// More threads than processors, rounds too short for all of them to wake: late ones must neither be waited for nor do
/// a task twice.
TEST(Team, RoundsFollowEachOtherFasterThanWorkersWake) {
  Team team(16);
  for (int round = 0; round < 20'000; ++round) {
    std::atomic<int> hits{0};
    int owner = 0;  // on the caller's stack: a straggler from the round before would write to a dead one
    team.run(2, [&](std::int64_t i) { hits += 1 + static_cast<int>(i) + owner; });
    ASSERT_EQ(hits.load(), 3) << round;
  }
}

TEST(Team, HandsTheFirstExceptionToTheCallerAndLivesOn) {
  Team team(3);
  EXPECT_THROW(team.run(50,
                        [](std::int64_t i) {
                          if (i == 17) throw std::runtime_error("seventeen");
                        }),
               std::runtime_error);
  std::atomic<int> done{0};
  team.run(50, [&](std::int64_t) { ++done; });
  EXPECT_EQ(done.load(), 50);
}

TEST(Chunks, CoverTheRangeOnceAndInOrder) {
  for (std::int64_t size : {0, 1, 9, 10, 11, 1000}) {
    const Chunks chunks{size, 10};
    std::int64_t expected = 0;
    for (std::int64_t c = 0; c < chunks.count(); ++c) {
      EXPECT_EQ(chunks.begin(c), expected);
      EXPECT_GT(chunks.end(c), chunks.begin(c));
      expected = chunks.end(c);
    }
    EXPECT_EQ(expected, size);
  }
}

}  // namespace
}  // namespace gist
