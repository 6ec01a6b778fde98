/// How fast data files are read: LIBSVM text on one thread and on all, and opening the binary form. Called by
/// reading.sh on a generated set.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

#include "gist/io/read.hpp"

namespace {

/// Median seconds of five reads, after one that warms the page cache.
double seconds_to_read(const std::string& path, gist::Team& team) {
  std::vector<double> seconds;
  for (int i = 0; i < 6; ++i) {
    const auto begun = std::chrono::steady_clock::now();
    gist::ReadOptions options;
    options.path = path;
    const gist::Dataset data = gist::read_dataset(options, team);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  }
  seconds.erase(seconds.begin());
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: gist_reading DATA.svm DATA.gist\n");
    return 2;
  }
  const double megabytes = static_cast<double>(std::filesystem::file_size(argv[1])) / 1e6;
  for (const int threads : {1, 2}) {
    gist::Team team(threads);
    const double seconds = seconds_to_read(argv[1], team);
    fmt::print("{:<38} {:8.3f} s {:8.0f} MB/s\n", fmt::format("gist, text, {} thread(s)", threads), seconds,
               megabytes / seconds);
  }
  gist::Team team(2);
  fmt::print("{:<38} {:8.3f} s\n", "gist, binary form, open", seconds_to_read(argv[2], team));
  return 0;
}
