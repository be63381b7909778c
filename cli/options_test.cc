#include "cli/options.h"

#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/machine.h"

namespace rlminer::cli {
namespace {

using Sizes = std::vector<int>;

TEST(Options, SizesTakeNumbersRangesAndLists) {
  EXPECT_EQ(parse_sizes("7"), (Sizes{7}));
  EXPECT_EQ(parse_sizes("5..9"), (Sizes{5, 6, 7, 8, 9}));
  EXPECT_EQ(parse_sizes("3,5,7"), (Sizes{3, 5, 7}));
  EXPECT_EQ(parse_sizes("9,2..4,3,32,1"), (Sizes{1, 2, 3, 4, 9, 32}));
  EXPECT_EQ(parse_sizes("6..6"), (Sizes{6}));
}

TEST(Options, SizesRefuseEverythingElse) {
  for (const char* text : {"", "0", "33", "-1", "5..", "..5", "9..5", "5...9", "5,,6", "5,", "a",
                           "5 ", " 5", "5.0", "5..33", "99999999999", "5-9", "5..6..7"}) {
    EXPECT_THROW(parse_sizes(text), UsageError) << "'" << text << "'";
  }
}

TEST(Options, SharesAndPositiveNumbers) {
  EXPECT_DOUBLE_EQ(parse_share("--x", "0"), 0.0);
  EXPECT_DOUBLE_EQ(parse_share("--x", ".25"), 0.25);
  EXPECT_DOUBLE_EQ(parse_positive("--x", "5e-4"), 5e-4);
  for (const char* text : {"", "1", "-0.1", "nan", "0.5x", "10%"})
    EXPECT_THROW(parse_share("--x", text), UsageError) << text;
  EXPECT_EQ(parse_positive("--x", "1e3"), 1000.0);
  for (const char* text : {"", "0", "-1", "nan", "inf", "1x", "1e999"})
    EXPECT_THROW(parse_positive("--x", text), UsageError) << text;
}

TEST(Options, MemoryTakesBytesUnitsAndShares) {
  EXPECT_EQ(parse_memory("4096"), 4096u);
  EXPECT_EQ(parse_memory("1K"), 1024u);
  EXPECT_EQ(parse_memory("500M"), std::size_t{500} << 20);
  EXPECT_EQ(parse_memory("4G"), std::size_t{4} << 30);
  EXPECT_EQ(parse_memory("4g"), std::size_t{4} << 30);
  EXPECT_EQ(parse_memory("1.5 GiB"), std::size_t{3} << 29);
  EXPECT_EQ(parse_memory("2TB"), std::size_t{2} << 40);
  EXPECT_EQ(parse_memory("100%"), physical_memory());
  EXPECT_NEAR(static_cast<double>(parse_memory("50%")), static_cast<double>(physical_memory()) / 2,
              1.0);
}

TEST(Options, MemoryRefusesEverythingElse) {
  for (const char* text : {"", "G", "-4G", "0", "0%", "101%", "4X", "4GX", "nan", "inf", "1e9",
                           "4..5", "99999999999999999999T", "0.1", "%"}) {
    EXPECT_THROW(parse_memory(text), UsageError) << "'" << text << "'";
  }
}

TEST(Options, CountsStayInTheirRange) {
  EXPECT_EQ(parse_count("--top", "1", 1, 10), 1u);
  EXPECT_EQ(parse_count("--top", "10", 1, 10), 10u);
  for (const char* text : {"", "0", "11", "-1", "+1", "1.0", "99999999999999999999"}) {
    EXPECT_THROW(parse_count("--top", text, 1, 10), UsageError) << "'" << text << "'";
  }
}

TEST(Options, GraphIsANumberOrAllOrUnion) {
  EXPECT_EQ(parse_graph_choice("all").kind, GraphChoice::Kind::All);
  EXPECT_EQ(parse_graph_choice("union").kind, GraphChoice::Kind::Union);
  EXPECT_EQ(parse_graph_choice("17").kind, GraphChoice::Kind::One);
  EXPECT_EQ(parse_graph_choice("17").number, 17u);
  for (const char* text : {"", "-1", "1.5", "first", "ALL"}) {
    EXPECT_THROW(parse_graph_choice(text), UsageError) << "'" << text << "'";
  }
}

TEST(Options, UnknownEnginesAreNamedInTheComplaint) {
  EXPECT_EQ(check_engine("exact"), "");
  EXPECT_NE(check_engine("no-such-engine").find("no-such-engine"), std::string::npos);
}

}  // namespace
}  // namespace rlminer::cli
