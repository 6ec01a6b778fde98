#pragma once

#include <optional>

#include "gist/fit/fit.hpp"
#include "gist/report/page.hpp"
#include "gist/report/path_charts.hpp"

namespace gist::report {

/// The report of a path or of a cross-validation (`gist path --report`, `gist cv --report`): the coefficients along the
/// path, the score or criterion and what was chosen by it, every lambda with its certificate, and of the chosen model
/// (of the last lambda where nothing was chosen) certificate, largest coefficients and fit. `data` are those of the
/// fit.
Page path_page(const SavedPath& saved, const FitData& data, Team& team, std::optional<Criterion> criterion = {});

}  // namespace gist::report
