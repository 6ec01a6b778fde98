#include "gist/report/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gist/report/escape.hpp"
#include "gist/report/layout.hpp"

namespace gist::report {
namespace {

constexpr std::size_t series_colours = 8;
constexpr double outer_margin = 10, legend_gap = 8;
constexpr double baseline = 4.5;  // from the middle of a line of text to where its letters stand

std::vector<double> all_values(const Chart& chart, bool vertical) {
  std::vector<double> values;
  const auto add = [&](const std::vector<double>& some) { values.insert(values.end(), some.begin(), some.end()); };
  for (const Series& series : chart.series) {
    add(vertical ? series.y : series.x);
    if (vertical) add(series.low), add(series.high);
  }
  if (!vertical) {
    for (const Marker& marker : chart.markers) values.push_back(marker.x);
  }
  return values;
}

double widest(const std::vector<Tick>& ticks) {
  double width = 0;
  for (const Tick& tick : ticks) width = std::max(width, text_width(tick.label));
  return width;
}

/// As many ticks as fit side by side.
std::vector<Tick> ticks_that_fit(const Mapping& x, double length) {
  for (std::size_t most = 9; most > 2; --most) {
    auto ticks = x.ticks(most);
    const double needed = widest(ticks) + 14;
    bool fits = true;
    for (std::size_t k = 1; k < ticks.size(); ++k)
      fits = fits && std::abs(x.pixel(ticks[k].value) - x.pixel(ticks[k - 1].value)) >= needed;
    if (fits && widest(ticks) < length) return ticks;
  }
  return x.ticks(2);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escape(text));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view of_class) {
  return fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", of_class, x1, y1, x2, y2);
}

/// Draws the series into one frame.
class Painter {
 public:
  Painter(const Mapping& x, const Mapping& y, bool alone) : x_(x), y_(y), alone_(alone) {}

  std::string paint(const Series& series, const std::string& colour) const {
    const bool reference = series.mark == Mark::reference;
    const std::string kind = reference ? "reference" : series.faint ? "faint" : "line " + colour;
    std::string shapes = "<g>";
    if (alone_ && !series.name.empty()) shapes += "<title>" + escape(series.name) + "</title>";
    shapes += "\n";
    const bool band = series.low.size() == series.y.size() && series.high.size() == series.y.size();
    if (band && series.mark == Mark::points) shapes += whiskers(series, colour);
    if (band && series.mark != Mark::points) shapes += area(series, colour);
    if (series.mark != Mark::points) shapes += polyline(series, kind);
    if (series.mark == Mark::points || series.dots) shapes += dots(series, series.faint ? "faint" : colour);
    return shapes + "</g>\n";
  }

 private:
  bool drawable(const Series& s, std::size_t i) const { return x_.has(s.x[i]) && y_.has(s.y[i]); }
  std::size_t count(const Series& s) const { return std::min(s.x.size(), s.y.size()); }

  std::string polyline(const Series& s, const std::string& kind) const {
    std::string path;
    bool pen_down = false;
    for (std::size_t i = 0; i < count(s); ++i) {
      if (!drawable(s, i)) {
        pen_down = false;
        continue;
      }
      const double px = x_.pixel(s.x[i]), py = y_.pixel(s.y[i]);
      if (pen_down && s.mark == Mark::step) path += fmt::format("H{:.1f}", px);
      path += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", px, py);
      pen_down = true;
    }
    return path.empty() ? path : fmt::format("<path class=\"{}\" d=\"{}\"/>\n", kind, path);
  }

  /// One closed outline for every stretch without a gap: along the high ends, back along the low ones.
  std::string area(const Series& s, const std::string& colour) const {
    std::string shapes, there, back;
    const auto close = [&] {
      if (!there.empty())
        shapes += fmt::format("<path class=\"band {}\" d=\"M{}L{}Z\"/>\n", colour, there.substr(1), back.substr(1));
      there.clear(), back.clear();
    };
    for (std::size_t i = 0; i < count(s); ++i) {
      if (!x_.has(s.x[i]) || !y_.has(s.low[i]) || !y_.has(s.high[i])) {
        close();
        continue;
      }
      const double px = x_.pixel(s.x[i]);
      there += fmt::format("L{:.1f} {:.1f}", px, y_.pixel(s.high[i]));
      back = fmt::format("L{:.1f} {:.1f}", px, y_.pixel(s.low[i])) + back;
    }
    close();
    return shapes;
  }

  std::string whiskers(const Series& s, const std::string& colour) const {
    std::string shapes;
    for (std::size_t i = 0; i < count(s); ++i) {
      if (!x_.has(s.x[i]) || !y_.has(s.low[i]) || !y_.has(s.high[i])) continue;
      shapes += line(x_.pixel(s.x[i]), y_.pixel(s.low[i]), x_.pixel(s.x[i]), y_.pixel(s.high[i]), "whisker " + colour);
    }
    return shapes;
  }

  std::string dots(const Series& s, const std::string& colour) const {
    const double radius = count(s) > 300 ? 1.8 : 3.2;
    std::string shapes;
    for (std::size_t i = 0; i < count(s); ++i) {
      if (!drawable(s, i)) continue;
      shapes += fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"", colour, x_.pixel(s.x[i]),
                            y_.pixel(s.y[i]), radius);
      const std::string name = i < s.point_name.size() ? s.point_name[i] : s.name;
      shapes += alone_ ? fmt::format("><title>{}{}{}, {}</title></circle>\n", escape(name), name.empty() ? "" : ": ",
                                     readable(s.x[i]), readable(s.y[i]))
                       : "/>\n";
    }
    return shapes;
  }

  const Mapping& x_;
  const Mapping& y_;
  bool alone_;
};

std::string key(const Series& series, const std::string& colour, double x, double y) {
  if (series.mark == Mark::points)
    return fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", colour, x + 9, y);
  return line(x, y, x + 18, y, "line " + colour);
}

}  // namespace

double legend_height(const Chart& chart, double width) {
  const auto entries = legend(chart, width - 2 * outer_margin);
  return entries.empty() ? 0 : legend_gap + line_height * static_cast<double>(entries.back().row + 1);
}

std::string colour_class(std::size_t k) { return "c" + std::to_string(k % series_colours); }

Drawing draw(const Chart& chart, Size size, bool alone) {
  // From the outside in: what is above and below the plot, then the height, then the labels left of it, then the width.
  const auto entries = legend(chart, size.width - 2 * outer_margin);
  const double below = legend_height(chart, size.width) + line_height * (chart.x.title.empty() ? 1 : 2) + 6;
  const double bottom = size.height - outer_margin - below;
  std::vector<double> label_width;
  for (const Marker& marker : chart.markers) label_width.push_back(text_width(marker.label));

  const auto xs = all_values(chart, false), ys = all_values(chart, true);
  const double title_bottom = outer_margin + (alone && !chart.title.empty() ? 1.4 * line_height : 0);
  const auto frame = [&](double marker_rows) {
    const double top = title_bottom + marker_rows * line_height + 4;
    Mapping y(chart.y, ys, bottom, top);
    const auto y_ticks = y.ticks(static_cast<std::size_t>(std::clamp((bottom - top) / 34, 2.0, 9.0)));
    const double left = outer_margin + (chart.y.title.empty() ? 0 : line_height + 2) + widest(y_ticks) + 8;
    return std::pair{Drawing{"", size, left, top, size.width - outer_margin - 8, bottom,
                             Mapping(chart.x, xs, left, size.width - outer_margin - 8), y},
                     y_ticks};
  };
  // Labels depend on where the markers are, and the top on how many rows of labels there are: twice is enough, because
  // more rows do not move a marker sideways.
  const auto rows_of_labels = [&](const Drawing& d) {
    std::vector<double> centre;
    for (const Marker& marker : chart.markers) centre.push_back(d.x.has(marker.x) ? d.x.pixel(marker.x) : d.left);
    return place_in_rows(centre, label_width, outer_margin, size.width - outer_margin);
  };
  const auto count_rows = [](const std::vector<PlacedText>& placed) {
    std::size_t rows = 0;
    for (const auto& label : placed) rows = std::max(rows, label.row + 1);
    return static_cast<double>(rows);
  };
  const double marker_rows = count_rows(rows_of_labels(frame(0).first));
  auto [d, y_ticks] = frame(marker_rows);
  std::string& out = d.shapes;

  if (alone && !chart.title.empty())
    out +=
        text_at(size.width / 2, outer_margin + line_height / 2 + baseline, "middle", chart.title, " class=\"title\"");
  for (const Tick& tick : y_ticks) {
    const double py = d.y.pixel(tick.value);
    out += line(d.left, py, d.right, py, tick.value == 0 ? "zero" : "grid");
    out += text_at(d.left - 7, py + baseline, "end", tick.label);
  }
  for (const Tick& tick : ticks_that_fit(d.x, d.right - d.left)) {
    const double px = d.x.pixel(tick.value);
    out += line(px, d.bottom, px, d.bottom + 5, "axis");
    out += text_at(px, d.bottom + line_height + 1, "middle", tick.label);
  }
  out += line(d.left, d.bottom, d.right, d.bottom, "axis");
  if (!chart.x.title.empty())
    out += text_at((d.left + d.right) / 2, d.bottom + 2 * line_height + 2, "middle", chart.x.title);
  if (!chart.y.title.empty()) {
    const double cx = outer_margin + line_height / 2 + baseline - 4, cy = (d.top + d.bottom) / 2;
    out += text_at(cx, cy, "middle", chart.y.title, fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", cx, cy));
  }

  const auto labels = rows_of_labels(d);
  std::string words;  // after all the lines: a label has a halo, which keeps the line of another marker out of it
  for (std::size_t k = 0; k < chart.markers.size(); ++k) {
    if (!d.x.has(chart.markers[k].x)) continue;
    const double px = d.x.pixel(chart.markers[k].x);
    const double y = d.top - 4 - static_cast<double>(labels[k].row) * line_height;
    out += line(px, y + 2, px, d.bottom, "marker");
    words += text_at(labels[k].centre, y - 2, "middle", chart.markers[k].label, " class=\"label\"");
  }
  out += words;

  // An inner <svg> clips what lies beyond ends the axis sets itself.
  const double w = d.right - d.left + 10, h = d.bottom - d.top + 10;
  out += fmt::format(
      "<svg x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" viewBox=\"{:.1f} {:.1f} {:.1f} {:.1f}\">\n",
      d.left - 5, d.top - 5, w, h, d.left - 5, d.top - 5, w, h);
  const Painter painter(d.x, d.y, alone);
  std::vector<std::string> colour(chart.series.size());
  std::size_t k = 0;
  bool anything = false;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    if (!series.faint && series.mark != Mark::reference) colour[s] = colour_class(k++);
    out += painter.paint(series, colour[s]);
    anything = anything || std::any_of(series.y.begin(), series.y.end(), [&](double v) { return d.y.has(v); });
  }
  out += "</svg>\n";
  if (!anything) out += text_at((d.left + d.right) / 2, (d.top + d.bottom) / 2, "middle", "nothing to show");

  const double legend_top = size.height - outer_margin - legend_height(chart, size.width) + legend_gap;
  for (const LegendEntry& entry : entries) {
    const double y = legend_top + (static_cast<double>(entry.row) + 0.5) * line_height;
    out += key(chart.series[entry.series], colour[entry.series], outer_margin + entry.x, y);
    out += text_at(outer_margin + entry.x + 24, y + baseline, "start", entry.text);
  }
  return d;
}

}  // namespace gist::report
