#include <gtest/gtest.h>

#include "gist/penalty/penalty.hpp"

namespace gist {
namespace {

TEST(Same, AsksForTheKindAndEveryNumber) {
  EXPECT_TRUE(same(Mcp{0.5, 3}, Mcp{0.5, 3}));
  EXPECT_FALSE(same(Mcp{0.5, 3}, Mcp{0.25, 3}));
  EXPECT_FALSE(same(Mcp{0.5, 3}, Mcp{0.5, 4}));
  EXPECT_FALSE(same(Mcp{0.5, 3}, Scad{0.5, 3}));
  EXPECT_FALSE(same(Lq{0.5, 0.5}, Lq{0.5, 0.3}));
  EXPECT_TRUE(same(None{}, None{}));
  EXPECT_FALSE(same(None{}, L1{0}));
}

}  // namespace
}  // namespace gist
