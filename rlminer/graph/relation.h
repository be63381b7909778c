#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rlminer::graph {

// What an edge is from one of its ends: the label of the arc that leaves it there and of the one
// that comes in. An edge without direction is the same as two arcs with equal labels; an arc
// without a label has the empty one.
struct EdgeKind {
  std::optional<std::string> out;
  std::optional<std::string> in;

  bool symmetric() const { return out == in; }
  EdgeKind converse() const { return {in, out}; }
  friend auto operator<=>(const EdgeKind&, const EdgeKind&) = default;
};

// An edge about which nothing is said.
inline const EdgeKind kPlainEdge{"", ""};

// The number of a kind of edge; the edge from u to v has the converse number from v to u.
using Relation = std::uint16_t;

// The kinds of edges of a graph or of a whole collection, numbered from 0. Kinds are sorted by
// their labels (as LabelDictionary sorts), so the numbers do not depend on the order of a file.
class RelationDictionary {
 public:
  static constexpr std::size_t kMostKinds = 65'535;

  // Sorts, removes duplicates and adds the converse of each. Throws Error when they are too many.
  explicit RelationDictionary(std::vector<EdgeKind> kinds);

  std::size_t size() const { return kinds_.size(); }
  const EdgeKind& kind(Relation relation) const { return kinds_[relation]; }
  Relation converse(Relation relation) const { return converses_[relation]; }
  // The number of a kind that must be present.
  Relation at(const EdgeKind& kind) const;
  bool contains(const EdgeKind& kind) const;

  bool directed() const;                    // whether a kind differs from its converse
  bool labelled() const;                    // whether an arc has a label
  std::vector<std::string> labels() const;  // all of them, sorted; the empty one is none

 private:
  std::vector<EdgeKind> kinds_;
  std::vector<Relation> converses_;
};

// None when all edges are plain ones: then there is nothing to know. Throws Error when the kinds
// are too many.
std::shared_ptr<const RelationDictionary> dictionary_of(std::vector<EdgeKind> kinds);

}  // namespace rlminer::graph
