#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gist/loss/loss.hpp"

namespace gist {

/// The two labels of a classification problem as they stand in the user's file.
struct ClassLabels {
  double negative = -1, positive = 1;
  bool rest = false;  ///< `negative` stands for every label but `positive`
  bool operator==(const ClassLabels&) const = default;

  /// -1 or +1; empty for a label the model does not know.
  std::optional<double> sign_of(double label) const {
    if (label == positive) return 1.0;
    if (label == negative || rest) return -1.0;
    return std::nullopt;
  }
};

struct TargetColumn {
  std::vector<double> target;  ///< what the loss is given
  std::optional<ClassLabels> classes;
};

/// Labels of a file as targets of a loss, or an Error that says which label does not fit and what would.
/// Two classes may be any two numbers, the larger one positive; `positive` makes one class of many the positive one.
/// Samples of weight 0 do not count when classes are counted. `source` names the file.
TargetColumn targets_from(const Loss& loss, std::span<const double> label, std::span<const double> weight,
                          std::optional<double> positive, const std::string& source);

}  // namespace gist
