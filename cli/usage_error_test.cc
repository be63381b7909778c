#include "cli/usage_error.h"

#include <string>
#include <vector>

#include "cli/command.h"
#include <gtest/gtest.h>

namespace rlminer::cli {
namespace {

// What is said about a command line of a little program.
std::string complaint(const std::vector<const char*>& arguments) {
  Program program("toy", "1.2.3");
  Command mine = program.command("mine", "");
  program.command("convert", "");
  std::string text;
  bool quiet = false;
  mine.value("INPUT", text, "").required();
  mine.value("-k", text, "").required();
  mine.value("--format", text, "").one_of({"text", "json"});
  mine.flag("--quiet", quiet, "");
  std::vector<const char*> line = {"rlminer"};
  line.insert(line.end(), arguments.begin(), arguments.end());
  try {
    program.run(static_cast<int>(line.size()), line.data());
  } catch (const UsageError& error) {
    return error.what();
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
  EXPECT_EQ(complaint({"--versoin"}), "unknown option --versoin; did you mean --version?" + where);
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
