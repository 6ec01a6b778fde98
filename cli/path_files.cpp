#include "cli/path_files.hpp"

#include "gist/report/path_charts.hpp"
#include "gist/report/path_page.hpp"

namespace gist::cli {
namespace {

void open(std::optional<AtomicFile>& file, const std::string& name) {
  if (!name.empty()) file.emplace(name);
}

void finish(AtomicFile& file, const std::string& text) {
  file.write(text);
  file.commit();
}

}  // namespace

PathFiles::PathFiles(const PathOutput& output) {
  open(model_, output.model);
  open(plot_, output.plot);
  open(report_, output.report);
}

void PathFiles::write(const SavedPath& saved, const FitData& data, Team& team, std::optional<Criterion> criterion) {
  if (model_) finish(*model_, path_to_json(saved));
  if (plot_) finish(*plot_, report::svg(report::main_chart(saved)));
  if (report_) finish(*report_, report::html(report::path_page(saved, data, team, criterion)));
}

}  // namespace gist::cli
