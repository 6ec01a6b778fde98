#include "gist/io/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>

#include "tests/io/files.hpp"

namespace gist {
namespace {

using test::error_of;
using test::Folder;
using test::load;
using test::save;

auto files_in(const Folder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(AtomicFile, AppearsOnlyOnCommit) {
  const Folder folder;
  const std::string path = save(folder / "x", "old");
  {
    AtomicFile file(path);
    file.write("new and ");
    file.write(std::string(600000, 'z'));
    EXPECT_EQ(load(path), "old");
    EXPECT_EQ(files_in(folder).size(), 2U);
    file.commit();
    EXPECT_EQ(load(path), "new and " + std::string(600000, 'z'));
  }
  EXPECT_EQ(files_in(folder), std::vector<std::string>{"x"});
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
  const Folder folder;
  const std::string path = save(folder / "x", "old");
  { AtomicFile(path).write("new"); }
  { AtomicFile(folder / "y").write("new"); }
  EXPECT_EQ(load(path), "old");
  EXPECT_EQ(files_in(folder), std::vector<std::string>{"x"});
}

TEST(AtomicFile, KeepsModesAndLinks) {
  const Folder folder;
  const std::string path = save(folder / "x", "old");
  ::chmod(path.c_str(), 0640);
  std::filesystem::create_symlink("x", folder / "link");
  AtomicFile file(folder / "link");
  file.write("new");
  file.commit();
  EXPECT_EQ(load(path), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  struct stat about {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0640U);
}

TEST(AtomicFile, TwoAtOnceDoNotMeet) {
  const Folder folder;
  AtomicFile a(folder / "x"), b(folder / "x");
  a.write("a");
  b.write("b");
  a.commit();
  EXPECT_EQ(load(folder / "x"), "a");
  b.commit();
  EXPECT_EQ(load(folder / "x"), "b");
  EXPECT_EQ(files_in(folder), std::vector<std::string>{"x"});
}

TEST(AtomicFile, NamesTheFileAndTheReason) {
  const Folder folder;
  EXPECT_EQ(error_of([&] { AtomicFile(folder.path().string()); }),
            "file: " + folder.path().string() + ": cannot write: Is a directory");
  EXPECT_EQ(error_of([&] { AtomicFile(folder / "none/x"); }),
            "file: " + folder / "none/x" + ": cannot write: No such file or directory");
  const std::string plain = save(folder / "plain", "");
  EXPECT_EQ(error_of([&] { AtomicFile(plain + "/x"); }), "file: " + plain + "/x: cannot write: Not a directory");
  EXPECT_EQ(error_of([&] { AtomicFile(""); }).substr(0, 22), "file: : cannot write: ");
  EXPECT_EQ(error_of([&] {
              AtomicFile full("/dev/full");
              full.write("x");
              full.commit();
            }),
            "file: /dev/full: cannot write: No space left on device");
  if (::geteuid() != 0) {
    ::chmod(folder.path().c_str(), 0500);
    EXPECT_EQ(error_of([&] { AtomicFile(folder / "x"); }),
              "file: " + folder / "x" + ": cannot write: Permission denied");
    ::chmod(folder.path().c_str(), 0700);
    ::chmod(plain.c_str(), 0400);
    EXPECT_EQ(error_of([&] { AtomicFile{plain}; }), "file: " + plain + ": cannot write: Permission denied");
  }
}

TEST(AtomicFile, WritesDevicesDirectly) {
  AtomicFile null("/dev/null");
  null.write("x");
  null.commit();
  struct stat about {};
  ASSERT_EQ(::stat("/dev/null", &about), 0);
  EXPECT_TRUE(S_ISCHR(about.st_mode));

  ::testing::internal::CaptureStdout();
  std::printf("before ");
  std::fflush(stdout);
  AtomicFile out("/dev/stdout");
  out.write("between ");
  out.commit();
  std::printf("after");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "before between after");
}

}  // namespace
}  // namespace gist
