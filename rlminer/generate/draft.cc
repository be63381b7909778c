#include "rlminer/generate/draft.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "rlminer/graph/builder.h"

namespace rlminer::generate {
namespace {

void erase_one(std::vector<Vertex>& list, Vertex v) {
  const auto place = std::find(list.begin(), list.end(), v);
  assert(place != list.end());
  *place = list.back();
  list.pop_back();
}

}  // namespace

void Draft::clear() {
  for (std::size_t v = 0; v < labels_.size(); ++v)
    neighbors_[v].clear();
  labels_.clear();
  edges_ = 0;
}

bool Draft::has_edge(Vertex u, Vertex v) const {
  if (degree(v) < degree(u)) std::swap(u, v);
  return std::find(neighbors_[u].begin(), neighbors_[u].end(), v) != neighbors_[u].end();
}

Vertex Draft::add_vertex(Label label) {
  labels_.push_back(label);
  if (neighbors_.size() < labels_.size()) neighbors_.emplace_back();
  return static_cast<Vertex>(labels_.size() - 1);
}

bool Draft::add_edge(Vertex u, Vertex v) {
  if (u == v || has_edge(u, v)) return false;
  neighbors_[u].push_back(v);
  neighbors_[v].push_back(u);
  ++edges_;
  return true;
}

void Draft::remove_edge(Vertex u, Vertex v) {
  erase_one(neighbors_[u], v);
  erase_one(neighbors_[v], u);
  --edges_;
}

void Draft::remove_vertex(Vertex v) {
  for (const Vertex u : neighbors_[v])
    erase_one(neighbors_[u], v);
  edges_ -= neighbors_[v].size();
  neighbors_[v].clear();
  const auto last = static_cast<Vertex>(labels_.size() - 1);
  if (v != last) {
    for (const Vertex u : neighbors_[last])
      *std::find(neighbors_[u].begin(), neighbors_[u].end(), last) = v;
    std::swap(neighbors_[v], neighbors_[last]);
    labels_[v] = labels_[last];
  }
  labels_.pop_back();
}

bool Draft::connected(Vertex without) {
  const std::size_t wanted = labels_.size() - (without < labels_.size() ? 1 : 0);
  if (wanted == 0) return true;
  seen_.assign(labels_.size(), 0);
  if (without < labels_.size()) seen_[without] = 1;
  const Vertex start = without == 0 ? 1 : 0;
  seen_[start] = 1;
  queue_.assign(1, start);
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    for (const Vertex u : neighbors_[queue_[next]]) {
      if (seen_[u]) continue;
      seen_[u] = 1;
      queue_.push_back(u);
    }
  }
  return queue_.size() == wanted;
}

Graph Draft::build(const std::shared_ptr<const graph::LabelDictionary>& dictionary) const {
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < labels_.size(); ++v) {
    builder.add_vertex(std::to_string(v), dictionary->name(labels_[v]));
    for (const Vertex u : neighbors_[v]) {
      if (u < v) builder.add_edge(u, v);
    }
  }
  return builder.build(dictionary);
}

}  // namespace rlminer::generate
