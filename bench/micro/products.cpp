// Products, transposition and column moments on a matrix shaped like news20.binary, and the products a fit repeats on
// one of the size of the newspaper sets of the paper, beside the read bandwidth measured in the same run. Repetitions
// are interleaved, so that a noisy minute hits all rows alike; the table shows medians.
#include "gist/backend/cpu/products.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "bench/micro/read_bandwidth.hpp"
#include "bench/micro/table.hpp"
#include "bench/micro/text_like.hpp"
#include "gist/backend/cpu/repeated_products.hpp"
#include "gist/core/chunks.hpp"
#include "gist/core/pages.hpp"
#include "gist/data/transpose.hpp"

namespace gist::bench {
namespace {

/// A vector as a solver should keep it: on huge pages.
struct Vector {
  explicit Vector(std::size_t n) : memory(uninitialized_array<double>(n)), view(memory.get(), n) {
    for (std::size_t i = 0; i < n; ++i) view[i] = 1.0 / static_cast<double>(1 + i % 1000);
  }
  std::shared_ptr<double[]> memory;
  std::span<double> view;
};

class Suite {
 public:
  Suite() : one_(1), two_(2) {}

  /// `body(team)` on one and on two threads.
  void add(const std::string& name, double bytes, const std::function<void(Team&)>& body) {
    rows_.push_back({name, bytes});
    for (Team* team : {&one_, &two_}) {
      benchmark::RegisterBenchmark((name + "/" + std::to_string(team->size())).c_str(),
                                   [body, team](benchmark::State& state) {
                                     for (auto _ : state) body(*team);
                                   })
          ->UseRealTime()
          ->MinTime(0.06)
          ->Repetitions(9);
    }
  }
  const std::vector<Row>& rows() const { return rows_; }
  Team& team() { return two_; }
  Team& alone() { return one_; }

 private:
  Team one_, two_;
  std::vector<Row> rows_;
};

void add_read_bandwidth(Suite& suite) {
  constexpr std::size_t size = std::size_t{1} << 27;  // 1 GiB of doubles
  const auto memory = uninitialized_array<double>(size);
  suite.team().run_chunks(Chunks{size, 1 << 22}, [&](Offset, Offset begin, Offset end) {
    std::fill(memory.get() + begin, memory.get() + end, 1.0);
  });
  suite.add("read bandwidth", 8.0 * size, [memory](Team& team) {
    benchmark::DoNotOptimize(read_all({memory.get(), size}, team));
  });
}

template <class Value>
double bytes_of(const Compressed<Value>& c) {
  return static_cast<double>(c.start.bytes() + c.index.bytes() + c.value.bytes());
}

template <class Value>
void add_matrix(Suite& suite, const std::string& order, const Compressed<Value>& from, Index columns) {
  const std::string kind = (sizeof(Value) == 8 ? " double, " : " float, ") + order;
  const Index rows = from.lines();
  // What transpose() returns is on huge pages, both ways; `from` is not.
  const Compressed<Value> by_column = transpose(from, columns, suite.team());
  const Compressed<Value> by_row = transpose(by_column, rows, suite.team());
  const Design design = Sparse<Value>{rows, columns, by_row, by_column};
  const Vector w(static_cast<std::size_t>(columns)), r(static_cast<std::size_t>(rows));
  const Vector out_rows(static_cast<std::size_t>(rows)), out_columns(static_cast<std::size_t>(columns));
  const double vectors = 8.0 * (rows + columns);

  suite.add("Xw" + kind, bytes_of(by_row) + vectors,
            [=](Team& team) { cpu::multiply(design, w.view, out_rows.view, team); });
  suite.add("X'r" + kind, bytes_of(by_column) + vectors,
            [=](Team& team) { cpu::multiply_transposed(design, r.view, out_columns.view, team); });
  if (order != "scattered") return;

  const Design only_rows = Sparse<Value>{rows, columns, by_row, {}};
  const auto cuts_alone = std::make_shared<cpu::RowCuts>(), cuts_both = std::make_shared<cpu::RowCuts>();
  suite.add("X'r" + kind + ", by rows alone", bytes_of(by_row) + vectors, [=](Team& team) {
    cpu::multiply_transposed(only_rows, r.view, out_columns.view, team,
                             (team.size() == 1 ? cuts_alone : cuts_both).get());
  });
  suite.add("X'r" + kind + ", by rows alone, the first", bytes_of(by_row) + vectors,
            [=](Team& team) { cpu::multiply_transposed(only_rows, r.view, out_columns.view, team); });
  const std::vector<double> small_pages(w.view.begin(), w.view.end());
  suite.add("Xw" + kind + ", w on 4 kB pages", bytes_of(by_row) + vectors,
            [=](Team& team) { cpu::multiply(design, small_pages, out_rows.view, team); });
  const Design small_design = Sparse<Value>{rows, columns, from, {}};
  suite.add("Xw" + kind + ", X on 4 kB pages", bytes_of(by_row) + vectors,
            [=](Team& team) { cpu::multiply(small_design, w.view, out_rows.view, team); });
  Vector few(static_cast<std::size_t>(columns));
  std::fill(few.view.begin(), few.view.end(), 0.0);
  for (std::size_t j = 0; j < few.view.size(); j += few.view.size() / 100) few.view[j] = 1;
  suite.add("Xw" + kind + ", 100 non-zeros in w", bytes_of(by_row) + vectors,
            [=](Team& team) { cpu::multiply(design, few.view, out_rows.view, team); });
  suite.add("column moments" + kind, bytes_of(by_column) + 2 * 8.0 * columns,
            [=](Team& team) { benchmark::DoNotOptimize(cpu::column_moments(design, {}, team)); });
  suite.add("rows to columns" + kind, bytes_of(by_row) + bytes_of(by_column),
            [=](Team& team) { benchmark::DoNotOptimize(transpose(by_row, columns, team)); });
  suite.add("columns to rows" + kind, bytes_of(by_row) + bytes_of(by_column),
            [=](Team& team) { benchmark::DoNotOptimize(transpose(by_column, rows, team)); });
}

/// A design whose products have been asked for so often that they come from slices, on either team.
struct Repeated {
  Repeated(Design x, Suite& suite) : design(std::move(x)), alone(design, suite.alone()), both(design, suite.team()) {}
  cpu::RepeatedProducts& on(const Team& team) { return team.size() == 1 ? alone : both; }

  Design design;
  cpu::RepeatedProducts alone, both;
};

/// The products of a fit, as they are and from slices, on a set small enough for the caches.
void add_repeated(Suite& suite, const std::string& kind, const Compressed<double>& by_row, Index columns) {
  const Index rows = by_row.lines();
  const Compressed<double> by_column = transpose(by_row, columns, suite.team());
  const auto x = std::make_shared<Repeated>(Sparse<double>{rows, columns, by_row, by_column}, suite);
  const Vector w(static_cast<std::size_t>(columns)), r(static_cast<std::size_t>(rows));
  const Vector out_rows(static_cast<std::size_t>(rows)), out_columns(static_cast<std::size_t>(columns));
  const double bytes = bytes_of(by_column) + 8.0 * (rows + columns);  // of the design, so that the rows compare
  for (int k = 0; k <= cpu::RepeatedProducts::plain_products; ++k) {
    for (cpu::RepeatedProducts* const products : {&x->alone, &x->both}) {
      products->multiply(w.view, out_rows.view);
      products->multiply_transposed(r.view, out_columns.view);
    }
  }
  suite.add("Xw " + kind, bytes, [=](Team& team) { cpu::multiply(x->design, w.view, out_rows.view, team); });
  suite.add("Xw " + kind + ", sliced", bytes, [=](Team& team) { x->on(team).multiply(w.view, out_rows.view); });
  suite.add("X'r " + kind, bytes,
            [=](Team& team) { cpu::multiply_transposed(x->design, r.view, out_columns.view, team); });
  suite.add("X'r " + kind + ", sliced", bytes,
            [=](Team& team) { x->on(team).multiply_transposed(r.view, out_columns.view); });
  suite.add("slices for X'r " + kind, bytes,
            [=](Team& team) { benchmark::DoNotOptimize(cpu::make_slices(by_column, by_row.start.view(), team)); });
}

Compressed<double> in_counts(const Compressed<double>& c) {
  std::vector<double> counts(c.value.begin(), c.value.end());
  for (double& v : counts) v = std::ceil(4 * v * v);
  return {c.start, c.index, counts};
}

Compressed<float> in_float(const Compressed<double>& c) {
  return {c.start, c.index, std::vector<float>(c.value.begin(), c.value.end())};
}

}  // namespace
}  // namespace gist::bench

int main(int argc, char** argv) {
  using namespace gist::bench;
  // Ours first, so that the command line can still say otherwise.
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> arguments{argv, argv + argc};
  arguments.insert(arguments.begin() + 1, interleaved.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  Suite suite;
  add_read_bandwidth(suite);
  for (const bool popular_first : {false, true}) {
    const TextShape shape{.popular_first = popular_first};
    const auto by_row = text_like_rows<double>(shape);
    const std::string order = popular_first ? "popular first" : "scattered";
    add_matrix(suite, order, by_row, shape.columns);
    add_matrix(suite, order, in_float(by_row), shape.columns);
  }
  const TextShape newspaper{.rows = 6279, .columns = 31'472, .entries = 939'407};
  const auto words = text_like_rows<double>(newspaper);
  add_repeated(suite, "newspaper, counts", in_counts(words), newspaper.columns);
  add_repeated(suite, "newspaper, double", words, newspaper.columns);
  Table table(suite.rows());
  benchmark::RunSpecifiedBenchmarks(&table);
  return 0;
}
