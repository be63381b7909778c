#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::generate {

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
