#include "rlminer/generate/generate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string_view>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"

namespace rlminer::generate {
namespace {

struct Atom {
  std::string_view name;
  std::size_t valence;
  double weight;
};

// Roughly how common the atoms are in drug-like molecules. The weights add up to 1.
constexpr std::array<Atom, 7> kAtoms = {{{"C", 4, 0.74},
                                         {"N", 3, 0.10},
                                         {"O", 2, 0.11},
                                         {"S", 2, 0.02},
                                         {"F", 1, 0.01},
                                         {"Cl", 1, 0.015},
                                         {"Br", 1, 0.005}}};
constexpr const Atom& kCarbon = kAtoms[0];

// Grows the molecule. Invariant between two steps: some atom has a bond to spare while atoms are
// still to come.
class Grower {
 public:
  Grower(const Molecule& params, Rng& rng) : params_(params), rng_(rng) {}

  Topology run() {
    constexpr std::size_t kLargestRing = 6;
    result_.vertices = params_.vertices;
    while (spare_.size() < params_.vertices) {
      const std::size_t remaining = params_.vertices - spare_.size();
      if (remaining >= kLargestRing && rng_.chance(params_.ring)) {
        add_ring(rng_.chance(0.25) ? kLargestRing - 1 : kLargestRing);
      } else {
        add_atom(remaining);
      }
    }
    return std::move(result_);
  }

 private:
  void add_atom(std::size_t remaining) {
    Atom atom = draw_atom(1);
    // An atom of one bond must not use up the last spare bond while others wait.
    if (atom.valence == 1 && remaining > 1 && total_spare_ <= 1) atom = kCarbon;
    const bool first = spare_.empty();
    const Vertex v = place(atom);
    if (!first) bond(draw_open(), v);
    note_if_open(v);
  }

  void add_ring(std::size_t size) {
    const bool first = spare_.empty();
    std::vector<Vertex> ring;
    for (std::size_t i = 0; i < size; ++i) {
      // The first atom of the ring also holds on to the rest of the molecule, and to what comes.
      ring.push_back(place(i == 0 ? kCarbon : draw_atom(2)));
    }
    if (!first) bond(draw_open(), ring.front());
    for (std::size_t i = 0; i < size; ++i)
      bond(ring[i], ring[(i + 1) % size]);
    for (const Vertex v : ring)
      note_if_open(v);
  }

  Atom draw_atom(std::size_t least_valence) {
    for (;;) {
      double draw = rng_.uniform();
      for (const Atom& atom : kAtoms) {
        draw -= atom.weight;
        if (draw >= 0.0) continue;
        if (atom.valence >= least_valence) return atom;
        break;
      }
    }
  }

  Vertex place(const Atom& atom) {
    result_.labels.emplace_back(atom.name);
    spare_.push_back(atom.valence);
    total_spare_ += atom.valence;
    return static_cast<Vertex>(spare_.size() - 1);
  }

  void bond(Vertex u, Vertex v) {
    assert(spare_[u] > 0 && spare_[v] > 0);
    result_.edges.emplace_back(u, v);
    --spare_[u];
    --spare_[v];
    total_spare_ -= 2;
  }

  void note_if_open(Vertex v) {
    if (spare_[v] > 0) open_.push_back(v);
  }

  // A random atom with a bond to spare, which the caller will use.
  Vertex draw_open() {
    const std::size_t place = rng_.below(open_.size());
    const Vertex v = open_[place];
    if (spare_[v] == 1) {
      open_[place] = open_.back();
      open_.pop_back();
    }
    return v;
  }

  const Molecule& params_;
  Rng& rng_;
  Topology result_;
  std::vector<std::size_t> spare_;  // bonds each atom has left
  std::size_t total_spare_ = 0;
  std::vector<Vertex> open_;  // the atoms that have any left, each once
};

}  // namespace

Topology grow_molecule(const Molecule& params, Rng& rng) {
  return Grower(params, rng).run();
}

namespace {

// Draws label names in proportion to their weights.
class LabelSampler {
 public:
  explicit LabelSampler(const LabelDistribution& distribution) : names_(distribution.names) {
    std::vector<double> weights = distribution.weights;
    if (weights.empty()) weights.assign(names_.size(), 1.0);
    if (weights.size() != names_.size()) throw Error("there must be one weight for each label");
    double sum = 0.0;
    for (const double weight : weights) {
      if (!(weight >= 0.0) || std::isinf(weight))
        throw Error("a label has a weight that is no weight");
      sum += weight;
      cumulative_.push_back(sum);
    }
    if (!names_.empty() && !(sum > 0.0 && !std::isinf(sum)))
      throw Error("no label has a weight above 0");
  }

  bool empty() const { return names_.empty(); }

  const std::string& draw(Rng& rng) const {
    const double place = rng.uniform() * cumulative_.back();
    const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), place);
    // Rounding may carry the product up to the sum itself.
    return names_[std::min(static_cast<std::size_t>(found - cumulative_.begin()),
                           names_.size() - 1)];
  }

 private:
  std::vector<std::string> names_;
  std::vector<double> cumulative_;
};

void add_host(graph::GraphBuilder& builder, const Topology& topology, const LabelSampler& labels,
              Rng& rng) {
  for (std::size_t v = 0; v < topology.vertices; ++v) {
    if (!labels.empty()) {
      builder.add_vertex(std::to_string(v), labels.draw(rng));
    } else if (!topology.labels.empty()) {
      builder.add_vertex(std::to_string(v), topology.labels[v]);
    } else {
      builder.add_vertex(std::to_string(v));
    }
  }
  for (const auto& [u, v] : topology.edges)
    builder.add_edge(u, v);
}

void plant(graph::GraphBuilder& builder, const Planted& planted, Rng& rng) {
  const Graph& pattern = planted.pattern;
  const std::size_t host = builder.num_vertices();
  if (pattern.num_vertices() == 0) throw Error("the planted pattern has no vertices");
  if (host == 0 && planted.links > 0)
    throw Error("there is no host graph to attach the pattern to");
  for (std::size_t copy = 0; copy < planted.copies; ++copy) {
    const auto base = static_cast<Vertex>(builder.num_vertices());
    for (Vertex v = 0; v < pattern.num_vertices(); ++v) {
      builder.add_vertex(std::to_string(base + v), pattern.label_name(v));
      for (const Vertex u : pattern.neighbors(v)) {
        if (u < v) builder.add_edge(base + u, base + v);
      }
    }
    for (std::size_t link = 0; link < planted.links; ++link) {
      const auto inside = static_cast<Vertex>(rng.below(pattern.num_vertices()));
      builder.add_edge(static_cast<Vertex>(rng.below(host)), base + inside);
    }
  }
}

void generate_into(graph::GraphBuilder& builder, const GenerateParams& params,
                   const LabelSampler& labels, Rng& rng) {
  add_host(builder, make_topology(params.topology, rng), labels, rng);
  if (params.planted) plant(builder, *params.planted, rng);
}

}  // namespace

LabelDistribution LabelDistribution::uniform(std::size_t count) {
  LabelDistribution result;
  for (std::size_t i = 0; i < count; ++i)
    result.names.push_back(std::to_string(i));
  return result;
}

Graph generate(const GenerateParams& params, Rng& rng) {
  graph::GraphBuilder builder;
  generate_into(builder, params, LabelSampler(params.labels), rng);
  return builder.build();
}

Collection generate_collection(const GenerateParams& params, std::size_t graphs, Rng& rng) {
  const LabelSampler labels(params.labels);
  graph::Assembly assembly("generated");
  for (std::size_t i = 0; i < graphs; ++i)
    generate_into(assembly.start_graph(), params, labels, rng);
  Collection result = assembly.finish("generated");
  result.name = "generated";
  return result;
}

}  // namespace rlminer::generate
