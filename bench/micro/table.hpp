#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace gist::bench {

/// What is measured: a name, and the bytes that must pass through memory once, however it is done.
struct Row {
  std::string name;
  double bytes;
};

/// Collects every repetition and prints, at the end, one line per row: medians on one and on two threads, GB/s and the
/// share of the read bandwidth on two threads, the speed-up, and the limit (bytes over bandwidth).
/// Benchmarks are named "<row name>/1" and "<row name>/2" by their number of threads.
class Table : public benchmark::BenchmarkReporter {
 public:
  /// The first row is the read bandwidth itself.
  explicit Table(std::vector<Row> rows) : rows_(std::move(rows)) {}

  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  double median(const std::string& name) const;

  std::vector<Row> rows_;
  std::map<std::string, std::vector<double>> seconds_;
};

}  // namespace gist::bench
