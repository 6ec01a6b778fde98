#include "gist/backend/cpu/gram.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "gist/fit/prepare.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

TEST(Gram, IsTheMatrixOfInnerProducts) {
  Team team(1);
  const std::size_t n = 1100, d = 11;  // more than one stretch of the kernel, and tiles that are not full
  const Plain plain = random_plain(n, d, Targets::numbers, 6);
  std::vector<float> factor(n);
  for (std::size_t i = 0; i < n; ++i) factor[i] = 0.5F + static_cast<float>(i % 5);
  for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
    const Problem problem = prepare(plain.data(kind), spec_of(Squared{}, L1{0.1}), team).problem;
    cpu::Gram gram;
    // Sets of columns as a working set changes: all products of a set must be right whatever came before.
    const std::vector<std::vector<Index>> sets{
        {1, 4}, {0, 1, 2, 3, 4, 5, 9}, {4, 10}, {0, 5, 10}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    using Sums = cpu::Gram::Sums;
    for (const auto& [sums, constant, total] : {std::tuple{Sums::rounded, false, 0.0},
                                                {Sums::rounded, true, 7.0},
                                                {Sums::exact, true, 7.0},
                                                {Sums::exact, false, 0.0},
                                                {Sums::rounded, true, 0.0}}) {
      for (const auto& columns : sets) {
        cpu::ColumnBlock block;
        block.take(problem, columns, factor);
        std::vector<double> weighted;
        for (std::size_t c = 0; c < columns.size(); ++c) weighted.push_back(std::cos(static_cast<double>(c)));
        gram.make(block, columns, weighted, total, sums, constant);
        ASSERT_TRUE(gram.made());
        for (std::size_t a = 0; a < columns.size(); ++a) {
          for (std::size_t b = 0; b < columns.size(); ++b) {
            double truth = 0, size = 0;
            for (std::size_t i = 0; i < n; ++i) {
              const double product = double{factor[i]} * double{factor[i]} *
                                     plain.x.at(i, static_cast<std::size_t>(columns[a])) *
                                     plain.x.at(i, static_cast<std::size_t>(columns[b]));
              truth += product;
              size += std::abs(product);
            }
            if (total > 0) truth -= weighted[a] * weighted[b] / total;
            EXPECT_NEAR(gram.row(a)[b], truth, (sums == Sums::exact ? 1e-6 : 1e-5) * (size + 1));
          }
        }
        gram.drop();
        EXPECT_FALSE(gram.made());
      }
    }
  }
}

TEST(Gram, IsWorthItForManySamplesAndFewColumnsOnly) {
  Team team(1);
  const auto worth = [&](std::size_t n, std::size_t d, Kind kind) {
    const Plain plain = random_plain(n, d, Targets::numbers, 6);
    const Problem problem = prepare(plain.data(kind), spec_of(Squared{}, L1{0.1}), team).problem;
    std::vector<Index> columns;
    for (std::size_t j = 0; j < d; ++j) columns.push_back(static_cast<Index>(j));
    cpu::ColumnBlock block;
    block.take(problem, columns, std::vector<float>(n, 1.0F));
    return cpu::Gram{}.worth(block, 20);
  };
  EXPECT_TRUE(worth(2000, 10, Kind::dense));
  EXPECT_TRUE(worth(2000, 10, Kind::sparse_rows));
  EXPECT_FALSE(worth(20, 60, Kind::dense));
  EXPECT_FALSE(worth(20, 60, Kind::sparse_rows));
  EXPECT_FALSE(worth(2000, 1, Kind::dense));
}

}  // namespace
}  // namespace gist::testing
