#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/pattern/pattern.h"

// The plane in which graphs are laid out.
namespace rlminer::report {

// A place in the plane, y growing downwards as in pictures.
struct Point {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const Point&, const Point&) = default;
};

inline Point operator+(const Point& a, const Point& b) {
  return {a.x + b.x, a.y + b.y};
}
inline Point operator-(const Point& a, const Point& b) {
  return {a.x - b.x, a.y - b.y};
}
inline Point operator*(double factor, const Point& a) {
  return {factor * a.x, factor * a.y};
}
inline double length(const Point& a) {
  return std::hypot(a.x, a.y);
}
inline Point direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

using Layout = std::vector<Point>;  // one point for every vertex of a graph or pattern

// Edges between vertices 0, 1, ..., each once, without loops.
using EdgeList = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
EdgeList edges_of(const Pattern& pattern);

// The smallest box around a layout, which must not be empty.
struct Box {
  Point low;
  Point high;
  double width() const { return high.x - low.x; }
  double height() const { return high.y - low.y; }
};
Box box_of(const Layout& layout);

void scale(Layout& layout, double factor);
void rotate(Layout& layout, double angle);
double sum_of_lengths(const Layout& layout, const EdgeList& edges);

// The direction in which a layout extends most, around a point, as an angle; and how much more than
// at right angles to it, from 0 (the same in all directions) to 1 (a line).
struct Extent {
  double angle = 0.0;
  double excess = 0.0;
};
Extent main_extent(const Layout& layout, const Point& centre);

// Pushes two points apart that are closer than `nearest`; false: they are not. Points at the same
// place leave in the direction of the angle.
bool push_apart(Point& a, Point& b, double nearest, double angle);

// The distance that every two vertices should have in a picture.
using Distances = std::vector<std::vector<double>>;
// Moves vertices until the distances between them are as close to the wanted ones as they get.
Layout relaxed(Layout layout, const Distances& wanted, const Deadline& deadline = Deadline());

}  // namespace rlminer::report
