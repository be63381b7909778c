#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::generate {

// What an edge is from either of its ends: numbers of a dictionary of kinds of edges.
struct Tie {
  graph::Relation out = 0;   // from the end that is named first
  graph::Relation back = 0;  // the converse

  Tie converse() const { return {back, out}; }
  friend bool operator==(const Tie&, const Tie&) = default;
};

// A small labelled graph that can still be changed. Always simple; vertices are numbered without
// gaps. Meant to be cleared and used again: what it allocated stays with it.
class Draft {
 public:
  static constexpr Vertex kNoVertex = std::numeric_limits<Vertex>::max();

  void clear();

  std::size_t num_vertices() const { return labels_.size(); }
  std::size_t num_edges() const { return edges_; }
  std::span<Label> labels() { return labels_; }
  std::span<const Vertex> neighbors(Vertex v) const { return neighbors_[v]; }
  std::size_t degree(Vertex v) const { return neighbors_[v].size(); }
  bool has_edge(Vertex u, Vertex v) const;

  // What the edge to neighbors(v)[i] is.
  Tie tie(Vertex v, std::size_t i) const { return ties_[v][i]; }
  // The same of the edge between two neighbours, seen from u.
  Tie tie_to(Vertex u, Vertex v) const { return ties_[u][place_of(u, v)]; }

  Vertex add_vertex(Label label);
  // False, and nothing happens, for a self-loop or an edge that exists.
  bool add_edge(Vertex u, Vertex v, Tie tie = {});
  // The edge must exist. Returns what it was.
  Tie remove_edge(Vertex u, Vertex v);
  void change_edge(Vertex u, Vertex v, Tie tie);
  // The last vertex gets the number of the removed one.
  void remove_vertex(Vertex v);

  // Is everything, without one vertex perhaps, one component?
  bool connected(Vertex without = kNoVertex);

  // The graph with the ids "0" .. "n-1". Without a dictionary of kinds nothing is said about edges.
  Graph build(const std::shared_ptr<const graph::LabelDictionary>& dictionary,
              const std::shared_ptr<const graph::RelationDictionary>& kinds = nullptr) const;

 private:
  std::size_t place_of(Vertex u, Vertex v) const;  // of v among the neighbours of u
  void erase_at(Vertex u, std::size_t place);

  std::vector<Label> labels_;
  // One list per vertex in no particular order; those beyond the vertices are empty and spare.
  std::vector<std::vector<Vertex>> neighbors_;
  std::vector<std::vector<Tie>> ties_;  // beside them
  std::size_t edges_ = 0;
  std::vector<Vertex> queue_;  // scratch of connected()
  std::vector<char> seen_;
};

// G(n, m): a uniformly random set of `edges` edges; or, with a probability, G(n, p): each edge for
// itself.
struct ErdosRenyi {
  std::size_t vertices = 100;
  std::size_t edges = 200;
  std::optional<double> probability;
};

// Preferential attachment: starts from a star of attach + 1 vertices; every further vertex is
// joined to `attach` distinct earlier ones, chosen in proportion to their degrees.
struct BarabasiAlbert {
  std::size_t vertices = 100;
  std::size_t attach = 2;
};

// A ring in which every vertex is joined to its `neighbors` nearest ones (an even number), and each
// edge is then moved at one end to a random place with probability `rewire`.
struct WattsStrogatz {
  std::size_t vertices = 100;
  std::size_t neighbors = 4;
  double rewire = 0.1;
};

// A planar graph: rows x columns vertices in a grid, one random diagonal in each cell with
// probability `diagonal`, and each edge left out with probability `hole`.
struct Grid {
  std::size_t rows = 10;
  std::size_t columns = 10;
  double diagonal = 0.0;
  double hole = 0.0;
};

// A connected graph that looks like a small molecule without its hydrogens: single atoms, and with
// probability `ring` whole rings of 5 or 6 atoms, are attached to random atoms that have a bond to
// spare. Its labels are atoms.
struct Molecule {
  std::size_t vertices = 40;
  double ring = 0.1;
};

using TopologyParams = std::variant<ErdosRenyi, BarabasiAlbert, WattsStrogatz, Grid, Molecule>;

// Vertices and edges before they become a Graph. Labels are there only when the model decides them.
struct Topology {
  std::size_t vertices = 0;
  std::vector<std::pair<Vertex, Vertex>> edges;
  std::vector<std::string> labels;
};

// Throws Error for parameters that no graph can have.
Topology make_topology(const TopologyParams& params, Rng& rng);

}  // namespace rlminer::generate
