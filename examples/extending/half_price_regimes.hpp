template <>
struct Regimes<HalfPrice> {
  static std::vector<std::string_view> all() {
    return {"short: zero", "short: soft", "short: beyond", "long: zero", "long: beyond"};
  }
  static std::string_view of(const HalfPrice& p, double, double step, long double x) {
    if (p.lambda * step >= 4 * p.theta) return x == 0 ? "long: zero" : "long: beyond";
    return x == 0 ? "short: zero" : x < p.theta ? "short: soft" : "short: beyond";
  }
};
