// gist_gate NAME [REPEAT]: runs one workload of the performance gate on one thread; without a name lists them.
// tools/gate.sh counts the instructions inside gist_gate_counted() with callgrind; `make profile` repeats the workload
// until a profiler has seen enough.
#include <fmt/format.h>
#include <hwy/highway.h>

#include <cstdlib>

#include "bench/gate/workloads.hpp"

namespace {

double answer = 0;

/// The counted part, by a name that callgrind can be told.
extern "C" __attribute__((noinline)) void gist_gate_counted(const std::function<double(gist::Team&)>* work,
                                                            gist::Team* team) {
  answer = (*work)(*team);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace gist::gate;
  if (argc < 2) {
    for (const Workload& workload : workloads()) fmt::print("{}\n", workload.name);
    return 0;
  }
#if HWY_ARCH_X86
  // The same instructions on every x86 machine that has AVX2, whatever else it has.
  hwy::SetSupportedTargetsForTest(HWY_AVX2);
#endif
  for (const Workload& workload : workloads()) {
    if (workload.name != argv[1]) continue;
    gist::Team team(1);
    const auto work = workload.prepare(team);
    for (int i = 0, repeat = argc > 2 ? std::atoi(argv[2]) : 1; i < repeat; ++i) gist_gate_counted(&work, &team);
    fmt::print("{:.17g}\n", answer);
    return 0;
  }
  fmt::print(stderr, "gist_gate: there is no workload {}; without a name it lists them\n", argv[1]);
  return 2;
}
