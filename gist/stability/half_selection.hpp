#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "gist/fit/fit.hpp"

namespace gist {

/// Some samples of the data, with what belongs to them, as data of their own.
FitData samples_of(const FitData& data, std::span<const Index> samples);

/// The features that a fit to these data selects, in the order they enter as lambda falls from lambda_max along a grid
/// of 100, each fit from the last: the first `most` of them. Those that enter at the same lambda are in the order of
/// their size, on the scale the penalty acts on. Features with penalty factor 0 are not selected, they are in anyway.
/// Nothing when interrupted.
std::optional<std::vector<Index>> first_to_enter(const FitData& data, const FitSpec& spec, int most,
                                                 const std::atomic<bool>* interrupt);

/// The features that are not 0 at the one lambda the spec asks for, largest first.
std::optional<std::vector<Index>> nonzeros_at_lambda(const FitData& data, const FitSpec& spec,
                                                     const std::atomic<bool>* interrupt);

}  // namespace gist
