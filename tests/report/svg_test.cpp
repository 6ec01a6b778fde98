#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "gist/report/chart.hpp"
#include "gist/report/draw.hpp"
#include "gist/report/layout.hpp"

/// What is drawn, read back from the SVG text.
namespace gist::report {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Every opened element is closed in order, and no text holds a bare '<' or '&'.
void expect_well_formed(const std::string& text) {
  std::vector<std::string> open;
  const std::regex tag(R"(<(\?xml[^>]*|/?[a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*(/?)>)");
  std::string rest = text;
  std::smatch match;
  while (std::regex_search(rest, match, tag)) {
    EXPECT_EQ(match.prefix().str().find('<'), std::string::npos) << match.prefix();
    const std::string between = match.prefix();
    for (auto at = between.find('&'); at != std::string::npos; at = between.find('&', at + 1))
      EXPECT_TRUE(std::regex_search(between.substr(at, 7), std::regex("^&(amp|lt|gt|quot|#39);"))) << between;
    const std::string name = match[1];
    if (name[0] == '/') {
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(open.back(), name.substr(1));
      open.pop_back();
    } else if (name[0] != '?' && match[3].length() == 0) {
      open.push_back(name);
    }
    rest = match.suffix();
  }
  EXPECT_TRUE(open.empty());
}

Chart simple() {
  return {"Title", {"x axis"}, {"y axis"}, {Series{"one", {0, 1, 2}, {3, 4, 5}}, Series{"two", {0, 1, 2}, {5, 4, 3}}}};
}

TEST(Svg, IsWellFormedAndNeedsNothingElse) {
  Chart chart = simple();
  chart.markers = {{1, "here"}};
  chart.series[0].low = {2, 3, 4};
  chart.series[0].high = {4, 5, 6};
  chart.series[1].mark = Mark::points;
  chart.series.push_back({"flat", {0, 2}, {4, 4}, Mark::reference});
  const std::string text = svg(chart);
  expect_well_formed(text);
  for (const std::string outside : {"http://", "https://", "url(", "@import", "href", "<script", "<image"}) {
    EXPECT_EQ(occurrences(text, outside), outside == "http://" ? 1U : 0U) << outside;  // the name of the SVG language
  }
  EXPECT_EQ(occurrences(text, "prefers-color-scheme:dark"), 2U);
  for (const std::string word : {">Title<", ">x axis<", ">y axis<", ">here<", ">one<", ">two<"})
    EXPECT_GE(occurrences(text, word), 1U) << word;
}

TEST(Svg, NamesAreTextWhateverTheyHold) {
  Chart chart = simple();
  const std::string evil = "</title><script>alert(1)</script>\"'&\xFF";
  chart.title = chart.x.title = chart.y.title = chart.series[0].name = evil;
  chart.series[0].dots = true;
  chart.series[0].point_name = {evil, evil, evil};
  chart.markers = {{1, evil}};
  const std::string text = svg(chart);
  expect_well_formed(text);
  EXPECT_EQ(occurrences(text, "<script"), 0U);
  EXPECT_EQ(occurrences(text, "\xFF"), 0U);
}

TEST(Svg, PointsStandWhereTheMappingPutsThem) {
  const Chart chart = simple();
  const Drawing d = draw(chart, {}, false);
  EXPECT_GE(d.shapes.find("nothing to show"), d.shapes.size());
  const std::string expected = fmt::format("d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}\"", d.x.pixel(0),
                                           d.y.pixel(3), d.x.pixel(1), d.y.pixel(4), d.x.pixel(2), d.y.pixel(5));
  EXPECT_EQ(occurrences(d.shapes, expected), 1U) << d.shapes;
  EXPECT_GT(d.x.pixel(1), d.x.pixel(0));
  EXPECT_LT(d.y.pixel(5), d.y.pixel(3));  // up is up
}

TEST(Svg, AGapBreaksLineAndBand) {
  Chart chart = simple();
  const double gap = std::nan("");
  chart.series = {Series{"one", {0, 1, 2, 3, 4}, {1, 2, gap, 2, 1}}};
  chart.series[0].low = {0, 1, gap, 1, 0};
  chart.series[0].high = {2, 3, gap, 3, 2};
  const Drawing d = draw(chart, {}, false);
  EXPECT_EQ(occurrences(d.shapes, "class=\"band c0\""), 2U);
  const auto line = d.shapes.find("class=\"line c0\"");
  ASSERT_NE(line, std::string::npos);
  EXPECT_EQ(occurrences(d.shapes.substr(line, d.shapes.find("/>", line) - line), "M"), 2U);
  EXPECT_EQ(occurrences(d.shapes, "nan"), 0U);
}

TEST(Svg, AChartWithNothingToShowSaysSo) {
  EXPECT_EQ(occurrences(svg({"empty", {"x"}, {"y"}, {}}), "nothing to show"), 1U);
  const Chart all_lost{"empty", {"x", Scale::log}, {"y", Scale::log}, {Series{"s", {-1, 0}, {std::nan(""), 0}}}};
  const std::string text = svg(all_lost);
  EXPECT_EQ(occurrences(text, "nothing to show"), 1U);
  EXPECT_EQ(occurrences(text, "nan"), 0U);
}

TEST(Legend, NamesWhatMustBeToldApartAndNothingElse) {
  Chart chart = simple();
  EXPECT_EQ(legend(chart, 700).size(), 2U);
  chart.series[1].faint = true;
  EXPECT_TRUE(legend(chart, 700).empty());  // one series: the axis says what it is
  chart.series.clear();
  for (int k = 0; k < 12; ++k) chart.series.push_back({"a name of some length " + std::to_string(k), {0}, {0}});
  const auto entries = legend(chart, 440);
  ASSERT_EQ(entries.size(), 12U);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    EXPECT_LE(entries[k].x + 24 + text_width(entries[k].text), 440);
    const bool same_row = k > 0 && entries[k].row == entries[k - 1].row;
    EXPECT_TRUE(!same_row || entries[k].x >= entries[k - 1].x + 24 + text_width(entries[k - 1].text));
  }
}

TEST(PlaceInRows, NoTwoOfARowTouchAndAllAreInside) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> somewhere(0, 400), wide(10, 90);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> centre, width;
    for (int k = 0; k < 6; ++k) centre.push_back(somewhere(random)), width.push_back(wide(random));
    const auto placed = place_in_rows(centre, width, 0, 400);
    for (std::size_t a = 0; a < placed.size(); ++a) {
      EXPECT_GE(placed[a].centre - width[a] / 2, -1e-9);
      EXPECT_LE(placed[a].centre + width[a] / 2, 400 + 1e-9);
      for (std::size_t b = 0; b < a; ++b) {
        if (placed[a].row != placed[b].row) continue;
        EXPECT_GT(std::abs(placed[a].centre - placed[b].centre), (width[a] + width[b]) / 2);
      }
    }
  }
}

}  // namespace
}  // namespace gist::report
