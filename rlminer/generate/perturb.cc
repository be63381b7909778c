#include "rlminer/generate/perturb.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"

namespace rlminer::generate {
namespace {

constexpr Vertex kUnseen = std::numeric_limits<Vertex>::max();
constexpr Vertex kReached = kUnseen - 1;

// How often a change is tried anew when the place drawn for it does not allow it. Some graphs allow
// a change nowhere (no edge can be inserted into a complete graph).
constexpr int kTries = 8;

bool is_share(double value) {
  return value >= 0.0 && value <= 1.0;
}

void check(const PerturbOptions& options) {
  if (options.min_vertices == 0 || options.min_vertices > options.max_vertices)
    throw Error("perturbation: the limits on the number of vertices make no sense");
  bool good = is_share(options.crop) && is_share(options.crop_share) && is_share(options.graft) &&
              is_share(options.permute_labels);
  for (const ChangeRate& rate :
       {options.vertices, options.rewire, options.edges, options.relabel, options.edge_kinds}) {
    good = good && is_share(rate.probability) && is_share(rate.share);
  }
  if (!good) throw Error("perturbation: probabilities and shares must be between 0 and 1");
}

std::size_t number_of_changes(const ChangeRate& rate, std::size_t items, Rng& rng) {
  if (!rng.chance(rate.probability)) return 0;
  const auto most = static_cast<std::size_t>(std::lround(rate.share * static_cast<double>(items)));
  return 1 + rng.below(std::max<std::size_t>(most, 1));
}

template <typename T>
T pick(std::span<const T> items, Rng& rng) {
  return items[rng.below(items.size())];
}

Vertex any_vertex(const Draft& draft, Rng& rng) {
  return static_cast<Vertex>(rng.below(draft.num_vertices()));
}

// One of the vertices first .. last-1, rather one with few neighbours: new edges should not make
// hubs.
Vertex modest_vertex(const Draft& draft, std::size_t first, std::size_t last, Rng& rng) {
  const auto a = static_cast<Vertex>(first + rng.below(last - first));
  const auto b = static_cast<Vertex>(first + rng.below(last - first));
  return draft.degree(b) < draft.degree(a) ? b : a;
}

// An end of a uniformly random edge; the other end is any of its neighbours.
Vertex any_edge_end(const Draft& draft, Rng& rng) {
  std::uint64_t place = rng.below(2 * draft.num_edges());
  Vertex v = 0;
  while (place >= draft.degree(v))
    place -= draft.degree(v++);
  return v;
}

// What the edge between a vertex and its i-th neighbour is, seen from the neighbour.
Tie tie_of(const Graph& graph, Vertex v, std::size_t i) {
  if (!graph.has_relations()) return {};
  const graph::Relation back = graph.relations(v)[i];
  return {graph.relation_dictionary().converse(back), back};
}

// What a random edge is, seen from a random end. The draft must have one.
Tie tie_of_any_edge(const Draft& draft, Rng& rng) {
  const Vertex v = any_edge_end(draft, rng);
  return draft.tie(v, rng.below(draft.degree(v)));
}

// u - v becomes u - w for a neighbour w of v. What was connected through u - v still is, through w.
bool move_end(Draft& draft, Rng& rng) {
  const Vertex u = any_edge_end(draft, rng);
  const Vertex v = pick(draft.neighbors(u), rng);
  const Vertex w = pick(draft.neighbors(v), rng);
  if (!draft.add_edge(u, w, draft.tie_to(u, v))) return false;
  draft.remove_edge(u, v);
  return true;
}

// b - a - c - d becomes b - c - a - d: degrees stay, and so does the edge a - c that connects them.
bool exchange_ends(Draft& draft, Rng& rng) {
  const Vertex a = any_edge_end(draft, rng);
  const Vertex c = pick(draft.neighbors(a), rng);
  const Vertex b = pick(draft.neighbors(a), rng);
  const Vertex d = pick(draft.neighbors(c), rng);
  if (b == c || a == d || b == d || draft.has_edge(b, c) || draft.has_edge(a, d)) return false;
  const Tie from_b = draft.remove_edge(a, b).converse();
  const Tie to_d = draft.remove_edge(c, d);
  draft.add_edge(b, c, from_b);
  draft.add_edge(a, d, to_d);
  return true;
}

void rewire_one(Draft& draft, Rng& rng) {
  if (draft.num_edges() == 0) return;
  for (int i = 0; i < kTries; ++i) {
    if (rng.chance(0.5) ? move_end(draft, rng) : exchange_ends(draft, rng)) return;
  }
}

// Joins two vertices a short walk apart, so that the new cycle is about as long as cycles in the
// sources are. `new_tie` draws what the edge is.
template <typename NewTie>
void insert_edge(Draft& draft, Rng& rng, NewTie&& new_tie) {
  if (draft.num_edges() == 0) return;
  for (int i = 0; i < kTries; ++i) {
    const Vertex start = modest_vertex(draft, 0, draft.num_vertices(), rng);
    Vertex end = start;
    for (std::uint64_t steps = 2 + rng.below(4); steps > 0; --steps)
      end = pick(draft.neighbors(end), rng);
    if (draft.add_edge(start, end, new_tie())) return;
  }
}

void delete_edge(Draft& draft, Rng& rng) {
  // A tree would be torn apart by losing any edge.
  if (draft.num_edges() < draft.num_vertices()) return;
  for (int i = 0; i < kTries; ++i) {
    const Vertex u = any_edge_end(draft, rng);
    const Vertex v = pick(draft.neighbors(u), rng);
    const Tie tie = draft.remove_edge(u, v);
    if (draft.connected()) return;
    draft.add_edge(u, v, tie);
  }
}

// Inserts or deletes, rather what brings the edges per vertex nearer to those of the source.
template <typename NewTie>
void edit_edge(Draft& draft, double edges_per_vertex, Rng& rng, NewTie&& new_tie) {
  const double wanted = edges_per_vertex * static_cast<double>(draft.num_vertices());
  const bool too_few = static_cast<double>(draft.num_edges()) < wanted;
  if (rng.chance(too_few ? 0.75 : 0.25)) {
    insert_edge(draft, rng, new_tie);
  } else {
    delete_edge(draft, rng);
  }
}

template <typename NewTie>
void add_vertex(Draft& draft, double edges_per_vertex, Rng& rng, NewTie&& new_tie) {
  const Vertex model = any_vertex(draft, rng);
  const Vertex added = draft.add_vertex(draft.labels()[model]);
  const Vertex anchor = draft.degree(model) > 0 ? pick(draft.neighbors(model), rng) : model;
  draft.add_edge(added, anchor, anchor == model ? new_tie() : draft.tie_to(model, anchor));
  const double whole = std::floor(edges_per_vertex);
  auto more = static_cast<std::size_t>(whole) + (rng.chance(edges_per_vertex - whole) ? 1 : 0);
  for (; more > 1; --more) {
    const Vertex end = pick(draft.neighbors(anchor), rng);
    draft.add_edge(added, end, new_tie());
  }
}

void delete_vertex(Draft& draft, Rng& rng) {
  for (int i = 0; i < kTries; ++i) {
    const Vertex v = modest_vertex(draft, 0, draft.num_vertices(), rng);
    // A vertex in the middle of a path is bridged; one that holds more together has to stay.
    if (draft.degree(v) == 2) {
      draft.add_edge(draft.neighbors(v)[0], draft.neighbors(v)[1], draft.tie(v, 1));
    } else if (draft.degree(v) > 2 && !draft.connected(v)) {
      continue;
    }
    draft.remove_vertex(v);
    return;
  }
}

}  // namespace

Perturber::Perturber(std::span<const Graph> sources, const PerturbOptions& options)
    : sources_(sources), options_(options) {
  check(options);
  const auto some = std::find_if(sources.begin(), sources.end(),
                                 [](const Graph& graph) { return graph.num_vertices() > 0; });
  if (some == sources.end()) throw Error("perturbation: no source graph has a vertex");
  dictionary_ = std::make_shared<const graph::LabelDictionary>(some->label_dictionary());
  kinds_ = graph::relations_of(*some);
  alphabet_.resize(dictionary_->size());
}

Graph Perturber::draw(Rng& rng) {
  draft_.clear();
  take_source(rng);
  const std::size_t room = options_.max_vertices - draft_.num_vertices();
  if (rng.chance(options_.graft))
    graft(room, 1 + rng.below(std::max<std::size_t>(options_.graft_links, 1)), rng);
  while (draft_.num_vertices() < options_.min_vertices)
    graft(options_.max_vertices - draft_.num_vertices(), 1, rng);

  const auto new_tie = [&] { return any_tie(rng); };
  for (auto i = number_of_changes(options_.vertices, draft_.num_vertices(), rng); i > 0; --i) {
    if (rng.chance(0.5)) {
      if (draft_.num_vertices() < options_.max_vertices)
        add_vertex(draft_, edges_per_vertex_, rng, new_tie);
    } else if (draft_.num_vertices() > options_.min_vertices) {
      delete_vertex(draft_, rng);
    }
  }
  for (auto i = number_of_changes(options_.rewire, draft_.num_edges(), rng); i > 0; --i)
    rewire_one(draft_, rng);
  for (auto i = number_of_changes(options_.edges, draft_.num_edges(), rng); i > 0; --i)
    edit_edge(draft_, edges_per_vertex_, rng, new_tie);
  for (auto i = number_of_changes(options_.relabel, draft_.num_vertices(), rng); i > 0; --i)
    relabel_one(rng);
  if (tells_edges_apart()) {
    for (auto i = number_of_changes(options_.edge_kinds, draft_.num_edges(), rng); i > 0; --i)
      change_one_kind(rng);
  }
  if (rng.chance(options_.permute_labels)) permute_labels(rng);
  assert(draft_.connected());
  return draft_.build(dictionary_, kinds_);
}

const Graph& Perturber::pick_source(Rng& rng) const {
  for (;;) {
    const Graph& source = sources_[rng.below(sources_.size())];
    assert(source.num_labels() == dictionary_->size() || source.num_vertices() == 0);
    if (source.num_vertices() > 0) return source;
  }
}

// The whole source or a part of it, as the limits allow.
void Perturber::take_source(Rng& rng) {
  const Graph& source = pick_source(rng);
  edges_per_vertex_ =
      static_cast<double>(source.num_edges()) / static_cast<double>(source.num_vertices());
  const std::size_t most = std::min(source.num_vertices(), options_.max_vertices);
  std::size_t vertices = most;
  if (rng.chance(options_.crop)) {
    const auto share = static_cast<std::size_t>(
        std::ceil(options_.crop_share * static_cast<double>(source.num_vertices())));
    const std::size_t least =
        std::clamp(std::max(share, options_.min_vertices), std::size_t{1}, most);
    vertices = least + rng.below(most - least + 1);
  }
  append_part(source, vertices, rng);
}

// Joins a part of another source, of at most `room` vertices, to what the draft holds.
void Perturber::graft(std::size_t room, std::size_t links, Rng& rng) {
  if (room == 0) return;
  const std::size_t before = draft_.num_vertices();
  const Graph& source = pick_source(rng);
  append_part(source, 1 + rng.below(std::min(room, source.num_vertices())), rng);

  const Vertex ours = modest_vertex(draft_, 0, before, rng);
  const Vertex theirs = modest_vertex(draft_, before, draft_.num_vertices(), rng);
  draft_.add_edge(ours, theirs, any_tie(rng));
  // Further edges stay close to the first one; those that fall on it or inside a part are left out.
  for (; links > 1; --links) {
    const Vertex near_ours = pick(draft_.neighbors(ours), rng);
    const Vertex near_theirs = pick(draft_.neighbors(theirs), rng);
    if (near_ours < before && near_theirs >= before)
      draft_.add_edge(near_ours, near_theirs, any_tie(rng));
  }
}

// Appends the subgraph that a random connected set of so many vertices induces; all of the largest
// component where it has fewer.
void Perturber::append_part(const Graph& source, std::size_t vertices, Rng& rng) {
  if (number_.size() < source.num_vertices()) number_.resize(source.num_vertices(), kUnseen);
  std::size_t taken =
      grow(source, static_cast<Vertex>(rng.below(source.num_vertices())), vertices, rng);
  if (taken < vertices) {
    forget_grown();
    const graph::Components components = graph::connected_components(source);
    const auto largest = std::max_element(components.sizes.begin(), components.sizes.end());
    const auto wanted = static_cast<std::uint32_t>(largest - components.sizes.begin());
    std::uint64_t place = rng.below(*largest);
    Vertex start = 0;
    while (components.of[start] != wanted || place-- > 0)
      ++start;
    taken = grow(source, start, vertices, rng);
  }
  for (std::size_t i = 0; i < taken; ++i)
    number_[reached_[i]] = draft_.add_vertex(source.label(reached_[i]));
  for (std::size_t i = 0; i < taken; ++i) {
    const Vertex v = reached_[i];
    const auto neighbors = source.neighbors(v);
    for (std::size_t j = 0; j < neighbors.size(); ++j) {
      const Vertex u = neighbors[j];
      if (number_[u] < number_[v]) draft_.add_edge(number_[u], number_[v], tie_of(source, v, j));
    }
  }
  forget_grown();
}

// Takes up to so many vertices, either those nearest to the start (a ball) or each time a random
// one of those adjacent to the set. They are the first of reached_; their number is returned.
std::size_t Perturber::grow(const Graph& source, Vertex start, std::size_t vertices, Rng& rng) {
  const bool ball = rng.chance(0.5);
  reached_.assign(1, start);
  number_[start] = kReached;
  std::size_t taken = 0;
  while (taken < vertices && taken < reached_.size()) {
    if (!ball) std::swap(reached_[taken], reached_[taken + rng.below(reached_.size() - taken)]);
    const Vertex v = reached_[taken++];
    for (const Vertex u : source.neighbors(v)) {
      if (number_[u] != kUnseen) continue;
      number_[u] = kReached;
      reached_.push_back(u);
    }
  }
  return taken;
}

void Perturber::forget_grown() {
  for (const Vertex v : reached_)
    number_[v] = kUnseen;
  reached_.clear();
}

void Perturber::relabel_one(Rng& rng) {
  const Vertex v = any_vertex(draft_, rng);
  draft_.labels()[v] = pick(pick_source(rng).labels(), rng);
}

void Perturber::change_one_kind(Rng& rng) {
  const Graph& source = pick_source(rng);
  const auto model = static_cast<Vertex>(rng.below(source.num_vertices()));
  if (draft_.num_edges() == 0 || source.degree(model) == 0) return;
  const Tie tie = tie_of(source, model, rng.below(source.degree(model)));
  const Vertex u = any_edge_end(draft_, rng);
  draft_.change_edge(u, pick(draft_.neighbors(u), rng), tie);
}

Tie Perturber::any_tie(Rng& rng) const {
  if (!tells_edges_apart()) return {};
  if (draft_.num_edges() > 0) return tie_of_any_edge(draft_, rng);
  return {0, kinds_->converse(0)};
}

void Perturber::permute_labels(Rng& rng) {
  std::iota(alphabet_.begin(), alphabet_.end(), Label{0});
  rng.shuffle(std::span(alphabet_));
  for (Label& label : draft_.labels())
    label = alphabet_[label];
}

}  // namespace rlminer::generate
