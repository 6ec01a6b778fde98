#include "gist/report/layout.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "gist/report/escape.hpp"

namespace gist::report {
namespace {

constexpr std::size_t longest_name = 26;
constexpr double key_width = 24, gap = 16;

}  // namespace

double text_width(std::string_view text) { return 7.4 * static_cast<double>(characters(text)); }

std::vector<LegendEntry> legend(const Chart& chart, double width) {
  std::vector<LegendEntry> entries;
  double x = 0;
  std::size_t row = 0;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    if (series.faint || series.mark == Mark::reference || series.name.empty()) continue;
    std::string text = shortened(series.name, longest_name);
    const double needed = key_width + text_width(text);
    if (x > 0 && x + needed > width) x = 0, ++row;
    entries.push_back({s, std::move(text), x, row});
    x += needed + gap;
  }
  if (entries.size() < 2) entries.clear();
  return entries;
}

std::vector<PlacedText> place_in_rows(const std::vector<double>& centre, const std::vector<double>& width, double left,
                                      double right) {
  std::vector<PlacedText> placed(centre.size());
  std::vector<std::size_t> order(centre.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return centre[a] < centre[b]; });
  std::vector<double> row_end;  // how far each row is taken
  for (const std::size_t k : order) {
    const double half = width[k] / 2;
    const double c = std::max(std::min(centre[k], right - half), left + half);
    std::size_t row = 0;
    while (row < row_end.size() && row_end[row] + gap / 2 > c - half) ++row;
    if (row == row_end.size()) row_end.push_back(0);
    row_end[row] = c + half;
    placed[k] = {c, row};
  }
  return placed;
}

}  // namespace gist::report
