#pragma once

#include <string>

#include "gist/solver/step.hpp"

namespace gist::cli {

/// One line on the terminal that is written over, ten times a second at most. In a pipe, nothing.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const Step& step, double seconds);
  void show(const std::string& text, double seconds);
  void clear();

 private:
  bool on_;
  bool shown_ = false;
  double next_ = 0.2;
};

}  // namespace gist::cli
