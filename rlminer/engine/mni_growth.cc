#include "rlminer/engine/mni_growth.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "rlminer/base/memory.h"
#include "rlminer/base/parallel.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::engine {
namespace {

// Threads are not worth starting for fewer patterns than this.
constexpr std::size_t kWorthThreads = 64;
constexpr std::size_t kMemoryCheckInterval = 256;

constexpr std::uint32_t bit(int i) {
  return std::uint32_t{1} << i;
}

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// The neighbours of an extension as the part numbers them; the removed vertex is not among them.
std::uint32_t renamed(std::uint32_t neighbors, const GrownPattern::Part& part) {
  std::uint32_t result = 0;
  for_each_bit(neighbors, [&](int v) { result |= bit(part.place[at(v)]); });
  return result;
}

}  // namespace

PatternGrowth::PatternGrowth(const Graph& graph, const Budget& budget, Embeddings embeddings)
    : graph_(graph), budget_(budget), by_size_(pattern::kMaxPatternSize + 1) {
  for (int i = 0; i < std::max(1, budget.threads); ++i)
    searches_.push_back(std::make_unique<DomainSearch>(graph, embeddings));
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
  std::vector<Extension> extensions;
  for (GrownPattern* from : level) {
    if (budget_.deadline.expired()) stopped_ = true;
    if (stopped_) return {};
    list_extensions(*from, extensions);
    for (const Extension& extension : extensions) {
      Pattern larger = from->pattern;
      larger.add_vertex(extension.label, extension.neighbors);
      growths.push_back({from, extension, intern(larger)});
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
                                    std::vector<Extension>& extensions) const {
  extensions.clear();
  if (from.pattern.size() == 1) {
    for (const Label label : labels_)
      extensions.push_back({label, 1});
    return;
  }
  const auto part =
      std::min_element(from.parts.begin(), from.parts.end(), [](const auto& a, const auto& b) {
        return a.pattern->extensions.size() < b.pattern->extensions.size();
      });
  std::array<std::uint8_t, pattern::kMaxPatternSize>
      back{};  // the vertex at each place of the part
  for (int v = 0; v < from.pattern.size(); ++v) {
    if (v != part->removed) back[part->place[at(v)]] = static_cast<std::uint8_t>(v);
  }
  const auto offer = [&](const Extension& extension) {
    if (possible(from, extension)) extensions.push_back(extension);
  };
  for (const Extension& extension : part->pattern->extensions) {
    std::uint32_t neighbors = 0;
    for_each_bit(extension.neighbors, [&](int i) { neighbors |= bit(back[at(i)]); });
    offer({extension.label, neighbors});
    offer({extension.label, neighbors | bit(part->removed)});
  }
  for (const Label label : labels_)
    offer({label, bit(part->removed)});
}

bool PatternGrowth::possible(const GrownPattern& from, const Extension& extension) const {
  return std::all_of(from.parts.begin(), from.parts.end(), [&](const GrownPattern::Part& part) {
    const std::uint32_t rest = extension.neighbors & ~bit(part.removed);
    if (rest == 0) return true;  // without the removed vertex the new one hangs in the air
    const auto& allowed = part.pattern->extensions;
    return std::binary_search(allowed.begin(), allowed.end(),
                              Extension{extension.label, renamed(rest, part)});
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
    if (i % kMemoryCheckInterval == 0 && resident_memory() > budget_.memory) {
      out_of_memory_ = stopped_ = true;
    }
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
  const int size = grown.pattern.size();
  if (grown.symmetric) {
    domains.orbit = orbits(grown.pattern, graph_.num_labels());
  } else {
    for (int v = 0; v < size; ++v)
      domains.orbit[at(v)] = static_cast<std::uint8_t>(v);
  }
  const auto end = domains.orbit.begin() + size;
  domains.sets.assign(at(*std::max_element(domains.orbit.begin(), end) + 1), {});
  for (int v = 0; v < size; ++v) {
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
