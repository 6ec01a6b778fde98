#include "gist/simulate/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "gist/core/error.hpp"

namespace gist {
namespace {

/// Copies into `chosen` what is set in `options` under a name it has; what is set under another name is a fault.
template <class Options>
void apply(const SimulateOptions& options, std::string_view kind, Options& chosen, std::vector<std::string>& faults) {
  for_each_field<SimulateOptions>([&](const auto& from) {
    const auto& given = options.*from.member;
    if (!given || from.name == "kind" || from.name == "like") return;
    bool applies = false;
    for_each_field<Options>([&](const auto& to) {
      if (to.name != from.name) return;
      using Target = std::remove_cvref_t<decltype(chosen.*to.member)>;
      if constexpr (std::is_same_v<Target, typename std::remove_cvref_t<decltype(given)>::value_type>) {
        chosen.*to.member = *given;
        applies = true;
      }
    });
    if (!applies) {
      faults.push_back(kebab(from.name) + " = " + show_value(given) + " does not apply to kind " + std::string(kind));
    }
  });
}

/// As many entries a row as the set that was the model has, when only the number of rows was changed; fewer if so many
/// do not fit into the columns there are.
Offset usual_nonzeros(const TextOptions& model, const TextOptions& chosen) {
  const double per_row = static_cast<double>(model.nonzeros) / static_cast<double>(model.rows);
  const double most = std::max(chosen.features / 4, 1);
  return static_cast<Offset>(std::llround(std::min(per_row, most) * static_cast<double>(chosen.rows)));
}

TextOptions resolve_text(const SimulateOptions& options, std::vector<std::string>& found) {
  TextOptions model;
  if (options.like) model = *options.like == SimulatedLike::news20 ? like_news20() : like_real_sim();
  TextOptions chosen = model;
  apply(options, to_string(SimulatedKind::text), chosen, found);
  if (!options.nonzeros && chosen.rows >= 1 && chosen.features >= 1) chosen.nonzeros = usual_nonzeros(model, chosen);
  return chosen;
}

GaussianOptions resolve_gaussian(const SimulateOptions& options, std::vector<std::string>& found) {
  GaussianOptions chosen;
  if (options.like) {
    found.push_back("like = " + show_value(options.like) + " does not apply to kind gaussian");
  }
  apply(options, to_string(SimulatedKind::gaussian), chosen, found);
  return chosen;
}

}  // namespace

std::variant<TextOptions, GaussianOptions> resolve(const SimulateOptions& options) {
  if (!options.kind && !options.like) {
    throw Error(ErrorKind::option, "kind is not given; it is " + valid_values<SimulatedKind>({}));
  }
  std::vector<std::string> found;
  const auto checked = [&](const auto& chosen) {
    for (auto& fault : faults(chosen)) found.push_back(std::move(fault));
    refuse(found);
    return chosen;
  };
  if (options.kind.value_or(SimulatedKind::text) == SimulatedKind::text) return checked(resolve_text(options, found));
  return checked(resolve_gaussian(options, found));
}

Simulated simulate(const SimulateOptions& options, Team& team) {
  struct Generate {
    Team& team;
    Simulated operator()(const TextOptions& text) const { return simulate_text(text, team); }
    Simulated operator()(const GaussianOptions& gaussian) const { return simulate_gaussian(gaussian, team); }
  };
  const auto chosen = resolve(options);
  try {
    return std::visit(Generate{team}, chosen);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::option, "rows, features and nonzeros ask for more memory than there is");
  } catch (const std::length_error&) {
    throw Error(ErrorKind::option, "rows, features and nonzeros ask for more memory than there is");
  }
}

}  // namespace gist
