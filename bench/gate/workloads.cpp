#include "bench/gate/workloads.hpp"

#include <unistd.h>

#include <filesystem>
#include <memory>

#include "gist/gist.hpp"
#include "gist/io/write.hpp"
#include "gist/simulate/simulate.hpp"

namespace gist::gate {
namespace {

Dataset documents(Team& team) {
  SimulateOptions options;
  options.kind = SimulatedKind::text;
  options.rows = 1500;
  options.features = 4000;
  options.seed = 1;
  return simulate(options, team).data;
}

Dataset gaussian(Team& team) {
  SimulateOptions options;
  options.kind = SimulatedKind::gaussian;
  options.rows = 150;
  options.features = 600;
  options.seed = 1;
  return simulate(options, team).data;
}

/// A fit from beginning to end, transposition and certificate included, by plain GIST: what the gate counts must not
/// change because another solver becomes the default.
std::function<double(Team&)> fitting(Dataset data, FitSpec spec, int iterations) {
  spec.solver = GistOptions{};
  spec.stop.max_iterations = iterations;
  auto all = std::make_shared<FitData>();
  all->dataset = std::move(data);
  return [all, spec](Team& team) { return fit(*all, spec, team).report.certificate.objective(); };
}

std::function<double(Team&)> l1_logistic(Team& team) {
  FitSpec spec;
  spec.problem.lambda_ratio = 0.1;
  spec.problem.intercept = false;
  return fitting(documents(team), spec, 40);
}

std::function<double(Team&)> mcp_logistic(Team& team) {
  FitSpec spec;
  spec.penalty = Mcp{};
  spec.problem.lambda_ratio = 0.05;
  return fitting(documents(team), spec, 30);
}

std::function<double(Team&)> capped_squared_dense(Team& team) {
  FitSpec spec;
  spec.loss = Squared{};
  spec.penalty = CappedL1{};
  spec.problem.lambda_ratio = 0.1;
  spec.problem.theta_ratio = 1.5;
  return fitting(gaussian(team), spec, 60);
}

std::function<double(Team&)> scad_standardized(Team& team) {
  FitSpec spec;
  spec.loss = SquaredHinge{};
  spec.penalty = Scad{};
  spec.problem.lambda_ratio = 0.1;
  spec.problem.standardize = true;
  return fitting(documents(team), spec, 30);
}

/// lambda_max, transposition and the certificate: a fit that is not allowed a step.
std::function<double(Team&)> certificate(Team& team) {
  FitSpec spec;
  spec.penalty = Lsp{.theta = 1};
  spec.problem.lambda_ratio = 0.1;
  return fitting(documents(team), spec, 1);
}

/// LIBSVM text, from a file that is written before the counting begins and removed after it.
std::function<double(Team&)> read_libsvm(Team& team) {
  const auto path = std::filesystem::temp_directory_path() / ("gist-gate-" + std::to_string(getpid()) + ".svm");
  write_dataset(documents(team), path.string(), Format::libsvm, team);
  const std::shared_ptr<void> remover(nullptr, [path](void*) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  });
  return [path, remover](Team& on) {
    return static_cast<double>(read_dataset({.path = path.string()}, on).design.nonzeros());
  };
}

}  // namespace

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> all{{"l1-logistic", l1_logistic},
                                         {"mcp-logistic", mcp_logistic},
                                         {"capped-l1-squared-dense", capped_squared_dense},
                                         {"scad-squared-hinge-standardized", scad_standardized},
                                         {"lambda-max-and-certificate", certificate},
                                         {"read-libsvm", read_libsvm}};
  return all;
}

}  // namespace gist::gate
