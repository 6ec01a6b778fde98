#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gist/backend/cpu/exact_moves.hpp"
#include "gist/fit/solve.hpp"

namespace gist {

/// A search for a low point of one problem by several ways: what `auto` and `best` are made of. A way is a chain of
/// legs, each a solver run from where the last one ended; the penalty of a leg may be softer or stronger than the
/// problem's own, which it is again when the search is over.
class Search {
 public:
  /// `problem` is the one the space refers to. Steps of legs on the problem's own penalty are told to `observe`.
  Search(cpu::ColumnSpace& space, Problem& problem, const Stop& stop, WorkVector start, const Observer& observe);

  /// Most columns leave 0 by a jump, whatever those do that are here: they are a part of the problem.
  void assume_jumps() { continuous_ = false; }

  /// Asked of the lowest point before it is improved; where it says no the search ends there, its status `running`.
  using Enough = std::function<bool(const WorkVector&)>;
  Solved automatic(const Enough& enough = {});
  /// From the start on, other columns having come in since a search ended there.
  Solved go_on();
  Solved best(const BestOptions& options);

 private:
  /// Somewhere a way led.
  struct Place {
    WorkVector w;
    double objective = infinity;
    Status status = Status::running;
    double t = 1;
    bool finished = false;                        ///< to the tolerance asked for, or to a limit
    std::optional<cpu::CpuSpace::Point> known{};  ///< the same place with its loss and gradient, where they are at hand
  };

  using Way = std::function<void(Place&)>;
  void go(std::string name, const Way& way);
  void leg(const Penalty& penalty, const SolverOptions& how, const Stop& stop, Place& place);
  void loosely(const Penalty& penalty, int most, Place& place);
  void by_gist(const Penalty& penalty, int most, Place& place);
  void to_l1(int most, Place& place);
  void classical(Place& place);
  void down_theta(int stages, double from, int most, Place& place);
  template <class Leg>
  void down_lambda(int stages, double stretch, Leg&& take);
  void up_lambda(Place& place);

  // Which ways are gone, by how much there is to search through (search_ways.cpp).
  Way from_large_lambda(int stages);
  Way from_gist(int steps);
  Way from_l1(int steps_to_it, int stages, double from, int most);
  /// Goes a way and keeps where it led.
  void along(std::string name, const Way& way);
  /// Ways from different sides, for a penalty that is not convex, and the lowest ends improved. Says whether it came to
  /// the end of that.
  bool low_points(const Enough& enough = {});
  void few_samples();
  void small_problem();
  void few_columns();
  void many_of_both();
  void without_a_bend();
  void improve_ends();
  bool bends() const;
  bool never_flat() const;
  /// Whether columns have nearly one direction, as numbers far from 0 have where no intercept takes their mean.
  bool alike();

  void settle_low(Place& place);
  void restart(int rounds, int in_vain, std::uint64_t seed);

  // What makes a point lower by taking coefficients away and letting others in (search_improve.cpp).
  void settle(int most, Place& place);
  void settle_among_themselves(int most, Place& place);
  void grow(Place& place);
  bool grow_here(int rounds, Place& place);
  bool by_parts() const;
  /// The columns that would gain most if the loss were as kind as it may be, best first, and how many of them may come.
  struct Promising {
    std::vector<Index> columns;
    std::size_t most;
  };
  Promising promising(const WorkVector& w, std::size_t each);
  Place without(const Place& place, const std::vector<std::size_t>& order, std::size_t from, std::size_t count);
  void improve(Place& place);
  void perturb(int round, std::mt19937_64& random, Place& place);
  void finish(Place& place);

  /// The point at w with its margins and loss; there is no room in it for a gradient.
  cpu::CpuSpace::Point look(const WorkVector& w);
  /// The objective at w, or, where longer and longer multiples of w have ever lower ones, at the last of them.
  double worth(const WorkVector& w);
  /// That multiple; w itself where its loss is less than this many times its penalty.
  cpu::CpuSpace::Point stretched(const WorkVector& w, double least_loss = 0);
  /// Goes there, and tells the observer.
  void stretch(Place& place, double least_loss = 0);
  std::vector<std::size_t> weakest_first(const WorkVector& w);
  std::vector<double> loss_without(cpu::CpuSpace::Point point, std::span<const Index> columns);
  /// Whether exact moves see more than models do: not where the model is the loss. Nor where the curvature has no
  /// bound: there a point that no single move improves may fail the coordinate test all the same.
  bool by_exact_moves() const;
  /// Far from the end of a way a point need not be known better than this: what counts is where it leads.
  double loose() const;
  bool over() const { return stop_.limits(iterations_) != Status::running; }
  bool started() const;
  static std::size_t nonzeros(const WorkVector& w);
  /// Nearly every column is in: there is nothing to choose between, and every step costs as much as all of X.
  bool crowded(const WorkVector& w) const;
  /// Whether most columns leave 0 continuously, as columns scaled to one length do; known for least squares.
  bool continuous();
  bool narrow() const { return problem().few_columns(); }
  double samples_a_column() const;
  bool tall() const { return narrow() && samples_a_column() >= 100; }
  /// What the point is worth is its penalty.
  bool loss_is_gone(const WorkVector& w);
  /// A search takes a millisecond.
  bool tiniest() const { return problem().extent().entries <= 20'000; }
  int stage() const { return static_cast<int>(runs_.size()) + 1; }
  Place at_start() const { return {.w = start_}; }
  void note(std::string name, double begun, int before, const Place& place);
  Solved answer(std::string engine, std::string why);

  /// Where a search stands: on all columns, or for a while on some of them, a problem of their own.
  struct Ground {
    cpu::ColumnSpace& space;
    Problem& problem;
    cpu::ExactMoves moves;
  };
  /// Coefficients of other columns are 0 there, and stay so, while it lasts.
  class Stay;
  cpu::ColumnSpace& space() const { return here_->space; }
  Problem& problem() const { return here_->problem; }
  cpu::ExactMoves& moves() const { return here_->moves; }

  Ground whole_;
  Ground* here_ = &whole_;
  const Stop& stop_;
  const Penalty target_;
  WorkVector start_;
  const Observer& observe_;
  int iterations_ = 0;
  Place lowest_;
  std::vector<Run> runs_;
  std::optional<bool> continuous_;
  std::vector<Place> ends_;        // where the ways led
  std::size_t most_improved_ = 1;  // of them, if they are not far above the lowest
  double not_far_ = 1;
  bool agreed_ = false;    // nothing is left to improve
  bool thorough_ = false;  // improving goes on for longer
  bool patient_ = false;   // a lower objective is worth the time
};

}  // namespace gist
