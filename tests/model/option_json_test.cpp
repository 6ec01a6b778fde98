#include "gist/model/option_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/random_model.hpp"

namespace gist {
namespace {

TEST(OptionJson, WordsTruthsAndNumbersBecomeWhatTheyAre) {
  EXPECT_EQ(option_value("mcp").dump(), "\"mcp\"");
  EXPECT_EQ(option_value("true").dump(), "true");
  EXPECT_EQ(option_value("false").dump(), "false");
  EXPECT_EQ(option_value("5").dump(), "5");
  EXPECT_EQ(option_value("-3").dump(), "-3");
  EXPECT_EQ(option_value("0.1").dump(), "0.1");
  EXPECT_EQ(option_value("inf").dump(), "\"inf\"");  // JSON has no such number
  EXPECT_EQ(option_value("").dump(), "\"\"");
  EXPECT_EQ(option_value("1.5 m").dump(), "\"1.5 m\"");
}

TEST(OptionJson, EveryNumberComesBackAsTheSameText) {
  testing_support::Draw draw(5);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = shortest(testing_support::any_finite(draw));
    const std::string written = option_value(text).dump();
    ASSERT_EQ(option_text(nlohmann::json::parse(written)), text) << written;
  }
  for (const std::string text : {"-0", "0", "1000000000000000", "999999999999999", "2147483647", "-9007199254740993"}) {
    const auto back = number_from(option_text(nlohmann::json::parse(option_value(text).dump())));
    EXPECT_EQ(shortest(*back), shortest(*number_from(text)));
  }
}

TEST(OptionJson, OnlySingleValuesAreOptions) {
  EXPECT_EQ(option_text(nlohmann::json(2.0)), "2");
  EXPECT_EQ(option_text(nlohmann::json("text")), "text");
  EXPECT_EQ(option_text(nlohmann::json(true)), "true");
  EXPECT_ANY_THROW(option_text(nlohmann::json::array({1})));
  EXPECT_ANY_THROW(option_text(nlohmann::json::object()));
  EXPECT_ANY_THROW(option_text(nlohmann::json()));
}

}  // namespace
}  // namespace gist
