#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/program.hpp"

namespace gist::testing_support {

/// One kind of bad input: what is typed, what lies in the directory, and what the message must say.
struct BadCase {
  Words arguments;
  std::vector<std::pair<std::string, std::string>> files;  ///< name, contents
  std::vector<std::string> said;                           ///< all of these are in the message
};

/// Runs the case in a directory of its own: exit code 2, nothing on standard output, a message with everything it must
/// name, and no file that was not there before, temporary ones included.
inline void expect_refused(const BadCase& bad) {
  const Workspace space;
  std::string typed = "gist";
  for (const auto& word : bad.arguments) typed += " " + word;
  SCOPED_TRACE(typed);
  for (const auto& [name, contents] : bad.files) space.write(name, contents);
  const auto before = space.files();
  const Finished run = run_gist(space, bad.arguments);
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("gist: ")) << run.err;
  for (const auto& text : bad.said) {
    EXPECT_NE(run.err.find(text), std::string::npos) << "'" << text << "' is not in: " << run.err;
  }
  EXPECT_EQ(space.files(), before);
  for (const auto& [name, contents] : bad.files) EXPECT_EQ(space.read(name), contents) << name << " was changed";
}

inline void expect_all_refused(const std::vector<BadCase>& catalogue) {
  for (const auto& bad : catalogue) expect_refused(bad);
}

/// A small two-class problem that every test may take for granted: 6 samples, 3 features, labels -1 and 1.
inline const std::string two_classes =
    "1 1:1 2:0.5 3:-1\n"
    "-1 1:-1 2:0.3\n"
    "1 1:2 3:0.7\n"
    "-1 2:1 3:0.2\n"
    "1 1:0.5 2:-1\n"
    "-1 1:0.1 3:1.5\n";

}  // namespace gist::testing_support
