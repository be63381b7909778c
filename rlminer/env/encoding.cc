#include "rlminer/env/encoding.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "rlminer/base/error.h"
#include "rlminer/env/vertex_features.h"

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

Encoding Encoder::operator()(const Graph& graph) const {
  Encoding encoding;
  if (ranks_ > 0) {
    encoding.tokens = rank_tokens(graph, ranks_);
  } else if (!token_of_.empty()) {
    encoding.tokens = named_tokens(graph);
  } else {
    encoding.tokens.assign(graph.labels().begin(), graph.labels().end());
  }
  if (features_) encoding.features = vertex_features(graph);
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

}  // namespace rlminer::env
