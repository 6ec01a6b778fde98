#pragma once

#include <optional>

namespace gist {

/// Bounds on E[V], the expected number of variables that stability selection with complementary pairs takes although
/// they have a low probability, at most q/p, of being among the q that one half of the samples selects of p. Such are
/// the irrelevant variables where these are exchangeable and the selection beats guessing.

/// Meinshausen and Buhlmann (2010), Theorem 1; without any assumption on the selection for complementary pairs (Shah
/// and Samworth 2013, Theorem 1): E[V] <= q^2 / ((2 threshold - 1) p), for a threshold in (1/2, 1].
double worst_case_bound(double q, double p, double threshold);

/// Shah and Samworth (2013), Theorem 2: where the share of pairs that select a variable twice has a unimodal
/// distribution, E[V] <= C q^2 / p with
///   C = 1 / (2 (2 threshold - 1 - 1/(2B)))        threshold <= 3/4
///   C = 4 (1 - threshold + 1/(2B)) / (1 + 1/B)    threshold > 3/4
/// for B pairs. Nothing outside the theorem's range: q/p <= 1/sqrt 3 and a threshold above
/// 1/2 + min((q/p)^2, 1/(2B) + 3/4 (q/p)^2).
std::optional<double> unimodal_bound(double q, double p, double threshold, int pairs);

/// The largest whole q whose worst-case bound is at most `errors`, between 1 and p.
int selections_for(double errors, double p, double threshold);

}  // namespace gist
