#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gist/backend/cpu/column_screen.hpp"
#include "gist/backend/cpu/newton_model.hpp"
#include "gist/backend/cpu/rest_limits.hpp"
#include "gist/backend/cpu/space.hpp"
#include "gist/backend/cpu/violations.hpp"
#include "gist/solver/working_set.hpp"

namespace gist::cpu {

/// A CpuSpace that also knows its columns: the verbs of solver/working_set.hpp.
class ColumnSpace : public CpuSpace {
 public:
  ColumnSpace(const Problem& problem, Team& team);

  void admit_by(Admission admission) { admission_ = admission, closely_ = false; }
  bool look_closely();
  /// From here on gradient() reads only the columns that may matter to violation() and choose(); the others keep the
  /// gradient of an earlier point, where their coefficients were at rest as they are now. For fits at many strengths.
  void screen();
  /// While confined, gradient() reads the columns of non-zeros alone and leaves 0 for the others: none may enter.
  void confine(bool confined) { confined_ = confined; }
  void gradient(Point& point);
  /// The gradient, and where one reading gives both the curvature bounds of the columns too.
  void study(Point& point);

  double violation(const Point& point);
  double temptation(const Point& point);
  double violation_of_chosen() const { return violations_.largest_of(working_); }
  std::size_t choose(const Point& point, std::size_t newcomers);
  /// How many columns choose() could choose of those whose coefficients are 0.
  std::size_t wanted(const Point& point) const;
  /// The columns off 0, and those that would leave it if their gradient were so many times as large, ascending; after
  /// violation().
  std::vector<Index> stirred(const Point& point, double times) const;
  /// The columns that choose() chose, ascending.
  std::span<const Index> chosen() const { return working_; }
  ModelStep descend(const Point& from, Jumps jumps, double curvature_scale, const ModelGoal& goal);
  std::int64_t along(const Point& from, double share, Point& to);
  double reach(const Point& from) const;
  /// to = times * from, with loss and penalty; no pass.
  void scaled(const Point& from, double times, Point& to);
  double curvature_bound() const { return largest_bound_; }
  /// Measures the curvature bound of every column, where it is not known yet; needs the margins.
  void measure_columns(const Point& point);
  /// That bound, as it was last measured.
  std::span<const double> column_bounds() const { return bound_; }

 protected:
  /// Sets the gradient of these columns, ascending, and leaves the others; as many as there are make a pass.
  void read_some(Point& point, std::span<const Index> columns, const WorkVector& slopes);

 private:
  struct Largest {
    double value = 0;
    Largest& operator+=(const Largest& other) {
      value = ProxStep::larger(value, other.value);
      return *this;
    }
  };

  void note_bounds();
  /// Up to which size of gradient every coefficient at 0 is at rest; 0 where that is not known.
  double rest_limit() const;

  const Problem& problem_;
  Team& team_;
  NewtonModel model_;
  bool confined_ = false;
  bool closely_ = false;  // bound_ of a coordinate that would jump is that of the way it would go
  Admission admission_ = Admission::coordinate;
  std::optional<ColumnScreen> screen_;
  std::int64_t read_ = 0;  // columns, for want of a pass
  bool measured_ = false;
  double largest_bound_ = 0;
  std::vector<Largest> largest_;
  std::vector<double> bound_;          // curvature bound of each column
  RestLimits limits_;                  // of the columns, by their bounds
  Violations violations_;              // of the coordinates, at the point last asked for
  std::vector<Index> working_;         // the chosen columns, ascending
  std::vector<Index> off_zero_;        // scratch of gradient()
  std::vector<Violation> candidates_;  // scratch of choose() and temptation()
  WorkVector here_;                    // scratch of temptation(): curvatures of the columns
  WorkVector margin_change_;           // X d, centred as the margins are
  double intercept_change_ = 0;        // along with it, by the model
};

static_assert(WorkingSetSpace<ColumnSpace>);

}  // namespace gist::cpu
