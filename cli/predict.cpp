#include "gist/model/predict.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/model/model_file.hpp"
#include "gist/model/scores.hpp"

namespace gist::cli {
namespace {

struct PredictOptions {
  std::string output, offset;
  bool probability = false, json = false;
  static constexpr std::tuple fields{
      Field{"output", &PredictOptions::output, any_number(), "file for the predictions (default: standard output)"},
      Field{"probability", &PredictOptions::probability, any_number(),
            "logistic: the probability of the positive label instead of the label"},
      Field{"offset", &PredictOptions::offset, any_number(),
            "file: a number per sample, added to its linear predictor"},
      Field{"json", &PredictOptions::json, any_number(),
            "scores as one JSON object on standard output; predictions go to --output only"}};
};

struct Predict {
  std::string data, model;
  ModelChoice choice;
  PredictOptions options;
  InputOptions input;
  ThreadOptions threads;
  CommandLine line{"predict DATA MODEL [options]", "One prediction a line: a label, a number, or a probability."};

  Predict() {
    line.positional("DATA", data, "data file, with or without labels");
    line.positional("MODEL", model, "model file");
    line.fields("which model", choice);
    line.fields("output", options);
    line.fields("input", input);
    line.fields("run", threads);
  }
};

/// The data at the model's width. A CSV file with exactly as many columns as the model has features holds no labels.
Dataset read_for(const Predict& command, const Model& model, Team& team) {
  ReadOptions options = command.input.read_options(command.data);
  if (options.features && *options.features != model.features) {
    throw Error(ErrorKind::option, fmt::format("--features {}: the model {} has {} features", *options.features,
                                               command.model, model.features));
  }
  const Format format = options.format == Format::automatic ? detect_format(options.path, "") : options.format;
  const bool csv = format == Format::csv;
  if (!csv) options.features = model.features;
  const bool guess = csv && options.label_column.empty();
  // The reader refuses a single column that is the label, so for a model of one feature the guess goes the other way.
  const bool one = guess && model.features == 1;
  if (one) options.label_column = "none";
  Dataset data = read_dataset(options, team);
  if (guess && data.design.columns() == (one ? 2 : model.features - 1)) {
    options.label_column = one ? "" : "none";
    data = read_dataset(options, team);
  }
  if (data.design.columns() != model.features) {
    throw Error(ErrorKind::model, fmt::format("{} has {} features, the model {} has {}", command.data,
                                              data.design.columns(), command.model, model.features));
  }
  return data;
}

nlohmann::ordered_json optional_number(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

nlohmann::ordered_json scores(const Model& model, const Dataset& data, std::span<const double> z,
                              std::span<const double> predicted) {
  nlohmann::ordered_json json{{"n", z.size()}};
  if (data.label.empty()) return json;
  if (!model.classes) {
    json["r2"] = optional_number(r_squared(predicted, data.label));
    json["mse"] = mean_squared_error(predicted, data.label);
    return json;
  }
  std::vector<double> sign;
  for (std::size_t i = 0; i < data.label.size(); ++i) {
    const auto known = model.classes->sign_of(data.label[i]);
    if (!known) {
      throw Error(ErrorKind::data, fmt::format("{}: sample {} has label {}, the model knows {} and {}", data.source,
                                               i + 1, shortest(data.label[i]), shortest(model.classes->negative),
                                               shortest(model.classes->positive)));
    }
    sign.push_back(*known);
  }
  json["accuracy"] = accuracy(z, sign);
  json["auc"] = optional_number(auc(z, sign));
  if (std::holds_alternative<Logistic>(model.spec.loss)) json["log_loss"] = log_loss(z, sign);
  return json;
}

}  // namespace

int predict(const Arguments& arguments) {
  Predict command;
  if (!command.line.parse(arguments)) return 0;
  const Model model = load_model(command.model, command.choice);
  if (command.options.probability && !std::holds_alternative<Logistic>(model.spec.loss)) {
    throw Error(ErrorKind::option, fmt::format("--probability does not apply to the loss {}; it belongs to logistic",
                                               name_of(model.spec.loss)));
  }
  const bool to_file = !command.options.output.empty();
  std::optional<AtomicFile> output;
  if (to_file || !command.options.json) output.emplace(to_file ? command.options.output : "/dev/stdout");

  Team team(command.threads.threads.value_or(0));
  const Dataset data = read_for(command, model, team);
  std::vector<double> offset;
  if (!command.options.offset.empty())
    offset = read_numbers(command.options.offset, data.design.rows(), "sample", false);
  const auto z = linear_predictor(model, data.design, offset, team);
  std::vector<double> predicted(z.size());
  for (std::size_t i = 0; i < z.size(); ++i) predicted[i] = prediction(model, z[i]);
  const std::string score_text = command.options.json ? scores(model, data, z, predicted).dump() + "\n" : "";
  if (output) {
    for (std::size_t i = 0; i < z.size(); ++i)
      output->write(shortest(command.options.probability ? probability(z[i]) : predicted[i]) + "\n");
    output->commit();
  }
  fmt::print("{}", score_text);
  return 0;
}

CommandPage predict_page() { return Predict().line.page(); }

}  // namespace gist::cli
