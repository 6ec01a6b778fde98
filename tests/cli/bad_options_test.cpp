#include <gtest/gtest.h>

#include <string>

#include "tests/cli/bad_case.hpp"

/// The catalogue of command lines that make no sense: each is refused with the option, its value and what would do.
namespace gist::testing_support {
namespace {

/// train on good data with these options.
BadCase train(Words options, std::vector<std::string> said) {
  Words words{"train", "a.svm", "--model", "m.json", "--trace", "t.jsonl"};
  words.insert(words.end(), options.begin(), options.end());
  return {words, {{"a.svm", two_classes}}, std::move(said)};
}

TEST(BadOptions, NamesThatDoNotExist) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      {{"fit", "a.svm"}, {}, {"no command 'fit'", "gist --help"}},
      {{"--verbose"}, {}, {"no command '--verbose'"}},
      train({"--lamda", "3"}, {"--lamda 3", "usage: gist train", "gist train --help"}),
      train({"-l", "3"}, {"-l", "usage: gist train"}),
      train({"extra.svm"}, {"extra.svm", "usage: gist train"}),
      train({"--loss", "hinge"}, {"--loss hinge", "squared-hinge", "huber"}),
      train({"--penalty", "lasso"}, {"--penalty lasso", "l1", "geman"}),
      train({"--solver", "newton"}, {"--solver newton", "gist"}),
      train({"--solver", "gist", "--step", "two"}, {"--step two", "one", "previous", "bb"}),
      train({"--solver", "gist", "--acceptance", "any"}, {"--acceptance any", "monotone", "nonmonotone"}),
      train({"--stop", "never"}, {"--stop never", "residual", "objective"}),
      train({"--format", "excel"}, {"--format excel", "libsvm", "csv", "matrix-market", "binary"}),
      train({"--header", "maybe"}, {"--header maybe", "auto", "yes", "no"}),
      train({"--probability"}, {"--probability"}),
      {{"predict", "a.svm", "m.json", "--ridge", "1"}, {{"a.svm", two_classes}}, {"--ridge 1", "gist predict"}},
      {{"convert", "a.svm", "b.gist", "--to", "excel"}, {{"a.svm", two_classes}}, {"--to excel", "libsvm", "binary"}},
      {{"simulate", "--kind", "image", "--output", "x"}, {}, {"--kind image", "text", "gaussian"}},
      {{"simulate", "--like", "mnist", "--output", "x"}, {}, {"--like mnist", "news20", "real-sim"}},
      {{"inspect", "m.json", "--bottom", "3"}, {}, {"--bottom 3", "gist inspect"}},
      {{"reference", "--json"}, {}, {"--json"}},
  });
}

TEST(BadOptions, WordsThatAreMissing) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      {{"train"}, {}, {"DATA", "usage: gist train DATA"}},
      {{"predict", "a.svm"}, {{"a.svm", two_classes}}, {"MODEL", "usage: gist predict DATA MODEL"}},
      {{"inspect"}, {}, {"MODEL", "usage: gist inspect"}},
      {{"convert", "a.svm"}, {{"a.svm", two_classes}}, {"OUT", "usage: gist convert IN OUT"}},
      {{"simulate", "--kind", "text"}, {}, {"--output"}},
      {{"simulate", "--output", "x.svm"}, {}, {"kind", "text", "gaussian"}},
      train({"--lambda"}, {"--lambda"}),
      train({"--lambda="}, {"--lambda="}),
      train({"--start=", "--quiet"}, {"--start="}),  // and not a model called --quiet
  });
}

TEST(BadOptions, ValuesOutOfRange) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      train({"--lambda", "-1"}, {"--lambda -1", "[0, inf)"}),
      train({"--lambda", "nan"}, {"--lambda nan", "a number"}),
      train({"--lambda", "inf"}, {"--lambda inf", "[0, inf)"}),
      train({"--lambda", "1,5"}, {"--lambda 1,5", "a number"}),
      train({"--lambda", "0x1p3"}, {"--lambda 0x1p3", "a number"}),
      train({"--lambda-ratio", "-0.5"}, {"--lambda-ratio -0.5", "[0, inf)"}),
      train({"--penalty", "mcp", "--theta", "0"}, {"--theta 0", "(0, inf)"}),
      train({"--penalty", "scad", "--theta", "1"}, {"--theta 1", "(1, inf)"}),
      train({"--penalty", "mcp", "--theta-ratio", "0"}, {"--theta-ratio 0", "(0, inf)"}),
      train({"--penalty", "lq", "--q", "1"}, {"--q 1", "(0, 1)"}),
      train({"--penalty", "lq", "--q", "0"}, {"--q 0", "(0, 1)"}),
      train({"--loss", "huber", "--delta", "0"}, {"--delta 0", "(0, inf)"}),
      train({"--ridge", "-1"}, {"--ridge -1", "[0, inf)"}),
      train({"--positive", "spam"}, {"--positive spam", "a number"}),
      train({"--solver", "gist", "--memory", "0"}, {"--memory 0", "whole number", "[1, inf)"}),
      train({"--solver", "gist", "--memory", "2.5"}, {"--memory 2.5", "whole number"}),
      train({"--solver", "gist", "--eta", "1"}, {"--eta 1", "(1, inf)"}),
      train({"--solver", "gist", "--sigma", "1"}, {"--sigma 1", "(0, 1)"}),
      train({"--solver", "gist", "--t-min", "0"}, {"--t-min 0", "(0, inf)"}),
      train({"--solver", "gist", "--t-max", "-2"}, {"--t-max -2", "(0, inf)"}),
      train({"--solver", "gist", "--t-min", "5", "--t-max", "3"}, {"--t-min 5", "--t-max 3", "below"}),
      train({"--tolerance", "-1e-3"}, {"--tolerance -1e-3", "[0, inf)"}),
      train({"--max-iterations", "-1"}, {"--max-iterations -1", "whole number", "[0, inf)"}),
      train({"--max-iterations", "99999999999999"}, {"--max-iterations 99999999999999", "whole number"}),
      train({"--max-seconds", "0"}, {"--max-seconds 0", "(0, inf)"}),
      train({"--threads", "0"}, {"--threads 0", "[1, 1024]"}),
      train({"--threads", "two"}, {"--threads two", "whole number"}),
      train({"--features", "0"}, {"--features 0", "[1, 2147483647]"}),
      train({"--features", "2147483648"}, {"--features 2147483648", "[1, 2147483647]"}),
      train({"--standardize=perhaps"}, {"--standardize=perhaps", "true or false"}),
      {{"simulate", "--kind", "text", "--rows", "0", "--output", "x"}, {}, {"--rows 0", "[1, 2147483647]"}},
      {{"simulate", "--kind", "text", "--zipf", "-1", "--output", "x"}, {}, {"--zipf -1", "a number"}},
      {{"simulate", "--kind", "gaussian", "--rho", "1", "--output", "x"}, {}, {"--rho 1", "a number"}},
      {{"simulate", "--kind", "gaussian", "--seed", "-1", "--output", "x"}, {}, {"--seed -1", "whole number"}},
      {{"inspect", "m.json", "--top", "-1"}, {}, {"--top -1", "[0, inf)"}},
  });
}

TEST(BadOptions, WhatDoesNotApply) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      train({"--theta", "3"}, {"--theta does not apply to the penalty l1", "lsp", "mcp"}),
      train({"--penalty", "l0", "--theta", "3"}, {"--theta does not apply to the penalty l0"}),
      train({"--penalty", "lq", "--theta", "3"}, {"--theta does not apply to the penalty lq"}),
      train({"--penalty", "mcp", "--q", "0.5"}, {"--q does not apply to the penalty mcp", "lq"}),
      train({"--penalty", "none", "--lambda", "1"}, {"--lambda does not apply to the penalty none", "l1"}),
      train({"--penalty", "none", "--lambda-ratio", "1"}, {"--lambda-ratio does not apply to the penalty none"}),
      train({"--penalty", "l0", "--theta-ratio", "2"}, {"--theta-ratio does not apply to the penalty l0"}),
      train({"--theta-ratio", "2"}, {"--theta-ratio does not apply to the penalty l1"}),
      train({"--delta", "1"}, {"--delta does not apply to the loss logistic", "huber"}),
      train({"--loss", "squared", "--delta", "1"}, {"--delta does not apply to the loss squared", "huber"}),
      train({"--loss", "squared", "--positive", "1"}, {"--positive does not apply to the loss squared"}),
      train({"--loss", "huber", "--positive", "1"}, {"--positive does not apply to the loss huber"}),
      train({"--loss", "poisson", "--positive", "1"}, {"--positive does not apply to the loss poisson"}),
      train({"--solver", "gist", "--acceptance", "monotone", "--memory", "3"},
            {"--memory does not apply", "monotone", "nonmonotone"}),
      train({"--label", "2"}, {"--label applies to csv", "a.svm is libsvm"}),
      train({"--header", "yes"}, {"--header applies to csv", "a.svm is libsvm"}),
      train({"--labels", "y.txt"}, {"--labels applies to matrix-market", "a.svm is libsvm"}),
      {{"simulate", "--kind", "gaussian", "--topics", "3", "--output", "x"}, {}, {"topics", "gaussian"}},
      {{"simulate", "--kind", "text", "--rho", "0.5", "--output", "x"}, {}, {"rho", "text"}},
      {{"simulate", "--kind", "gaussian", "--like", "news20", "--output", "x"}, {}, {"like", "gaussian"}},
  });
}

TEST(BadOptions, WhatExcludesEachOtherOrIsMissing) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      train({"--model", "same", "--trace", "same"}, {"--model", "--trace", "same file", "same"}),
      train({"--lambda", "1", "--lambda-ratio", "0.1"}, {"--lambda and --lambda-ratio"}),
      train({"--penalty", "mcp", "--theta", "3", "--theta-ratio", "2"}, {"--theta and --theta-ratio"}),
      train({"--penalty", "lsp"}, {"lsp needs --theta", "(0, inf)"}),
      train({"--penalty", "capped-l1"}, {"capped-l1 needs --theta", "(0, inf)"}),
      train({"--penalty", "geman"}, {"geman needs --theta", "(0, inf)"}),
      // lambda 0 makes theta-ratio a theta of 0, which is none.
      train({"--penalty", "lsp", "--lambda", "0", "--theta-ratio", "2"}, {"theta", "0"}),
  });
}

TEST(BadOptions, AllFaultsAreToldAtOnce) {
  GIST_NEEDS_PROGRAM();
  expect_refused(
      train({"--solver", "gist", "--penalty", "l0", "--lambda", "-1", "--theta-ratio",    "2", "--q", "3", "--eta", "0",
             "--t-min",  "9",    "--t-max",   "8",  "--delta",  "1",  "--max-iterations", "x"},
            {"--lambda -1", "--theta-ratio does not apply", "--q does not apply", "--eta 0",
             "--t-min 9 is not below --t-max 8", "--delta does not apply", "--max-iterations x"}));
}

TEST(BadOptions, OptionFiles) {
  GIST_NEEDS_PROGRAM();
  const auto with_file = [](const std::string& text, std::vector<std::string> said) {
    BadCase bad = train({"@o.json"}, std::move(said));
    bad.files.emplace_back("o.json", text);
    return bad;
  };
  expect_all_refused({
      train({"@nowhere.json"}, {"nowhere.json: ", "cannot read"}),
      train({"@."}, {".: ", "directory"}),
      with_file("", {"o.json:1:1: ", "JSON object"}),
      with_file("lambda = 3\n", {"o.json:1:1: ", "JSON object"}),
      with_file("{\"lambda\": 0.1,\n \"penalty\": mcp}\n", {"o.json:2:13: ", "JSON object"}),
      with_file("{\"lambda\": 0.1", {"o.json:1:", "JSON object"}),
      with_file("[\"--lambda\", 0.1]", {"o.json: ", "JSON object"}),
      with_file("3", {"o.json: ", "JSON object"}),
      with_file("{\"lamda\": 0.1}", {"o.json: ", "no option \"lamda\""}),
      with_file("{\"lamda\": false}", {"o.json: ", "no option \"lamda\""}),
      with_file("{\"lamda\": null}", {"o.json: ", "no option \"lamda\""}),
      with_file("{\"\": 1}", {"o.json: ", "no option \"\""}),
      with_file("{\"DATA\": \"a.svm\"}", {"o.json: ", "no option \"DATA\""}),
      with_file("{\"lambda\": {\"value\": 0.1}}", {"o.json: ", "\"lambda\"", "a number"}),
      with_file("{\"lambda\": [0.1]}", {"o.json: ", "\"lambda\"", "a number"}),
      with_file("{\"lambda\": true}", {"--lambda true", "a number"}),
      with_file("{\"lambda\": -1}", {"--lambda -1", "[0, inf)"}),
      with_file("{\"lambda\": 1e999}", {"o.json: ", "1e999"}),
      with_file("{\"model\": \"\"}", {"o.json: ", "\"model\" is empty"}),
      with_file("{\"intercept\": 3}", {"o.json: ", "\"intercept\"", "true or false"}),
      with_file("{\"theta\": 3}", {"--theta does not apply to the penalty l1"}),
  });
}

}  // namespace
}  // namespace gist::testing_support
