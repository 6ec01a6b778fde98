#include "bench/micro/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gist::bench {

void Table::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
    seconds_[run.run_name.function_name].push_back(run.real_accumulated_time / static_cast<double>(run.iterations));
  }
}

double Table::median(const std::string& name) const {
  const auto found = seconds_.find(name);
  if (found == seconds_.end()) return std::numeric_limits<double>::quiet_NaN();  // left out by --benchmark_filter
  auto all = found->second;
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
  return all[all.size() / 2];
}

void Table::Finalize() {
  const double bandwidth = rows_.front().bytes / median(rows_.front().name + "/2");
  fmt::print("{:<40} {:>9} {:>9} {:>9} {:>7} {:>11} {:>9} {:>9}\n", "medians", "MB moved", "1 thread", "2 threads",
             "GB/s", "% bandwidth", "speed-up", "limit");
  for (const Row& row : rows_) {
    const double one = median(row.name + "/1"), two = median(row.name + "/2");
    if (std::isnan(one) && std::isnan(two)) continue;
    fmt::print("{:<40} {:>9.1f} {:>6.2f} ms {:>6.2f} ms {:>7.1f} {:>11.0f} {:>9.2f} {:>6.2f} ms\n", row.name,
               row.bytes / 1e6, one * 1e3, two * 1e3, row.bytes / two / 1e9, 100 * row.bytes / two / bandwidth,
               one / two, row.bytes / bandwidth * 1e3);
  }
}

}  // namespace gist::bench
