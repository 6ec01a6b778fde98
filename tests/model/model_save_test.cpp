#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "gist/core/error.hpp"
#include "gist/model/model_file.hpp"
#include "tests/support/program.hpp"

/// Saving a model: all of it under its name or nothing, whatever happens in between.
namespace gist {
namespace {

using testing_support::Workspace;

/// A model of some size whose every number tells which one it is.
Model numbered(int number, Index features) {
  Model model;
  model.spec.loss = Squared{};
  model.features = features;
  model.intercept = number;
  for (Index j = 0; j < features; ++j) {
    model.index.push_back(j);
    model.value.push_back(number + 0.25);
  }
  return model;
}

bool is_numbered(const Model& model, int number) {
  return model.intercept == number &&
         std::all_of(model.value.begin(), model.value.end(), [&](double v) { return v == number + 0.25; });
}

TEST(ModelSave, ReplacesAndLeavesNothingElse) {
  const Workspace space;
  for (const int number : {1, 2}) {
    save_model(numbered(number, 10), space.path("m.json"));
    EXPECT_TRUE(is_numbered(load_model(space.path("m.json")), number));
  }
  EXPECT_EQ(space.files(), std::vector<std::string>{"m.json"});
}

TEST(ModelSave, GoesThroughASymbolicLink) {
  const Workspace space;
  std::filesystem::create_directory(space.path("real"));
  save_model(numbered(1, 10), space.path("real/m.json"));
  std::filesystem::create_symlink("real/m.json", space.path("link.json"));
  save_model(numbered(2, 10), space.path("link.json"));
  EXPECT_TRUE(std::filesystem::is_symlink(space.path("link.json")));
  EXPECT_TRUE(is_numbered(load_model(space.path("real/m.json")), 2));
  // A link to what is not there yet makes it.
  std::filesystem::create_symlink("real/new.json", space.path("dangling.json"));
  save_model(numbered(3, 10), space.path("dangling.json"));
  EXPECT_TRUE(is_numbered(load_model(space.path("real/new.json")), 3));
  EXPECT_TRUE(std::filesystem::is_symlink(space.path("dangling.json")));
  EXPECT_EQ(space.files(),
            (std::vector<std::string>{"dangling.json", "link.json", "real", "real/m.json", "real/new.json"}));
}

TEST(ModelSave, KeepsThePermissionsOfTheFile) {
  const Workspace space;
  save_model(numbered(1, 10), space.path("m.json"));
  std::filesystem::permissions(space.path("m.json"),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  save_model(numbered(2, 10), space.path("m.json"));
  EXPECT_EQ(std::filesystem::status(space.path("m.json")).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(ModelSave, FailsWithTheNameAndLeavesNothing) {
  const Workspace space;
  for (const std::string name : {"nowhere/m.json", "."}) {
    try {
      save_model(numbered(1, 10), space.path(name));
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::file);
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
  }
  EXPECT_TRUE(space.files().empty());
}

/// A child saves one model after another, alternately small and large, and is killed at a moment of its own choosing:
/// what is under the name is always one of them, whole.
TEST(ModelSave, KillNineLeavesTheOldModelOrTheNewOne) {
  const Workspace space;
  const std::string path = space.path("m.json");
  save_model(numbered(0, 50), path);
  int seen_new = 0;
  for (int round = 0; round < 20; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int number = 1;; number = number % 1000 + 1) save_model(numbered(number, number % 2 == 0 ? 50 : 3000), path);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 2711 * round));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const Model found = load_model(path);
    const int number = static_cast<int>(found.intercept);
    ASSERT_TRUE(is_numbered(found, number)) << number;
    ASSERT_EQ(found.features, number % 2 == 0 ? 50 : 3000);
    seen_new += number > 0 ? 1 : 0;
    save_model(numbered(0, 50), path);
  }
  EXPECT_GT(seen_new, 0) << "no child lived long enough to save anything";
}

}  // namespace
}  // namespace gist
