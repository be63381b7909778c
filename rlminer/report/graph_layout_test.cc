#include "rlminer/report/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"

namespace rlminer::report {
namespace {

EdgeList random_edges(std::uint32_t vertices, std::size_t edges, Rng& rng) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> chosen;
  while (vertices > 1 && chosen.size() < edges) {
    const auto a = static_cast<std::uint32_t>(rng.below(vertices));
    const auto b = static_cast<std::uint32_t>(rng.below(vertices));
    if (a < b) chosen.emplace(a, b);
  }
  return {chosen.begin(), chosen.end()};
}

double distance(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double closest(const Layout& layout) {
  double least = 1e300;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, distance(layout[i], layout[j]));
  }
  return least;
}

TEST(GraphLayout, EveryVertexHasAPlaceOfItsOwnAndEqualGraphsAreEqual) {
  Rng rng(5);
  for (const std::uint32_t vertices : {0U, 1U, 2U, 3U, 10U, 40U, 200U, 700U}) {
    for (const std::size_t degree : {1U, 3U}) {
      const EdgeList edges =
          random_edges(vertices, vertices < 10 ? vertices / 2 : degree * vertices / 2, rng);
      const Layout layout = graph_layout(vertices, edges, Deadline());
      ASSERT_EQ(layout.size(), vertices);
      EXPECT_TRUE(graph_layout(vertices, edges, Deadline()) == layout) << vertices << " " << degree;
      for (const Point& p : layout) {
        EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
        EXPECT_GE(std::min(p.x, p.y), -1e-9);
      }
      EXPECT_GT(closest(layout), 0.25) << vertices << " " << degree;
    }
  }
}

TEST(GraphLayout, NeighboursAreClose) {
  constexpr std::uint32_t kSide = 20;
  EdgeList edges;
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    if (i % kSide + 1 < kSide) edges.emplace_back(i, i + 1);
    if (i + kSide < kSide * kSide) edges.emplace_back(i, i + kSide);
  }
  const Layout layout = graph_layout(kSide * kSide, edges, Deadline());
  double along = 0.0;
  for (const auto& [a, b] : edges)
    along += distance(layout[a], layout[b]) / static_cast<double>(edges.size());
  double all = 0.0;
  for (const Point& p : layout)
    all += distance(p, layout[0]) / static_cast<double>(layout.size());
  EXPECT_GT(all, 8 * along);
  // Opposite corners of the grid are opposite corners of the picture.
  EXPECT_GT(distance(layout.front(), layout.back()), 0.8 * kSide * along);
}

TEST(GraphLayout, ComponentsAreApart) {
  EdgeList edges;
  for (std::uint32_t c = 0; c < 12; ++c) {
    for (std::uint32_t i = 0; i < 4; ++i)
      edges.emplace_back(5 * c + i, 5 * c + i + 1);
  }
  const Layout layout = graph_layout(60, edges, Deadline());
  struct Box {
    double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
  };
  std::vector<Box> boxes(12);
  for (std::size_t v = 0; v < layout.size(); ++v) {
    Box& box = boxes[v / 5];
    box = {std::min(box.left, layout[v].x), std::max(box.right, layout[v].x),
           std::min(box.top, layout[v].y), std::max(box.bottom, layout[v].y)};
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Box& a = boxes[i];
      const Box& b = boxes[j];
      EXPECT_TRUE(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top)
          << i << " " << j;
    }
  }
}

TEST(GraphLayout, AStarsLeavesAreApart) {
  EdgeList edges;
  for (std::uint32_t i = 1; i < 300; ++i)
    edges.emplace_back(0, i);
  EXPECT_GT(closest(graph_layout(300, edges, Deadline())), 0.25);
}

TEST(GraphLayout, WithoutTimeThereIsStillALayout) {
  Rng rng(9);
  const EdgeList edges = random_edges(2000, 4000, rng);
  const Layout layout = graph_layout(2000, edges, Deadline(0.0));
  EXPECT_EQ(layout.size(), 2000U);
  for (const Point& p : layout)
    EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
}

}  // namespace
}  // namespace rlminer::report
