#include "rlminer/sample/tree_sampler.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "rlminer/base/bits.h"

namespace rlminer::sample {

Pattern extended(const Pattern& pattern, const Extension& extension) {
  Pattern larger = pattern;
  const int added = larger.add_vertex(extension.label, extension.neighbors);
  std::uint32_t left = extension.neighbors;
  for (const auto& [from_added, from_neighbor] : extension.relations) {
    larger.set_relation(added, std::countr_zero(left), from_added, from_neighbor);
    left &= left - 1;
  }
  return larger;
}

TreeSampler::TreeSampler(const SampleGraph& graph)
    : graph_(graph), weights_(graph), words_(graph.num_vertices(), 0) {}

void TreeSampler::set_tree(const Pattern& pattern, const std::vector<std::uint32_t>& tree_edges) {
  pattern_ = pattern;
  weights_.set_tree(pattern, root_tree(pattern, tree_edges));
  arc_up_.assign(weights_.tree().nodes.size(), 0);
  order_leaves();
}

// Those with most to fulfil first, then group by group, so that candidates are collected once per
// group.
void TreeSampler::order_leaves() {
  leaves_.clear();
  const auto& nodes = weights_.tree().nodes;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    for (std::size_t g = 0; g < nodes[n].leaves.size(); ++g) {
      const auto& vertices = nodes[n].leaves[g].vertices;
      for (const int vertex : vertices)
        leaves_.push_back({vertex, static_cast<int>(n), g, 0, pattern_.degree(vertex) == 1});
    }
  }
  std::stable_sort(leaves_.begin(), leaves_.end(), [&](const LeafStep& a, const LeafStep& b) {
    return pattern_.degree(a.vertex) > pattern_.degree(b.vertex);
  });
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool same =
          leaves_[j].node == leaves_[i].node && leaves_[j].leaves == leaves_[i].leaves;
      leaves_[i].place += same ? 1 : 0;
    }
  }
}

void TreeSampler::place(int vertex, Vertex image) {
  images_[static_cast<std::size_t>(vertex)] = image;
  placed_ |= std::uint64_t{1} << vertex;
  words_[image] |= kTaken;
  marked_.push_back(image);
  for (const Vertex w : graph_.neighbors(image))
    words_[w] |= std::uint64_t{1} << vertex;
}

void TreeSampler::clear() {
  for (const Vertex image : marked_) {
    words_[image] = 0;
    for (const Vertex w : graph_.neighbors(image))
      words_[w] = 0;
  }
  marked_.clear();
  placed_ = 0;
  candidates_node_ = -1;
}

// Whether a vertex that is adjacent to the right images is related to them as the pattern says.
bool TreeSampler::related(int vertex, Vertex there) const {
  bool fits = true;
  for_each_bit(required(vertex), [&](int i) {
    fits = fits && graph_.relation_between(image(i), there) == pattern_.relation(i, vertex);
  });
  return fits;
}

bool TreeSampler::draw_inner(Rng& rng) {
  const auto& nodes = weights_.tree().nodes;
  place(nodes[0].vertex, weights_.draw_root(rng));
  for (std::size_t n = 1; n < nodes.size(); ++n) {
    const auto parent = static_cast<std::size_t>(nodes[n].parent);
    const std::uint32_t arc =
        weights_.draw_child(static_cast<int>(n), image(nodes[parent].vertex), arc_up_[parent], rng);
    const Vertex there = graph_.head(arc);
    if (!fits(nodes[n].vertex, there)) return false;
    arc_up_[n] = graph_.reverse(arc);
    place(nodes[n].vertex, there);
  }
  return true;
}

const std::vector<Vertex>& TreeSampler::candidates(const LeafStep& step) {
  const TreeNode& node = weights_.tree().nodes[static_cast<std::size_t>(step.node)];
  const TreeLeaves& group = node.leaves[step.leaves];
  const std::uint64_t word = required(step.vertex);
  const auto unfit = [&](Vertex w) { return words_[w] != word; };
  // Leaves of the pattern in one group need the same, and placing vertices only takes candidates
  // away.
  if (step.pendant && candidates_node_ == step.node && candidates_leaves_ == step.leaves) {
    std::erase_if(candidates_, unfit);
    return candidates_;
  }
  candidates_.clear();
  for (const std::uint32_t arc : graph_.arcs_to(image(node.vertex), group.label)) {
    const Vertex w = graph_.head(arc);
    if (unfit(w) || !weights_.related(arc, group.relation)) continue;
    if (step.pendant || fits(step.vertex, w)) candidates_.push_back(w);
  }
  candidates_node_ = step.pendant ? step.node : -1;
  candidates_leaves_ = step.leaves;
  return candidates_;
}

double TreeSampler::draw_leaf(const LeafStep& step, Rng& rng) {
  const auto& valid = candidates(step);
  if (valid.empty()) return 0.0;
  const TreeNode& node = weights_.tree().nodes[static_cast<std::size_t>(step.node)];
  const double assumed =
      weights_.assumed(step.node, node.leaves[step.leaves], image(node.vertex)) - step.place;
  place(step.vertex, valid[rng.below(valid.size())]);
  return static_cast<double>(valid.size()) / assumed;
}

// Every vertex outside that is adjacent to an image, once.
void TreeSampler::tell(ExtensionTally& tally, double weight) const {
  for (int v = 0; v < pattern_.size(); ++v) {
    const std::uint64_t below = (std::uint64_t{1} << v) - 1;
    for (const Vertex w : graph_.neighbors(image(v))) {
      if ((words_[w] & (kTaken | below)) != 0) continue;
      Extension extension{graph_.label(w), static_cast<std::uint32_t>(words_[w])};
      if (graph_.num_relations() > 0) {
        for_each_bit(words_[w], [&](int i) {
          const graph::Relation relation = graph_.relation_between(w, image(i));
          extension.relations.emplace_back(relation, graph_.converse(relation));
        });
      }
      tally.add(extension, weight);
    }
  }
}

double TreeSampler::draw(Rng& rng, ExtensionTally* tally) {
  double product = draw_inner(rng) ? 1.0 : 0.0;
  for (std::size_t i = 0; i < leaves_.size() && product > 0; ++i)
    product *= draw_leaf(leaves_[i], rng);
  if (tally != nullptr && product > 0) tell(*tally, product);
  clear();
  return product;
}

}  // namespace rlminer::sample
