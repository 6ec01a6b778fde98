/// The integral of its slope: what is missing to the margin 1, but 1 at most, summed up from there.
template <>
struct LossReference<SmoothHinge> {
  static constexpr bool written = true;
  static long double short_by(long double m) { return std::min(1.0L, std::max(0.0L, 1 - m)); }
  static long double value(const SmoothHinge&, long double z, double y) {
    const long double part = short_by(y * z);
    return part * part / 2 + std::max(0.0L, -y * z);
  }
  static long double slope(const SmoothHinge&, long double z, double y) { return -y * short_by(y * z); }
  static long double curvature(const SmoothHinge&, long double z, double y) { return std::abs(y * z - 0.5L) <= 0.5L; }
  static std::vector<double> kinks(const SmoothHinge&, double y) { return {0, y}; }
};
