// Every penalty and its operator at many points, as one JSON object on standard output: what the pictures of
// docs/choosing-a-penalty.md are drawn from. The values are the library's own, so a picture cannot show anything else.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gist/core/alternatives.hpp"
#include "gist/penalty/penalty.hpp"

namespace {

constexpr double reach = 5, spacing = 0.01;
constexpr double steps[] = {0.5, 1, 4};

std::vector<double> grid() {
  std::vector<double> points;
  for (int i = 0; i <= static_cast<int>(reach / spacing + 0.5); ++i) points.push_back(i * spacing);
  return points;
}

template <class P>
nlohmann::ordered_json curves_of(const P& penalty) {
  nlohmann::ordered_json json{{"name", penalty.name}, {"formula", penalty.formula}};
  gist::for_each_field<P>(
      [&](const auto& field) { json["parameters"][std::string(field.name)] = penalty.*field.member; });
  for (const double x : grid()) json["value"].push_back(penalty.value(x));
  for (const double step : steps) {
    const auto prox = penalty.prox(step);
    nlohmann::ordered_json curve{{"step", step}};
    for (const double v : grid()) curve["value"].push_back(prox(v));
    json["prox"].push_back(curve);
  }
  return json;
}

}  // namespace

int main() {
  nlohmann::ordered_json json{{"x", grid()}};
  gist::for_each_alternative<gist::Penalty>(
      [&](const auto& penalty) { json["penalties"].push_back(curves_of(penalty)); });
  fmt::print("{}\n", json.dump());
}
