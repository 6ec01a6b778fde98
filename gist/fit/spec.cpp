#include "gist/fit/spec.hpp"

#include <cmath>

#include "gist/core/alternatives.hpp"
#include "gist/core/faults.hpp"
#include "gist/penalty/dc_split.hpp"

namespace gist {
namespace {

/// Why a solver cannot take a penalty, and which ones can; empty when it can.
template <class Options, class P>
std::string refusal(const Options& solver, const P& penalty) {
  const auto who = "--solver " + std::string(solver.name), what = "the penalty " + std::string(penalty.name);
  if constexpr (NeedsConvexPenalty<Options> && !P::convex)
    return who + " needs a convex penalty, and " + what + " is not convex: use --solver gist, scp or multistage";
  if constexpr (NeedsDcSplit<Options>) {
    if (!DcSplit(P{}).exists())
      return who + " linearises the concave part of the penalty, and " + what +
             " has none to split off (its slope at 0 is infinite): use --solver gist";
  }
  if constexpr (requires { solver.admission; }) {
    if (solver.admission == Admission::subgradient && !std::isfinite(P{}.slope_at_zero()))
      return "--admission subgradient compares the gradient with the slope of the penalty at 0, and that of " + what +
             " is infinite: use --admission coordinate";
  }
  if constexpr (NeedsLq<Options> && !std::same_as<P, Lq>)
    return who + " is for the penalty lq alone, not for " + what + ": use --solver gist";
  return {};
}

}  // namespace

std::vector<std::string> faults(const FitSpec& spec) {
  std::vector<std::string> found;
  const auto check = [&](const auto& options, const std::string& prefix) {
    for (auto& fault : faults_of_fields(options, prefix)) found.push_back(std::move(fault));
  };
  const auto check_named = [&](const auto& variant) {
    std::visit([&](const auto& v) { check(v, std::string(v.name) + "."); }, variant);
  };
  check_named(spec.loss);
  check_named(spec.penalty);
  check_named(spec.solver);
  check(spec.problem, "");
  check(spec.stop, "");
  if (const auto* search = line_search_of(spec.solver); search != nullptr && !(search->t_min < search->t_max)) {
    found.push_back("--t-min " + shortest(search->t_min) + " is not below --t-max " + shortest(search->t_max));
  }
  auto cannot = std::visit([](const auto& solver, const auto& penalty) { return refusal(solver, penalty); },
                           spec.solver, spec.penalty);
  if (!cannot.empty()) found.push_back(std::move(cannot));
  if (spec.problem.theta_ratio && !theta_of(spec.penalty)) {
    found.push_back("--theta-ratio does not apply to the penalty " + std::string(name_of(spec.penalty)) +
                    ", which has no theta");
  }
  if (spec.problem.lambda_ratio && std::holds_alternative<None>(spec.penalty)) {
    found.push_back("--lambda-ratio does not apply to the penalty none, which has no lambda");
  }
  if (spec.problem.positive && targets_of(spec.loss) != Targets::classes) {
    found.push_back("--positive does not apply to the loss " + std::string(name_of(spec.loss)) +
                    ", which has no classes");
  }
  if (spec.problem.relax_ridge && !spec.problem.relax) {
    found.push_back("--relax-ridge is the ridge of the second fit that --relax asks for: give --relax too");
  }
  return found;
}

void validate(const FitSpec& spec) { refuse(faults(spec)); }

double lambda_of(const Penalty& penalty) {
  return std::visit(
      [](const auto& p) {
        if constexpr (requires { p.lambda; })
          return p.lambda;
        else
          return 0.0;
      },
      penalty);
}

bool makes_convex(const Penalty& penalty) { return lambda_of(penalty) == 0 || is_convex(penalty); }

std::optional<double> theta_of(const Penalty& penalty) {
  return std::visit(
      [](const auto& p) -> std::optional<double> {
        if constexpr (requires { p.theta; })
          return p.theta;
        else
          return std::nullopt;
      },
      penalty);
}

Penalty with_strength(const Penalty& penalty, double lambda, std::optional<double> theta) {
  Penalty changed = penalty;
  std::visit(
      [&](auto& p) {
        if constexpr (requires { p.lambda; }) p.lambda = lambda;
        if constexpr (requires { p.theta; }) p.theta = theta.value_or(p.theta);
      },
      changed);
  return changed;
}

}  // namespace gist
