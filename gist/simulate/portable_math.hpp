#pragma once

#include <cstdint>

namespace gist {

/// log, exp and integer powers built from +, -, *, / alone, which IEEE 754 rounds the same way on every machine.
/// The C library's own differ in the last bit between versions and processors, and a generator that promises the
/// same bytes for the same seed cannot stand on them. Within 2 units in the last place of the true value.

/// log(x) for a positive, finite, normal x.
double portable_log(double x);

/// exp(x) for any x that is not NaN; 0 and infinity beyond the range of a double.
double portable_exp(double x);

/// base^exponent by repeated squaring, exponent >= 0.
double portable_power(double base, std::int64_t exponent);

}  // namespace gist
