#include "rlminer/report/curves.h"

#include <algorithm>
#include <cmath>
#include <expat.h>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rlminer::report {
namespace {

using Points = std::vector<std::pair<double, double>>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool well_formed(const std::string& xml) {
  XML_Parser parser = XML_ParserCreate(nullptr);
  const bool good = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return good;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

// Every attribute of a shape is a finite number within the picture.
void expect_good(const std::string& svg) {
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_EQ(svg.find("=\"nan"), std::string::npos);
  EXPECT_EQ(svg.find("=\"-nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

// The points of each polyline, in pixels.
std::vector<Points> polylines(const std::string& svg) {
  const std::string opening = "<polyline points=\"";
  std::vector<Points> result;
  for (std::size_t at = svg.find(opening); at != std::string::npos;
       at = svg.find(opening, at + 1)) {
    const std::size_t first = at + opening.size();
    std::istringstream points(svg.substr(first, svg.find('"', first) - first));
    result.emplace_back();
    char comma = 0;
    for (double x = 0, y = 0; points >> x >> comma >> y;)
      result.back().emplace_back(x, y);
  }
  return result;
}

bool has_text(const std::string& svg, const std::string& text) {
  return svg.find(">" + text + "</text>") != std::string::npos;
}

Panel panel_of(std::vector<Series> series) {
  Panel panel;
  panel.title = "loss";
  panel.x_label = "updates";
  panel.y_label = "value";
  panel.series = std::move(series);
  return panel;
}

TEST(Curves, TitlesLabelsLegendsAndReferences) {
  Panel panel = panel_of({{"actor", {{0, 1}, {10, 3}}}, {"critic", {{0, 2}, {10, 2.5}}}});
  panel.references = {{2.0, "paper, k=5", 0}, {1.5, "random"}};
  const std::string svg = curves_plot("a <run>", {panel, panel});
  expect_good(svg);
  for (const char* text : {"a &lt;run&gt;", "loss", "updates", "value", "actor", "critic",
                           "paper, k=5", "random", "1.5", "2.5", "10"}) {
    EXPECT_TRUE(has_text(svg, text)) << text;
  }
  EXPECT_EQ(occurrences(svg, ">actor<"), 2u);
  EXPECT_EQ(occurrences(svg, "<polyline"), 4u);
  EXPECT_EQ(occurrences(svg, "stroke-dasharray"), 2u * 2 * 2);  // each line and its legend
}

TEST(Curves, PointsAreWhereTheyBelong) {
  const std::string svg = curves_plot("", {panel_of({{"", {{0, 0}, {50, 1}, {100, 0.5}}}})});
  const auto lines = polylines(svg);
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].size(), 3u);
  EXPECT_NEAR(lines[0][1].first, (lines[0][0].first + lines[0][2].first) / 2, 0.11);
  EXPECT_NEAR(lines[0][2].second, (lines[0][0].second + lines[0][1].second) / 2, 0.11);
  EXPECT_LT(lines[0][1].second, lines[0][0].second);  // up is a smaller number
  EXPECT_LT(lines[0][0].first, lines[0][2].first);
}

TEST(Curves, PointsThatAreNotFiniteAreLeftOut) {
  const std::string svg =
      curves_plot("", {panel_of({{"a", {{0, 1}, {1, kNaN}, {2, kInfinity}, {kNaN, 1}, {3, 2}}},
                                 {"none of it", {{0, kNaN}, {-kInfinity, 2}, {1, 1e300}}},
                                 {"empty", {}}})});
  expect_good(svg);
  const auto lines = polylines(svg);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].size(), 2u);
  EXPECT_TRUE(has_text(svg, "empty"));
}

TEST(Curves, LongSeriesAreThinnedAndKeepTheirPeaks) {
  Series series{"noise", {}};
  for (int i = 0; i < 123457; ++i)
    series.points.emplace_back(i, i == 77777 ? 10.0 : std::sin(i));
  const std::string svg = curves_plot("", {panel_of({series})});
  expect_good(svg);
  const auto lines = polylines(svg);
  ASSERT_EQ(lines.size(), 2u);  // pale, then averages
  EXPECT_LE(lines[0].size(), 1000u);
  EXPECT_GE(lines[0].size(), 900u);
  for (std::size_t i = 1; i < lines[0].size(); ++i)
    EXPECT_LE(lines[0][i - 1].first, lines[0][i].first);
  const auto peaks = std::count_if(lines[0].begin(), lines[0].end(),
                                   [](const auto& point) { return point.second < 90; });
  EXPECT_EQ(peaks, 1);
  ASSERT_EQ(lines[1].size(), 100u);
  const double middle = lines[1].front().second;  // the sine's mean
  for (const auto& point : lines[1])
    EXPECT_NEAR(point.second, middle, 1.0);
  EXPECT_LT(svg.size(), 40000u);
}

TEST(Curves, ReferenceIsNotHiddenByTheAxis) {
  Panel panel = panel_of({{"", {{0, 2}, {1, 3}}}});
  panel.references = {{2.0, "floor"}};
  EXPECT_TRUE(has_text(curves_plot("", {panel}), "1.8"));
  panel.references.clear();
  EXPECT_FALSE(has_text(curves_plot("", {panel}), "1.8"));
}

TEST(Curves, RangeCutsOffWhatLiesBeyond) {
  Panel panel = panel_of({{"", {{0, -5}, {1, 0.25}, {2, 0.75}, {3, 1e9}}}});
  panel.y_range = {0.0, 1.0};
  const std::string svg = curves_plot("", {panel});
  expect_good(svg);
  const auto lines = polylines(svg);
  ASSERT_EQ(lines.size(), 1u);
  const double height = lines[0][0].second - lines[0][3].second;
  EXPECT_NEAR(lines[0][1].second - lines[0][2].second, height / 2, 0.2);
  EXPECT_TRUE(has_text(svg, "0.2"));
  EXPECT_FALSE(has_text(svg, "1.2"));
}

TEST(Curves, TicksAreRound) {
  const auto svg_of = [](double low, double high) {
    return curves_plot("", {panel_of({{"", {{low, 0}, {high, 1}}}})});
  };
  EXPECT_TRUE(has_text(svg_of(3, 97), "20"));
  EXPECT_TRUE(has_text(svg_of(3, 97), "80"));
  EXPECT_TRUE(has_text(svg_of(0, 41234), "20k"));
  EXPECT_TRUE(has_text(svg_of(0, 2.1e6), "1.5M"));
  EXPECT_TRUE(has_text(svg_of(-1e10, 1e10), "-5G"));
  EXPECT_TRUE(has_text(svg_of(0.001, 0.0042), "0.002"));
  EXPECT_TRUE(has_text(svg_of(1e6, 1e6 + 5), "1.000002M"));
  EXPECT_TRUE(has_text(svg_of(0, 1e20), "2e+19"));
}

TEST(Curves, StylesOfSeries) {
  Panel panel = panel_of({{.name = "ours",
                           .points = {{1, 0.5}, {2, 0.6}},
                           .color = "#123456",
                           .deviations = {0.1, 0.0}},
                          {.name = "theirs", .points = {{1, 0.4}, {2, 0.5}}, .dashed = true},
                          {.name = "alone", .points = {{1.5, 0.45}}, .joined = false}});
  const std::string svg = curves_plot("", {panel});
  expect_good(svg);
  EXPECT_EQ(polylines(svg).size(), 2u);
  EXPECT_EQ(occurrences(svg, "stroke-dasharray"), 2u);     // the curve and its legend
  EXPECT_EQ(occurrences(svg, "<circle"), 2u + 2 + 1 + 1);  // a series of points has one as its sign
  // The curve, its two points (filled and outlined), one bar and the legend.
  EXPECT_EQ(occurrences(svg, "#123456"), 1u + 2 * 2 + 1 + 1);
}

TEST(Curves, LogarithmicAxis) {
  Panel panel = panel_of({{"", {{0.02, 1}, {0.2, 2}, {200, 3}, {0, 4}, {-1, 5}}}});
  panel.log_x = true;
  const std::string svg = curves_plot("", {panel});
  expect_good(svg);
  const auto lines = polylines(svg);
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].size(), 3u);  // 0 and what is below has no place
  EXPECT_NEAR(3 * (lines[0][1].first - lines[0][0].first), lines[0][2].first - lines[0][1].first,
              0.4);
  for (const char* tick : {"0.01", "1", "1000"})
    EXPECT_TRUE(has_text(svg, tick)) << tick;
}

TEST(Curves, OddRangesAndNothingAtAll) {
  for (const auto& points : std::vector<Points>{{{0, 0}},
                                                {{7, 7}},
                                                {{1, 3}, {1, 3}},
                                                {{0, -2}, {0, 5}},
                                                {{-1e99, -1e99}, {1e99, 1e99}},
                                                {{0, 5e-324}, {5e-324, 0}},
                                                {{1e15, 1}, {1e15 + 1, 1 + 1e-15}}}) {
    const std::string svg = curves_plot("", {panel_of({{"x", points}})});
    expect_good(svg);
    EXPECT_LT(occurrences(svg, "<line"), 40u);
  }
  expect_good(curves_plot("nothing", {}));
  const std::string empty = curves_plot("", {panel_of({}), Panel()});
  expect_good(empty);
  EXPECT_EQ(occurrences(empty, "no data"), 2u);
  Panel odd = panel_of({{"a very long name of a series that nobody can read", {{0, 1}, {1, 2}}}});
  odd.y_range = {kNaN, 1.0};
  odd.references = {{kNaN, "left out"}, {1.0, "kept", 17}};
  const std::string svg = curves_plot("", {odd});
  expect_good(svg);
  EXPECT_FALSE(has_text(svg, "left out"));
  EXPECT_TRUE(has_text(svg, "kept"));
}

}  // namespace
}  // namespace rlminer::report
