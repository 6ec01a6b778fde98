#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gist/report/chart.hpp"

namespace gist::report {

inline constexpr double line_height = 18;  ///< of a row of text

/// The width of a text at the charts' size. Fonts differ, so this errs on the wide side.
double text_width(std::string_view text);

/// One name of the legend and where it stands: `x` from the left edge, `row` from 0.
struct LegendEntry {
  std::size_t series;
  std::string text;
  double x;
  std::size_t row;
};

/// The legend in rows of at most `width`; names are shortened to fit. Empty where there is nothing to tell apart: fewer
/// than two series that are neither faint nor a reference.
std::vector<LegendEntry> legend(const Chart& chart, double width);

/// Texts of given centres and widths, moved inside [left, right] and put into rows, 0 being the one nearest the plot,
/// so that no two of a row touch.
struct PlacedText {
  double centre;
  std::size_t row;
};
std::vector<PlacedText> place_in_rows(const std::vector<double>& centre, const std::vector<double>& width, double left,
                                      double right);

}  // namespace gist::report
