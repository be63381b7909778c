#include "cli/usage_error.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rlminer::cli {
namespace {

// What is said about a command line of a little program.
std::string complaint(std::vector<std::string> arguments) {
  CLI::App app("toy", "rlminer");
  app.require_subcommand(0, 1);
  CLI::App* const mine = app.add_subcommand("mine", "");
  app.add_subcommand("convert", "");
  std::string text;
  mine->add_option("INPUT", text)->required();
  mine->add_option("-k", text)->required();
  mine->add_option("--format", text)->check(CLI::IsMember({"text", "json"}));
  mine->add_flag("--quiet");
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
  return "";
}

TEST(UsageError, UnknownOptionsAreComparedWithThoseOfTheCommand) {
  const std::string where = " (rlminer mine --help lists the options)";
  EXPECT_EQ(complaint({"mine", "x", "-k", "3", "--fromat", "json"}),
            "unknown option --fromat; did you mean --format?" + where);
  EXPECT_EQ(complaint({"mine", "x", "-k", "3", "--quite"}),
            "unknown option --quite; did you mean --quiet?" + where);
  EXPECT_EQ(complaint({"mine", "x", "-k", "3", "--formatt=json"}),
            "unknown option --formatt; did you mean --format?" + where);
  EXPECT_EQ(complaint({"mine", "x", "--k", "3"}), "unknown option --k; did you mean -k?" + where);
  EXPECT_EQ(complaint({"mine", "x", "-k", "3", "--zzzzzz"}), "unknown option --zzzzzz" + where);
  EXPECT_EQ(complaint({"mine", "x", "-k", "3", "y"}), "unexpected argument 'y'" + where);
}

TEST(UsageError, UnknownCommands) {
  const std::string where = " (rlminer --help lists the commands)";
  EXPECT_EQ(complaint({"mnie", "x", "-k", "3"}),
            "there is no command 'mnie'; did you mean mine?" + where);
  EXPECT_EQ(complaint({"help"}), "there is no command 'help'; did you mean --help?" + where);
  EXPECT_EQ(complaint({"zzzzzz"}), "there is no command 'zzzzzz'" + where);
  EXPECT_EQ(complaint({"--versoin"}), "unknown option --versoin" + where);
  EXPECT_EQ(complaint({"example:caffeine", "-k", "5"}),
            "'example:caffeine' is a graph, not a command; did you mean rlminer mine "
            "example:caffeine -k 5?" +
                where);
}

TEST(UsageError, ChoicesAndWhatCli11SaysItself) {
  const std::string where = " (rlminer mine --help lists the options)";
  EXPECT_EQ(complaint({"mine", "x", "-k", "3", "--format", "jsn"}),
            "--format: jsn not in {text,json}; did you mean json?" + where);
  EXPECT_EQ(complaint({"mine", "x"}), "-k is required" + where);
  EXPECT_EQ(complaint({"mine", "x", "-k", "3"}), "");
}

}  // namespace
}  // namespace rlminer::cli
