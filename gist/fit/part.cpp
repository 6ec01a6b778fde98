#include "gist/fit/part.hpp"

#include <numeric>
#include <utility>

#include "gist/data/transpose.hpp"

namespace gist {
namespace {

template <class Vector>
std::vector<double> some_of(const Vector& all, std::span<const Index> chosen) {
  std::vector<double> some;
  if (all.empty()) return some;
  some.reserve(chosen.size());
  for (const Index j : chosen) some.push_back(all[static_cast<std::size_t>(j)]);
  return some;
}

}  // namespace

Part::Part(const Problem& whole, Team& team)
    : whole_(whole), team_(team), picked_(whole.design), is_in_(static_cast<std::size_t>(whole.features())) {
  problem_.loss = whole.loss;
  problem_.target = whole.target;
  problem_.sample_weight = whole.sample_weight;
  problem_.offset = whole.offset;
  problem_.intercept = whole.intercept;
  problem_.penalty = whole.penalty;
  problem_.ridge = whole.ridge;
  problem_.whole = whole.extent();
}

bool Part::too_many(std::span<const Index> columns, double share) const {
  return cpu::share_of_entries(whole_.design, columns) > share;
}

std::size_t Part::widen(std::span<const Index> wanted) {
  std::vector<Index> more;
  for (const Index j : wanted) {
    if (!is_in_[static_cast<std::size_t>(j)]) more.push_back(j);
    is_in_[static_cast<std::size_t>(j)] = true;
  }
  if (more.empty()) return 0;
  picked_.add(more, team_);
  problem_.design = picked_.design();
  columns_.insert(columns_.end(), more.begin(), more.end());
  follow_columns();
  return more.size();
}

void Part::take_all() {
  problem_.design = complete(whole_.design, team_);
  picked_ = cpu::PickedColumns(whole_.design);  // their memory is free again
  columns_.resize(is_in_.size());
  std::iota(columns_.begin(), columns_.end(), Index{0});
  is_in_.assign(columns_.size(), true);
  follow_columns();
}

void Part::follow_columns() {
  problem_.scaling = {some_of(whole_.scaling.mean, columns_), some_of(whole_.scaling.inverse_scale, columns_)};
  problem_.factor = some_of(whole_.factor, columns_);
  problem_.lower = some_of(whole_.lower, columns_);
  problem_.upper = some_of(whole_.upper, columns_);
  space_.emplace(problem_, team_);
}

WorkVector Part::of_whole(const WorkVector& w) const {
  WorkVector some(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) some[c] = w[static_cast<std::size_t>(columns_[c])];
  return some;
}

WorkVector Part::to_whole(const WorkVector& w) const {
  WorkVector all(is_in_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) all[static_cast<std::size_t>(columns_[c])] = w[c];
  return all;
}

void Part::put_back(const Point& here, Point& whole) {
  Point point = here;
  space_->loss(point);
  for (std::size_t c = 0; c < columns_.size(); ++c) whole.w[static_cast<std::size_t>(columns_[c])] = point.w[c];
  std::swap(whole.margin, point.margin);
  whole.look = point.look;
  whole.intercept = point.intercept;
  whole.loss_value = point.loss_value;
}

}  // namespace gist
