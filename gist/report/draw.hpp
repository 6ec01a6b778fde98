#pragma once

#include <string>

#include "gist/report/chart.hpp"
#include "gist/report/scale.hpp"

namespace gist::report {

/// A chart turned into shapes, and where things went: what svg() and a page both start from.
struct Drawing {
  std::string shapes;  ///< SVG elements, to stand inside one <svg> of the size asked for
  Size size;
  double left = 0, top = 0, right = 0, bottom = 0;  ///< the plot's frame, in pixels
  Mapping x, y;
};

/// Lays the chart out and draws it: the margins are as wide as the labels need, ticks are as many as fit without
/// touching, labels of markers that would overlap go to rows of their own, the legend wraps.
/// `alone` draws the title and gives every series and dot a tooltip; a page has its own ways for both.
Drawing draw(const Chart& chart, Size size, bool alone);

/// What the legend takes of the height of a chart of that width; 0 where there is none.
double legend_height(const Chart& chart, double width);

/// The colours of what draw() draws, light and dark, as CSS.
std::string drawing_style();

/// The class of the k-th series that is neither faint nor a reference: "c0" to "c7", then round again.
std::string colour_class(std::size_t k);

}  // namespace gist::report
