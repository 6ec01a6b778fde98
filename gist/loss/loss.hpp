#pragma once

#include <concepts>
#include <string_view>
#include <variant>

#include "gist/loss/huber.hpp"
#include "gist/loss/logistic.hpp"
#include "gist/loss/poisson.hpp"
#include "gist/loss/squared.hpp"
#include "gist/loss/squared_hinge.hpp"

namespace gist {

/// What a loss is: a convex, once differentiable function of the linear predictor z of one sample with target y. The
/// loss of a data set is the mean over its samples, or the weighted mean.
template <class L>
concept ScalarLoss = requires(const L l, double z, double y) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::formula } -> std::convertible_to<std::string_view>;
  { L::targets } -> std::convertible_to<Targets>;
  L::fields;
  { l.value(z, y) } -> std::same_as<double>;
  { l.slope(z, y) } -> std::same_as<double>;        ///< d value / dz
  { l.curvature(z, y) } -> std::same_as<double>;    ///< d^2 value / dz^2 (at a kink of the slope, the larger side)
  { l.escape(z, y) } -> std::same_as<Escape>;       ///< how it behaves along a direction to infinity
  { l.curvature_bound() } -> std::same_as<double>;  ///< sup of curvature over z, infinite if there is none
};

/// To add a loss: its file, and its name here.
using Loss = std::variant<Squared, Logistic, SquaredHinge, Huber, Poisson>;

namespace detail {
template <class... L>
constexpr bool all_losses(const std::variant<L...>*) {
  return (ScalarLoss<L> && ...);
}
static_assert(all_losses(static_cast<const Loss*>(nullptr)));
}  // namespace detail

inline Targets targets_of(const Loss& loss) {
  return std::visit([](const auto& l) { return l.targets; }, loss);
}

}  // namespace gist
