#include "gist/report/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gist::report {
namespace {

/// The smallest of 1, 2, 5 times a power of ten that cuts `span` into at most `most` pieces.
double round_step(double span, std::size_t most) {
  const double rough = span / static_cast<double>(std::max<std::size_t>(most, 1));
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/// Multiples of `step` inside [low, high], by counting, so that errors do not add up.
std::vector<Tick> multiples(double low, double high, double step) {
  std::vector<Tick> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + step * 1e-9 && ticks.size() < 100; ++k) {
    const double value = k == 0 ? 0 : k * step;
    ticks.push_back({value, fmt::format("{:.6g}", value)});
  }
  return ticks;
}

std::vector<Tick> linear_ticks(double low, double high, std::size_t most) {
  // The finest round step that keeps to the number: how many multiples fit depends on where the ends are.
  for (std::size_t pieces = most; pieces > 0; --pieces) {
    const double step = round_step(high - low, pieces);
    if (!(step > 0) || !std::isfinite(step)) return {};
    if (auto ticks = multiples(low, high, step); ticks.size() <= most) return ticks;
  }
  return {};
}

std::vector<Tick> log_ticks(double low, double high, std::size_t most) {
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  const auto decades = static_cast<std::size_t>(std::max(0, last - first + 1));
  std::vector<Tick> ticks;
  const auto add = [&](double value) {
    if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) ticks.push_back({value, fmt::format("{:.6g}", value)});
  };
  if (decades >= 3 || decades >= most) {
    const int stride = static_cast<int>((decades + most - 1) / std::max<std::size_t>(most, 1));
    for (int power = first; power <= last; power += std::max(1, stride)) add(std::pow(10.0, power));
    return ticks;
  }
  for (int power = first - 1; power <= last; ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) add(factor * std::pow(10.0, power));
  }
  if (ticks.size() >= 2 && ticks.size() <= most) return ticks;
  if (ticks.size() > most && decades >= 2) {
    ticks.clear();
    for (int power = first; power <= last; ++power) add(std::pow(10.0, power));
    return ticks;
  }
  return linear_ticks(low, high, most);  // less than a decade: nothing rounder than 1.2, 1.4, ...
}

}  // namespace

std::string readable(double value) {
  if (std::isnan(value)) return "not a number";
  return fmt::format("{:.6g}", value == 0 ? 0 : value);
}

Mapping::Mapping(const Axis& axis, std::span<const double> values, double from_pixel, double to_pixel)
    : scale_(axis.scale), from_pixel_(from_pixel), to_pixel_(to_pixel) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double value : values) {
    if (!has(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) low = scale_ == Scale::log ? 1 : 0, high = scale_ == Scale::log ? 10 : 1;  // nothing to draw
  const bool own_low = axis.low && has(*axis.low), own_high = axis.high && has(*axis.high);
  if (scale_ == Scale::log) {
    if (low == high) low /= 2, high *= 2;
  } else {
    const double room = low == high ? (low == 0 ? 1 : std::abs(low) / 2) : (high - low) * 0.03;
    low -= room, high += room;
  }
  low_ = own_low ? *axis.low : low;
  high_ = own_high ? *axis.high : high;
  if (!(low_ < high_)) low_ = low, high_ = high;  // ends that leave nothing are not ends
  if (axis.reversed) std::swap(from_pixel_, to_pixel_);
}

bool Mapping::has(double value) const { return std::isfinite(value) && (scale_ == Scale::linear || value > 0); }

double Mapping::place(double value) const { return scale_ == Scale::log ? std::log10(value) : value; }

double Mapping::pixel(double value) const {
  const double share = (place(value) - place(low_)) / (place(high_) - place(low_));
  return from_pixel_ + share * (to_pixel_ - from_pixel_);
}

std::vector<Tick> Mapping::ticks(std::size_t most) const {
  return scale_ == Scale::log ? log_ticks(low_, high_, most) : linear_ticks(low_, high_, most);
}

}  // namespace gist::report
