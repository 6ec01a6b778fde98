#include "gist/fit/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gist/core/error.hpp"
#include "tests/support/random_model.hpp"

namespace gist {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::Draw;

std::string complaint(const NamedOptions& options) {
  try {
    spec_from(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::option);
    return error.what();
  }
  return "accepted";
}

std::optional<std::string> value_of(const NamedOptions& options, std::string_view name) {
  for (const auto& [key, value] : options) {
    if (key == name) return value;
  }
  return std::nullopt;
}

TEST(Options, EverySpecComesBack) {
  Draw draw(42);
  std::set<std::string> penalties, losses;
  for (int round = 0; round < 1000; ++round) {
    const FitSpec spec = testing_support::draw_spec(draw);
    const NamedOptions options = options_of(spec);
    ASSERT_EQ(options_of(spec_from(options)), options);
    // In any order.
    NamedOptions reversed(options.rbegin(), options.rend());
    ASSERT_EQ(options_of(spec_from(reversed)), options);
    penalties.emplace(name_of(spec.penalty));
    losses.emplace(name_of(spec.loss));
  }
  EXPECT_EQ(penalties.size(), std::variant_size_v<Penalty>);
  EXPECT_EQ(losses.size(), std::variant_size_v<Loss>);
}

TEST(Options, NothingGivenIsTheDefaults) {
  const FitSpec spec = spec_from({});
  EXPECT_EQ(name_of(spec.loss), "logistic");
  EXPECT_EQ(name_of(spec.penalty), "l1");
  EXPECT_EQ(spec.problem.lambda_ratio, 0.1);
  EXPECT_TRUE(spec.problem.intercept);
  EXPECT_FALSE(spec.problem.standardize);
  EXPECT_TRUE(std::holds_alternative<AutoOptions>(spec.solver));
  const auto gist = std::get<GistOptions>(spec_from({{"solver", "gist"}}).solver);  // the paper's values
  EXPECT_EQ(std::tuple(gist.step, gist.acceptance, gist.memory, gist.eta, gist.sigma, gist.t_min, gist.t_max),
            std::tuple(StepStart::bb, AcceptanceKind::nonmonotone, 5, 2.0, 1e-5, 1e-30, 1e30));
  EXPECT_EQ(spec.stop.stop, StopRule::residual);
  EXPECT_EQ(spec.stop.threshold(), 1e-6);
}

TEST(Options, UsualThetasAndTheRest) {
  EXPECT_EQ(theta_of(spec_from({{"penalty", "scad"}}).penalty), 3.7);
  EXPECT_EQ(theta_of(spec_from({{"penalty", "mcp"}}).penalty), 3.0);
  for (const std::string name : {"lsp", "capped-l1", "geman"}) {
    EXPECT_THAT(complaint({{"penalty", name}}), AllOf(HasSubstr(name + " needs --theta"), HasSubstr("(0, inf)")));
    EXPECT_EQ(complaint({{"penalty", name}, {"theta", "0.5"}}), "accepted");
    EXPECT_EQ(complaint({{"penalty", name}, {"theta_ratio", "2"}}), "accepted");
  }
}

TEST(Options, LambdaOrItsRatioOrTheDefault) {
  EXPECT_EQ(spec_from({{"lambda", "3"}}).problem.lambda_ratio, std::nullopt);
  EXPECT_EQ(lambda_of(spec_from({{"lambda", "3"}}).penalty), 3);
  EXPECT_EQ(spec_from({{"lambda_ratio", "0.5"}}).problem.lambda_ratio, 0.5);
  EXPECT_EQ(spec_from({{"penalty", "none"}}).problem.lambda_ratio, std::nullopt);
  EXPECT_THAT(complaint({{"lambda", "3"}, {"lambda_ratio", "0.5"}}), HasSubstr("--lambda and --lambda-ratio"));
  EXPECT_THAT(complaint({{"penalty", "mcp"}, {"theta", "3"}, {"theta_ratio", "2"}}),
              HasSubstr("--theta and --theta-ratio"));
}

TEST(Options, TheLastOfTwoCounts) { EXPECT_EQ(lambda_of(spec_from({{"lambda", "3"}, {"lambda", "4"}}).penalty), 4); }

TEST(Options, UnknownNamesAreSpelledAsUsersTypeThem) {
  EXPECT_EQ(complaint({{"max_iteration", "3"}}), "there is no option --max-iteration");
  EXPECT_EQ(complaint({{"", "3"}}), "there is no option --");
  EXPECT_EQ(complaint({{"lambda-ratio", "3"}}), "there is no option --lambda-ratio");  // snake_case in here
}

TEST(Options, AllFaultsAtOnce) {
  const std::string message = complaint({{"loss", "hinge"},
                                         {"penalty", "l0"},
                                         {"lambda", "-1"},
                                         {"theta_ratio", "2"},
                                         {"theta", "1"},
                                         {"q", "7"},
                                         {"t_min", "9"},
                                         {"t_max", "8"},
                                         {"memory", "many"},
                                         {"solver", "gist"},
                                         {"colour", "red"}});
  for (const std::string part :
       {"--loss hinge: expected one of: squared, logistic", "--lambda -1: expected a number in [0, inf)",
        "--theta and --theta-ratio exclude", "--theta-ratio does not apply to the penalty l0",
        "--theta does not apply to the penalty l0", "--q does not apply to the penalty l0; it belongs to lq",
        "--t-min 9 is not below --t-max 8", "--memory many: expected a whole number in [1, inf)",
        "there is no option --colour"}) {
    EXPECT_THAT(message, HasSubstr(part));
  }
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 8);  // each once, a line each
}

TEST(Options, EveryFieldKeepsToItsRange) {
  // For each numeric option: the ends of what its row says is valid, just outside and nonsense.
  for (const auto& row : option_rows()) {
    if (!row.valid.starts_with("a number in ") && !row.valid.starts_with("a whole number in ")) continue;
    NamedOptions options;
    if (!row.applies_to.empty()) options.emplace_back(row.group, row.applies_to.front());
    if (row.name == "theta_ratio") options.emplace_back("penalty", "mcp");
    if (row.group == "solver" && row.applies_to.front() == "virl") options.emplace_back("penalty", "lq");
    if (row.name == "positive") options.emplace_back("loss", "logistic");
    if (row.name == "relax_ridge") options.emplace_back("relax", "true");
    for (const std::string bad : {"nan", "x", "", "1 ", " 1", "0x2", "1e400", "--1"}) {
      auto with = options;
      with.emplace_back(row.name, bad);
      EXPECT_THAT(complaint(with), HasSubstr("--" + kebab(row.name) + " " + bad + ": expected")) << row.name;
    }
    const char first = row.valid[row.valid.find_first_of("[(")];
    const std::string low =
        row.valid.substr(row.valid.find_first_of("[(") + 1, row.valid.find(',') - row.valid.find_first_of("[(") - 1);
    auto with = options;
    with.emplace_back(row.name, low);
    EXPECT_EQ(complaint(with) == "accepted", first == '[') << row.name << " " << low;
  }
}

TEST(Options, EveryRowBelongsToATableAndEveryFieldHasARow) {
  const auto rows = option_rows();
  std::set<std::string> names;
  for (const auto& row : rows) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " twice";
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_FALSE(row.valid.empty()) << row.name;
  }
  std::set<std::string> fields{"loss", "penalty", "solver"};
  const auto add = [&](const auto& options) {
    for_each_field<std::decay_t<decltype(options)>>([&](const auto& field) { fields.emplace(field.name); });
  };
  for_each_alternative<Loss>(add);
  for_each_alternative<Penalty>(add);
  for_each_alternative<SolverOptions>(add);
  add(ProblemOptions{});
  add(StopOptions{});
  EXPECT_EQ(names, fields);
}

TEST(Options, RowsSayWhoseTheyAre) {
  const auto rows = option_rows();
  const auto row = [&](std::string_view name) {
    return *std::find_if(rows.begin(), rows.end(), [&](const OptionRow& r) { return r.name == name; });
  };
  EXPECT_EQ(row("theta").applies_to, (std::vector<std::string>{"lsp", "scad", "mcp", "capped-l1", "geman"}));
  EXPECT_EQ(row("q").applies_to, std::vector<std::string>{"lq"});
  EXPECT_EQ(row("delta").applies_to, std::vector<std::string>{"huber"});
  EXPECT_TRUE(row("ridge").applies_to.empty());
  EXPECT_TRUE(row("intercept").flag);
  EXPECT_EQ(row("intercept").default_text, "true");
  EXPECT_FALSE(row("lambda").flag);
}

TEST(Options, AnOptionOfAnotherOwnerIsRefusedWithItsOwners) {
  // Each option that has owners, with each alternative of its kind that is none of them.
  int refused = 0;
  const auto check = [&](std::string_view kind, std::string_view alternative, bool needs_theta) {
    for (const auto& row : option_rows()) {
      if (row.group != kind) continue;
      if (std::find(row.applies_to.begin(), row.applies_to.end(), alternative) != row.applies_to.end()) continue;
      NamedOptions options{{std::string(kind), std::string(alternative)}, {row.name, "0.5"}};
      if (needs_theta) options.emplace_back("theta", "2");
      EXPECT_THAT(complaint(options), AllOf(HasSubstr("--" + kebab(row.name) + " does not apply to the " +
                                                      std::string(kind) + " " + std::string(alternative)),
                                            HasSubstr("belongs to " + row.applies_to.front())));
      ++refused;
    }
  };
  for_each_alternative<Loss>([&](const auto& a) { check("loss", a.name, false); });
  for_each_alternative<Penalty>([&](const auto& a) { check("penalty", a.name, theta_of(Penalty(a)).has_value()); });
  EXPECT_EQ(refused, 4 + 1 + 4 + 8);  // delta, lambda, theta, q
}

TEST(Options, OptionsOfASpecSayEverythingOnce) {
  const auto options =
      options_of(spec_from({{"penalty", "lsp"}, {"theta_ratio", "2"}, {"solver", "gist"}, {"acceptance", "monotone"}}));
  EXPECT_EQ(value_of(options, "lambda_ratio"), "0.1");
  EXPECT_EQ(value_of(options, "lambda"), std::nullopt);
  EXPECT_EQ(value_of(options, "theta"), std::nullopt);
  EXPECT_EQ(value_of(options, "memory"), std::nullopt);
  std::set<std::string> names;
  for (const auto& [name, value] : options) EXPECT_TRUE(names.insert(name).second) << name;
}

}  // namespace
}  // namespace gist
