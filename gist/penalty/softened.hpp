#pragma once

#include <variant>

#include "gist/penalty/penalty.hpp"

namespace gist {

/// A penalty of the same kind and the same slope at 0 whose bend is stretched `stretch` times: the penalty itself at 1,
/// nearly l1 when large. Lowering the stretch step by step leads from the l1 solution to one of the penalty's own.
/// Penalties that are convex, or infinitely steep at 0, have no such family and are returned as they are.
template <class P>
P softened(const P& penalty, double) {
  return penalty;
}
inline Mcp softened(const Mcp& p, double stretch) { return {p.lambda, p.theta * stretch}; }
inline Scad softened(const Scad& p, double stretch) { return {p.lambda, 1 + (p.theta - 1) * stretch}; }
inline CappedL1 softened(const CappedL1& p, double stretch) { return {p.lambda, p.theta * stretch}; }
inline Lsp softened(const Lsp& p, double stretch) { return {p.lambda * stretch, p.theta * stretch}; }
inline Geman softened(const Geman& p, double stretch) { return {p.lambda * stretch, p.theta * stretch}; }

inline Penalty softened_penalty(const Penalty& penalty, double stretch) {
  return std::visit([&](const auto& p) -> Penalty { return softened(p, stretch); }, penalty);
}

}  // namespace gist
