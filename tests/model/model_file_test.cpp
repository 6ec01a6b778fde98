#include "gist/model/model_file.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <nlohmann/json.hpp>

#include "gist/core/error.hpp"
#include "tests/support/random_model.hpp"

namespace gist {
namespace {

using testing_support::Draw;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

void expect_same_number(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return;
  EXPECT_EQ(bits(a), bits(b)) << a << " and " << b;
}

/// Every part of the two models, doubles by their bits.
void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(options_of(a.spec), options_of(b.spec));
  EXPECT_EQ(a.features, b.features);
  expect_same_number(a.intercept, b.intercept);
  EXPECT_EQ(a.index, b.index);
  ASSERT_EQ(a.value.size(), b.value.size());
  for (std::size_t k = 0; k < a.value.size(); ++k) expect_same_number(a.value[k], b.value[k]);
  ASSERT_EQ(a.classes.has_value(), b.classes.has_value());
  if (a.classes) {
    expect_same_number(a.classes->negative, b.classes->negative);
    expect_same_number(a.classes->positive, b.classes->positive);
    EXPECT_EQ(a.classes->rest, b.classes->rest);
  }
  EXPECT_EQ(a.feature_names, b.feature_names);
  EXPECT_EQ(a.report.status, b.report.status);
  const Certificate &c = a.report.certificate, &e = b.report.certificate;
  expect_same_number(c.loss, e.loss);
  expect_same_number(c.penalty, e.penalty);
  expect_same_number(c.critical, e.critical);
  expect_same_number(c.prox, e.prox);
  expect_same_number(c.coordinate, e.coordinate);
  expect_same_number(c.t, e.t);
  expect_same_number(c.intercept_slope, e.intercept_slope);
  expect_same_number(a.report.gradient_scale, b.report.gradient_scale);
  expect_same_number(a.report.lambda_max, b.report.lambda_max);
  EXPECT_EQ(a.report.iterations, b.report.iterations);
  EXPECT_EQ(a.report.passes, b.report.passes);
  EXPECT_EQ(a.report.samples, b.report.samples);
  EXPECT_EQ(a.report.stored, b.report.stored);
  EXPECT_EQ(a.report.warnings, b.report.warnings);
  ASSERT_EQ(a.report.selection.has_value(), b.report.selection.has_value());
  if (a.report.selection) {
    EXPECT_EQ(a.report.selection->status, b.report.selection->status);
    expect_same_number(a.report.selection->certificate.penalty, b.report.selection->certificate.penalty);
    expect_same_number(a.report.selection->certificate.intercept_slope,
                       b.report.selection->certificate.intercept_slope);
    expect_same_number(a.report.selection->gradient_scale, b.report.selection->gradient_scale);
    EXPECT_EQ(a.report.selection->iterations, b.report.selection->iterations);
    EXPECT_EQ(a.report.selection->passes, b.report.selection->passes);
  }
}

TEST(ModelFile, EveryModelComesBackToTheLastBit) {
  Draw draw(20130617);
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE(round);
    const Model model = testing_support::draw_model(draw);
    const std::string text = model_to_json(model);
    const Model back = model_from_json(text, "m.json");
    expect_same(model, back);
    EXPECT_EQ(model_to_json(back), text);
    if (HasFailure()) break;
  }
}

TEST(ModelFile, EveryDoubleComesBack) {
  Draw draw(7);
  Model model;
  model.spec.loss = Squared{};
  model.features = 200'000;
  for (Index j = 0; j < model.features; ++j) {
    model.index.push_back(j);
    model.value.push_back(testing_support::any_finite(draw));
  }
  const Model back = model_from_json(model_to_json(model), "m.json");
  ASSERT_EQ(back.value.size(), model.value.size());
  for (std::size_t k = 0; k < model.value.size(); ++k) ASSERT_EQ(bits(back.value[k]), bits(model.value[k])) << k;
}

TEST(ModelFile, HasTheKeysOthersRelyOn) {
  Model model;
  model.features = 9;
  model.classes = ClassLabels{1, 2, false};
  model.index = {0, 8};
  model.value = {0.5, -0.0};
  const auto json = nlohmann::json::parse(model_to_json(model));
  EXPECT_EQ(json.at("format"), "gist-model");
  EXPECT_EQ(json.at("format_version"), model_format_version);
  EXPECT_EQ(json.at("d"), 9);
  EXPECT_EQ(json.at("labels"), nlohmann::json::array({1.0, 2.0}));
  EXPECT_EQ(json.at("indices"), nlohmann::json::array({1, 9}));  // from 1, as in the data file
  EXPECT_EQ(json.at("values").size(), 2U);
  EXPECT_EQ(json.at("intercept"), 0.0);
  model.spec.loss = Squared{};
  model.classes.reset();
  EXPECT_TRUE(nlohmann::json::parse(model_to_json(model)).at("labels").is_null());
}

// ---- damage ----

std::string good() {
  Model model;
  model.features = 4;
  model.classes = ClassLabels{-1, 1, false};
  model.index = {0, 2};
  model.value = {0.5, -2};
  model.feature_names = {"a", "b", "c", "d"};
  model.report.status = Status::converged;
  return model_to_json(model);
}

std::string complaint(const std::string& text) {
  try {
    model_from_json(text, "m.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model);
    return error.what();
  }
  return "accepted";
}

/// The message when one value of a good model is another.
std::string complaint_with(const std::string& pointer, const nlohmann::json& value) {
  auto json = nlohmann::json::parse(good());
  json[nlohmann::json::json_pointer(pointer)] = value;
  const std::string message = complaint(json.dump());
  EXPECT_TRUE(message.starts_with("m.json: ")) << message;
  return message;
}

TEST(ModelFile, GoodIsAccepted) { EXPECT_EQ(complaint(good()), "accepted"); }

TEST(ModelFile, OtherVersionsAreNamed) {
  EXPECT_EQ(complaint_with("/format_version", 2), "m.json: model format version 2; this program reads version 1");
  EXPECT_EQ(complaint_with("/format_version", 0), "m.json: model format version 0; this program reads version 1");
  EXPECT_NE(complaint_with("/format_version", "1"), "accepted");
  EXPECT_NE(complaint_with("/format_version", 1.5), "accepted");
  EXPECT_NE(complaint_with("/format_version", 1e300), "accepted");
}

TEST(ModelFile, WrongValuesAreRefused) {
  using nlohmann::json;
  struct Damage {
    std::string pointer;
    json value;
    std::string said;
  };
  for (const auto& [pointer, value, said] : std::vector<Damage>{
           {"/format", "something", "not a model"},
           {"/format", 3, "damaged"},
           {"/d", 0, "d = 0"},
           {"/d", -4, "d = -4"},
           {"/d", 3.7, "3.7"},
           {"/d", true, "true"},
           {"/d", "4", "\"4\""},
           {"/d", 3'000'000'000, "3000000000"},
           {"/d", 1e300, "1e+300"},
           {"/d", 18446744073709551615U, "18446744073709551615"},
           {"/d", 2, "index 3"},
           {"/d", nullptr, "null"},
           {"/intercept", nullptr, "null"},
           {"/intercept", "0", "\"0\""},
           {"/intercept", true, "true"},
           {"/indices", json::array({0, 2}), "index 0"},
           {"/indices", json::array({-1, 2}), "index -1"},
           {"/indices", json::array({1, 5}), "index 5"},
           {"/indices", json::array({3, 1}), "ascend"},
           {"/indices", json::array({2, 2}), "ascend"},
           {"/indices", json::array({1}), "1 indices but 2 values"},
           {"/indices", json::array({1, 2.5}), "2.5"},
           {"/indices", json::array({true, 2}), "true"},
           {"/indices", json::array({1, 1e30}), "1e+30"},
           {"/indices", json::array({1, 18446744073709551615U}), "18446744073709551615"},
           {"/indices", 3, "array"},
           {"/indices", json::object({{"a", 1}, {"b", 3}}), "array"},
           {"/values", json::array({1, 2, 3}), "2 indices but 3 values"},
           {"/values", json::array({1, nullptr}), "null"},
           {"/values", json::array({1, "2"}), "\"2\""},
           {"/values", json::array({1, true}), "true"},
           {"/values", 1.5, "array"},
           {"/labels", nullptr, "labels"},
           {"/labels", json::array({1}), "two labels"},
           {"/labels", json::array({1, 1}), "different"},
           {"/labels", json::array({1, 2, 3}), "two labels"},
           {"/labels", json::array({1, "2"}), "\"2\""},
           {"/labels", "ab", "two labels"},
           {"/labels_rest", 3, "damaged"},
           {"/feature_names", json::array({"a"}), "1 feature names"},
           {"/feature_names", json::array({1, 2, 3, 4}), "damaged"},
           {"/settings", nullptr, "object"},
           {"/settings", json::array(), "object"},
           {"/settings/loss", "hinge", "--loss hinge"},
           {"/settings/loss", "squared", "labels do not fit"},
           {"/settings/lambda", -1, "--lambda -1"},
           {"/settings/lambda", "much", "--lambda much"},
           {"/settings/lambda", json::array({1}), "damaged"},
           {"/settings/lambda_ratio", 0.1, "exclude"},
           {"/settings/theta", 3, "--theta does not apply"},
           {"/settings/colour", "red", "no option --colour"},
           {"/report", nullptr, "damaged"},
           {"/report/status", "dead", "\"dead\""},
           {"/report/status", 3, "damaged"},
           {"/report/loss", "abc", "\"abc\""},
           {"/report/loss", "0.5", "\"0.5\""},
           {"/report/loss", true, "true"},
           {"/report/residual", 3, "damaged"},
           {"/report/residual/prox", json::array(), "[]"},
           {"/report/iterations", 1.5, "1.5"},
           {"/report/iterations", 1e20, "1e+20"},
           {"/report/passes", "many", "\"many\""},
           {"/report/warnings", "careful", "damaged"},
           {"/report/warnings", json::array({1}), "damaged"},
       }) {
    const std::string message = complaint_with(pointer, value);
    EXPECT_NE(message.find(said), std::string::npos) << pointer << " = " << value << ": " << message;
  }
}

TEST(ModelFile, EveryMissingKeyIsToldUnlessItHasADefault) {
  const auto model = nlohmann::json::parse(good());
  for (const auto& [key, value] : model.items()) {
    auto without = model;
    without.erase(key);
    const bool may_lack = key == "version" || key == "labels_rest" || key == "feature_names";
    EXPECT_EQ(complaint(without.dump()) == "accepted", may_lack) << key;
  }
  for (const auto& [key, value] : model.at("report").items()) {
    auto without = model;
    without["report"].erase(key);
    const std::string message = complaint(without.dump());
    EXPECT_NE(message.find("'" + key + "'"), std::string::npos) << message;
  }
}

TEST(ModelFile, NumbersBeyondADoubleAreRefused) {
  std::string text = good();
  text.replace(text.find("-2.0"), 4, "1e999");
  EXPECT_NE(complaint(text).find("1e999"), std::string::npos);
  text = good();
  text.replace(text.find("-2.0"), 4, "NaN");
  EXPECT_NE(complaint(text).find("not a complete JSON text"), std::string::npos);
}

TEST(ModelFile, CutAnywhereIsRefused) {
  const std::string text = good();
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    ASSERT_NE(complaint(text.substr(0, size)).find("m.json: "), std::string::npos) << size;
  }
}

TEST(ModelFile, AnyByteChangedIsRefusedOrStillAModel) {
  const std::string text = good();
  Draw draw(3);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = static_cast<char>(changed[at] ^ (1 << draw.below(8)));
    const std::string message = complaint(changed);
    if (message != "accepted") {
      EXPECT_TRUE(message.starts_with("m.json: ")) << message;
      continue;
    }
    const Model model = model_from_json(changed, "m.json");
    EXPECT_EQ(model.index.size(), model.value.size());
    EXPECT_LT(model.index.empty() ? -1 : model.index.back(), model.features);
  }
}

TEST(ModelFile, DeepNestingIsRefusedWithoutRunningOutOfStack) {
  EXPECT_NE(complaint(std::string(300'000, '[')), "accepted");
  EXPECT_NE(complaint(std::string(300'000, '[') + std::string(300'000, ']')), "accepted");
}

}  // namespace
}  // namespace gist
