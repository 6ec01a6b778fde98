#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace gist {

/// What kind of input was bad. All of them are the caller's to mend; none is a failure to converge.
enum class ErrorKind {
  option,  ///< an option out of range, missing, or one that does not apply
  data,    ///< the contents of a data file, or labels that do not fit the loss
  file,    ///< a file that cannot be opened, read or written
  model,   ///< a model file that is damaged, or of another width or version
};

/// Thrown before any solver runs, never because something did not converge (that is a Status).
/// The message names the file, line and column, or the option, its value and what would be valid.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace gist
