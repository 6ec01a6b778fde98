#pragma once

#include <span>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/data/design.hpp"

namespace gist::cpu {

/// In which order a product adds up a column: as products.hpp does, or as the copy in slices does.
enum class SumOrder { lines, slices };

/// out_j = (X' r)_j for the chosen columns alone, each given once: to the last bit what the product with all of X' in
/// that order writes there, for any size of the team. A sparse design must hold its columns. `scratch` only ever grows.
void sum_chosen(const Design& design, SumOrder order, std::span<const double> r, std::span<const Index> chosen,
                std::span<double> out, std::vector<Index>& scratch, Team& team);

/// How many entries those columns hold.
Offset entries_of(const Design& design, std::span<const Index> chosen);

}  // namespace gist::cpu
