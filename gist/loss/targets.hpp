#pragma once

namespace gist {

/// What a loss is asked to predict.
enum class Targets {
  classes,  ///< one of two classes, handed to the loss as -1 and +1
  numbers,  ///< any finite number
  counts,   ///< a number >= 0, not all of them 0
};

}  // namespace gist
