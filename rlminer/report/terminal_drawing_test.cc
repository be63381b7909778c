#include "rlminer/report/terminal_drawing.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"

namespace rlminer::report {
namespace {

NamedPattern path(const std::vector<std::string>& labels) {
  NamedPattern named{{}, labels};
  for (std::size_t i = 0; i < labels.size(); ++i)
    named.pattern.add_vertex(0, i == 0 ? 0 : 1u << (i - 1));
  return named;
}

std::vector<std::string> draw(const NamedPattern& named, Drawings style = Drawings::Plain) {
  return terminal_drawing(named, LabelColors(named.labels), style);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + "\n";
  return text;
}

// What one sees of a line: characters, whatever their number of bytes.
std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

TEST(TerminalDrawing, AnEdge) {
  EXPECT_EQ(joined(draw(path({"C", "O"}))), "  C\u2812\u2812\u2812\u2812\u2812\u2812O\n");
}

TEST(TerminalDrawing, EveryVertexOfRandomPatternsShows) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed);
    const int size = 1 + static_cast<int>(rng.below(12));
    NamedPattern named;
    for (int i = 0; i < size; ++i) {
      named.labels.push_back(std::string(1, static_cast<char>('a' + i)) +
                             (seed % 2 == 0 ? "" : "123456789"));
      named.pattern.add_vertex(0, i == 0 ? 0 : 1u << rng.below(static_cast<std::uint64_t>(i)));
    }
    for (std::uint64_t extra = rng.below(20); extra > 0 && size > 1; --extra) {
      const int u = static_cast<int>(rng.below(static_cast<std::uint64_t>(size)));
      if (u > 0) named.pattern.add_edge(0, u);
    }
    const std::vector<std::string> lines = draw(named);
    const std::string text = joined(lines);
    for (int i = 0; i < size; ++i) {
      const char letter = static_cast<char>('a' + i);
      EXPECT_EQ(std::count(text.begin(), text.end(), letter), 1) << seed << text;
    }
    for (const std::string& line : lines)
      EXPECT_LE(width(line), 66u) << seed << text;
    EXPECT_LE(lines.size(), 45u) << text;
  }
}

TEST(TerminalDrawing, ColoursOnlyWhenAskedFor) {
  const NamedPattern named = path({"C", "N", "C"});
  EXPECT_EQ(joined(draw(named)).find('\x1b'), std::string::npos);
  EXPECT_NE(joined(draw(named, Drawings::Colors8)).find("\x1b[1;33mN\x1b[0m"), std::string::npos);
  EXPECT_NE(joined(draw(named, Drawings::Colors256)).find("\x1b[1;38;5;178mN\x1b[0m"),
            std::string::npos);
}

TEST(TerminalDrawing, ControlCharactersStayOut) {
  const std::string text = joined(draw(path({"\x1b[2J", "a\nb", "\u00e9t\u00e9"})));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("a?b"), std::string::npos);
  EXPECT_NE(text.find("\u00e9t\u00e9"), std::string::npos);
  EXPECT_TRUE(draw({}).empty());
}

}  // namespace
}  // namespace rlminer::report
