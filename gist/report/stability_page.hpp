#pragma once

#include <string>

#include "gist/report/page.hpp"
#include "gist/stability/stability.hpp"

namespace gist::report {

/// How a half selects: "50 pairs of halves; a half selects the first 12 of 1500 features to enter".
std::string selection_words(const StabilityResult& result);

/// What the bounds say, and of what.
std::string bound_words(const StabilityResult& result);

/// The report of `gist stability --report`: the features most often selected, how their selection grows with the number
/// allowed, the bounds, and the model of the stable ones.
Page stability_page(const StabilityResult& result, const Model& model, const FitData& data, Team& team);

}  // namespace gist::report
