#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <type_traits>
#include <variant>

#include "gist/core/alternatives.hpp"
#include "gist/fit/model.hpp"
#include "gist/fit/options.hpp"
#include "tests/support/draw.hpp"

namespace gist::testing_support {

/// Any finite double there is: most of the time all 64 bits at random, so that denormals and the largest come too.
inline double any_finite(Draw& draw) {
  switch (draw.below(8)) {
    case 0: return draw.uniform(-1, 1);
    case 1:
      return draw.one_of<double>({0.0, -0.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
                                  -1.7976931348623157e308, 0.1, 1e22, 1e23, 9007199254740993.0, 1e15, -1e16});
    default: break;
  }
  for (;;) {
    const auto high = static_cast<std::uint64_t>(draw.uniform(0, 0x1p32)),
               low = static_cast<std::uint64_t>(draw.uniform(0, 0x1p32));
    const double x = std::bit_cast<double>(high << 32 | low);
    if (std::isfinite(x)) return x;
  }
}

/// A struct of options with every field drawn from what its own table allows; an optional one is there or not.
template <class T>
void draw_fields(Draw& draw, T& target) {
  for_each_field<T>([&](const auto& field) {
    auto& member = target.*field.member;
    using Member = std::decay_t<decltype(member)>;
    if constexpr (std::is_same_v<Member, bool>) {
      member = draw.chance(0.5);
    } else if constexpr (Choice<Member>) {
      member = static_cast<Member>(draw.below(static_cast<int>(Names<Member>::names.size())));
    } else if constexpr (std::is_same_v<Member, int>) {
      member = static_cast<int>(field.range.low) + draw.below(1'000'000);
    } else if constexpr (std::is_same_v<Member, std::optional<double>>) {
      member.reset();
      if (draw.chance(0.5)) {
        // Any number at all where the range has no ends ("positive"), else something inside it.
        member = std::isfinite(field.range.low) ? draw.inside(field.range) : any_finite(draw);
      }
    } else {
      static_assert(std::is_same_v<Member, double>);
      member = draw.inside(field.range);
    }
  });
}

/// The alternative of a variant with that number, its fields drawn.
template <class Variant>
Variant draw_alternative(Draw& draw) {
  int chosen = draw.below(static_cast<int>(std::variant_size_v<Variant>));
  Variant result;
  for_each_alternative<Variant>([&](auto alternative) {
    if (chosen-- != 0) return;
    draw_fields(draw, alternative);
    result = alternative;
  });
  return result;
}

/// A spec that spec_from could have given: what does not apply is not there, what is exclusive excludes.
inline FitSpec draw_spec(Draw& draw) {
  FitSpec spec;
  spec.loss = draw_alternative<Loss>(draw);
  spec.penalty = draw_alternative<Penalty>(draw);
  draw_fields(draw, spec.problem);
  draw_fields(draw, spec.stop);
  if (!theta_of(spec.penalty)) spec.problem.theta_ratio.reset();
  if (std::holds_alternative<None>(spec.penalty)) spec.problem.lambda_ratio.reset();
  if (targets_of(spec.loss) != Targets::classes) spec.problem.positive.reset();
  if (!spec.problem.relax) spec.problem.relax_ridge.reset();
  do {
    spec.solver = draw_alternative<SolverOptions>(draw);
  } while (!faults(spec).empty());  // one that takes this penalty, with its t_min below its t_max
  return spec;
}

/// A model as a fit would give it, with numbers no fit would give.
inline Model draw_model(Draw& draw) {
  Model model;
  model.spec = draw_spec(draw);
  // After a fit the numbers are settled.
  model.spec.problem.lambda_ratio.reset();
  model.spec.problem.theta_ratio.reset();
  model.features = 1 + draw.below(60);
  model.intercept = any_finite(draw);
  for (Index j = 0; j < model.features; ++j) {
    if (!draw.chance(0.4)) continue;
    model.index.push_back(j);
    model.value.push_back(any_finite(draw));
  }
  if (targets_of(model.spec.loss) == Targets::classes) {
    const double negative = any_finite(draw);
    model.classes = ClassLabels{negative, negative == 3 ? 4.0 : 3.0, draw.chance(0.5)};
  }
  if (draw.chance(0.3)) {
    const std::vector<std::string> names{"", "plain", "\"quoted\", with comma", "\xc3\xa4\xe2\x82\xac", "tab\there"};
    for (Index j = 0; j < model.features; ++j) model.feature_names.push_back(draw.one_of(names));
  }
  FitReport& report = model.report;
  report.status = draw.one_of<Status>({Status::converged, Status::iteration_limit, Status::time_limit,
                                       Status::interrupted, Status::line_search_failed, Status::unbounded});
  for (double* x : {&report.certificate.loss, &report.certificate.penalty, &report.certificate.critical,
                    &report.certificate.prox, &report.certificate.coordinate, &report.certificate.t,
                    &report.certificate.intercept_slope, &report.gradient_scale, &report.lambda_max}) {
    *x = draw.chance(0.1) ? draw.one_of<double>({infinity, -infinity, std::nan(""), -std::nan("")}) : any_finite(draw);
  }
  report.iterations = draw.below(2'000'000'000);
  report.passes = draw.below(2'000'000'000) * std::int64_t{4'000'000'000};
  report.samples = draw.below(2'000'000'000);
  report.stored = draw.below(2'000'000'000) * std::int64_t{4'000'000'000};
  if (draw.chance(0.3)) {
    Selection& selection = report.selection.emplace();
    selection.status = draw.one_of<Status>({Status::converged, Status::time_limit});
    for (double* x : {&selection.certificate.loss, &selection.certificate.penalty, &selection.certificate.critical,
                      &selection.certificate.prox, &selection.certificate.coordinate, &selection.certificate.t,
                      &selection.certificate.intercept_slope, &selection.gradient_scale})
      *x = any_finite(draw);
    selection.iterations = draw.below(2'000'000'000);
    selection.passes = draw.below(2'000'000'000) * std::int64_t{4'000'000'000};
  }
  if (draw.chance(0.3)) report.warnings = {"one", "another \"one\"\nwith two lines"};
  return model;
}

}  // namespace gist::testing_support
