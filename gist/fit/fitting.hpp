#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "gist/backend/cpu/column_space.hpp"
#include "gist/fit/fit.hpp"
#include "gist/fit/null_model.hpp"
#include "gist/fit/prepare.hpp"
#include "gist/fit/solve.hpp"

namespace gist {

/// Where the search at one strength of the penalty ended, on the scale the problem works on.
struct Answer {
  Penalty penalty;
  Status status = Status::running;
  int iterations = 0;
  cpu::CpuSpace::Point point;   ///< coefficients, margins and intercept; the gradient once it has been judged
  std::string engine{}, why{};  ///< of solver auto and best: which solver led there, and why
  std::vector<Run> runs{};      ///< and the ways that were gone
  double t = 1;                 ///< the inverse step it was last tested at, and the next search may begin with
  bool evaluated = false;       ///< the point is complete: all of it worked out from its coefficients
};

/// The coefficients of an answer on the scale of the user's columns.
struct Coefficients {
  double intercept = 0;
  std::vector<Index> index;   ///< ascending, 0-based
  std::vector<double> value;  ///< the non-zero ones
};

/// Data prepared and studied at w = 0 once, for fits at as many strengths of the penalty as one likes: what fit() does
/// once, and what a path does again and again. Refers to the data and the team; one fit at a time.
class Fitting {
 public:
  /// Throws Error for bad input. `interrupt` is looked at after every step.
  Fitting(const FitData& data, const FitSpec& spec, Team& team, const std::atomic<bool>* interrupt = nullptr);
  Fitting(const Fitting&) = delete;
  Fitting& operator=(const Fitting&) = delete;

  const FitSpec& spec() const { return spec_; }
  const Problem& problem() const { return prepared_.problem; }
  /// What a solver says of itself, unless the certificate says that it is far from a critical point.
  Status believed(Status said, const Certificate& certificate) const;
  /// Entries of the design as it came.
  Offset stored() const { return data_.dataset.design.nonzeros(); }
  const NullModel& null() const { return null_; }

  /// The penalty of the spec at this strength and, where given, shape; theta follows lambda where the spec has a
  /// theta_ratio. Throws Error where that gives a penalty out of its range.
  Penalty at_strength(double lambda, std::optional<double> theta = std::nullopt) const;
  /// lambda_max of the spec's penalty at another theta.
  double lambda_max_at(double theta) const;
  /// The penalty the spec asks for, lambda and theta as numbers.
  Penalty settled() const;

  /// For many fits in a row: gradients are read only where they may matter (backend/cpu/column_screen.hpp). Nothing
  /// that is reported changes by it but the passes. Does nothing for solvers other than working-set and auto.
  void screen();

  /// Where to start: at 0, or at a model of the same width; moved inside the bounds.
  Answer start(const Model* model = nullptr) const;

  /// Many fits will follow: what pays only then is done now (compress.hpp).
  void expect_many();
  /// One fit, the only one, with this penalty goes over the data some times, a search for a low point many: where it is
  /// cheaper to go over fewer samples instead, it will.
  void expect_one(const Penalty& penalty);

  /// Searches from where `from` ended. `seconds` at most, where given, instead of what the spec says.
  Answer solve(const Penalty& penalty, Answer from, const Observer& observe = {},
               std::optional<double> seconds = std::nullopt);
  /// As solve(), from these coefficients and inverse step, by another solver than the spec's.
  Answer solve_by(const SolverOptions& solver, const Penalty& penalty, WorkVector w, double t,
                  const Observer& observe = {}, std::optional<double> seconds = std::nullopt);

  /// What the answer is worth, worked out anew from its coefficients. Sets its gradient, and its status where there is
  /// no minimiser. `passes` of the report count from the making of this object.
  FitReport judge(Answer& answer);
  /// The objective alone; sets margins and intercept. Reads no more of the data than the columns of non-zeros.
  double evaluate(Answer& answer);
  /// Full passes over the data so far, those at w = 0 included.
  std::int64_t passes() const { return null_.passes + space_.passes(); }

  Coefficients coefficients(const Answer& answer) const;
  /// The answer as a model of its own.
  Model model(const Answer& answer, FitReport report) const;
  /// The model fitted again to the same data on its own columns, without the penalty (relax.hpp).
  Model relax(const Model& chosen);
  /// All of a model that does not depend on the strength of the penalty.
  Model frame() const;

 private:
  /// From here on a sparse design is there by rows and by columns.
  void take_both_ways();
  void compress_for(double passes);
  void finish_on_data(const Stop& stop, const Observer& observe, Solved& found);
  /// The curvature bounds of the columns at a point, on whatever occasion they were measured.
  std::span<const double> curvature_at(cpu::CpuSpace::Point& point);
  /// Whether all of the point at these coefficients is known from what was studied at w = 0.
  bool studied(const WorkVector& w) const;
  /// That point, of coefficients that are all 0. The only fit takes the gradient for good.
  cpu::CpuSpace::Point at_zero(WorkVector w);
  /// Part by part (in_play.hpp).
  Solved play(const SolverOptions& solver, const Stop& stop, WorkVector w, const Observer& observe);

  const FitData& data_;
  FitSpec spec_;
  Team alone_{1};
  Team& team_;  // the one given, or alone_ where others would only be in the way
  const std::atomic<bool>* interrupt_;
  Prepared prepared_;
  cpu::ColumnSpace space_;
  NullModel null_;
  std::optional<Problem> small_;  // the same objective on fewer samples, where there is such a thing
  std::optional<cpu::ColumnSpace> small_space_;
  bool screened_ = false;
  bool finish_on_data_ = false;
  bool only_one_ = false;          // fit
  std::vector<double> curvature_;  // of the columns, measured last
};

}  // namespace gist
