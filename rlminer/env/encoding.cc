#include "rlminer/env/encoding.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_map>

#include "rlminer/base/error.h"
#include "rlminer/enumerate/isomorphism_classes.h"
#include "rlminer/enumerate/set_walk.h"
#include "rlminer/env/foresight.h"
#include "rlminer/graph/refinement.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::env {

Encoder Encoder::by_name(const std::vector<std::string>& names, bool features) {
  Encoder encoder;
  for (std::size_t i = 0; i < names.size(); ++i)
    encoder.token_of_[names[i]] = static_cast<Label>(i);
  encoder.features_ = features;
  return encoder;
}

Encoder Encoder::by_rank(int tokens, bool features) {
  Encoder encoder;
  encoder.ranks_ = static_cast<Label>(std::max(tokens, 1));
  encoder.features_ = features;
  return encoder;
}

void Encoder::tell_edges_apart(int ranks) {
  edge_ranks_ = ranks;
}

Encoder Encoder::short_sighted(int known) const {
  Encoder encoder = *this;
  encoder.known_ = std::min(known, known_);
  return encoder;
}

Encoding Encoder::operator()(const Graph& graph, const Deadline& deadline) const {
  Encoding encoding;
  if (ranks_ > 0) {
    encoding.tokens = rank_tokens(graph, ranks_);
  } else if (!token_of_.empty()) {
    encoding.tokens = named_tokens(graph);
  } else {
    encoding.tokens.assign(graph.labels().begin(), graph.labels().end());
  }
  if (edge_ranks_ > 0) encoding.edge_ranks = rank_relations(graph, edge_ranks_);
  const Edges edges = edge_ranks_ > 0 ? Edges::ToldApart : Edges::Alike;
  if (features_) encoding.features = vertex_features(graph, deadline, edges);
  if (largest_foreseen_ > 0) {
    encoding.foresight =
        std::make_shared<Foresight>(graph, largest_foreseen_, deadline, edges, known_);
  }
  return encoding;
}

std::vector<Label> Encoder::named_tokens(const Graph& graph) const {
  std::vector<Label> tokens;
  std::set<std::string> unknown;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const auto found = token_of_.find(graph.label_name(v));
    if (found == token_of_.end()) {
      unknown.insert(graph.label_name(v));
    } else {
      tokens.push_back(found->second);
    }
  }
  if (unknown.empty()) return tokens;
  std::string names;
  for (const std::string& name : unknown)
    names += (names.empty() ? "'" : ", '") + name + "'";
  throw Error("the model does not know the label" + std::string(unknown.size() > 1 ? "s " : " ") +
              names);
}

std::vector<Label> rank_tokens(const Graph& graph, Label tokens) {
  struct Use {
    Label label = 0;
    std::size_t vertices = 0;
    std::size_t edge_ends = 0;
  };
  std::vector<Use> uses(graph.num_labels());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    Use& use = uses[graph.label(v)];
    use.label = graph.label(v);
    ++use.vertices;
    use.edge_ends += graph.degree(v);
  }
  std::erase_if(uses, [](const Use& use) { return use.vertices == 0; });
  std::sort(uses.begin(), uses.end(), [&](const Use& a, const Use& b) {
    if (a.vertices != b.vertices) return a.vertices > b.vertices;
    if (a.edge_ends != b.edge_ends) return a.edge_ends > b.edge_ends;
    return graph.label_dictionary().name(a.label) < graph.label_dictionary().name(b.label);
  });
  std::vector<Label> rank(graph.num_labels(), 0);
  for (std::size_t i = 0; i < uses.size(); ++i)
    rank[uses[i].label] = std::min(static_cast<Label>(i), tokens - 1);
  std::vector<Label> result;
  for (const Label label : graph.labels())
    result.push_back(rank[label]);
  return result;
}

std::vector<std::uint8_t> rank_relations(const Graph& graph, int ranks) {
  if (!graph.distinguishes_edges()) return {};
  const graph::RelationDictionary& kinds = graph.relation_dictionary();
  std::vector<std::size_t> edges(kinds.size(), 0);  // by kind; each edge counts at both ends
  std::map<std::string, std::size_t> arcs;          // by label
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const graph::Relation relation : graph.relations(v))
      ++edges[relation];
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const graph::EdgeKind& kind = kinds.kind(static_cast<graph::Relation>(i));
    if (kind.out && edges[i] > 0) arcs[*kind.out] += edges[i];
  }
  const auto leaving = [&](graph::Relation relation) {
    const graph::EdgeKind& kind = kinds.kind(relation);
    return kind.out && edges[relation] > 0 ? arcs.at(*kind.out) : 0;
  };
  std::vector<graph::Relation> order(kinds.size());
  std::iota(order.begin(), order.end(), graph::Relation{0});
  // The dictionary is sorted by name, and this is stable.
  std::stable_sort(order.begin(), order.end(), [&](graph::Relation a, graph::Relation b) {
    if (edges[a] != edges[b]) return edges[a] > edges[b];
    return leaving(a) > leaving(b);
  });
  std::vector<std::uint8_t> rank(kinds.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i)
    rank[order[i]] = static_cast<std::uint8_t>(std::min(i, static_cast<std::size_t>(ranks) - 1));
  return rank;
}

namespace {

constexpr int kRadii = 4;  // 0 .. 3
constexpr std::size_t kFirstColour = 2;
constexpr std::size_t kFirstFrequency = kFirstColour + kRadii;
constexpr int kSmallestSet = 2;
constexpr int kLargestSet = 6;
static_assert(kVertexFeatures == kFirstFrequency + 2 * (kLargestSet - kSmallestSet + 1));
// Beyond that, features would take longer than what they are good for.
constexpr std::size_t kMostSets = 500'000;
constexpr std::size_t kSetsPerPoll = 1 << 14;  // a power of two

// Rows of features, filled column by column.
class Features {
 public:
  Features(const Graph& graph, const Deadline& deadline, Edges edges)
      : graph_(graph),
        deadline_(deadline),
        tells_apart_(edges == Edges::ToldApart && graph.distinguishes_edges()),
        values_(graph.num_vertices() * kVertexFeatures, 0.0F) {}

  std::vector<float> compute() {
    const auto vertices = static_cast<double>(graph_.num_vertices());
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      at(v, 0) = feature_logarithm(vertices);
      at(v, 1) = feature_logarithm(1.0 + static_cast<double>(graph_.degree(v)));
    }
    add_colours();
    for (int size = kLargestSet; size >= kSmallestSet && !deadline_.expired(); --size) {
      if (add_frequencies(size)) break;
    }
    return std::move(values_);
  }

 private:
  float& at(Vertex v, std::size_t feature) { return values_[v * kVertexFeatures + feature]; }

  void add_colours() {
    const graph::Colours of_relation =
        tells_apart_ ? graph::relation_colours(graph_) : graph::Colours();
    graph::Colours colours = graph::label_colours(graph_);
    for (std::size_t radius = 0; radius < kRadii; ++radius) {
      if (radius > 0) colours = graph::refined(graph_, colours, of_relation);
      std::unordered_map<std::uint64_t, std::size_t> counts;
      for (const std::uint64_t colour : colours)
        ++counts[colour];
      for (Vertex v = 0; v < graph_.num_vertices(); ++v)
        at(v, kFirstColour + radius) = feature_logarithm(static_cast<double>(counts[colours[v]]));
    }
  }

  // Called once per set; false: the time is over.
  bool has_time() { return ++walked_ % kSetsPerPoll != 0 || !deadline_.expired(); }

  // Of the sets of 2 .. largest vertices; false, with nothing done, when they are too many.
  bool add_frequencies(int largest) {
    const std::vector<std::uint64_t> words = enumerate::draw_vertex_words(graph_.num_vertices());
    std::vector<enumerate::IsomorphismClasses> classes;
    for (std::size_t n = 0; n <= static_cast<std::size_t>(largest); ++n)
      classes.emplace_back(n);
    std::size_t sets = 0;
    enumerate::SetWalk walk(graph_, words);
    const bool complete = walk.for_each_set(largest, [&](std::size_t n) {
      if (n >= kSmallestSet) add_set(walk, n, classes[n]);
      return ++sets <= kMostSets && has_time();
    });
    if (!complete) return false;
    for (enumerate::IsomorphismClasses& kinds : classes)
      kinds.finish();
    spread(walk, largest, classes);
    return true;
  }

  void add_set(const enumerate::SetWalk& walk, std::size_t n,
               enumerate::IsomorphismClasses& classes) {
    if (!tells_apart_) return classes.add(walk.code_hash(n), walk.code());
    set_.clear();
    walk.for_each_vertex(n, [&](Vertex v) { set_.push_back(v); });
    classes.add(pattern::induce(graph_, set_));
  }

  // Walks again, in the same order, and lets every set tell its vertices how frequent it is.
  void spread(enumerate::SetWalk& walk, int largest,
              const std::vector<enumerate::IsomorphismClasses>& classes) {
    std::vector<std::vector<float>> values(classes.size());  // of the classes of a size
    for (std::size_t n = kSmallestSet; n < classes.size(); ++n) {
      for (const std::uint32_t count : classes[n].counts())
        values[n].push_back(feature_logarithm(count));
    }
    std::vector<std::size_t> seen(classes.size(), 0);
    std::vector<std::size_t> memberships(graph_.num_vertices() * classes.size(), 0);
    walk.for_each_set(largest, [&](std::size_t n) {
      if (n < kSmallestSet) return true;
      const float value = values[n][classes[n].classes()[seen[n]++]];
      const std::size_t feature = kFirstFrequency + 2 * (n - kSmallestSet);
      walk.for_each_vertex(n, [&](Vertex v) {
        at(v, feature) = std::max(at(v, feature), value);
        at(v, feature + 1) += value;
        ++memberships[v * classes.size() + n];
      });
      return has_time();
    });
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      for (std::size_t n = kSmallestSet; n < classes.size(); ++n) {
        const auto sets = std::max<std::size_t>(memberships[v * classes.size() + n], 1);
        at(v, kFirstFrequency + 2 * (n - kSmallestSet) + 1) /= static_cast<float>(sets);
      }
    }
  }

  const Graph& graph_;
  const Deadline& deadline_;
  bool tells_apart_;         // kinds of edges count
  std::vector<Vertex> set_;  // scratch of add_set()
  std::size_t walked_ = 0;   // sets of all walks
  std::vector<float> values_;
};

}  // namespace

float feature_logarithm(double count) {
  return static_cast<float>(std::log2(count) / 4.0);
}

std::vector<float> vertex_features(const Graph& graph, const Deadline& deadline, Edges edges) {
  return Features(graph, deadline, edges).compute();
}

}  // namespace rlminer::env
