#include "gist/backend/cpu/kernels_block.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_block.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "gist/backend/cpu/scattered-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Four times four sums: enough under way at once to keep the adders busy.
float gathered_dot_of(const float* a, const Index* row, std::size_t n, const float* u) {
  constexpr std::size_t abreast = 4, lanes = 4;
  FourFloats sums[abreast] = {}, v, f;
  std::size_t k = 0;
  for (; k + abreast * lanes <= n; k += abreast * lanes) {
    for (std::size_t q = 0; q < abreast; ++q) {
      load_values(a + k + q * lanes, v);
      load_scattered(u, row + k + q * lanes, f);
      sums[q] += v * f;
    }
  }
  for (std::size_t q = 0; k + lanes <= n; k += lanes, ++q) {
    load_values(a + k, v);
    load_scattered(u, row + k, f);
    sums[q] += v * f;
  }
  const FourFloats all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float sum = (all[0] + all[1]) + (all[2] + all[3]);
  for (; k < n; ++k) sum += a[k] * u[row[k]];
  return sum;
}

void scattered_add_of(const float* a, const Index* row, std::size_t n, float by, float* u) {
  constexpr std::size_t lanes = 4;
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes) {
    FourFloats v;
    load_values(a + k, v);
    v *= by;
    for (std::size_t lane = 0; lane < lanes; ++lane) u[row[k + lane]] += v[lane];
  }
  for (; k < n; ++k) u[row[k]] += by * a[k];
}

float contiguous_dot_of(const float* a, std::size_t n, const float* u) {
  const hn::ScalableTag<float> floats;
  const std::size_t lanes = hn::Lanes(floats);
  auto even = hn::Zero(floats), odd = even;
  std::size_t k = 0;
  for (; k + 2 * lanes <= n; k += 2 * lanes) {
    even = hn::MulAdd(hn::LoadU(floats, a + k), hn::LoadU(floats, u + k), even);
    odd = hn::MulAdd(hn::LoadU(floats, a + k + lanes), hn::LoadU(floats, u + k + lanes), odd);
  }
  float sum = hn::GetLane(hn::SumOfLanes(floats, hn::Add(even, odd)));
  for (; k < n; ++k) sum += a[k] * u[k];
  return sum;
}

void contiguous_add_of(const float* a, std::size_t n, float by, float* u) {
  const hn::ScalableTag<float> floats;
  const std::size_t lanes = hn::Lanes(floats);
  const auto factor = hn::Set(floats, by);
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes)
    hn::StoreU(hn::MulAdd(factor, hn::LoadU(floats, a + k), hn::LoadU(floats, u + k)), floats, u + k);
  for (; k < n; ++k) u[k] += by * a[k];
}

HWY_INLINE auto load_as(hn::ScalableTag<float> floats, const float* from) { return hn::LoadU(floats, from); }
HWY_INLINE auto load_as(hn::ScalableTag<double> doubles, const float* from) {
  return hn::PromoteTo(doubles, hn::LoadU(hn::Rebind<float, hn::ScalableTag<double>>(), from));
}

/// In stretches that fit the first-level cache; sums of a stretch are of the precision asked for, of all of them
/// double.
template <class Sum>
HWY_INLINE void tile_products_in(const float* const* x, const float* const* y, std::size_t n, double* out) {
  const hn::ScalableTag<Sum> lanes_of;
  using V = hn::VFromD<decltype(lanes_of)>;
  const std::size_t lanes = hn::Lanes(lanes_of);
  constexpr std::size_t stretch = 1024;
  double sums[16] = {};
  for (std::size_t begin = 0; begin < n; begin += stretch) {
    const std::size_t end = begin + stretch < n ? begin + stretch : n;
    V s00 = hn::Zero(lanes_of), s01 = s00, s02 = s00, s03 = s00, s10 = s00, s11 = s00, s12 = s00, s13 = s00;
    V s20 = s00, s21 = s00, s22 = s00, s23 = s00, s30 = s00, s31 = s00, s32 = s00, s33 = s00;
    std::size_t k = begin;
    for (; k + lanes <= end; k += lanes) {
      const V y0 = load_as(lanes_of, y[0] + k), y1 = load_as(lanes_of, y[1] + k);
      const V y2 = load_as(lanes_of, y[2] + k), y3 = load_as(lanes_of, y[3] + k);
      const V x0 = load_as(lanes_of, x[0] + k), x1 = load_as(lanes_of, x[1] + k);
      const V x2 = load_as(lanes_of, x[2] + k), x3 = load_as(lanes_of, x[3] + k);
      s00 = hn::MulAdd(x0, y0, s00), s01 = hn::MulAdd(x0, y1, s01);
      s02 = hn::MulAdd(x0, y2, s02), s03 = hn::MulAdd(x0, y3, s03);
      s10 = hn::MulAdd(x1, y0, s10), s11 = hn::MulAdd(x1, y1, s11);
      s12 = hn::MulAdd(x1, y2, s12), s13 = hn::MulAdd(x1, y3, s13);
      s20 = hn::MulAdd(x2, y0, s20), s21 = hn::MulAdd(x2, y1, s21);
      s22 = hn::MulAdd(x2, y2, s22), s23 = hn::MulAdd(x2, y3, s23);
      s30 = hn::MulAdd(x3, y0, s30), s31 = hn::MulAdd(x3, y1, s31);
      s32 = hn::MulAdd(x3, y2, s32), s33 = hn::MulAdd(x3, y3, s33);
    }
    const auto add = [&](std::size_t at, V v) {
      sums[at] += static_cast<double>(hn::GetLane(hn::SumOfLanes(lanes_of, v)));
    };
    add(0, s00), add(1, s01), add(2, s02), add(3, s03), add(4, s10), add(5, s11), add(6, s12), add(7, s13);
    add(8, s20), add(9, s21), add(10, s22), add(11, s23), add(12, s30), add(13, s31), add(14, s32), add(15, s33);
    for (; k < end; ++k) {
      for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < 4; ++b) sums[4 * a + b] += double{x[a][k]} * double{y[b][k]};
    }
  }
  for (std::size_t at = 0; at < 16; ++at) out[at] = sums[at];
}

void tile_products_of(const float* const* x, const float* const* y, std::size_t n, double* out) {
  tile_products_in<float>(x, y, n, out);
}

void exact_tile_products_of(const float* const* x, const float* const* y, std::size_t n, double* out) {
  tile_products_in<double>(x, y, n, out);
}

void add_four_of(const double* const* a, std::size_t n, const double* by, double* u) {
  const hn::ScalableTag<double> doubles;
  const std::size_t lanes = hn::Lanes(doubles);
  const auto f0 = hn::Set(doubles, by[0]), f1 = hn::Set(doubles, by[1]);
  const auto f2 = hn::Set(doubles, by[2]), f3 = hn::Set(doubles, by[3]);
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes) {
    const auto one = hn::MulAdd(f1, hn::LoadU(doubles, a[1] + k), hn::Mul(f0, hn::LoadU(doubles, a[0] + k)));
    const auto two = hn::MulAdd(f3, hn::LoadU(doubles, a[3] + k), hn::Mul(f2, hn::LoadU(doubles, a[2] + k)));
    hn::StoreU(hn::Add(hn::LoadU(doubles, u + k), hn::Add(one, two)), doubles, u + k);
  }
  for (; k < n; ++k) u[k] += (by[0] * a[0][k] + by[1] * a[1][k]) + (by[2] * a[2][k] + by[3] * a[3][k]);
}

double double_dot_of(const double* a, std::size_t n, const double* u) {
  const hn::ScalableTag<double> doubles;
  const std::size_t lanes = hn::Lanes(doubles);
  auto s0 = hn::Zero(doubles), s1 = s0, s2 = s0, s3 = s0;
  std::size_t k = 0;
  for (; k + 4 * lanes <= n; k += 4 * lanes) {
    s0 = hn::MulAdd(hn::LoadU(doubles, a + k), hn::LoadU(doubles, u + k), s0);
    s1 = hn::MulAdd(hn::LoadU(doubles, a + k + lanes), hn::LoadU(doubles, u + k + lanes), s1);
    s2 = hn::MulAdd(hn::LoadU(doubles, a + k + 2 * lanes), hn::LoadU(doubles, u + k + 2 * lanes), s2);
    s3 = hn::MulAdd(hn::LoadU(doubles, a + k + 3 * lanes), hn::LoadU(doubles, u + k + 3 * lanes), s3);
  }
  double sum = hn::GetLane(hn::SumOfLanes(doubles, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
  for (; k < n; ++k) sum += a[k] * u[k];
  return sum;
}

void double_add_of(const double* a, std::size_t n, double by, double* u) {
  const hn::ScalableTag<double> doubles;
  const std::size_t lanes = hn::Lanes(doubles);
  const auto factor = hn::Set(doubles, by);
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes)
    hn::StoreU(hn::MulAdd(factor, hn::LoadU(doubles, a + k), hn::LoadU(doubles, u + k)), doubles, u + k);
  for (; k < n; ++k) u[k] += by * a[k];
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(gathered_dot_of);
HWY_EXPORT(scattered_add_of);
HWY_EXPORT(contiguous_dot_of);
HWY_EXPORT(contiguous_add_of);
HWY_EXPORT(tile_products_of);
HWY_EXPORT(exact_tile_products_of);
HWY_EXPORT(double_add_of);
HWY_EXPORT(double_dot_of);
HWY_EXPORT(add_four_of);

float gathered_dot(const float* a, const Index* row, std::size_t n, const float* u) {
  return HWY_DYNAMIC_DISPATCH(gathered_dot_of)(a, row, n, u);
}
void scattered_add(const float* a, const Index* row, std::size_t n, float by, float* u) {
  HWY_DYNAMIC_DISPATCH(scattered_add_of)(a, row, n, by, u);
}
float contiguous_dot(const float* a, std::size_t n, const float* u) {
  return HWY_DYNAMIC_DISPATCH(contiguous_dot_of)(a, n, u);
}
void contiguous_add(const float* a, std::size_t n, float by, float* u) {
  HWY_DYNAMIC_DISPATCH(contiguous_add_of)(a, n, by, u);
}

void tile_products(const float* const* x, const float* const* y, std::size_t n, double* out) {
  HWY_DYNAMIC_DISPATCH(tile_products_of)(x, y, n, out);
}
void exact_tile_products(const float* const* x, const float* const* y, std::size_t n, double* out) {
  HWY_DYNAMIC_DISPATCH(exact_tile_products_of)(x, y, n, out);
}
double contiguous_dot(const double* a, std::size_t n, const double* u) {
  return HWY_DYNAMIC_DISPATCH(double_dot_of)(a, n, u);
}
void add_four(const double* const* a, std::size_t n, const double* by, double* u) {
  HWY_DYNAMIC_DISPATCH(add_four_of)(a, n, by, u);
}
void contiguous_add(const double* a, std::size_t n, double by, double* u) {
  HWY_DYNAMIC_DISPATCH(double_add_of)(a, n, by, u);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
