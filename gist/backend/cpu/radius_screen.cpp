#include "gist/backend/cpu/radius_screen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist::cpu {
namespace {

constexpr double margin = 1e-10;  // of thresholds: more than the operators are off by

/// out_j = sum_i |x_ij|
template <class Value>
void sum_sizes(const Sparse<Value>& m, std::span<double> out, Team& team) {
  const auto& c = *m.by_column;
  team.run_chunks(Chunks{m.columns, 4096}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
      double sum = 0;
      for (auto k = static_cast<std::size_t>(c.start[j]); k < static_cast<std::size_t>(c.start[j + 1]); ++k)
        sum += std::abs(double{c.value[k]});
      out[j] = sum;
    }
  });
}
template <class Value>
void sum_sizes(const Dense<Value>& m, std::span<double> out, Team& team) {
  const auto n = static_cast<std::size_t>(m.rows);
  team.run_chunks(Chunks{m.columns, 16}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += std::abs(double{m.value[j * n + i]});
      out[j] = sum;
    }
  });
}

/// How much larger the rounding part of a centred column's norm is taken to be: x_j's - mean_j sum(s) is off by the
/// norm of x_j itself, not by that of the centred column.
constexpr double centring_share = 1e-4;

}  // namespace

RadiusScreen::Sizes& RadiusScreen::Sizes::operator+=(const Sizes& other) {
  two += other.two;
  max = std::max(max, other.max);
  change_two += other.change_two;
  change_max = std::max(change_max, other.change_max);
  return *this;
}

RadiusScreen::RadiusScreen(const Problem& problem, Team& team)
    : problem_(problem),
      team_(team),
      // Sums are taken over lanes and pieces, so their error grows with less than n / 8 and a piece.
      rounding_((static_cast<double>(problem.samples()) / 8 + vector_chunk + 64) *
                std::numeric_limits<double>::epsilon()),
      rounding_two_(problem.scaling.mean.empty() ? rounding_ : rounding_ / centring_share) {}

void RadiusScreen::measure_columns() {
  const auto d = static_cast<std::size_t>(problem_.features());
  const auto& [mean, inverse_scale] = problem_.scaling;
  const auto n = static_cast<double>(problem_.samples());
  size_.resize(d);
  one_.resize(d);
  all_.resize(d);
  slopes_.resize(static_cast<std::size_t>(problem_.samples()));
  std::visit([&](const auto& m) { sum_sizes(m, one_, team_); }, problem_.design.storage());
  two_.resize(d);
  column_squares(problem_.design, {}, two_, team_);
  ColumnMoments moments;
  if (!mean.empty()) moments = column_moments(problem_.design, {}, team_);
  for (std::size_t j = 0; j < d; ++j) {
    double two = std::sqrt(two_[j]), one = one_[j];
    if (!mean.empty()) {
      const double centred = two_[j] - 2 * mean[j] * moments.sum[j] + n * mean[j] * mean[j];
      two = std::sqrt(std::max(0.0, centred)) + centring_share * (two + std::sqrt(n) * std::abs(mean[j]));
      one += n * std::abs(mean[j]);
    }
    const double scale = (1 + margin) * (inverse_scale.empty() ? 1 : inverse_scale[j]);
    two_[j] = two * scale;
    one_[j] = one * scale;
  }
  measured_ = true;
}

void RadiusScreen::refer(std::span<const double> gradient, std::span<const double> slopes) {
  if (!measured_) measure_columns();
  team_.run_chunks(Chunks{problem_.features(), vector_chunk}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j)
      size_[j] = std::abs(gradient[j]);
  });
  std::copy(slopes.begin(), slopes.end(), slopes_.begin());
  listed_radius_ = {-1, -1};
  ready_ = true;
}

bool RadiusScreen::look(std::span<const double> slopes) {
  const Sizes sizes = sum_chunks<Sizes>(problem_.samples(), team_, sizes_, [&](std::int64_t begin, std::int64_t end) {
    Sizes part;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      const double size = std::max(std::abs(slopes[i]), std::abs(slopes_[i])),
                   change = std::abs(slopes[i] - slopes_[i]);
      part.two += size * size;
      part.change_two += change * change;
      part.max = part.max < size ? size : part.max;
      part.change_max = part.change_max < change ? change : part.change_max;
    }
    return part;
  });
  radius_ = {std::sqrt(sizes.change_two) * (1 + margin) + 2 * rounding_two_ * std::sqrt(sizes.two),
             sizes.change_max * (1 + margin) + 2 * rounding_ * sizes.max};
  return std::isfinite(radius_.two) && std::isfinite(radius_.max);
}

void RadiusScreen::list_all(double t) {
  listed_radius_ = {2 * radius_.two, 2 * radius_.max};
  listed_t_ = t / 4;
  const Chunks chunks{problem_.features(), vector_chunk};
  counts_.assign(static_cast<std::size_t>(chunks.count()), 0);
  std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        const double limit = coordinates.uniform() ? coordinates.stays_up_to(listed_t_) * (1 - margin) : 0;
        team_.run_chunks(chunks, [&](std::int64_t c, std::int64_t begin, std::int64_t end) {
          Index* const from = all_.data() + begin;
          Index* to = from;
          if (coordinates.uniform()) {
            to = list_above(reach(), listed_radius_, limit, static_cast<Index>(begin), static_cast<Index>(end), from);
          } else {
            for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
              if (!coordinates.stays(j, reach().at(j, listed_radius_) * (1 + margin), listed_t_))
                *to++ = static_cast<Index>(j);
            }
          }
          counts_[static_cast<std::size_t>(c)] = to - from;
        });
      },
      problem_.penalty);
  candidates_.clear();
  for (std::int64_t c = 0; c < chunks.count(); ++c) {
    const auto from = all_.begin() + chunks.begin(c);
    candidates_.insert(candidates_.end(), from, from + counts_[static_cast<std::size_t>(c)]);
  }
}

std::span<const Index> RadiusScreen::survivors(double t) {
  if (!(radius_.two <= listed_radius_.two && radius_.max <= listed_radius_.max && t >= listed_t_)) list_all(t);
  survivors_.clear();
  std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        const bool uniform = coordinates.uniform();
        const double limit = uniform ? coordinates.stays_up_to(t) * (1 - margin) : 0;
        for (const Index candidate : candidates_) {
          const auto j = static_cast<std::size_t>(candidate);
          const double most = reach().at(j, radius_);
          if (uniform ? !(most <= limit) : !coordinates.stays(j, most * (1 + margin), t))
            survivors_.push_back(candidate);
        }
      },
      problem_.penalty);
  return survivors_;
}

double RadiusScreen::certain_penalty(std::span<const double> w, double t, double enough) const {
  return std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        if (!coordinates.uniform()) return 0.0;
        const double leaves_from = coordinates.stays_up_to(t) * (1 + margin);
        double sum = 0;
        for (const Index candidate : candidates_) {
          const auto j = static_cast<std::size_t>(candidate);
          const double least = 2 * size_[j] - reach().at(j, radius_);  // |g_j| is no smaller
          if (!(least > leaves_from) || w[j] != 0) continue;
          sum += coordinates.value(j, coordinates.step(j, 0, least * (1 - margin), t));
          if (sum > enough) break;
        }
        return sum * (1 - margin);
      },
      problem_.penalty);
}

}  // namespace gist::cpu
