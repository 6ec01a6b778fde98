#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "gist/report/escape.hpp"
#include "gist/report/page_parts.hpp"

namespace gist::report {
namespace {

/// A JSON string in which no '<' stands, so that no text can end the <script> it is in.
std::string quoted(const std::string& text) {
  std::string json = nlohmann::json(valid_utf8(text)).dump();
  for (auto at = json.find('<'); at != std::string::npos; at = json.find('<', at)) json.replace(at, 1, "\\u003c");
  return json;
}

std::string numbers(const std::vector<double>& values) {
  std::string list = "[";
  for (const double value : values) {
    if (list.size() > 1) list += ',';
    list += std::isfinite(value) ? readable(value) : "null";
  }
  return list + "]";
}

std::string axis(const Axis& axis, const Mapping& mapping) {
  return fmt::format(R"({{"title":{},"log":{},"low":{},"high":{},"from":{:.2f},"to":{:.2f}}})", quoted(axis.title),
                     axis.scale == Scale::log, mapping.low(), mapping.high(), mapping.pixel(mapping.low()),
                     mapping.pixel(mapping.high()));
}

}  // namespace

std::string chart_data(const Chart& chart, const Drawing& drawing) {
  std::string all;
  const std::vector<double>* x = nullptr;
  for (const Series& series : chart.series) {
    all += fmt::format(R"({}{{"name":{},"line":{})", all.empty() ? "" : ",\n", quoted(series.name),
                       series.mark == Mark::line);
    if (series.mark == Mark::reference) all += R"(,"reference":true)";
    // Most series of a chart share their x: it is written once and holds until another comes.
    if (x == nullptr || *x != series.x) all += ",\"x\":" + numbers(series.x);
    x = &series.x;
    all += ",\"y\":" + numbers(series.y);
    if (!series.low.empty()) all += ",\"low\":" + numbers(series.low) + ",\"high\":" + numbers(series.high);
    if (!series.point_name.empty()) {
      all += ",\"names\":[";
      for (std::size_t i = 0; i < series.point_name.size(); ++i)
        all += (i > 0 ? "," : "") + quoted(series.point_name[i]);
      all += "]";
    }
    all += "}";
  }
  return fmt::format("{{\"width\":{},\"x\":{},\"y\":{},\"series\":[{}]}}", drawing.size.width, axis(chart.x, drawing.x),
                     axis(chart.y, drawing.y), all);
}

}  // namespace gist::report
