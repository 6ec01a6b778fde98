#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/data/design.hpp"

namespace gist::cpu {

/// PickedColumns in one precision.
template <class Value>
class PickedValues {
 public:
  explicit PickedValues(const Sparse<Value>& whole) : whole_(whole) {}
  void add(std::span<const Index> chosen, Team& team);
  Design design() const;

 private:
  void make_room(Offset there, Offset entries);
  void add_from_rows(std::span<const Index> chosen, Team& team);
  void add_from_columns(std::span<const Index> chosen);

  Sparse<Value> whole_;
  std::vector<Offset> start_{0};
  std::shared_ptr<Index[]> index_;
  std::shared_ptr<Value[]> value_;
  Offset room_ = 0;
  std::shared_ptr<Index[]> place_;  // of the columns chosen last, among them; of others nothing has been written
};

/// Some columns of a sparse design, by columns whichever way it came: from rows in one pass over them, at a fraction of
/// what transposing all would cost. They may come a few at a time: those that come later lie behind the earlier ones,
/// in the same memory as long as there is room. The same bits on any number of threads.
class PickedColumns {
 public:
  /// Of a sparse design.
  explicit PickedColumns(const Design& whole);

  void add(std::span<const Index> chosen, Team& team) {
    std::visit([&](auto& values) { values.add(chosen, team); }, values_);
  }
  /// Those added so far, in the order they came; later ones do not change it.
  Design design() const {
    return std::visit([](const auto& values) { return values.design(); }, values_);
  }

 private:
  std::variant<PickedValues<float>, PickedValues<double>> values_;
};

/// Which share of a design's entries lies in these columns; where it is there by rows only, of a sample of its rows.
double share_of_entries(const Design& design, std::span<const Index> columns);

}  // namespace gist::cpu
