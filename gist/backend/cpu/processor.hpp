#pragma once

namespace gist::cpu {

/// Whether what is fetched to be used once ("non-temporal") had better pass the outer caches by. Not on Intel's
/// processors: there it is in the first-level cache alone, scattered reads push it out before it is used, and then it
/// comes from memory again. docs/design/kernels.md has what it costs.
inline bool streams_pass_caches_by() {
#if defined(__x86_64__) || defined(__i386__)
  static const bool passes = [] {
    __builtin_cpu_init();
    return !__builtin_cpu_is("intel");
  }();
  return passes;
#else
  return true;
#endif
}

}  // namespace gist::cpu
