#include "gist/backend/cpu/kernels_logistic_line.hpp"

#include <algorithm>

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_logistic_line.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// math-inl.h guards itself per target and must come after highway.h
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Floats>;

/// Sums of single precision over so many vectors: few enough for rounding not to add up.
constexpr std::int64_t vectors_a_block = 32;

/// log(1 + e) = 2 artanh(r) with r = e / (2 + e), at most 1/3: 2 r (1 + r^2 / 3 + r^4 / 5 + ...), what is left out
/// below half a unit in the last place. Powers too small to be normal would take a hundred times as long, and add
/// nothing.
HWY_INLINE Vector log_of_one_more(Vector ratio) {
  const Floats floats;
  const Vector some = hn::Max(ratio, hn::Set(floats, 1e-5F));
  const Vector x = hn::Mul(some, some), x2 = hn::Mul(x, x), x4 = hn::Mul(x2, x2);
  const auto term = [&](int k) { return hn::Set(floats, 1.0F / static_cast<float>(2 * k + 1)); };
  const Vector low = hn::MulAdd(x2, hn::MulAdd(x, term(3), term(2)), hn::MulAdd(x, term(1), term(0)));
  const Vector high = hn::MulAdd(x2, term(6), hn::MulAdd(x, term(5), term(4)));
  return hn::Mul(hn::Add(ratio, ratio), hn::MulAdd(x4, high, low));
}

/// Sums of single precision, added up in double precision a block at a time.
struct Sums {
  Vector loss, slope, curvature;

  HWY_INLINE Sums() : loss(hn::Zero(Floats())), slope(loss), curvature(loss) {}

  /// A margin m as the loss sees it, by one exponential and one division. With e = exp(-|m|), 1 / (1 + e) and
  /// e / (2 + e) are what is left of 1 / ((1 + e) (2 + e)).
  HWY_INLINE void add(Vector m, Vector entry, Vector weight) {
    const Floats floats;
    const Vector one = hn::Set(floats, 1.0F);
    const Vector e = hn::IfThenElse(hn::IsNaN(m), m, hn::Exp(floats, hn::Neg(hn::Abs(m))));
    const Vector one_more = hn::Add(e, one), two_more = hn::Add(e, hn::Set(floats, 2.0F));
    const Vector both = hn::Div(one, hn::Mul(one_more, two_more));
    const Vector inverse = hn::Mul(two_more, both), ratio = hn::Mul(e, hn::Mul(one_more, both));
    const Vector share = hn::Mul(hn::IfThenElse(hn::Gt(m, hn::Zero(floats)), e, one), inverse);
    const Vector weighted = hn::Mul(weight, entry);
    loss = hn::MulAdd(weight, hn::Sub(log_of_one_more(ratio), hn::Min(m, hn::Zero(floats))), loss);
    slope = hn::NegMulAdd(weighted, share, slope);
    curvature = hn::MulAdd(hn::Mul(weighted, entry), hn::Mul(e, hn::Mul(inverse, inverse)), curvature);
  }
  HWY_INLINE void empty_into(LogisticLine& line) {
    const Floats floats;
    line.loss += double{hn::GetLane(hn::SumOfLanes(floats, loss))};
    line.slope += double{hn::GetLane(hn::SumOfLanes(floats, slope))};
    line.curvature += double{hn::GetLane(hn::SumOfLanes(floats, curvature))};
    loss = slope = curvature = hn::Zero(floats);
  }
};

}  // namespace

LogisticLine line(const LogisticLineSamples& samples, float d) {
  const Floats floats;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(floats));
  const Vector by = hn::Set(floats, d), one = hn::Set(floats, 1.0F);
  LogisticLine sum;
  Sums sums;
  std::int64_t k = 0;
  while (k + lanes <= samples.count) {
    const std::int64_t end = std::min(samples.count - lanes, k + (vectors_a_block - 1) * lanes);
    for (; k <= end; k += lanes) {
      const Vector entry = hn::LoadU(floats, samples.entry + k);
      const Vector weight = samples.weight == nullptr ? one : hn::LoadU(floats, samples.weight + k);
      sums.add(hn::MulAdd(by, entry, hn::LoadU(floats, samples.margin + k)), entry, weight);
    }
    sums.empty_into(sum);
  }
  if (k < samples.count) {
    const auto there = hn::FirstN(floats, static_cast<std::size_t>(samples.count - k));
    const Vector entry = hn::MaskedLoad(there, floats, samples.entry + k);
    const Vector weight =
        samples.weight == nullptr ? hn::IfThenElseZero(there, one) : hn::MaskedLoad(there, floats, samples.weight + k);
    sums.add(hn::MulAdd(by, entry, hn::MaskedLoad(there, floats, samples.margin + k)), entry, weight);
    sums.empty_into(sum);
  }
  return sum;
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(line);

LogisticLine logistic_line(const LogisticLineSamples& samples, float d) {
  return HWY_DYNAMIC_DISPATCH(line)(samples, d);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
