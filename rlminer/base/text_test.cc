#include "rlminer/base/text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rlminer::text {
namespace {

TEST(Text, WordsAndNumbers) {
  EXPECT_EQ(words("  a\tb  c\r"), (std::vector<std::string_view>{"a", "b", "c"}));
  EXPECT_TRUE(words(" \t").empty());
  for (const char* number : {"0", "-7", "+1", "0.5", ".5", "1e-3", "1E9", "1e999"})
    EXPECT_TRUE(is_number(number)) << number;
  for (const char* word : {"", "-", "e", "inf", "nan", "0x1f", "1 2", "1,5", "one"})
    EXPECT_FALSE(is_number(word)) << word;
  for (const char* zero : {"0", "-0.00", "0e5", "0.000e+00"})
    EXPECT_TRUE(is_zero(zero)) << zero;
  EXPECT_FALSE(is_zero("1e-9"));
}

TEST(Text, ListsAreCutShort) {
  EXPECT_EQ(listed({"a", "b"}), "a, b");
  EXPECT_EQ(listed({"a", "b", "c"}, 2), "a, b, ...");
  EXPECT_EQ(listed({}), "");
}

TEST(Text, WhatTerminalsObeyIsNotShown) {
  EXPECT_EQ(printable("\x1b[31mred\x7f"), "?[31mred?");
  EXPECT_EQ(printable("a\xc2\x9b"
                      "31m"),
            "a?31m");  // C1: the short form of escape [
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "abc\xe2\x81\xa9"),
            "?abc?");  // right to left, and its end
  EXPECT_EQ(printable("\xd8\x9c\xe2\x80\x8f"), "??");
  const std::string harmless = "caf\xc3\xa9 \xc2\xa0\xe2\x88\x9e \xe2\x80\xa6 \xf0\x9f\x98\x80";
  EXPECT_EQ(printable(harmless), harmless);
  EXPECT_EQ(shown("a\nb"), "a b");
}

}  // namespace
}  // namespace rlminer::text
