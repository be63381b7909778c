#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/generate/topology.h"
#include "rlminer/graph/graph.h"

namespace rlminer::generate {

// How likely a kind of change is to be made at all, and how much of it: a uniformly drawn number of
// changes, at least one and at most this share of what the graph has (edges or vertices).
struct ChangeRate {
  double probability = 0.0;
  double share = 0.0;
};

// What is done to a graph to make a fresh one that looks like it. All probabilities are in 0 .. 1.
struct PerturbOptions {
  // Limits of the result; min_vertices must not be 0. A graph too small is grafted on until it is
  // large enough, one too large is cropped.
  std::size_t min_vertices = 10;
  std::size_t max_vertices = 128;

  double crop = 0.4;            // probability of keeping a connected part only
  double crop_share = 0.4;      // the smallest part kept, as a share of the source's vertices
  double graft = 0.3;           // probability of joining a part of a second graph
  std::size_t graft_links = 3;  // at most so many edges join the two

  ChangeRate vertices{0.4, 0.08};  // vertices added (a copy of another's label) or deleted
  ChangeRate rewire{0.5, 0.12};    // edges moved at one end, or exchanging ends with a near edge
  ChangeRate edges{0.4, 0.06};     // edges inserted or deleted
  ChangeRate relabel{0.4, 0.15};   // vertices given the label of a random vertex of the sources
  double permute_labels = 0.5;     // probability of permuting the whole label alphabet
  // Where edges are told apart: edges that become what a random edge of the sources is.
  ChangeRate edge_kinds{0.4, 0.15};
};

// Makes fresh graphs out of sources, one after the other. Each is connected, within the limits, has
// the dictionaries of the sources and the vertex ids "0" .. "n-1". Every change keeps the graph
// connected, and edge edits lean towards the source's number of edges per vertex. An edge that is
// moved stays what it is; a new one is what another edge of the graph is. A disconnected
// source counts as its largest component where a random vertex's own is too small. The cost is that
// of the parts taken, not of the sources, so a huge connected source may be cropped often.
class Perturber {
 public:
  // The sources must outlive the object and share their dictionaries. Throws Error when no source
  // has a vertex or the options make no sense.
  Perturber(std::span<const Graph> sources, const PerturbOptions& options);

  // The same state of the generator gives the same graph, whatever was drawn before.
  Graph draw(Rng& rng);

 private:
  const Graph& pick_source(Rng& rng) const;
  void take_source(Rng& rng);
  void graft(std::size_t room, std::size_t links, Rng& rng);
  void append_part(const Graph& source, std::size_t vertices, Rng& rng);
  std::size_t grow(const Graph& source, Vertex start, std::size_t vertices, Rng& rng);
  void forget_grown();
  void relabel_one(Rng& rng);
  void change_one_kind(Rng& rng);
  void permute_labels(Rng& rng);
  bool tells_edges_apart() const { return kinds_ && kinds_->size() > 1; }
  // What a new edge is, seen from its first end. Draws only where edges are told apart, so that
  // other graphs do not depend on it.
  Tie any_tie(Rng& rng) const;

  std::span<const Graph> sources_;
  PerturbOptions options_;
  std::shared_ptr<const graph::LabelDictionary> dictionary_;
  std::shared_ptr<const graph::RelationDictionary> kinds_;  // null: nothing is known of edges
  Draft draft_;
  double edges_per_vertex_ = 0.0;  // of the source drawn first
  // Scratch of grow(): the vertices reached, those taken into the part in front, and for each
  // vertex of the source its number in the draft, or that it is only reached, or not even that.
  std::vector<Vertex> reached_;
  std::vector<Vertex> number_;
  std::vector<Label> alphabet_;
};

}  // namespace rlminer::generate
