#include "rlminer/sample/colour_tables.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>

#include "rlminer/base/machine.h"

namespace rlminer::sample {
namespace {

// The neighbour of greatest degree, or the vertex itself if it has none.
Vertex hub_of(const Graph& graph, Vertex v) {
  Vertex hub = v;
  std::size_t most = 0;
  for (const Vertex w : graph.neighbors(v)) {
    if (graph.degree(w) <= most) continue;
    hub = w;
    most = graph.degree(w);
  }
  return hub;
}

}  // namespace

BlockColouring::BlockColouring(const Graph& graph, int colours)
    : colours_(colours), order_(graph.num_vertices()), block_of_(graph.num_vertices()) {
  std::vector<Vertex> hub(graph.num_vertices());
  for (Vertex v = 0; v < hub.size(); ++v)
    hub[v] = hub_of(graph, v);
  std::iota(order_.begin(), order_.end(), Vertex{0});
  std::sort(order_.begin(), order_.end(), [&](Vertex a, Vertex b) {
    if (hub[a] != hub[b]) return hub[a] < hub[b];
    if (graph.label(a) != graph.label(b)) return graph.label(a) < graph.label(b);
    return a < b;
  });
  for (std::size_t i = 0; i < order_.size(); ++i)
    block_of_[order_[i]] = static_cast<std::uint32_t>(i / static_cast<std::size_t>(colours));
}

std::vector<std::uint8_t> BlockColouring::draw(Rng& rng) const {
  const auto k = static_cast<std::size_t>(colours_);
  std::vector<std::uint8_t> colours(order_.size());
  std::vector<std::uint8_t> permutation(k);
  std::iota(permutation.begin(), permutation.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (i % k == 0) rng.shuffle(std::span(permutation));
    colours[order_[i]] = permutation[i % k];
  }
  return colours;
}

double BlockColouring::colourful_probability(std::span<const Vertex> set) const {
  double probability = 1.0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    int before = 0;  // of its block
    for (std::size_t j = 0; j < i; ++j)
      before += block_of_[set[j]] == block_of_[set[i]] ? 1 : 0;
    probability *= static_cast<double>(set.size() - i) / (colours_ - before);
  }
  return probability;
}

namespace {

constexpr std::size_t kChunk = 256;  // vertices that one thread takes at a time
constexpr float kScale = 1.0f / 16;  // per edge of a tree

}  // namespace

ColourSets::ColourSets(int colours) : colours_(colours) {
  assert(colours >= 1 && colours <= 16);
  const auto k = static_cast<std::size_t>(colours);
  sized_.assign(2, std::vector<std::vector<std::uint16_t>>(k));
  for (const int colour : {0, 1}) {
    if (colour >= colours) break;
    for (std::uint32_t number = 0; number < count(colour); ++number) {
      const auto size = static_cast<std::size_t>(std::popcount(number));
      sized_[static_cast<std::size_t>(colour)][size].push_back(static_cast<std::uint16_t>(number));
    }
  }
  links_.assign(k * k, std::vector<std::vector<Link>>(k));
  for (int own = 0; own < colours; ++own) {
    for (int other = 1; other < colours; ++other) {
      if (other == own) continue;
      for (std::uint32_t number = 0; number < count(other); ++number) {
        const std::uint32_t set = set_of(number, other);
        if (own > 0 && (set >> (own - 1) & 1u) != 0) continue;
        const std::uint32_t whole = set | std::uint32_t{1} << (other - 1);
        links_[pair(own, other)][static_cast<std::size_t>(std::popcount(whole))].push_back(
            {static_cast<std::uint16_t>(number),
             static_cast<std::uint16_t>(ColourSets::number(whole, own))});
      }
    }
  }
}

std::span<const ColourSets::Link> ColourSets::links(int own, int other, int size) const {
  return links_[pair(own, other)][static_cast<std::size_t>(size)];
}

std::span<const std::uint16_t> ColourSets::of_size(int colour, int size) const {
  return sized_[colour == 0 ? 0 : 1][static_cast<std::size_t>(size)];
}

double ColourTables::memory(std::size_t vertices, int colours) {
  const double share = std::ldexp(1.0, colours - 1) * (1.0 + 1.0 / colours) / 2;
  return static_cast<double>(vertices) * (2 * sizeof(float) * share + 32);
}

ColourTables::ColourTables(const Graph& graph, int colours) : graph_(graph), sets_(colours) {}

namespace {

// Some megabytes at a time: whole tables take a while, and memory. False: the time was over before.
bool fill_with_zeros(std::vector<float>& table, std::size_t size, const Deadline& deadline) {
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  table.clear();
  table.reserve(size);
  while (table.size() < size) {
    if (deadline.expired()) return false;
    table.resize(std::min(size, table.size() + kPiece));
  }
  return true;
}

}  // namespace

bool ColourTables::build(std::span<const std::uint8_t> colour_of, int threads,
                         const Deadline& deadline) {
  const std::size_t n = graph_.num_vertices();
  colour_of_.assign(colour_of.begin(), colour_of.end());
  offset_.assign(n + 1, 0);
  for (std::size_t v = 0; v < n; ++v)
    offset_[v + 1] = offset_[v] + sets_.count(colour_of_[v]);
  if (!fill_with_zeros(trees_, offset_[n], deadline) ||
      !fill_with_zeros(sums_, offset_[n], deadline))
    return false;
  for (std::size_t v = 0; v < n; ++v)
    trees_[offset_[v]] = 1.0f;
  std::atomic<bool> late = false;
  for (int size = 1; size < sets_.colours() && !late; ++size) {
    parallel_for((n + kChunk - 1) / kChunk, threads, [&](int, std::size_t chunk) {
      if (late || deadline.expired()) {
        late = true;
        return;
      }
      for (std::size_t v = chunk * kChunk; v < std::min(n, (chunk + 1) * kChunk); ++v) {
        begin_level(static_cast<Vertex>(v), size);
        finish_level(static_cast<Vertex>(v), size);
      }
    });
  }
  if (late) return false;
  sum_roots();
  return true;
}

// n(v, S) for all S of this size.
void ColourTables::begin_level(Vertex v, int size) {
  const int own = colour_of_[v];
  float* const sums = sums_.data() + offset_[v];
  for (const Vertex u : graph_.neighbors(v)) {
    const int other = colour_of_[u];
    if (other == 0 || other == own) continue;
    const float* const trees = trees_.data() + offset_[u];
    for (const auto& link : sets_.links(own, other, size))
      sums[link.of_vertex] += trees[link.of_neighbour];
  }
  for (const std::uint16_t set : sets_.of_size(own, size))
    sums[set] *= kScale;
}

// t(v, S) for all S of this size.
void ColourTables::finish_level(Vertex v, int size) {
  float* const trees = trees_.data() + offset_[v];
  const float* const sums = sums_.data() + offset_[v];
  for (const std::uint32_t set : sets_.of_size(colour_of_[v], size)) {
    const std::uint32_t smallest = set & (~set + 1);
    const std::uint32_t others = set ^ smallest;
    float sum = 0.0f;
    for (std::uint32_t rest = others;; rest = (rest - 1) & others) {
      sum += trees[rest] * sums[set ^ rest];
      if (rest == 0) break;
    }
    trees[set] = sum;
  }
}

void ColourTables::sum_roots() {
  roots_.clear();
  cumulative_.clear();
  double sum = 0.0;
  for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
    if (colour_of_[v] != 0) continue;
    const double trees = trees_[offset_[v] + sets_.count(0) - 1];
    if (trees <= 0) continue;
    roots_.push_back(v);
    cumulative_.push_back(sum += trees);
  }
  total_ = sum * std::pow(static_cast<double>(kScale), 1 - sets_.colours());
}

std::uint32_t ColourTables::draw_split(Vertex v, std::uint32_t colours, Rng& rng) const {
  const float* const trees = trees_.data() + offset_[v];
  const float* const sums = sums_.data() + offset_[v];
  const std::uint32_t smallest = colours & (~colours + 1);
  const std::uint32_t others = colours ^ smallest;
  double left = rng.uniform() * static_cast<double>(trees[colours]);
  std::uint32_t possible = colours;
  for (std::uint32_t rest = others;; rest = (rest - 1) & others) {
    const double weight =
        static_cast<double>(trees[rest]) * static_cast<double>(sums[colours ^ rest]);
    if (weight > 0) {
      possible = colours ^ rest;
      left -= weight;
      if (left < 0) break;
    }
    if (rest == 0) break;
  }
  return possible;
}

Vertex ColourTables::draw_neighbour(Vertex v, std::uint32_t branch, Rng& rng) const {
  const std::uint32_t set = ColourSets::set_of(branch, colour_of_[v]);
  double left = rng.uniform() * static_cast<double>(sums_[offset_[v] + branch] / kScale);
  Vertex possible = v;
  for (const Vertex u : graph_.neighbors(v)) {
    const int colour = colour_of_[u];
    if (colour == 0 || (set >> (colour - 1) & 1u) == 0) continue;
    const std::uint32_t rest = set ^ std::uint32_t{1} << (colour - 1);
    const auto weight = static_cast<double>(trees_[offset_[u] + ColourSets::number(rest, colour)]);
    if (weight <= 0) continue;
    possible = u;
    left -= weight;
    if (left < 0) break;
  }
  return possible;
}

void ColourTables::draw(Rng& rng, std::vector<Vertex>& set) const {
  const double target = rng.uniform() * cumulative_.back();
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), target);
  const std::size_t at =
      std::min(static_cast<std::size_t>(found - cumulative_.begin()), cumulative_.size() - 1);
  set.assign(1, roots_[at]);
  std::vector<Branch> open{{roots_[at], static_cast<std::uint32_t>(sets_.count(0) - 1)}};
  while (!open.empty()) {
    Branch& branch = open.back();
    if (branch.colours == 0) {
      open.pop_back();
      continue;
    }
    const Vertex v = branch.root;
    const std::uint32_t part = draw_split(v, branch.colours, rng);
    branch.colours ^= part;
    const Vertex u = draw_neighbour(v, part, rng);
    const int colour = colour_of_[u];
    const std::uint32_t below = ColourSets::set_of(part, colour_of_[v]) ^ std::uint32_t{1}
                                                                              << (colour - 1);
    set.push_back(u);
    open.push_back({u, ColourSets::number(below, colour)});
  }
}

}  // namespace rlminer::sample
