#pragma once

namespace gist {

/// What a loss is asked to predict.
enum class Targets {
  classes,  ///< one of two classes, handed to the loss as -1 and +1
  numbers,  ///< any finite number
  counts,   ///< a number >= 0, not all of them 0
};

/// Along z -> z + s (m + b), s to infinity, the b for which the loss of one sample never rises; empty when low > high.
/// `falls` says that it keeps falling towards an infimum it never attains (wherever m + b is not 0). See
/// fit/separation.hpp.
struct Escape {
  double low, high;
  bool falls;
};

}  // namespace gist
