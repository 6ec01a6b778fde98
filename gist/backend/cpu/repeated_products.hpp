#pragma once

#include <optional>
#include <span>

#include "gist/backend/cpu/chosen_columns.hpp"
#include "gist/backend/cpu/row_sums.hpp"
#include "gist/backend/cpu/slices.hpp"
#include "gist/core/pages.hpp"
#include "gist/core/team.hpp"
#include "gist/data/design.hpp"

namespace gist::cpu {

/// Products with one design again and again, as a fit makes them. The first few are those of products.hpp; a sparse
/// design that is asked for more is copied into slices, each way for itself, which pays after about as many products as
/// it has waited for. When that is depends on the number of products alone, so that a fit has the same bits every time
/// and on any number of threads. Only the copying allocates. Refers to the design and the team.
class RepeatedProducts {
 public:
  RepeatedProducts(const Design& design, Team& team) : design_(design), team_(team) {}

  /// out = X w. Where w has few non-zeros only their columns are read, and that does not count as a product.
  void multiply(std::span<const double> w, std::span<double> out);
  /// The same where it is known already which columns those are, ascending, and how many entries they hold. Says how
  /// many were read.
  Offset multiply(std::span<const double> w, std::span<const Index> support, Offset entries, std::span<double> out);
  /// Whether a product X w, with so many non-zeros in w whose columns hold so many entries, can be left out without a
  /// trace in the products that follow.
  bool may_skip(std::size_t nonzeros, Offset entries) const;
  /// out = X' r.
  void multiply_transposed(std::span<const double> r, std::span<double> out);

  /// out_j = sum_i weight_i x_ij^2: from the copy for X' where there is one. No product, and no reason to make it.
  void column_squares(std::span<const double> weight, std::span<double> out);

  /// product = X' r and squares_j = sum_i weight_i x_ij^2, from the design itself. No product either.
  void product_and_squares(std::span<const double> r, std::span<const double> weight, std::span<double> product,
                           std::span<double> squares);

  /// out_j = (X' r)_j for the chosen columns alone, to the last bit what multiply_transposed() would write there now.
  /// Such parts are no product by themselves: count_parts() says that together they stood for one.
  void multiply_transposed(std::span<const double> r, std::span<const Index> chosen, std::span<double> out);
  void count_parts() {
    if (columns_.plain) columns_.count();
  }

  /// From now on, however few there have been.
  void expect_many() {
    rows_.expect_many();
    columns_.expect_many();
  }

  /// So many products one way before the copy for that way is made.
  static constexpr int plain_products = 8;

 private:
  /// One way of the matrix: how often it has been read, and its copy once there is one.
  struct Way {
    int products = 0;   // made from the design itself
    bool plain = true;  // as yet, or for good where a copy would not help
    std::optional<Slices> slices;
    WorkVector renamed;  // x in the order of the slices, where they have one of their own

    /// A product has been made from the design: is it time for the copy?
    void count() { plain = ++products != plain_products; }
    void expect_many() {
      if (products >= plain_products) return;  // asked already whether a copy would help
      products = plain_products;
      plain = false;
    }
  };

  /// out = sums over `lines` from their copy, which the first call makes; false where there is none to make.
  template <class Value>
  bool sum_sliced(Way& way, const Compressed<Value>& lines, const std::optional<Compressed<Value>>& across,
                  std::span<const double> x, std::span<double> out, Power power = Power::first);

  /// How multiply_transposed() would add up a column now.
  SumOrder column_order();

  const Design& design_;
  Team& team_;
  Way rows_, columns_;
  bool copy_pays_ = false;  // asked already, and yes; the copy itself may be yet to make
  std::vector<Index> longest_first_;
  RowCuts cuts_;
};

}  // namespace gist::cpu
