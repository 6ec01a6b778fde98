#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

#include "gist/core/field.hpp"
#include "gist/core/team.hpp"
#include "gist/simulate/gaussian.hpp"
#include "gist/simulate/options.hpp"
#include "gist/simulate/text.hpp"
#include "gist/simulate/truth.hpp"

namespace gist {

enum class SimulatedLike { news20, real_sim };
template <>
struct Names<SimulatedLike> {
  static constexpr std::array<std::string_view, 2> names{"news20", "real-sim"};
};

/// Either generator through one set of options, as the command line has it. What is not given takes the default of the
/// chosen kind, or of the set it is to be `like`; `like` alone means kind text. Options of the other kind are
/// refused, not ignored.
struct SimulateOptions {
  std::optional<SimulatedKind> kind;
  std::optional<SimulatedLike> like;
  std::optional<Index> rows, features;
  std::optional<Offset> nonzeros;  ///< not given: the usual number per row
  std::optional<Index> topics;
  std::optional<double> zipf, flips;
  std::optional<Index> support;
  std::optional<double> rho, snr;
  std::optional<SimulatedTask> task;
  std::optional<std::uint64_t> seed;

  static constexpr std::tuple fields{
      Field{"kind", &SimulateOptions::kind, any_number(),
            "documents with topics, or a dense design with a planted model"},
      Field{"like", &SimulateOptions::like, any_number(), "text: the shape and size of a well-known set"},
      as_in<TextOptions>("rows", &SimulateOptions::rows),
      as_in<TextOptions>("features", &SimulateOptions::features),
      as_in<TextOptions>("nonzeros", &SimulateOptions::nonzeros),
      as_in<TextOptions>("topics", &SimulateOptions::topics),
      as_in<TextOptions>("zipf", &SimulateOptions::zipf),
      as_in<TextOptions>("flips", &SimulateOptions::flips),
      as_in<GaussianOptions>("support", &SimulateOptions::support),
      as_in<GaussianOptions>("rho", &SimulateOptions::rho),
      as_in<GaussianOptions>("snr", &SimulateOptions::snr),
      as_in<GaussianOptions>("task", &SimulateOptions::task),
      as_in<TextOptions>("seed", &SimulateOptions::seed),
  };
};

/// The options of the kind, with all defaults filled in; throws gist::Error naming everything that is wrong.
std::variant<TextOptions, GaussianOptions> resolve(const SimulateOptions& options);

/// The data set and what was planted in it, the same bits for any team. Throws gist::Error for options that are wrong
/// or ask for more memory than there is.
Simulated simulate(const SimulateOptions& options, Team& team);

}  // namespace gist
