#include "rlminer/generate/generate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"

namespace rlminer::generate {
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
