#include "gist/report/page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "gist/report/draw.hpp"
#include "gist/report/page_parts.hpp"

/// A page is complete in itself, its texts are texts, and its charts carry the values they show.
namespace gist::report {
namespace {

const std::string hostile = "</script><script>alert('x')</script><img src=x onerror=alert(1)>\"&\xFE";

Chart chart_named(const std::string& name) {
  Chart chart{name, {name, Scale::log, true}, {name}, {Series{name, {0.1, 1, 10}, {1, std::nan(""), -2.5}}}};
  chart.series[0].low = {0.5, 0, -3};
  chart.series[0].high = {1.5, 0, -2};
  chart.series[0].point_name = {name, name, name};
  chart.series.push_back(Series{"other", {0.1, 1, 10}, {1, 2, 3}, Mark::points});
  chart.markers = {{1, name}};
  chart.note = name;
  return chart;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Page, WhateverATextHoldsItIsOnlyText) {
  const Page page{hostile,
                  hostile,
                  {{hostile,
                    {Text{hostile, true}, Table{{hostile, "b"}, {{hostile, "1"}}},
                     Bars{hostile, {{hostile, 1, hostile}, {"b", -2}}, 0.5, {}}, chart_named(hostile)}}}};
  const std::string text = html(page);
  // One <script> is the page's own, one holds the data of the only chart.
  EXPECT_EQ(count(text, "<script"), 2U);
  EXPECT_EQ(count(text, "</script>"), 2U);
  EXPECT_EQ(count(text, "<img"), 0U);
  EXPECT_EQ(count(text, "\xFE"), 0U);
  EXPECT_GE(count(text, "&lt;/script&gt;&lt;script&gt;"), 8U);
}

TEST(Page, AsksForNothingFromOutside) {
  const std::string text = html({"t", "s", {{"s", {chart_named("n")}}}});
  EXPECT_EQ(count(text, "default-src 'none'"), 1U);
  for (const std::string outside : {"src=", "@import", "url(", "<iframe", "fetch(", "XMLHttpRequest", "https://"})
    EXPECT_EQ(count(text, outside), 0U) << outside;
  EXPECT_EQ(count(text, "http://"), count(text, "http://www.w3.org/2000/svg"));  // a name, not an address
  EXPECT_EQ(count(text, "href="), 1U);                                           // the empty icon
}

TEST(Page, TheDataOfAChartAreItsValues) {
  const Chart chart = chart_named(hostile);
  const Drawing drawing = draw(chart, {460, 330}, false);
  const std::string text = chart_data(chart, drawing);
  EXPECT_EQ(text.find('<'), std::string::npos);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("series").size(), 2U);
  const auto& first = json.at("series").at(0);
  EXPECT_EQ(first.at("x"), (nlohmann::json{0.1, 1, 10}));
  EXPECT_EQ(first.at("y"), (nlohmann::json{1, nullptr, -2.5}));
  EXPECT_EQ(first.at("low"), (nlohmann::json{0.5, 0, -3}));
  EXPECT_EQ(first.at("names").size(), 3U);
  EXPECT_TRUE(first.at("name").get<std::string>().starts_with("</script><script>"));
  EXPECT_FALSE(json.at("series").at(1).contains("x"));  // the same as before
  EXPECT_EQ(json.at("x").at("log"), true);
  EXPECT_NEAR(json.at("x").at("from").get<double>(), drawing.x.pixel(0.1), 0.01);
  EXPECT_NEAR(json.at("x").at("to").get<double>(), drawing.x.pixel(10), 0.01);
}

TEST(Page, BarsGoLeftBelowZeroAndRightAbove) {
  const std::string text = html({"t", "s", {{"s", {Bars{"", {{"up", 3}, {"down", -1}}, {}, {}}}}}});
  EXPECT_NE(text.find("<i style=\"left:25.00%;width:75.00%\">"), std::string::npos);
  EXPECT_NE(text.find("<i class=\"minus\" style=\"left:0.00%;width:25.00%\">"), std::string::npos);
  const std::string shares = html({"t", "s", {{"s", {Bars{"", {{"a", 0.5}}, 0.75, 1.0}}}}});
  EXPECT_NE(shares.find("<i style=\"left:0.00%;width:50.00%\">"), std::string::npos);
  EXPECT_NE(shares.find("<b style=\"left:75.00%\">"), std::string::npos);
}

TEST(Page, ColumnsOfNumbersAreFlushRight) {
  const std::string text = html({"t", "s", {{"s", {Table{{"name", "value"}, {{"a", "1.5"}, {"b", "-2e-7"}}}}}}});
  EXPECT_NE(text.find("<th>name</th><th class=\"number\">value</th>"), std::string::npos);
  EXPECT_NE(text.find("<td>b</td><td class=\"number\">-2e-7</td>"), std::string::npos);
}

}  // namespace
}  // namespace gist::report
