#include "gist/simulate/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gist/core/error.hpp"

namespace gist {
namespace {

std::string message_of(const SimulateOptions& options) {
  try {
    resolve(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::option);
    return error.what();
  }
  return "accepted";
}

TEST(Simulate, EveryOptionOfAKindCanBeGivenAndEveryFieldHasHelp) {
  for_each_field<TextOptions>([](const auto& field) { EXPECT_TRUE(has_field<SimulateOptions>(field.name)); });
  for_each_field<GaussianOptions>([](const auto& field) { EXPECT_TRUE(has_field<SimulateOptions>(field.name)); });
  for_each_field<SimulateOptions>([](const auto& field) { EXPECT_FALSE(field.help.empty()) << field.name; });
}

TEST(Simulate, PassesEveryOptionOn) {
  SimulateOptions text;
  text.kind = SimulatedKind::text;
  text.rows = 11, text.features = 300, text.nonzeros = 44, text.topics = 3, text.zipf = 0.9, text.flips = 0.1;
  text.seed = 8;
  const auto t = std::get<TextOptions>(resolve(text));
  EXPECT_EQ(std::tuple(t.rows, t.features, t.nonzeros, t.topics, t.zipf, t.flips, t.seed),
            std::tuple(11, 300, 44, 3, 0.9, 0.1, 8U));
  SimulateOptions gaussian;
  gaussian.kind = SimulatedKind::gaussian;
  gaussian.rows = 12, gaussian.features = 30, gaussian.support = 4, gaussian.rho = -0.2, gaussian.snr = 9;
  gaussian.task = SimulatedTask::classification, gaussian.seed = 7;
  const auto g = std::get<GaussianOptions>(resolve(gaussian));
  EXPECT_EQ(std::tuple(g.rows, g.features, g.support, g.rho, g.snr, g.task, g.seed),
            std::tuple(12, 30, 4, -0.2, 9, SimulatedTask::classification, 7U));
}

TEST(Simulate, LikeGivesTheShapeAndFewerRowsFewerEntries) {
  SimulateOptions options;
  options.like = SimulatedLike::news20;
  auto text = std::get<TextOptions>(resolve(options));
  EXPECT_EQ(std::tuple(text.rows, text.features, text.nonzeros), std::tuple(19'996, 1'355'191, 10'000'000));
  options.like = SimulatedLike::real_sim;
  text = std::get<TextOptions>(resolve(options));
  EXPECT_EQ(std::tuple(text.rows, text.features, text.nonzeros), std::tuple(72'309, 20'958, 4'000'000));
  options.kind = SimulatedKind::text;
  options.rows = 1000;
  text = std::get<TextOptions>(resolve(options));
  EXPECT_EQ(std::tuple(text.rows, text.features, text.nonzeros), std::tuple(1000, 20'958, 55'318));
  options.features = 160;
  EXPECT_EQ(std::get<TextOptions>(resolve(options)).nonzeros, 40'000);
}

TEST(Simulate, RefusesWhatDoesNotApplyAllAtOnce) {
  EXPECT_EQ(message_of({}), "kind is not given; it is one of: text, gaussian");
  SimulateOptions options;
  options.kind = SimulatedKind::text;
  options.support = 3, options.rho = 0.5, options.snr = 2, options.task = SimulatedTask::regression;
  options.flips = 0.6;
  EXPECT_EQ(message_of(options),
            "support = 3 does not apply to kind text\n"
            "rho = 0.5 does not apply to kind text\n"
            "snr = 2 does not apply to kind text\n"
            "task = regression does not apply to kind text\n"
            "flips = 0.6 is not a number in [0, 0.5]");
  options = {};
  options.kind = SimulatedKind::gaussian;
  options.like = SimulatedLike::real_sim;
  options.nonzeros = 5, options.topics = 2, options.zipf = 1, options.flips = 0;
  EXPECT_EQ(message_of(options),
            "like = real-sim does not apply to kind gaussian\n"
            "nonzeros = 5 does not apply to kind gaussian\n"
            "topics = 2 does not apply to kind gaussian\n"
            "zipf = 1 does not apply to kind gaussian\n"
            "flips = 0 does not apply to kind gaussian");
  options = {};
  options.kind = SimulatedKind::text;
  options.rows = -3;
  EXPECT_EQ(message_of(options), "rows = -3 is not a whole number in [1, 2147483647]");
}

TEST(Simulate, MakesEitherKind) {
  Team team(2);
  SimulateOptions options;
  options.kind = SimulatedKind::text;
  options.rows = 50, options.features = 400;
  auto set = simulate(options, team);
  EXPECT_EQ(set.data.design.kind(), "sparse");
  EXPECT_EQ(set.data.design.nonzeros(), 2500);
  EXPECT_EQ(set.data.label.size(), 50U);
  options.kind = SimulatedKind::gaussian;
  set = simulate(options, team);
  EXPECT_EQ(set.data.design.kind(), "dense");
  EXPECT_EQ(set.data.design.nonzeros(), 20'000);
}

TEST(Simulate, TruthCountsFromOneAndReadsBackExactly) {
  Team team(1);
  GaussianOptions options{5, 9, 9};
  options.seed = 9'007'199'254'740'992U;
  const auto truth = simulate_gaussian(options, team).truth;
  const auto json = nlohmann::json::parse(to_json(truth));
  EXPECT_EQ(json.at("kind"), "gaussian");
  EXPECT_EQ(json.at("seed").get<std::uint64_t>(), options.seed);
  EXPECT_EQ(json.at("d"), 9);
  EXPECT_EQ(json.at("indices").get<std::vector<int>>(), (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(json.at("values").get<std::vector<double>>(), truth.coefficient);
  EXPECT_EQ(json.at("intercept").get<double>(), 0);
  EXPECT_EQ(json.at("noise_variance").get<double>(), *truth.noise_variance);
  EXPECT_FALSE(json.contains("label_noise"));
  EXPECT_FALSE(json.contains("topics"));

  const auto text = nlohmann::json::parse(to_json(simulate_text({10, 64, 30, 3}, team).truth));
  EXPECT_EQ(text.at("topic_labels").get<std::vector<int>>(), (std::vector<int>{1, -1, 1}));
  EXPECT_EQ(text.at("topics").size(), text.at("indices").size());
  EXPECT_THAT(text.at("topics").get<std::vector<int>>(), testing::Each(testing::AllOf(testing::Ge(1), testing::Le(3))));
  EXPECT_EQ(text.at("label_noise"), 0.03);
}

}  // namespace
}  // namespace gist
