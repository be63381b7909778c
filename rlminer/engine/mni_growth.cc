#include "rlminer/engine/mni_growth.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>
#include <utility>

#include "rlminer/base/bits.h"
#include "rlminer/base/deadline.h"
#include "rlminer/base/machine.h"
#include "rlminer/count/plan.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::engine {

// Whether a vertex is an image is an existence question: one embedding that maps the pattern's
// vertex there settles it, and the same embedding settles one image of every other vertex too. So
// about one search per image is needed however many embeddings there are.

namespace {

constexpr std::uint32_t bit(int i) {
  return std::uint32_t{1} << i;
}

// Whether exchanging the two vertices is an automorphism.
bool twins(const Pattern& pattern, int a, int b) {
  const std::uint32_t others = pattern.adjacency(a) & ~bit(b);
  if (pattern.label(a) != pattern.label(b) || others != (pattern.adjacency(b) & ~bit(a)))
    return false;
  bool alike = pattern.relation(a, b) == pattern.relation(b, a);
  for_each_bit(others,
               [&](int i) { alike = alike && pattern.relation(a, i) == pattern.relation(b, i); });
  return alike;
}

}  // namespace

std::size_t VertexSet::size() const {
  std::size_t total = 0;
  for (const std::uint64_t word : words_)
    total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

bool VertexSet::intersect(const VertexSet& other) {
  std::uint64_t removed = 0;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    removed |= words_[w] & ~other.words_[w];
    words_[w] &= other.words_[w];
  }
  return removed != 0;
}

std::size_t Domains::smallest() const {
  std::size_t least = ~std::size_t{0};
  for (const VertexSet& set : sets)
    least = std::min(least, set.size());
  return least;
}

// Finds out which images the vertices of a pattern have in one graph. Not for several threads at a
// time.
class DomainSearch {
 public:
  DomainSearch(const Graph& graph, Embeddings embeddings)
      : graph_(graph),
        induced_(embeddings == Embeddings::Induced),
        plain_(!graph.distinguishes_edges()),
        adjacent_steps_(graph.num_vertices(), 0) {}

  struct Outcome {
    std::size_t support = 0;  // the MNI; when below what was asked for, only a bound from above
    bool complete = true;     // false: the deadline came first
  };

  // Shrinks `domains`, which hold every image and perhaps more, to exactly the images under the
  // embeddings that count. Stops once the MNI is known to be below `least`.
  Outcome shrink(const Pattern& pattern, Domains& domains, std::size_t least,
                 const Deadline& deadline) {
    deadline_ = deadline;
    stopped_ = false;
    if (!make_arc_consistent(pattern, domains, least)) return {domains.smallest(), true};
    seen_.assign(domains.sets.size(), VertexSet(graph_.num_vertices()));
    std::vector<std::size_t> sizes(domains.sets.size());
    std::transform(domains.sets.begin(), domains.sets.end(), sizes.begin(),
                   [](const VertexSet& set) { return set.size(); });
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The smallest set is the likeliest to fall below the threshold.
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
    for (const std::size_t set : order) {
      const auto orbit = std::find(domains.orbit.begin(), domains.orbit.end(), set);
      plan(pattern, domains, static_cast<int>(orbit - domains.orbit.begin()));
      if (!decide(domains, set, least)) return {domains.sets[set].size(), !stopped_};
    }
    return {domains.smallest(), true};
  }

 private:
  // One vertex of the pattern in the order in which they are placed.
  struct Step {
    int vertex;
    std::uint32_t required;  // bit i: adjacent to the vertex of step i
    std::uint32_t above;     // bit i: the image must be numbered above that of step i
    // Bit i of `required`: how the vertex of step i is related to it.
    std::array<graph::Relation, pattern::kMaxPatternSize> relations{};
  };

  // Drops images that have no neighbour among the images of a neighbouring vertex, until there are
  // none. False: a set fell below `least`.
  bool make_arc_consistent(const Pattern& pattern, Domains& domains, std::size_t least) const {
    std::uint32_t changed = pattern.size() == 32 ? ~0u : bit(pattern.size()) - 1;
    while (changed != 0) {
      const int vertex = std::countr_zero(changed);
      changed &= changed - 1;
      const std::size_t size = domains.of(vertex).size();
      if (size < least) return false;
      VertexSet reachable(graph_.num_vertices());
      if (plain_) {
        domains.of(vertex).for_each([&](Vertex v) {
          for (const Vertex u : graph_.neighbors(v))
            reachable.insert(u);
        });
      }
      for_each_bit(pattern.adjacency(vertex), [&](int next) {
        if (!plain_) reachable = related_to(domains.of(vertex), pattern.relation(vertex, next));
        if (!domains.of(next).intersect(reachable)) return;
        for (int i = 0; i < pattern.size(); ++i) {
          if (&domains.of(i) == &domains.of(next)) changed |= bit(i);
        }
      });
    }
    return domains.smallest() >= least;
  }

  // The vertices that one of the set is related to in this way.
  VertexSet related_to(const VertexSet& set, graph::Relation relation) const {
    VertexSet reachable(graph_.num_vertices());
    set.for_each([&](Vertex v) {
      const auto neighbors = graph_.neighbors(v);
      const auto relations = graph_.relations(v);
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        if (relations[i] == relation) reachable.insert(neighbors[i]);
      }
    });
    return reachable;
  }

  // The order of the search from `root`: always the vertex with the most placed neighbours next,
  // and of those the one with the fewest images.
  void plan(const Pattern& pattern, const Domains& domains, int root) {
    steps_.clear();
    steps_.push_back({.vertex = root, .required = 0, .above = 0});
    std::uint32_t placed = bit(root);
    std::array<std::size_t, pattern::kMaxPatternSize> sizes{};
    for (int v = 0; v < pattern.size(); ++v)
      sizes[static_cast<std::size_t>(v)] = domains.of(v).size();
    while (static_cast<int>(steps_.size()) < pattern.size()) {
      int best = -1;
      const auto better = [&](int a, int b) {
        const int to_a = std::popcount(pattern.adjacency(a) & placed);
        const int to_b = std::popcount(pattern.adjacency(b) & placed);
        if (to_a != to_b) return to_a > to_b;
        return sizes[static_cast<std::size_t>(a)] < sizes[static_cast<std::size_t>(b)];
      };
      for (int v = 0; v < pattern.size(); ++v) {
        if ((placed & bit(v)) != 0) continue;
        if (best < 0 || better(v, best)) best = v;
      }
      assert(best >= 0);  // a step per vertex: one is left
      Step step{.vertex = best, .required = 0, .above = 0};
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        const int other = steps_[i].vertex;
        if (pattern.has_edge(best, other)) step.required |= bit(static_cast<int>(i));
        step.relations[i] = pattern.relation(other, best);
        // Twins may change places, so one order of their images is enough. The root stays put.
        if (other != root && twins(pattern, best, other)) step.above |= bit(static_cast<int>(i));
      }
      placed |= bit(best);
      steps_.push_back(step);
    }
  }

  // Keeps the images of the root's set that have an embedding. False: fewer than `least` are left,
  // or
  // time is over.
  bool decide(Domains& domains, std::size_t set, std::size_t least) {
    std::vector<Vertex> open;
    domains.sets[set].for_each([&](Vertex v) { open.push_back(v); });
    std::size_t left = open.size();
    for (const Vertex v : open) {
      if (seen_[set].has(v)) continue;
      if (place_all(domains, 0, v)) {
        for (std::size_t i = 0; i < steps_.size(); ++i)
          seen_[domains.orbit[static_cast<std::size_t>(steps_[i].vertex)]].insert(image_[i]);
        continue;
      }
      if (stopped_) return false;
      domains.sets[set].erase(v);
      if (--left < least) return false;
    }
    return true;
  }

  Vertex anchor(const Step& step) const {
    Vertex best = image_[static_cast<std::size_t>(std::countr_zero(step.required))];
    for_each_bit(step.required, [&](int i) {
      const Vertex v = image_[static_cast<std::size_t>(i)];
      if (graph_.degree(v) < graph_.degree(best)) best = v;
    });
    return best;
  }

  bool place_all(const Domains& domains, std::size_t depth, Vertex image) {
    image_[depth] = image;
    if (depth + 1 == steps_.size()) return true;
    for (const Vertex u : graph_.neighbors(image))
      adjacent_steps_[u] |= bit(static_cast<int>(depth));
    const bool found = embed(domains, depth + 1);
    for (const Vertex u : graph_.neighbors(image))
      adjacent_steps_[u] &= ~bit(static_cast<int>(depth));
    return found;
  }

  bool embed(const Domains& domains, std::size_t depth) {
    if ((++placed_ & 0xfffu) == 0 && deadline_.expired()) stopped_ = true;
    if (stopped_) return false;
    const Step& step = steps_[depth];
    std::int64_t above = -1;
    for_each_bit(step.above, [&](int i) {
      above = std::max(above, std::int64_t{image_[static_cast<std::size_t>(i)]});
    });
    const VertexSet& domain = domains.of(step.vertex);
    const auto placed = std::span(image_).first(depth);
    for (const Vertex v : graph_.neighbors(anchor(step))) {
      if (!fits(step, v) || v <= above || !domain.has(v)) continue;
      // A placed vertex may fit too: it is not adjacent to itself.
      if (std::find(placed.begin(), placed.end(), v) != placed.end()) continue;
      if (place_all(domains, depth, v)) return true;
      if (stopped_) return false;
    }
    return false;
  }

  bool fits(const Step& step, Vertex image) const {
    const std::uint32_t adjacent = adjacent_steps_[image];
    if ((induced_ ? adjacent : adjacent & step.required) != step.required) return false;
    return plain_ || related(step, image);
  }

  bool related(const Step& step, Vertex image) const {
    bool fits = true;
    for_each_bit(step.required, [&](int i) {
      const auto place = static_cast<std::size_t>(i);
      fits = fits && graph_.relation(image_[place], image) == step.relations[place];
    });
    return fits;
  }

  const Graph& graph_;
  const bool induced_;
  const bool plain_;                           // edges are not distinguished
  std::vector<std::uint32_t> adjacent_steps_;  // bit i: adjacent to the image of step i
  std::vector<Step> steps_;
  std::array<Vertex, pattern::kMaxPatternSize> image_{};  // by step
  std::vector<VertexSet> seen_;                           // images met in an embedding, by orbit
  Deadline deadline_;
  std::uint64_t placed_ = 0;
  bool stopped_ = false;
};

namespace {

// Threads are not worth starting for fewer patterns than this.
constexpr std::size_t kWorthThreads = 64;
constexpr std::size_t kMemoryCheckInterval = 256;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

using Numbers = std::array<std::uint8_t, pattern::kMaxPatternSize>;

// The extension of a pattern in which vertex v has the number numbers[v], one vertex left out.
sample::Extension renamed(const sample::Extension& extension, int left_out,
                          const Numbers& numbers) {
  sample::Extension result{extension.label, 0};
  std::array<std::pair<graph::Relation, graph::Relation>, pattern::kMaxPatternSize> relations{};
  std::size_t next = 0;
  for_each_bit(extension.neighbors, [&](int v) {
    const std::size_t place = next++;
    if (v == left_out) return;
    result.neighbors |= bit(numbers[at(v)]);
    if (!extension.relations.empty()) relations[numbers[at(v)]] = extension.relations[place];
  });
  if (!extension.relations.empty())
    for_each_bit(result.neighbors, [&](int v) { result.relations.push_back(relations[at(v)]); });
  return result;
}

// The extension with one neighbour more.
sample::Extension with_neighbor(const sample::Extension& extension, int vertex,
                                const decltype(sample::Extension::relations)& kind) {
  sample::Extension result = extension;
  const int before = std::popcount(extension.neighbors & (bit(vertex) - 1));
  result.neighbors |= bit(vertex);
  result.relations.insert(result.relations.begin() + (kind.empty() ? 0 : before), kind.begin(),
                          kind.end());
  return result;
}

}  // namespace

PatternGrowth::~PatternGrowth() = default;

PatternGrowth::PatternGrowth(const Graph& graph, const Budget& budget, Embeddings embeddings)
    : graph_(graph), budget_(budget), by_size_(pattern::kMaxPatternSize + 1) {
  for (int i = 0; i < std::max(1, budget.threads); ++i)
    searches_.push_back(std::make_unique<DomainSearch>(graph, embeddings));
  if (!graph.distinguishes_edges()) edge_kinds_.emplace_back();
  for (std::size_t r = 0; graph.distinguishes_edges() && r < graph.relation_dictionary().size();
       ++r) {
    const auto relation = static_cast<graph::Relation>(r);
    edge_kinds_.push_back({{relation, graph.relation_dictionary().converse(relation)}});
  }
  add_single_vertices();
}

void PatternGrowth::add_single_vertices() {
  std::vector<VertexSet> vertices(graph_.num_labels(), VertexSet(graph_.num_vertices()));
  for (Vertex v = 0; v < graph_.num_vertices(); ++v)
    vertices[graph_.label(v)].insert(v);
  for (Label label = 0; label < graph_.num_labels(); ++label) {
    Pattern pattern;
    pattern.add_vertex(label);
    GrownPattern& grown = *intern(pattern);
    grown.exact = true;
    grown.support = vertices[label].size();
    grown.domains.sets.push_back(std::move(vertices[label]));
  }
}

bool PatternGrowth::grow(std::size_t threshold, int max_size) {
  threshold_ = threshold;
  labels_.clear();
  std::vector<GrownPattern*> level;
  for (GrownPattern* single : by_size_[1]) {
    if (!single->reaches(threshold)) continue;
    level.push_back(single);
    labels_.push_back(single->pattern.label(0));
  }
  for (int size = 1; size < max_size && !level.empty() && !stopped_; ++size)
    level = next_level(level);
  return !stopped_;
}

std::vector<GrownPattern*> PatternGrowth::next_level(const std::vector<GrownPattern*>& level) {
  std::vector<Growth> growths;
  std::vector<GrownPattern*> met;
  std::vector<sample::Extension> extensions;
  for (GrownPattern* from : level) {
    if (budget_.deadline.expired()) stopped_ = true;
    if (stopped_) return {};
    list_extensions(*from, extensions);
    for (const sample::Extension& extension : extensions) {
      growths.push_back({from, extension, intern(sample::extended(from->pattern, extension))});
      met.push_back(growths.back().to);
    }
    from->extensions.clear();
  }
  const auto older = [](const GrownPattern* a, const GrownPattern* b) { return a->id < b->id; };
  std::sort(met.begin(), met.end(), older);
  met.erase(std::unique(met.begin(), met.end()), met.end());
  std::vector<GrownPattern*> open;
  for (GrownPattern* grown : met) {
    if (grown->open(threshold_)) open.push_back(grown);
  }
  evaluate(open);
  if (stopped_) return {};
  for (const Growth& growth : growths) {
    if (growth.to->reaches(threshold_)) growth.from->extensions.push_back(growth.extension);
  }
  for (GrownPattern* from : level)
    std::sort(from->extensions.begin(), from->extensions.end());
  std::erase_if(met, [&](const GrownPattern* grown) { return !grown->reaches(threshold_); });
  return met;
}

// The extensions that the parts of the pattern do not rule out.
void PatternGrowth::list_extensions(const GrownPattern& from,
                                    std::vector<sample::Extension>& extensions) const {
  extensions.clear();
  if (from.pattern.size() == 1) {
    for (const Label label : labels_) {
      for (const auto& kind : edge_kinds_)
        extensions.push_back({label, 1, kind});
    }
    return;
  }
  const auto part =
      std::min_element(from.parts.begin(), from.parts.end(), [](const auto& a, const auto& b) {
        return a.pattern->extensions.size() < b.pattern->extensions.size();
      });
  Numbers back{};  // the vertex at each place of the part
  for (int v = 0; v < from.pattern.size(); ++v) {
    if (v != part->removed) back[part->place[at(v)]] = static_cast<std::uint8_t>(v);
  }
  const auto offer = [&](const sample::Extension& extension) {
    if (possible(from, extension)) extensions.push_back(extension);
  };
  for (const sample::Extension& extension : part->pattern->extensions) {
    const sample::Extension here = renamed(extension, -1, back);
    offer(here);
    for (const auto& kind : edge_kinds_)
      offer(with_neighbor(here, part->removed, kind));
  }
  for (const Label label : labels_) {
    for (const auto& kind : edge_kinds_)
      offer({label, bit(part->removed), kind});
  }
}

bool PatternGrowth::possible(const GrownPattern& from, const sample::Extension& extension) const {
  return std::all_of(from.parts.begin(), from.parts.end(), [&](const GrownPattern::Part& part) {
    // Without the removed vertex the new one hangs in the air.
    if (extension.neighbors == bit(part.removed)) return true;
    const auto& allowed = part.pattern->extensions;
    return std::binary_search(allowed.begin(), allowed.end(),
                              renamed(extension, part.removed, part.place));
  });
}

GrownPattern* PatternGrowth::intern(const Pattern& pattern) {
  const pattern::CanonicalForm form = pattern::canonicalize(pattern);
  GrownPattern*& known = by_pattern_[form.pattern];
  if (known == nullptr) {
    known = &patterns_.emplace_back();
    known->id = patterns_.size();
    known->pattern = form.pattern;
    known->symmetric = form.automorphisms > 1;
    by_size_[at(pattern.size())].push_back(known);
  }
  return known;
}

void PatternGrowth::evaluate(const std::vector<GrownPattern*>& open) {
  const int threads = open.size() < kWorthThreads ? 1 : static_cast<int>(searches_.size());
  parallel_for(open.size(), threads, [&](int thread, std::size_t i) {
    if (i % kMemoryCheckInterval == 0 && budget_.deadline.is_memory_full()) stopped_ = true;
    if (budget_.deadline.expired()) stopped_ = true;
    if (!stopped_) evaluate(*open[i], *searches_[at(thread)]);
  });
}

void PatternGrowth::evaluate(GrownPattern& grown, DomainSearch& search) const {
  if (!find_parts(grown)) {
    grown.support = threshold_ - 1;
    return;
  }
  start_domains(grown);
  const auto outcome = search.shrink(grown.pattern, grown.domains, threshold_, budget_.deadline);
  if (!outcome.complete) return;
  grown.support = outcome.support;
  grown.exact = outcome.support >= threshold_;
  if (grown.exact) return;
  grown.domains = {};
  grown.parts = {};
}

// False: a part does not reach the threshold, so the pattern does not either.
bool PatternGrowth::find_parts(GrownPattern& grown) const {
  grown.parts.clear();
  for (int v = 0; v < grown.pattern.size(); ++v) {
    const Pattern rest = grown.pattern.without(v);
    if (!rest.connected()) continue;
    const pattern::CanonicalForm form = pattern::canonicalize(rest);
    const auto known = by_pattern_.find(form.pattern);
    if (known == by_pattern_.end() || !known->second->reaches(threshold_)) return false;
    GrownPattern::Part part{.removed = v, .pattern = known->second};
    for (int i = 0; i < rest.size(); ++i) {
      const int vertex = form.order[at(i)] + (form.order[at(i)] >= v ? 1 : 0);
      part.place[at(vertex)] = static_cast<std::uint8_t>(i);
    }
    grown.parts.push_back(part);
  }
  return true;
}

// Every image of a vertex is also one in every part the vertex belongs to.
void PatternGrowth::start_domains(GrownPattern& grown) const {
  Domains& domains = grown.domains;
  domains.sets.clear();
  const auto add_orbit = [&](std::uint32_t orbit) {
    for_each_bit(orbit, [&](int v) {
      domains.orbit[at(v)] = static_cast<std::uint8_t>(domains.sets.size());
    });
    domains.sets.emplace_back();
  };
  if (grown.symmetric) {
    for (const auto& [first, orbit] : count::orbits_of(grown.pattern))
      add_orbit(orbit);
  } else {
    for (int v = 0; v < grown.pattern.size(); ++v)
      add_orbit(bit(v));
  }
  for (int v = 0; v < grown.pattern.size(); ++v) {
    VertexSet& set = domains.of(v);
    for (const GrownPattern::Part& part : grown.parts) {
      if (part.removed == v) continue;
      const VertexSet& images = part.pattern->domains.of(part.place[at(v)]);
      if (set.unset()) {
        set = images;
      } else {
        set.intersect(images);
      }
    }
  }
}

std::vector<const GrownPattern*> PatternGrowth::known(int size) const {
  std::vector<const GrownPattern*> result;
  for (const GrownPattern* grown : by_size_[at(size)]) {
    if (grown->exact) result.push_back(grown);
  }
  return result;
}

std::size_t PatternGrowth::next_threshold() const {
  std::size_t next = 0;
  for (const GrownPattern& grown : patterns_) {
    if (grown.support < threshold_) next = std::max(next, grown.support);
  }
  return next;
}

}  // namespace rlminer::engine
