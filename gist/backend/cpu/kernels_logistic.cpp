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

HWY_INLINE Vector loss_of(Vector m) {
  const Doubles doubles;
  const Vector e = decay(m);
  const Vector tail = hn::IfThenElse(hn::IsNaN(m), m, hn::Log1p(doubles, e));
  return hn::Sub(tail, hn::Min(m, hn::Zero(doubles)));
}

/// -slope / y = 1 / (1 + exp(m)), and e = exp(-|m|) with it.
HWY_INLINE Vector share_of(Vector m, Vector e) {
  const Doubles doubles;
  const Vector one = hn::Set(doubles, 1.0);
  return hn::Div(hn::IfThenElse(hn::Gt(m, hn::Zero(doubles)), e, one), hn::Add(one, e));
}

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

HWY_INLINE Vector curvature_of(Vector e) {
  const Vector sum = hn::Add(hn::Set(Doubles(), 1.0), e);
  return hn::Div(e, hn::Mul(sum, sum));
}

HWY_INLINE double total(Vector sum) { return hn::GetLane(hn::SumOfLanes(Doubles(), sum)); }

}  // namespace

double loss_sum(const LogisticSamples& samples, std::int64_t begin, std::int64_t end) {
  Vector sum = hn::Zero(Doubles());
  for_samples(samples, begin, end, [&](const Sample& s, std::int64_t, std::int64_t) {
    sum = hn::MulAdd(s.weight, loss_of(s.signed_margin), sum);
  });
  return total(sum);
}

double slopes(const LogisticSamples& samples, double scale, double* out, std::int64_t begin, std::int64_t end) {
  const Doubles doubles;
  Vector sum = hn::Zero(doubles);
  for_samples(samples, begin, end, [&](const Sample& s, std::int64_t k, std::int64_t lanes) {
    const Vector e = decay(s.signed_margin);
    const Vector share = hn::Mul(hn::Mul(s.weight, hn::Set(doubles, -scale)), s.target);
    const Vector slope = hn::Mul(share, share_of(s.signed_margin, e));
    sum = hn::Add(sum, slope);
    store_first(slope, lanes, out + k);
  });
  return total(sum);
}

void curvatures(const LogisticSamples& samples, const CurvatureLimits& limits, double factor, double* out,
                std::int64_t begin, std::int64_t end) {
  const Doubles doubles;
  for_samples(samples, begin, end, [&](const Sample& s, std::int64_t k, std::int64_t lanes) {
    const Vector e = decay(s.signed_margin);
    Vector here = hn::Max(curvature_of(e), hn::Set(doubles, limits.least));
    if (limits.caution > 0) {  // the loss is a logarithm a sample, for nothing elsewhere
      const Vector slope = share_of(s.signed_margin, e), loss = loss_of(s.signed_margin);
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
    const Vector e = decay(s.signed_margin);
    const Vector here = hn::Mul(s.weight, share_of(s.signed_margin, e));
    slope = hn::NegMulAdd(here, s.target, slope);
    size = hn::Add(size, here);
    curvature = hn::MulAdd(s.weight, curvature_of(e), curvature);
  });
  return {total(slope), total(size), total(curvature)};
}

LogisticLine along(const LogisticSamples& samples, const double* x, double d, std::int64_t count) {
  const Doubles doubles;
  const Vector by = hn::Set(doubles, d);
  Vector loss = hn::Zero(doubles), slope = loss, curvature = loss;
  for_samples(samples, 0, count, [&](const Sample& s, std::int64_t k, std::int64_t lanes) {
    const bool whole = lanes == static_cast<std::int64_t>(hn::Lanes(doubles));
    const Vector entry = whole ? hn::LoadU(doubles, x + k)
                               : hn::MaskedLoad(hn::FirstN(doubles, static_cast<std::size_t>(lanes)), doubles, x + k);
    const Vector m = hn::MulAdd(hn::Mul(by, entry), s.target, s.signed_margin);
    const Vector e = decay(m), weighted = hn::Mul(s.weight, entry);
    const Vector tail = hn::IfThenElse(hn::IsNaN(m), m, hn::Log1p(doubles, e));
    loss = hn::MulAdd(s.weight, hn::Sub(tail, hn::Min(m, hn::Zero(doubles))), loss);
    slope = hn::NegMulAdd(hn::Mul(weighted, s.target), share_of(m, e), slope);
    curvature = hn::MulAdd(hn::Mul(weighted, entry), curvature_of(e), curvature);
  });
  return {total(loss), total(slope), total(curvature)};
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(loss_sum);
HWY_EXPORT(slopes);
HWY_EXPORT(curvatures);
HWY_EXPORT(shape);
HWY_EXPORT(along);

double logistic_loss(const LogisticSamples& samples, std::int64_t begin, std::int64_t end) {
  return HWY_DYNAMIC_DISPATCH(loss_sum)(samples, begin, end);
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
LogisticLine logistic_along(const LogisticSamples& samples, const double* x, double d, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(along)(samples, x, d, count);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
