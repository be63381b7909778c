#include "cli/command_info.h"

#include <string>

#include "cli/command.h"
#include <gtest/gtest.h>

#include "rlminer/engine/registry.h"

namespace rlminer::cli {
namespace {

using Words = std::vector<std::string>;

struct Toy {
  Toy() : program("toy", "1.2.3") {
    Command mine = program.command("mine", "Find it");
    mine.value("INPUT", text, "A graph").required().type("");
    mine.value("-o,--output", text, "Where to write").type("FILE");
    mine.value("--graph", text, "Which").type("I|all|union");
    mine.value("--to", text, "How").one_of({"lg", "dot"});
    mine.value("--cache", text, "Kept").type("DIR|none");
    mine.value("--engine", text, ".B like a request").type("NAME");
    mine.value("--top", text, "Number").type("N");
    mine.flag("--quiet", quiet, "Silence");
    program.command("secret", "Not for people").hide();
  }
  Program program;
  std::string text;
  bool quiet = false;
};

TEST(CommandInfo, ReadsWhatHelpPrints) {
  const Toy toy;
  const ProgramInfo info = toy.program.info();
  ASSERT_EQ(info.commands.size(), 1u);
  const CommandInfo& mine = info.commands[0];
  EXPECT_EQ(mine.name, "mine");
  EXPECT_EQ(mine.help, "Find it");
  ASSERT_EQ(mine.options.size(), 9u);  // and --help
  const auto values = [&](std::size_t i) { return values_of(mine.options[i]); };
  const OptionInfo& input = mine.options[1];
  EXPECT_TRUE(input.positional() && input.required && values(1).files && values(1).examples);
  EXPECT_EQ(mine.options[2].names, (Words{"-o", "--output"}));
  EXPECT_TRUE(values(2).files && values(2).words.empty());
  EXPECT_EQ(values(3).words, (Words{"all", "union"}));
  EXPECT_EQ(values(4).words.size(), 2u);
  EXPECT_EQ(values(5).words, Words{"none"});
  EXPECT_TRUE(values(5).folders);
  EXPECT_EQ(values(6).words, engine::engine_names());
  EXPECT_TRUE(mine.options[7].takes_value() && values(7).words.empty());
  EXPECT_FALSE(values(7).files || values(7).folders || values(7).examples);
  EXPECT_FALSE(mine.options[8].takes_value());
}

TEST(CommandInfo, SentencesAreCut) {
  EXPECT_EQ(first_sentence("Short"), "Short");
  EXPECT_EQ(first_sentence("One. Two"), "One");
  const std::string half(50, 'x');
  EXPECT_EQ(first_sentence(half + "; " + half), half);
  EXPECT_EQ(first_sentence(half + half), half + half);
}

TEST(ManPage, NothingIsTakenForARequest) {
  const Toy toy;
  const std::string page = man_page(toy.program.info(), "1.2.3");
  EXPECT_NE(page.find("\n\\&.B like a request\n"), std::string::npos);
  EXPECT_NE(page.find("\\fB\\-\\-output\\fR \\fIFILE\\fR"), std::string::npos);
  EXPECT_NE(page.find("rlminer 1.2.3"), std::string::npos);
  EXPECT_EQ(page.find("secret"), std::string::npos);
}

}  // namespace
}  // namespace rlminer::cli
