#include "gist/simulate/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "gist/core/error.hpp"
#include "gist/simulate/document_length.hpp"
#include "tests/simulate/exact_text.hpp"

namespace gist {
namespace {

const Sparse<double>& sparse(const Simulated& set) { return std::get<Sparse<double>>(set.data.design.storage()); }
const Compressed<double>& by_row(const Simulated& set) { return *sparse(set).by_row; }

Simulated make_text(const TextOptions& options, int threads = 2) {
  Team team(threads);
  return simulate_text(options, team);
}

std::vector<Index> documents_with(const Simulated& set) {
  std::vector<Index> count(static_cast<std::size_t>(sparse(set).columns));
  for (const Index j : by_row(set).index) ++count[static_cast<std::size_t>(j)];
  return count;
}

TEST(Text, SameSeedSameBitsForAnyTeamAndAnotherSeedDiffers) {
  TextOptions options{300, 2000, 9000, 6};
  options.seed = 4;
  const auto one = make_text(options, 1);
  for (const int threads : {2, 3}) {
    const auto other = make_text(options, threads);
    EXPECT_TRUE(std::ranges::equal(by_row(one).start, by_row(other).start));
    EXPECT_TRUE(std::ranges::equal(by_row(one).index, by_row(other).index));
    EXPECT_TRUE(std::ranges::equal(by_row(one).value, by_row(other).value));
    EXPECT_EQ(one.data.label, other.data.label);
    EXPECT_EQ(to_json(one.truth), to_json(other.truth));
  }
  options.seed = 5;
  const auto other = make_text(options);
  EXPECT_FALSE(std::ranges::equal(by_row(one).start, by_row(other).start));
  EXPECT_FALSE(std::ranges::equal(by_row(one).index, by_row(other).index));
  EXPECT_NE(one.data.label, other.data.label);
  EXPECT_NE(one.truth.support, other.truth.support);
}

TEST(Text, IsAValidDesignOfUnitRowsWithTheEntriesAskedFor) {
  const auto set = make_text({500, 3000, 20'000, 10});
  const auto& rows = by_row(set);
  ASSERT_EQ(sparse(set).rows, 500);
  ASSERT_EQ(sparse(set).columns, 3000);
  ASSERT_EQ(rows.lines(), 500);
  ASSERT_EQ(rows.entries(), 20'000);
  ASSERT_EQ(rows.index.size(), 20'000U);
  ASSERT_EQ(rows.value.size(), 20'000U);
  for (std::size_t i = 0; i < 500; ++i) {
    double square = 0;
    ASSERT_LT(rows.start[i], rows.start[i + 1]);
    for (auto k = static_cast<std::size_t>(rows.start[i]); k < static_cast<std::size_t>(rows.start[i + 1]); ++k) {
      ASSERT_TRUE(rows.index[k] >= 0 && rows.index[k] < 3000);
      if (k > static_cast<std::size_t>(rows.start[i])) {
        ASSERT_LT(rows.index[k - 1], rows.index[k]);
      }
      ASSERT_GT(rows.value[k], 0);
      square += rows.value[k] * rows.value[k];
    }
    EXPECT_NEAR(square, 1, 1e-12);
  }
}

TEST(Text, LengthsAreLogNormalAndSumExactly) {
  const TextOptions options{20'000, 100'000, 2'000'000, 20};
  const auto start = document_starts(options);
  EXPECT_EQ(start.back(), 2'000'000);
  double mean = 0, square = 0, cube = 0;
  for (std::size_t i = 0; i + 1 < start.size(); ++i) {
    const double x = std::log(static_cast<double>(start[i + 1] - start[i]) + 0.5);
    mean += x / 20'000, square += x * x / 20'000, cube += x * x * x / 20'000;
  }
  const double deviation = std::sqrt(square - mean * mean);
  EXPECT_NEAR(deviation, 0.7, 0.02);
  EXPECT_NEAR((cube - 3 * mean * square + 2 * mean * mean * mean) / std::pow(deviation, 3), 0, 0.1);
}

TEST(Text, LengthsHoldTheirBoundsWhenThereIsHardlyRoom) {
  for (const auto& [rows, features, nonzeros] : {std::tuple{100, 16, 400}, {100, 16, 100}, {1, 16, 4}, {7, 40, 63}}) {
    const auto start = document_starts({rows, features, nonzeros, 2});
    EXPECT_EQ(start.back(), nonzeros);
    for (std::size_t i = 0; i + 1 < start.size(); ++i) {
      EXPECT_GE(start[i + 1] - start[i], 1);
      EXPECT_LE(start[i + 1] - start[i], features / 2);
    }
  }
}

TEST(Text, PopularityFollowsZipfAndPopularColumnsAreScattered) {
  const auto set = make_text({20'000, 20'000, 600'000, 10});
  const auto count = documents_with(set);
  std::vector<std::size_t> order(count.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater{}, [&](std::size_t j) { return count[j]; });
  // Slope of log count over log rank where words are neither in most documents nor in a handful.
  double x1 = 0, y1 = 0, xx = 0, xy = 0, n = 0;
  for (double rank = 100; rank <= 5000; rank *= 1.1, ++n) {
    const double x = std::log(rank), y = std::log(static_cast<double>(count[order[static_cast<std::size_t>(rank)]]));
    x1 += x, y1 += y, xx += x * x, xy += x * y;
  }
  EXPECT_NEAR((xy - x1 * y1 / n) / (xx - x1 * x1 / n), -1.1, 0.12);
  // The hundred most popular columns: their mean place is the middle, within four and a half deviations.
  double place = 0;
  for (std::size_t k = 0; k < 100; ++k) place += static_cast<double>(order[k]) / 20'000 / 100;
  EXPECT_NEAR(place, 0.5, 4.5 * std::sqrt(1 / 12.0 / 100));
}

TEST(Text, LastColumnIsInUseSoThatAFileKeepsTheWidth) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    TextOptions options{20, 5000, 100, 4};
    options.seed = seed;
    EXPECT_GT(documents_with(make_text(options)).back(), 0) << seed;
  }
}

TEST(Text, FlipsTheShareOfLabelsAskedForAndNothingElse) {
  TextOptions options{20'000, 200, 40'000, 4};
  options.flips = 0;
  const auto clean = make_text(options);
  options.flips = 0.03;
  const auto flipped = make_text(options);
  EXPECT_TRUE(std::ranges::equal(by_row(clean).value, by_row(flipped).value));
  double differ = 0, positive = 0;
  for (std::size_t i = 0; i < 20'000; ++i) {
    ASSERT_EQ(std::abs(flipped.data.label[i]), 1);
    differ += clean.data.label[i] != flipped.data.label[i];
    positive += clean.data.label[i] > 0;
  }
  EXPECT_NEAR(differ / 20'000, 0.03, 4.5 * std::sqrt(0.03 * 0.97 / 20'000));
  EXPECT_NEAR(positive / 20'000, 0.5, 4.5 * 0.5 / std::sqrt(20'000));
  EXPECT_EQ(clean.truth.label_noise, 0);
  EXPECT_EQ(flipped.truth.label_noise, 0.03);
}

TEST(Text, PlantedDirectionTellsTheClassesApart) {
  const auto set = make_text({4000, 10'000, 240'000, 20});
  const auto& truth = set.truth;
  ASSERT_TRUE(std::ranges::is_sorted(truth.support));
  ASSERT_EQ(truth.coefficient.size(), truth.support.size());
  ASSERT_EQ(truth.topic.size(), truth.support.size());
  ASSERT_EQ(truth.topic_label.size(), 20U);
  std::map<Index, double> weight;
  std::map<Index, int> words_of;
  for (std::size_t k = 0; k < truth.support.size(); ++k) {
    weight[truth.support[k]] = truth.coefficient[k];
    ++words_of[truth.topic[k]];
    // A word speaks for the class of its topic.
    EXPECT_GT(truth.coefficient[k] * truth.topic_label[static_cast<std::size_t>(truth.topic[k])], 0);
  }
  EXPECT_EQ(weight.size(), truth.support.size());  // no word in two topics
  EXPECT_EQ(words_of.size(), 20U);
  for (const auto& [topic, words] : words_of) EXPECT_EQ(words, words_of[0]) << topic;

  double right = 0;
  const auto& rows = by_row(set);
  for (std::size_t i = 0; i < 4000; ++i) {
    double margin = 0;
    for (auto k = static_cast<std::size_t>(rows.start[i]); k < static_cast<std::size_t>(rows.start[i + 1]); ++k) {
      if (const auto found = weight.find(rows.index[k]); found != weight.end()) margin += found->second * rows.value[k];
    }
    right += margin * set.data.label[i] > 0;
  }
  EXPECT_GT(right / 4000, 0.82);
  EXPECT_LT(right / 4000, 0.96);
}

TEST(Text, CoefficientsAreTheLogOddsThatTheDocumentsShow) {
  // Many short documents, so that nearly every entry is one draw: P(word | class) is then the share of entries.
  TextOptions options{200'000, 400, 200'000, 4};
  options.flips = 0;
  const auto set = make_text(options);
  std::vector<double> plus(400), minus(400);
  double all_plus = 0, all_minus = 0;
  for (std::size_t i = 0; i < 200'000; ++i) {
    for (auto k = static_cast<std::size_t>(by_row(set).start[i]);
         k < static_cast<std::size_t>(by_row(set).start[i + 1]); ++k) {
      const auto j = static_cast<std::size_t>(by_row(set).index[k]);
      ++(set.data.label[i] > 0 ? plus[j] : minus[j]);
      ++(set.data.label[i] > 0 ? all_plus : all_minus);
    }
  }
  int compared = 0;
  for (std::size_t k = 0; k < set.truth.support.size(); ++k) {
    const auto j = static_cast<std::size_t>(set.truth.support[k]);
    if (std::min(plus[j], minus[j]) < 50) continue;
    const double seen = std::log(plus[j] / all_plus) - std::log(minus[j] / all_minus);
    EXPECT_NEAR(seen, set.truth.coefficient[k], 4.5 * std::sqrt(1 / plus[j] + 1 / minus[j])) << j;
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

TEST(SlowText, PresetsHaveTheirShape) {
  const auto real_sim = make_text(like_real_sim());
  EXPECT_EQ(sparse(real_sim).rows, 72'309);
  EXPECT_EQ(sparse(real_sim).columns, 20'958);
  EXPECT_EQ(by_row(real_sim).entries(), 4'000'000);
  const auto news = like_news20();
  EXPECT_EQ(news.rows, 19'996);
  EXPECT_EQ(news.features, 1'355'191);
  EXPECT_EQ(news.nonzeros, 10'000'000);
  EXPECT_TRUE(faults(news).empty());
}

TEST(Text, MatchesItsGoldenBits) {
  TextOptions options{4, 16, 14, 2};
  options.flips = 0.25;
  const auto set = make_text(options);
  EXPECT_EQ(exact_text(by_row(set).start), "0 2 7 11 14");
  EXPECT_EQ(exact_text(by_row(set).index), "0 15 0 1 3 5 15 0 1 11 13 0 1 7");
  EXPECT_EQ(exact_text(by_row(set).value),
            "0.5336004467752572 0.8457366985068379 0.20437404731616443 0.249825286557136 0.7521310251149791 "
            "0.47454184232924135 0.3239252011167319 0.2744422355115558 0.33547610878395834 0.6372351370579755 "
            "0.6372351370579755 0.3561088873813446 0.4353048051055102 0.8268592304498237");
  EXPECT_EQ(exact_text(set.data.label), "-1 -1 1 1");
  EXPECT_EQ(to_json(set.truth),
            R"({"kind":"text","seed":1,"d":16,"intercept":0.0,"indices":[1,4,12,16],)"
            R"("values":[-0.35627692794150295,-0.9883396345672965,0.8070415356092111,1.3701731723075492],)"
            R"("label_noise":0.25,"topics":[2,2,1,1],"topic_labels":[1.0,-1.0]})");
}

TEST(Text, NamesEveryFault) {
  Team team(1);
  try {
    simulate_text({0, 100, 50, 1, 1.6, 0.7}, team);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::option);
    EXPECT_STREQ(error.what(),
                 "rows = 0 is not a whole number in [1, 2147483647]\n"
                 "topics = 1 is not a whole number in [2, 10000]\n"
                 "zipf = 1.6 is not a number in [0, 1.5]\n"
                 "flips = 0.7 is not a number in [0, 0.5]");
  }
  EXPECT_THAT(faults(TextOptions{10, 100, 9, 20}),
              testing::ElementsAre("topics = 20 need at least 160 features, there are 100",
                                   "nonzeros = 9 is outside [10, 250], one entry a row to a quarter of all"));
  EXPECT_THAT(faults(TextOptions{10, 160, 401, 20}), testing::ElementsAre(testing::HasSubstr("nonzeros = 401")));
}

}  // namespace
}  // namespace gist
