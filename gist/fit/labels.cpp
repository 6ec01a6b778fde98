#include "gist/fit/labels.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"

namespace gist {
namespace {

[[noreturn]] void refuse_labels(const std::string& source, const std::string& what) {
  throw Error(ErrorKind::data, source + ": " + what);
}

std::string list(const std::set<double>& values) {
  std::string text;
  std::size_t shown = 0;
  for (const double v : values) {
    if (shown == 5) return text + ", ...";
    text += (shown++ == 0 ? "" : ", ") + shortest(v);
  }
  return text;
}

ClassLabels classes_of(std::string_view loss, std::span<const double> label, std::span<const double> weight,
                       std::optional<double> positive, const std::string& source) {
  std::set<double> distinct;
  double last[] = {NAN, NAN};  // seen: labels are many, and nearly always two
  for (std::size_t i = 0; i < label.size(); ++i) {
    const bool counts = weight.empty() || weight[i] > 0;
    if (!counts || label[i] == last[0] || label[i] == last[1]) continue;
    last[1] = std::exchange(last[0], label[i]);
    distinct.insert(label[i]);
  }
  const std::string loss_name(loss);
  if (distinct.size() == 1) {
    refuse_labels(source, "one class only: every label is " + shortest(*distinct.begin()) + "; the loss " + loss_name +
                              " needs two classes");
  }
  if (positive) {
    if (!distinct.contains(*positive)) {
      refuse_labels(source,
                    "no sample has the positive label " + shortest(*positive) + "; labels are " + list(distinct));
    }
    if (distinct.size() > 2) return {*positive == 0 ? -1.0 : 0.0, *positive, true};
    const double other = *distinct.begin() == *positive ? *distinct.rbegin() : *distinct.begin();
    return {other, *positive, false};
  }
  if (distinct.size() > 2) {
    refuse_labels(source, std::to_string(distinct.size()) + " classes (" + list(distinct) + "); the loss " + loss_name +
                              " takes two. Name one with --positive to set it against the rest, or use --loss squared");
  }
  return {*distinct.begin(), *distinct.rbegin(), false};
}

}  // namespace

TargetColumn targets_from(const Loss& loss, std::span<const double> label, std::span<const double> weight,
                          std::optional<double> positive, const std::string& source) {
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (!std::isfinite(label[i]))
      refuse_labels(source, "the label of sample " + std::to_string(i + 1) + " is not finite");
  }
  TargetColumn column{{label.begin(), label.end()}, std::nullopt};
  switch (targets_of(loss)) {
    case Targets::numbers: break;
    case Targets::counts: {
      bool any = false;
      for (std::size_t i = 0; i < label.size(); ++i) {
        if (label[i] < 0) {
          refuse_labels(source, "sample " + std::to_string(i + 1) + " has label " + shortest(label[i]) + "; the loss " +
                                    std::string(name_of(loss)) + " takes counts, 0 or larger");
        }
      }
      for (std::size_t i = 0; i < label.size() && !any; ++i) any = label[i] > 0 && (weight.empty() || weight[i] > 0);
      if (!any) {
        refuse_labels(source, "every label" + std::string(weight.empty() ? "" : " of positive weight") +
                                  " is 0; the loss " + std::string(name_of(loss)) +
                                  " needs at least one positive count");
      }
      break;
    }
    case Targets::classes: {
      column.classes = classes_of(name_of(loss), label, weight, positive, source);
      for (double& y : column.target) y = column.classes->sign_of(y).value_or(-1.0);
      break;
    }
  }
  return column;
}

}  // namespace gist
