#include "rlminer/report/pattern_picture.h"

#include <algorithm>
#include <array>
#include <expat.h>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/report/graph_report.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_symbols.h"

namespace rlminer::report {
namespace {

// What expat saw: how often each element, and all text.
struct Xml {
  bool well_formed = false;
  std::multiset<std::string> elements;
  std::string text;
};

Xml parsed(const std::string& document) {
  Xml xml;
  XML_Parser parser = XML_ParserCreate(nullptr);
  XML_SetUserData(parser, &xml);
  XML_SetStartElementHandler(parser, [](void* data, const char* name, const char**) {
    static_cast<Xml*>(data)->elements.insert(name);
  });
  XML_SetCharacterDataHandler(parser, [](void* data, const char* text, int length) {
    static_cast<Xml*>(data)->text.append(text, static_cast<std::size_t>(length));
  });
  xml.well_formed =
      XML_Parse(parser, document.data(), static_cast<int>(document.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return xml;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

NamedPattern ring(std::vector<std::string> labels) {
  NamedPattern named{{}, std::move(labels)};
  const int size = static_cast<int>(named.labels.size());
  for (int i = 0; i < size; ++i)
    named.pattern.add_vertex(0, i == 0 ? 0 : 1u << (i - 1));
  if (size > 2) named.pattern.add_edge(0, size - 1);
  return named;
}

NamedPattern shuffled(const NamedPattern& named, Rng& rng) {
  std::vector<std::uint8_t> order(named.labels.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  rng.shuffle(std::span(order));
  NamedPattern result{named.pattern.permuted(order), {}};
  for (const std::uint8_t i : order)
    result.labels.push_back(named.labels[i]);
  return result;
}

TEST(PatternPicture, HasEveryVertexEdgeAndLabel) {
  const Xml xml = parsed(pattern_svg(ring({"C", "N", "C", "O", "C", "C"}), {"a caption", "more"}));
  EXPECT_TRUE(xml.well_formed);
  EXPECT_EQ(xml.elements.count("circle"), 6u);
  EXPECT_EQ(xml.elements.count("line"), 6u);
  EXPECT_EQ(xml.elements.count("text"), 8u);
  EXPECT_TRUE(has(xml.text, "a caption"));
}

TEST(PatternPicture, LabelsAreEscapedAndLongOnesAreInTheLegend) {
  const std::vector<std::string> labels = {"<b>",
                                           "a&b",
                                           "\"q\"",
                                           "'",
                                           "a very <long> \"name\" & more",
                                           "\u00e9\u00e8\u00ea\u00eb\u00fc\u00f6\u00e4",
                                           "tab\there"};
  const std::string svg = pattern_svg(ring(labels), {"k < 5 & more"});
  const Xml xml = parsed(svg);
  ASSERT_TRUE(xml.well_formed) << svg;
  for (std::size_t i = 0; i + 1 < labels.size(); ++i)
    EXPECT_TRUE(has(xml.text, labels[i])) << labels[i];
  EXPECT_TRUE(has(xml.text, "tab?here"));
  EXPECT_TRUE(has(xml.text, "k < 5 & more"));
  EXPECT_TRUE(has(svg, "a&amp;b"));
  EXPECT_TRUE(has(svg, "\u00e9\u00e8\u00ea\u00eb\u00fc\u2026<"));  // cut between characters
  EXPECT_EQ(xml.elements.count("circle"), 2 * labels.size());
}

TEST(PatternPicture, IsTheSameForEqualPatterns) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    std::vector<std::string> labels;
    const std::uint64_t size = 1 + rng.below(9);
    for (std::uint64_t i = 0; i < size; ++i)
      labels.push_back(std::vector<std::string>{"C", "N", "10", "9"}[rng.below(4)]);
    NamedPattern named = ring(labels);
    const std::string svg = pattern_svg(named);
    ASSERT_TRUE(parsed(svg).well_formed);
    NamedPattern other = shuffled(named, rng);
    ASSERT_EQ(pattern_svg(other), svg) << seed;
    // The numbers that a graph gives its labels do not matter, the names do.
    Pattern renumbered;
    for (int i = 0; i < other.pattern.size(); ++i)
      renumbered.add_vertex(7, other.pattern.adjacency(i) & ((1u << i) - 1));
    ASSERT_EQ(pattern_svg({renumbered, other.labels}), svg) << seed;
  }
}

TEST(PatternPicture, ColoursAreReadable) {
  for (const std::string_view color : palette::kSeries) {
    const bool dark =
        color == palette::kBlack || color == palette::kBlue || color == palette::kGrey;
    EXPECT_EQ(text_color_on(color), dark ? "#ffffff" : "#000000") << color;
  }
  const LabelColors colors({"b", "a", "10", "9", "a", "c", "d", "e", "f"});
  EXPECT_EQ(colors.names(), (std::vector<std::string>{"9", "10", "a", "b", "c", "d", "e", "f"}));
  std::set<std::string_view> different;
  for (const std::string& name : colors.names())
    different.insert(colors.of(name));
  EXPECT_EQ(different.size(), 8u);
}

TEST(PatternPicture, ColoursComeAgainOnOtherShapes) {
  std::vector<std::string> names;
  for (int i = 0; i < 48; ++i)
    names.push_back(std::to_string(i));
  const LabelColors colors(names);
  std::set<std::pair<std::string_view, std::size_t>> different;
  for (const std::string& name : names)
    different.emplace(colors.of(name), colors.shape(name));
  EXPECT_EQ(different.size(), names.size());
  EXPECT_EQ(colors.shape("7"), 0u);
  EXPECT_EQ(colors.shape("8"), 1u);
  const std::string svg = pattern_svg(ring({names.begin(), names.begin() + 20}));
  EXPECT_TRUE(parsed(svg).well_formed);
  const auto count = [&svg](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("<circle"), 8u);
  EXPECT_EQ(count("<polygon"), 12u);
}

TEST(PatternPicture, FilesFollowTheThemeAndPagesDecide) {
  EXPECT_TRUE(has(pattern_svg(ring({"a"})), "prefers-color-scheme"));
  const NamedPattern pair = ring({"a", "b"});
  const PicturePart part = paint_pattern(pair, LabelColors(pair.labels));
  EXPECT_FALSE(has(part.shapes, "<style"));
  EXPECT_TRUE(has(part.shapes, "currentColor"));
  EXPECT_TRUE(parsed(pattern_svg({})).well_formed);  // nothing at all
}

TEST(PatternSheet, ShowsEveryAnswer) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 4; ++v)
    builder.add_vertex(std::to_string(v), v % 2 == 0 ? "A<" : "engineer");
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  builder.add_edge(2, 3);
  const Graph graph = builder.build();
  engine::Finding pair;
  pair.pattern = pattern::induce(graph, std::array<Vertex, 2>{0, 1});
  pair.frequency = Frequency::exactly(Count{3});
  engine::Finding path;
  path.pattern = pattern::induce(graph, std::array<Vertex, 3>{0, 1, 2});
  path.frequency = Frequency::at_least(Count{1});
  std::vector<engine::Answer> answers(3);
  answers[0].size = 2;
  answers[0].findings = {pair};
  answers[0].proven = answers[0].sets_exact = true;
  answers[0].sets = 12;
  answers[1].size = 3;
  answers[1].findings = std::vector<engine::Finding>(10, path);
  answers[1].note = "a < b";
  answers[2].size = 9;
  answers[2].proven = true;
  const std::string svg =
      to_svg_sheet({graph, 7, "exact", answers}, {.rank = true, .timing = false});
  const Xml xml = parsed(svg);
  ASSERT_TRUE(xml.well_formed) << svg;
  for (const char* text :
       {"graph 7: 4 vertices, 3 edges, engine exact", "k = 2: proven", "frequency 3",
        "of 12 (25 %)", "k = 3: NOT proven: a < b", "#10", "at least 1", "k = 9: proven",
        "no connected subgraph of this size", "engineer"}) {
    EXPECT_TRUE(has(xml.text, text)) << text;
  }
  EXPECT_EQ(xml.elements.count("circle"), 2u + 10 * 3 + 2);  // and the legend
  EXPECT_EQ(svg.find(" s)"), std::string::npos);
}

}  // namespace
}  // namespace rlminer::report
