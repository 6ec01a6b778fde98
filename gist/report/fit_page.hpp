#pragma once

#include "gist/fit/fit.hpp"
#include "gist/report/page.hpp"

namespace gist::report {

/// The report of one fit (`gist train --report`): problem, certificate, largest coefficients, calibration or residuals.
/// `data` are those of the fit.
Page fit_page(const Model& model, const FitData& data, Team& team);

}  // namespace gist::report
