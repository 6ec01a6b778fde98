#include "gist/backend/cpu/kernels_logistic.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_logistic.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// math-inl.h guards itself per target and must come after highway.h
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;

/// Samples k .. k + lanes. Lanes beyond the end have weight 0 and margin 0: they add nothing.
struct Sample {
  Vector signed_margin, target, weight;
};

class Loader {
 public:
  explicit Loader(const LogisticSamples& samples) : samples_(samples) {}

  HWY_INLINE Sample whole(std::int64_t k) const {
    const Vector y = hn::LoadU(doubles_, samples_.target + k);
    const Vector z = hn::Add(hn::LoadU(doubles_, samples_.margin + k), hn::Set(doubles_, samples_.intercept));
    const Vector s = samples_.weight == nullptr ? hn::Set(doubles_, 1.0) : hn::LoadU(doubles_, samples_.weight + k);
    return {hn::Mul(y, z), y, s};
  }
  HWY_INLINE Sample part(std::int64_t k, std::int64_t end) const {
    const auto there = hn::FirstN(doubles_, static_cast<std::size_t>(end - k));
    const Vector y = hn::MaskedLoad(there, doubles_, samples_.target + k);
    const Vector z =
        hn::Add(hn::MaskedLoad(there, doubles_, samples_.margin + k), hn::Set(doubles_, samples_.intercept));
    const Vector s = samples_.weight == nullptr ? hn::IfThenElseZero(there, hn::Set(doubles_, 1.0))
                                                : hn::MaskedLoad(there, doubles_, samples_.weight + k);
    return {hn::IfThenElseZero(there, hn::Mul(y, z)), y, s};
  }

 private:
  static constexpr Doubles doubles_{};
  const LogisticSamples& samples_;
};

/// exp(-|m|): of a number <= 0, so no margin overflows. Not a number stays not a number; the library's exp would lose
/// it.
HWY_INLINE Vector decay(Vector m) {
  const Doubles doubles;
  return hn::IfThenElse(hn::IsNaN(m), m, hn::Exp(doubles, hn::Neg(hn::Abs(m))));
}

/// A margin m as the loss sees it, by one exponential and one division. With e = exp(-|m|), 1 / (1 + e) and e / (2 + e)
/// are what is left of 1 / ((1 + e) (2 + e)).
class Seen {
 public:
  explicit HWY_INLINE Seen(Vector m) : m_(m), e_(decay(m)) {
    const Vector one_more = hn::Add(e_, hn::Set(Doubles(), 1.0)), two_more = hn::Add(e_, hn::Set(Doubles(), 2.0));
    const Vector both = hn::Div(hn::Set(Doubles(), 1.0), hn::Mul(one_more, two_more));
    inverse_ = hn::Mul(two_more, both);
    ratio_ = hn::Mul(e_, hn::Mul(one_more, both));
  }

  HWY_INLINE Vector loss() const { return hn::Sub(tail(), hn::Min(m_, hn::Zero(Doubles()))); }
  /// -slope / y = 1 / (1 + exp(m))
  HWY_INLINE Vector share() const {
    const Doubles doubles;
    return hn::Mul(hn::IfThenElse(hn::Gt(m_, hn::Zero(doubles)), e_, hn::Set(doubles, 1.0)), inverse_);
  }
  HWY_INLINE Vector curvature() const { return hn::Mul(e_, hn::Mul(inverse_, inverse_)); }

 private:
  /// log(1 + e) = 2 artanh(r) with r = e / (2 + e), at most 1/3: 2 r (1 + r^2 / 3 + r^4 / 5 + ...), what is left
  /// out below a tenth of a unit in the last place. Summed in four parts, which do not wait for one another. Of a
  /// smaller r the powers add nothing; numbers too small to be normal would take a hundred times as long.
  HWY_INLINE Vector tail() const {
    const Doubles doubles;
    const Vector some = hn::Max(ratio_, hn::Set(doubles, 1e-9));
    const Vector x = hn::Mul(some, some), x2 = hn::Mul(x, x), x4 = hn::Mul(x2, x2), x8 = hn::Mul(x4, x4);
    const auto term = [&](int k) { return hn::Set(doubles, 1.0 / (2 * k + 1)); };
    const auto four = [&](int k) {
      return hn::MulAdd(x2, hn::MulAdd(x, term(k + 3), term(k + 2)), hn::MulAdd(x, term(k + 1), term(k)));
    };
    const Vector sum = hn::MulAdd(x8, hn::MulAdd(x4, four(12), four(8)), hn::MulAdd(x4, four(4), four(0)));
    return hn::Mul(hn::Add(ratio_, ratio_), sum);
  }

  Vector m_, e_, inverse_, ratio_;
};

/// body(sample, k, lanes that count) for all samples of the range, eight (or the vector's lanes) at a time.
template <class Body>
HWY_INLINE void for_samples(const LogisticSamples& samples, std::int64_t begin, std::int64_t end, Body&& body) {
  const Loader load(samples);
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(Doubles()));
  std::int64_t k = begin;
  for (; k + lanes <= end; k += lanes) body(load.whole(k), k, lanes);
  if (k < end) body(load.part(k, end), k, end - k);
}

/// The first `lanes` of a vector, which may be fewer than it has.
HWY_INLINE void store_first(Vector v, std::int64_t lanes, double* out) {
  const Doubles doubles;
  if (lanes == static_cast<std::int64_t>(hn::Lanes(doubles))) return hn::StoreU(v, doubles, out);
  HWY_ALIGN double some[hn::MaxLanes(Doubles())];
  hn::Store(v, doubles, some);
  for (std::int64_t i = 0; i < lanes; ++i) out[i] = some[i];
}

HWY_INLINE double total(Vector sum) { return hn::GetLane(hn::SumOfLanes(Doubles(), sum)); }

}  // namespace

LogisticLook look(const LogisticSamples& samples, double scale, double* out, std::int64_t begin, std::int64_t end) {
  const Doubles doubles;
  Vector loss = hn::Zero(doubles), sum = loss;
  for_samples(samples, begin, end, [&](const Sample& s, std::int64_t k, std::int64_t lanes) {
    const Seen seen(s.signed_margin);
    const Vector factor = hn::Mul(hn::Mul(s.weight, hn::Set(doubles, -scale)), s.target);
    const Vector slope = hn::Mul(factor, seen.share());
    loss = hn::MulAdd(s.weight, seen.loss(), loss);
    sum = hn::Add(sum, slope);
    store_first(slope, lanes, out + k);
  });
  return {total(loss), total(sum)};
}

double slopes(const LogisticSamples& samples, double scale, double* out, std::int64_t begin, std::int64_t end) {
  const Doubles doubles;
  Vector sum = hn::Zero(doubles);
  for_samples(samples, begin, end, [&](const Sample& s, std::int64_t k, std::int64_t lanes) {
    const Vector factor = hn::Mul(hn::Mul(s.weight, hn::Set(doubles, -scale)), s.target);
    const Vector slope = hn::Mul(factor, Seen(s.signed_margin).share());
    sum = hn::Add(sum, slope);
    store_first(slope, lanes, out + k);
  });
  return total(sum);
}

void curvatures(const LogisticSamples& samples, const CurvatureLimits& limits, double factor, double* out,
                std::int64_t begin, std::int64_t end) {
  const Doubles doubles;
  for_samples(samples, begin, end, [&](const Sample& s, std::int64_t k, std::int64_t lanes) {
    const Seen seen(s.signed_margin);
    Vector here = hn::Max(seen.curvature(), hn::Set(doubles, limits.least));
    if (limits.caution > 0) {  // the loss is a logarithm a sample, for nothing elsewhere
      const Vector slope = seen.share(), loss = seen.loss();
      const Vector parabola = hn::Div(hn::Mul(hn::Set(doubles, limits.caution / 2), hn::Mul(slope, slope)), loss);
      here = hn::Max(here, hn::IfThenElse(hn::Gt(loss, hn::Zero(doubles)), parabola, hn::Zero(doubles)));
    }
    const Vector limited = hn::Min(hn::Set(doubles, limits.bound), hn::Mul(hn::Set(doubles, limits.scale), here));
    store_first(hn::Mul(hn::Mul(s.weight, hn::Set(doubles, factor)), limited), lanes, out + k);
  });
}

LogisticShape shape(const LogisticSamples& samples, std::int64_t begin, std::int64_t end) {
  Vector slope = hn::Zero(Doubles()), size = slope, curvature = slope;
  for_samples(samples, begin, end, [&](const Sample& s, std::int64_t, std::int64_t) {
    const Seen seen(s.signed_margin);
    const Vector here = hn::Mul(s.weight, seen.share());
    slope = hn::NegMulAdd(here, s.target, slope);
    size = hn::Add(size, here);
    curvature = hn::MulAdd(s.weight, seen.curvature(), curvature);
  });
  return {total(slope), total(size), total(curvature)};
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(look);
HWY_EXPORT(slopes);
HWY_EXPORT(curvatures);
HWY_EXPORT(shape);

LogisticLook logistic_look(const LogisticSamples& samples, double scale, double* out, std::int64_t begin,
                           std::int64_t end) {
  return HWY_DYNAMIC_DISPATCH(look)(samples, scale, out, begin, end);
}
double logistic_slopes(const LogisticSamples& samples, double scale, double* out, std::int64_t begin,
                       std::int64_t end) {
  return HWY_DYNAMIC_DISPATCH(slopes)(samples, scale, out, begin, end);
}
void logistic_curvatures(const LogisticSamples& samples, const CurvatureLimits& limits, double factor, double* out,
                         std::int64_t begin, std::int64_t end) {
  HWY_DYNAMIC_DISPATCH(curvatures)(samples, limits, factor, out, begin, end);
}
LogisticShape logistic_shape(const LogisticSamples& samples, std::int64_t begin, std::int64_t end) {
  return HWY_DYNAMIC_DISPATCH(shape)(samples, begin, end);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
