#pragma once

#include <optional>

#include "gist/model/path_file.hpp"
#include "gist/path/criteria.hpp"
#include "gist/report/chart.hpp"

/// Charts of a path and of a cross-validation, for `--plot` and `--report`.
namespace gist::report {

/// The coefficients along one curve of the path against lambda. The largest are named and coloured, the next are grey,
/// and where there are very many the smallest are left out, which the note says. Markers: the choices on this curve,
/// and where the objective stops being convex around the answer.
Chart coefficient_chart(const SavedPath& saved, std::size_t curve);

/// Mean score of every lambda with a band of one standard error, a line for each theta; markers for the two choices.
Chart cv_chart(const SavedPath& saved);

/// The non-zeros along the path, a line for each theta.
Chart size_chart(const SavedPath& saved);

/// An information criterion along the path; `samples` is the sum of the weights.
Chart criterion_chart(const SavedPath& saved, Criterion criterion, double samples);

/// The curve a point of the path lies on.
std::size_t curve_of(const PathResult& path, std::size_t point);

/// What a reader would look at first: the score of a cross-validation where there is one, else the coefficients of the
/// curve that was chosen, or of the first.
Chart main_chart(const SavedPath& saved);

}  // namespace gist::report
