#include "cli/fit_input.hpp"

#include <fmt/format.h>

#include "gist/core/error.hpp"
#include "gist/io/read.hpp"

namespace gist::cli {

std::vector<double> side_numbers(const std::string& path, std::int64_t count, std::string_view what,
                                 const Range& range) {
  if (path.empty()) return {};
  auto all = read_numbers(path, count, what, false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (range.contains(all[i])) continue;
    throw Error(ErrorKind::data, fmt::format("{}:{}: {} does not do, expected {}", path, i + 1, shortest(all[i]),
                                             valid_values<double>(range)));
  }
  return all;
}

namespace {

/// A number stands for all features; anything else is a file.
std::vector<double> bounds(const std::string& text, std::int64_t features) {
  if (text.empty()) return {};
  if (const auto number = number_from(text)) return {*number};
  return read_numbers(text, features, "feature", true);
}

}  // namespace

FitData read_fit_data(const std::string& path, const InputOptions& input, const SideFiles& side, Team& team) {
  FitData data;
  data.dataset = read_dataset(input.read_options(path), team);
  const std::int64_t n = data.dataset.design.rows(), d = data.dataset.design.columns();
  data.weight = side_numbers(side.weights, n, "sample", at_least(0));
  data.offset = side_numbers(side.offset, n, "sample", any_number());
  data.factor = side_numbers(side.penalty_factors, d, "feature", at_least(0));
  data.lower = bounds(side.lower, d);
  data.upper = bounds(side.upper, d);
  return data;
}

}  // namespace gist::cli
