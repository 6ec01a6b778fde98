#pragma once

#include <string>
#include <tuple>

#include "cli/input_options.hpp"
#include "gist/fit/fit.hpp"

namespace gist::cli {

/// Numbers beside the data file: one a line, or for bounds one number for all.
struct SideFiles {
  std::string weights, offset, penalty_factors, lower, upper;
  static constexpr std::tuple fields{
      Field{"weights", &SideFiles::weights, any_number(), "file: a weight per sample, 0 or larger"},
      Field{"offset", &SideFiles::offset, any_number(), "file: a number per sample, added to its linear predictor"},
      Field{"penalty_factors", &SideFiles::penalty_factors, any_number(),
            "file: a factor per feature on the penalty, 0 = unpenalised"},
      Field{"lower", &SideFiles::lower, any_number(),
            "number, or file with one per feature: coefficients at least this"},
      Field{"upper", &SideFiles::upper, any_number(),
            "number, or file with one per feature: coefficients at most this"}};
};

/// The numbers in a side file, if one is given; `range` is what each may be.
std::vector<double> side_numbers(const std::string& path, std::int64_t count, std::string_view what,
                                 const Range& range);

/// The data file and all that stands beside it.
FitData read_fit_data(const std::string& path, const InputOptions& input, const SideFiles& side, Team& team);

}  // namespace gist::cli
