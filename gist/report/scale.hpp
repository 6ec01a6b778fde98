#pragma once

#include <span>
#include <string>
#include <vector>

#include "gist/report/chart.hpp"

namespace gist::report {

struct Tick {
  double value;
  std::string label;
};

/// From the values of an axis to pixels: linear in x or in log x, either way round.
class Mapping {
 public:
  /// `values` are all that will be drawn. The ends are the axis' own where it has them; a linear axis gets a little
  /// room beyond the data, and a range of one value is widened so that it can be drawn.
  Mapping(const Axis& axis, std::span<const double> values, double from_pixel, double to_pixel);

  /// Whether the value has a place: finite, and positive on a logarithmic axis.
  bool has(double value) const;
  double pixel(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }

  /// Round values inside the range, ascending: 1, 2 or 5 times a power of ten; on a logarithmic axis powers of ten
  /// where there are enough of them. At most `most`, at least two where the range allows.
  std::vector<Tick> ticks(std::size_t most) const;

 private:
  double place(double value) const;  // value or log10 value

  Scale scale_;
  double low_ = 0, high_ = 1;             // ends in values
  double from_pixel_ = 0, to_pixel_ = 1;  // where low_ and high_ go
};

/// A number for a reader: six significant digits, no trailing zeros.
std::string readable(double value);

}  // namespace gist::report
