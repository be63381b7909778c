#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/generate/topology.h"
#include "rlminer/graph/collection.h"
#include "rlminer/graph/graph.h"

namespace rlminer::generate {

// Grows a random molecule; see Molecule. The part of make_topology() that knows about atoms.
Topology grow_molecule(const Molecule& params, Rng& rng);

// Labels and how likely each is, independently for every vertex.
struct LabelDistribution {
  std::vector<std::string> names;  // empty: the labels of the model, or one label for all
  std::vector<double> weights;     // one per name, in any unit; empty: all equally likely

  // The labels "0" .. "count-1", equally likely.
  static LabelDistribution uniform(std::size_t count);
};

// A small graph to be found again: `copies` disjoint copies of it are added to the generated graph,
// each held by `links` edges from random vertices of the copy to random vertices of the host. Every
// copy stays an induced subgraph.
struct Planted {
  Graph pattern;
  std::size_t copies = 10;
  std::size_t links = 1;
};

struct GenerateParams {
  TopologyParams topology;
  LabelDistribution labels;
  std::optional<Planted> planted;
};

// A random graph with the vertex ids "0" .. "n-1", the planted copies last. The same parameters and
// the same state of the generator give the same graph. Throws Error for parameters that make no
// sense.
Graph generate(const GenerateParams& params, Rng& rng);

// Several of them over one label dictionary.
Collection generate_collection(const GenerateParams& params, std::size_t graphs, Rng& rng);

}  // namespace rlminer::generate
