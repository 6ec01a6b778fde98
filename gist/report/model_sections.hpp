#pragma once

#include <string>
#include <vector>

#include "gist/fit/fit.hpp"
#include "gist/report/page.hpp"

/// The parts of a report that every fitted model has, whichever command made it.
namespace gist::report {

/// What a feature is called: its name in the file, else "feature 17", counted from 1 as in the data file.
std::string feature_name(const Model& model, Index feature);

/// What was minimised, on what data, in words.
Section problem_section(const Model& model);

/// The certificate in words: how the search ended, what the residuals say, warnings.
Section certificate_section(const Model& model);

/// The largest coefficients by name.
Section coefficient_section(const Model& model, std::size_t most = 25);

/// How the model fits the data it is given with: calibration by tenths for classes and counts, residuals for numbers,
/// and scores. The data are those of the fit, which the section says.
Section fit_section(const Model& model, const FitData& data, Team& team);

/// "mcp (lambda 0.02, theta 3) + ridge 0.01"
std::string penalty_in_words(const FitSpec& spec);

}  // namespace gist::report
