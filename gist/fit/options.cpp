#include "gist/fit/options.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "gist/core/alternatives.hpp"
#include "gist/core/faults.hpp"

namespace gist {
namespace {

std::string flag_text(std::string_view name) { return "--" + kebab(name); }

/// Takes options out of the given ones, and remembers what was wrong with them.
class Taker {
 public:
  explicit Taker(const NamedOptions& options) {
    for (const auto& [name, value] : options) left_[name] = value;  // the last one given counts
  }

  std::optional<std::string> take(std::string_view name) {
    const auto found = left_.find(std::string(name));
    if (found == left_.end()) return std::nullopt;
    auto value = std::move(found->second);
    left_.erase(found);
    return value;
  }
  bool given(std::string_view name) const { return left_.contains(std::string(name)); }
  void fault(std::string text) { faults_.push_back(std::move(text)); }

  /// Fills a struct from its field table. `whose` is what needs the options that must be given.
  template <class T>
  void fill(T& target, std::string_view whose, bool excused = false) {
    for_each_field<T>([&](const auto& field) {
      using Value = std::decay_t<decltype(target.*field.member)>;
      const auto text = take(field.name);
      if (text && !parse_value(*text, field.range, target.*field.member)) {
        fault(flag_text(field.name) + " " + *text + ": expected " + valid_values<Value>(field.range));
      }
      if (!text && field.need == Need::required && !excused) {
        fault("the " + std::string(whose) + " needs " + flag_text(field.name) + ", " +
              valid_values<Value>(field.range) + " (" + std::string(field.help) + ")");
      }
    });
  }

  /// The alternative a choice names, filled from its own table.
  template <class Variant>
  Variant choose(std::string_view kind, Variant chosen, bool excused = false) {
    if (const auto name = take(kind)) {
      const auto named = alternative_named<Variant>(*name);
      if (named)
        chosen = *named;
      else
        fault(flag_text(kind) + " " + *name + ": expected one of: " + names_of<Variant>());
    }
    std::visit([&](auto& c) { fill(c, std::string(kind) + " " + std::string(c.name), excused); }, chosen);
    return chosen;
  }

  /// Whatever is left does not apply, or does not exist.
  void refuse_the_rest(const FitSpec& spec);

  void throw_faults() const { refuse(faults_); }

 private:
  std::map<std::string, std::string> left_;
  std::vector<std::string> faults_;
};

void Taker::refuse_the_rest(const FitSpec& spec) {
  const auto rows = option_rows();
  for (const auto& option : left_) {
    const std::string& name = option.first;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& r) { return r.name == name; });
    if (row == rows.end()) {
      fault("there is no option " + flag_text(name));
      continue;
    }
    std::string owners;
    for (const auto& owner : row->applies_to) owners += (owners.empty() ? "" : ", ") + owner;
    const auto chosen = row->group == "loss"      ? name_of(spec.loss)
                        : row->group == "penalty" ? name_of(spec.penalty)
                                                  : name_of(spec.solver);
    fault(flag_text(name) + " does not apply to the " + row->group + " " + std::string(chosen) + "; it belongs to " +
          owners);
  }
}

template <class T>
void append(const T& options, NamedOptions& out) {
  for_each_field<T>([&](const auto& field) {
    auto text = show_value(options.*field.member);
    if (!text.empty()) out.emplace_back(field.name, std::move(text));
  });
}

/// Rows of one table; an option that several alternatives share becomes one row.
template <class T>
void add_rows(const T& defaults, std::string_view group, std::string_view owner, std::vector<OptionRow>& rows) {
  for_each_field<T>([&](const auto& field) {
    using Value = std::decay_t<decltype(defaults.*field.member)>;
    const std::string text = field.need == Need::required ? std::string() : show_value(defaults.*field.member);
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& r) { return r.name == field.name; });
    if (same == rows.end()) {
      OptionRow row{std::string(field.name),
                    valid_values<Value>(field.range),
                    text,
                    std::string(field.help),
                    {},
                    std::string(group),
                    false};
      row.flag = std::is_same_v<Value, bool>;
      if (!owner.empty()) row.applies_to.emplace_back(owner);
      rows.push_back(std::move(row));
    } else if (!owner.empty()) {
      same->applies_to.emplace_back(owner);
    }
  });
}

}  // namespace

FitSpec spec_from(const NamedOptions& options) {
  Taker taker(options);
  FitSpec spec;
  const bool lambda = taker.given("lambda"), lambda_ratio = taker.given("lambda_ratio");
  const bool theta = taker.given("theta"), theta_ratio = taker.given("theta_ratio"), memory = taker.given("memory");
  if (lambda && lambda_ratio) taker.fault("--lambda and --lambda-ratio exclude each other");
  if (theta && theta_ratio) taker.fault("--theta and --theta-ratio exclude each other");
  spec.loss = taker.choose("loss", spec.loss);
  spec.penalty = taker.choose("penalty", spec.penalty, theta_ratio);
  spec.solver = taker.choose("solver", spec.solver);
  taker.fill(spec.problem, "problem");
  taker.fill(spec.stop, "stopping rule");
  const auto* search = line_search_of(spec.solver);
  if (memory && search != nullptr && search->acceptance == AcceptanceKind::monotone) {
    taker.fault("--memory does not apply to --acceptance monotone; it belongs to nonmonotone");
  }
  taker.refuse_the_rest(spec);
  // What is out of range was left at its default, so this adds only what concerns several options at once.
  for (auto& fault : faults(spec)) taker.fault(std::move(fault));
  taker.throw_faults();
  if (!lambda && !lambda_ratio && !std::holds_alternative<None>(spec.penalty))
    spec.problem.lambda_ratio = default_lambda_ratio;
  return spec;
}

NamedOptions options_of(const FitSpec& spec) {
  NamedOptions all;
  const auto add_choice = [&](std::string_view kind, const auto& variant) {
    all.emplace_back(kind, name_of(variant));
    std::visit([&](const auto& v) { append(v, all); }, variant);
  };
  add_choice("loss", spec.loss);
  add_choice("penalty", spec.penalty);
  append(spec.problem, all);
  add_choice("solver", spec.solver);
  append(spec.stop, all);
  const auto excluded = [&](std::string_view name) {
    const auto* search = line_search_of(spec.solver);
    return (name == "lambda" && spec.problem.lambda_ratio) || (name == "theta" && spec.problem.theta_ratio) ||
           (name == "memory" && search != nullptr && search->acceptance == AcceptanceKind::monotone);
  };
  std::erase_if(all, [&](const auto& option) { return excluded(option.first); });
  return all;
}

std::vector<OptionRow> option_rows() {
  std::vector<OptionRow> rows;
  const FitSpec defaults;
  const auto add_choice = [&]<class Variant>(std::string_view kind, std::string_view help, const Variant& variant) {
    rows.push_back({std::string(kind),
                    "one of: " + names_of<Variant>(),
                    std::string(name_of(variant)),
                    std::string(help),
                    {},
                    "",
                    false});
    for_each_alternative<Variant>(
        [&](const auto& alternative) { add_rows(alternative, kind, alternative.name, rows); });
  };
  add_choice("loss", "what the fit is to the data", defaults.loss);
  add_choice("penalty", "what keeps it sparse", defaults.penalty);
  add_rows(defaults.problem, "problem", "", rows);
  add_choice("solver", "the algorithm", defaults.solver);
  add_rows(defaults.stop, "stop", "", rows);
  for (auto& row : rows) {  // what differs between owners, or is decided elsewhere
    if (row.name == "theta")
      row.default_text = "scad 3.7, mcp 3", row.valid = "a number above 0 (scad: above 1)",
      row.help = "shape: flat from theta lambda (scad, mcp) or theta (capped-l1); scale (lsp, geman)";
    if (row.name == "step") row.default_text = "bb; virl previous";
    if (row.name == "memory") row.default_text = "5; sparsa 6";
    if (row.name == "sigma") row.default_text = "1e-05; sparsa 0.01";
    if (row.name == "lambda") row.default_text.clear();
    if (row.name == "lambda_ratio") row.default_text = shortest(default_lambda_ratio);
  }
  return rows;
}

}  // namespace gist
