#pragma once

#include <span>

#include "gist/core/team.hpp"
#include "gist/data/storage.hpp"

namespace gist::cpu {

/// Whether adding up columns with so many entries is cheaper than summing all rows.
bool are_few(std::size_t columns, Offset entries, Offset all_entries);

/// out = X w from the columns where w is not zero, if they are few; otherwise false, and out is as it was. A sparse
/// model is the rule here, and its columns hold a small part of the matrix. Allocates nothing; the same bits for any
/// team.
template <class Value>
bool multiply_active(const Compressed<Value>& by_column, std::span<const double> w, std::span<double> out, Team& team);

/// The same where the columns are known already, and how many entries they hold: `support`, ascending.
template <class Value>
bool multiply_active(const Compressed<Value>& by_column, std::span<const double> w, std::span<const Index> support,
                     Offset entries, std::span<double> out, Team& team);

}  // namespace gist::cpu
