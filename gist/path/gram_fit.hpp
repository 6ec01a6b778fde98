#pragma once

#include <memory>
#include <optional>
#include <span>

#include "gist/backend/cpu/gram_space.hpp"
#include "gist/path/column_search.hpp"

namespace gist {

/// What GramFit needs of the samples, where many fits are best made from the products of the columns with each other:
/// least squares with more samples than columns, which are few if they are sparse, by a solver that works on columns,
/// to a tolerance that is above rounding. Nothing otherwise. `follow`: as of PathWalk.
std::shared_ptr<const cpu::SecondMoments> moments_for(const Problem& problem, const FitSpec& spec, bool follow,
                                                      Team& team);

/// Those of a problem whose samples are those of `all` but for some, weighted alike but for a factor: what is known of
/// all of them, less the others. Made anew where that would be a difference of nearly equal numbers; none where that
/// would be as bad.
std::optional<cpu::SecondMoments> moments_without(std::span<const Index> others, const Problem& all,
                                                  const cpu::SecondMoments& moments, const Problem& rest, Team& team);

/// Fits from the normal equations: after they are made, no sample is read. Answers have coefficients, intercept, loss
/// and penalty; their margins are whoever's who needs them (Fitting::evaluate).
class GramFit {
 public:
  /// `moments` are of the samples of the fitting, or of others weighted alike but for a factor.
  GramFit(Fitting& fitting, const cpu::SecondMoments& moments);

  Answer solve(const WorkingSetOptions& options, const Penalty& penalty, const Answer& from,
               const SearchLimits& limits);
  /// As Fitting::judge. The residuals are those of the whole problem: no column and no sample is left out of the
  /// normal equations.
  FitReport judge(Answer& answer);
  const cpu::NormalEquations& equations() const { return equations_; }

 private:
  Fitting& fitting_;
  Problem problem_;
  cpu::NormalEquations equations_;
  cpu::GramSpace space_;
};

}  // namespace gist
