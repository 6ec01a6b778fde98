#pragma once

#include "gist/core/team.hpp"
#include "gist/fit/fit.hpp"

namespace gist {

/// The model fitted again on the columns it chose, without its penalty: loss + relax_ridge/2 ||w||^2 over the non-zero
/// coefficients alone (Meinshausen 2007; Hastie, Tibshirani, Tibshirani 2020). What chose them no longer shrinks them.
///
/// Loss, weights, offsets, bounds, intercept and standardisation are those of the fit; the solver is working-set on the
/// chosen columns only. The spec stays the one that chose, with `relax` set. The report is that of the refit, and its
/// certificate certifies the refit; how the choice went is in `selection`. Columns that separate the classes leave the
/// unpenalised refit without a minimiser: the status is then `unbounded`, and a warning names the remedy.
Model relaxed(const FitData& data, const Model& chosen, Team& team, const FitControls& controls = {});

}  // namespace gist
