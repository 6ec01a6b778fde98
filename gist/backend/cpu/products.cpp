#include "gist/backend/cpu/products.hpp"
namespace gist::cpu {
namespace {
template <class F>
void each(const Design& x, F&& f) {
  std::visit(
      [&](const auto& m) {
        if constexpr (requires { m.by_row; }) {
          const bool byrow = m.by_row.has_value();
          const auto& c = byrow ? *m.by_row : *m.by_column;
          for (Index l = 0; l < c.lines(); ++l)
            for (Offset k = c.start[(size_t)l]; k < c.start[(size_t)l + 1]; ++k) {
              Index o = c.index[(size_t)k];
              f(byrow ? l : o, byrow ? o : l, (double)c.value[(size_t)k]);
            }
        } else {
          for (Index j = 0; j < m.columns; ++j)
            for (Index i = 0; i < m.rows; ++i) f(i, j, (double)m.value[(size_t)j * (size_t)m.rows + (size_t)i]);
        }
      },
      x.storage());
}
}  // namespace
void multiply(const Design& x, std::span<const double> w, std::span<double> out, Team&) {
  for (auto& o : out) o = 0;
  each(x, [&](Index i, Index j, double v) { out[(size_t)i] += v * w[(size_t)j]; });
}
void multiply_transposed(const Design& x, std::span<const double> r, std::span<double> out, Team&) {
  for (auto& o : out) o = 0;
  each(x, [&](Index i, Index j, double v) { out[(size_t)j] += v * r[(size_t)i]; });
}
ColumnMoments column_moments(const Design& x, std::span<const double> s, Team&) {
  ColumnMoments m{std::vector<double>((size_t)x.columns()), std::vector<double>((size_t)x.columns())};
  each(x, [&](Index i, Index j, double v) {
    double q = s.empty() ? 1 : s[(size_t)i];
    m.sum[(size_t)j] += q * v;
    m.sum_of_squares[(size_t)j] += q * v * v;
  });
  return m;
}
}  // namespace gist::cpu
