#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// H = X' (D - D 1 1' D / (1' D 1)) X over the columns met so far, written out at one D and kept, times a number, while
/// D is nearly a multiple of that. A model with a curvature that is a little old leads to the same point, for its
/// gradient is always exact, in an iteration more at times; and it costs no reading of the samples at all. That is what
/// the fits of a path, each close to the last, are made of.
///
/// For designs with many more samples than columns: dense ones, and sparse ones of few columns that are there by rows,
/// all of whose columns are met at once. Every column met has a place, in the order they came.
class KeptCurvature {
 public:
  explicit KeptCurvature(const Problem& problem) : problem_(problem) {}

  /// Whether H stands for that at `bend`, the weighted curvatures of the samples, with all of `columns` in it. Meets
  /// those it must. When two models in a row had nearly the same D, it begins anew with that.
  bool serves(std::span<const double> bend, std::span<const Index> columns);

  std::span<const Index> columns() const { return column_; }  ///< by place
  std::size_t place(Index j) const { return static_cast<std::size_t>(place_[static_cast<std::size_t>(j)]); }
  const double* rows() const { return h_.data(); }
  std::size_t stride() const { return room_; }

 private:
  bool may_keep(std::size_t count);
  bool worth_writing_out(Offset entries);
  void begin(std::span<const double> bend);
  void meet(std::span<const Index> columns);
  void meet_all_sparse();
  void multiply_all();
  void scale_by_columns();
  void rescale(double scale);
  void set(std::size_t a, std::size_t b, double product);

  const Problem& problem_;
  std::vector<double> bend_, recent_;  // D; that of the last model
  std::vector<float> root_;            // sqrt(D_i)
  double total_ = 0;                   // sum_i D_i, 0 without an intercept
  std::vector<Index> place_, column_;
  std::vector<float> value_;      // sqrt(D) x of the columns, by place
  std::vector<double> weighted_;  // sum_i D_i x_i
  std::vector<double> h_;
  double scale_ = 1;  // h_ is so many times H at bend_
  std::size_t room_ = 0;
  std::optional<bool> sparse_suits_;    // whether the design is sparse and such that H is worth writing out at times
  double sparse_cost_ = 0, spent_ = 0;  // of that; of models that were not served by H, since the last time
};

}  // namespace gist::cpu
