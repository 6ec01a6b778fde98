#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gist::report {

enum class Scale { linear, log };

/// How the values of a series are drawn.
enum class Mark {
  line,       ///< joined by straight lines
  step,       ///< constant from each x to the next
  points,     ///< a dot each, with a whisker where the series has low and high
  reference,  ///< a thin dashed line to compare with; not in the legend
};

/// Values over x. A point that is not finite, or not positive on a logarithmic axis, is left out and the line broken.
struct Series {
  std::string name;
  std::vector<double> x, y;
  Mark mark = Mark::line;
  bool dots = false;                      ///< a dot on every point of a line as well
  bool faint = false;                     ///< one of many: grey, thin, not in the legend
  std::vector<double> low{}, high{};      ///< empty, or a band around y, one of each per point
  std::vector<std::string> point_name{};  ///< empty, or what the point is called when pointed at
};

struct Axis {
  std::string title;
  Scale scale = Scale::linear;
  bool reversed = false;                ///< large values left, or below
  std::optional<double> low{}, high{};  ///< ends that the data need not reach
};

/// A vertical line with words at its top.
struct Marker {
  double x;
  std::string label;
};

/// A chart as plain data; svg() and page.hpp draw it.
struct Chart {
  std::string title;
  Axis x, y;
  std::vector<Series> series;  ///< later ones are drawn over earlier ones
  std::vector<Marker> markers{};
  std::string note{};  ///< a sentence below the chart on a page
};

struct Size {
  double width = 760, height = 500;
};

/// The chart as an SVG file of its own: light or dark as the reader's system is, values as tooltips, no reference to
/// anything outside. Every text is escaped. `size` is in pixels at the text's natural size.
std::string svg(const Chart& chart, Size size = {});

}  // namespace gist::report
