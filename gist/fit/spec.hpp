#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "gist/core/field.hpp"
#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"
#include "gist/solver/solver.hpp"
#include "gist/solver/stop.hpp"

namespace gist {

/// What every problem has, whatever its loss and penalty.
struct ProblemOptions {
  std::optional<double> lambda_ratio;  ///< sets the penalty's lambda to this fraction of lambda_max
  std::optional<double> theta_ratio;   ///< sets the penalty's theta to this multiple of lambda
  double ridge = 0;
  bool intercept = true;
  bool standardize = false;
  std::optional<double> positive;
  bool relax = false;
  std::optional<double> relax_ridge;
  static constexpr std::tuple fields{
      Field{"lambda_ratio", &ProblemOptions::lambda_ratio, at_least(0), "lambda as a fraction of lambda_max"},
      Field{"theta_ratio", &ProblemOptions::theta_ratio, above(0), "theta as a multiple of lambda"},
      Field{"ridge", &ProblemOptions::ridge, at_least(0), "adds ridge/2 ||w||^2"},
      Field{"intercept", &ProblemOptions::intercept, any_number(), "fit an unpenalised intercept"},
      Field{"standardize", &ProblemOptions::standardize, any_number(),
            "penalise as if every column had standard deviation 1"},
      Field{"positive", &ProblemOptions::positive, any_number(), "this label against all others"},
      Field{"relax", &ProblemOptions::relax, any_number(),
            "fit again on the chosen columns alone, without the penalty"},
      Field{"relax_ridge", &ProblemOptions::relax_ridge, at_least(0),
            "with --relax: adds this ridge/2 ||w||^2 to that second fit"}};
};

/// Everything about a fit but the data: what is minimised, how, and when to stop.
struct FitSpec {
  Loss loss = Logistic{};
  Penalty penalty = L1{};
  ProblemOptions problem;
  SolverOptions solver = AutoOptions{};
  StopOptions stop;
};

/// The strength of a penalty when nobody says.
inline constexpr double default_lambda_ratio = 0.1;

/// Every fault of the spec at once, each with name, value and what would be valid; empty when there is none.
std::vector<std::string> faults(const FitSpec& spec);

/// Throws Error naming all faults, if there are any.
void validate(const FitSpec& spec);

/// lambda of a penalty; 0 for `none`.
double lambda_of(const Penalty& penalty);
/// Whether it is convex, as any is with a lambda of 0: every way then leads to the same objective.
bool makes_convex(const Penalty& penalty);
/// theta of a penalty, if it has one.
std::optional<double> theta_of(const Penalty& penalty);
/// The penalty with its lambda, and its theta where `theta` is given, replaced.
Penalty with_strength(const Penalty& penalty, double lambda, std::optional<double> theta);

}  // namespace gist
