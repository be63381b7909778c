#include "rlminer/count/leaf_counter.h"

#include <algorithm>

namespace rlminer::count {
namespace {

constexpr std::size_t kPascalColumns = 32;
constexpr std::size_t kPascalRows = 4096;

}  // namespace

void LeafCounter::begin(const CorePlan& plan) {
  groups_ = plan.groups;
  plain_ = plan.plain;
  wanted_ = 0;
  limits_.clear();
  for (const LeafGroup& group : groups_) {
    limits_.push_back(group.need);
    wanted_ += group.need;
  }
  layout_ = ExponentLayout(limits_);
  if (wanted_ > 2 && place_.empty()) place_.assign(target_.num_vertices(), 0);
}

// Fills candidates_; false when some group has too few.
bool LeafCounter::collect(const Placement& placement) {
  candidates_.clear();
  group_of_.clear();
  available_.clear();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const LeafGroup& group = groups_[g];
    const std::size_t before = candidates_.size();
    for_each_candidate(placement, group, [&](Vertex v) {
      candidates_.push_back(v);
      return true;
    });
    const std::size_t found = candidates_.size() - before;
    if (found < static_cast<std::size_t>(group.need)) return false;
    available_.push_back(found);
    group_of_.resize(candidates_.size(), static_cast<std::uint32_t>(g));
  }
  return true;
}

void LeafCounter::count(const Placement& placement, BigCount& total) {
  if (!collect(placement)) return;
  if (wanted_ <= 2) {
    total += wanted_ == 1 ? candidates_.size() : count_pairs(placement);
    return;
  }
  find_conflicts();
  // What surely fits into a word is counted in one: the numbers may wrap around on the way there.
  const Count most = most_choices();
  if (most > most_in_words_) {
    total += count_choices(large_);
  } else if (most > ~std::uint64_t{0}) {
    total += count_choices(double_words_);
  } else {
    total += count_choices(words_);
  }
}

bool LeafCounter::exists(const Placement& placement) {
  BigCount choices;
  count(placement, choices);
  return choices > BigCount();
}

bool LeafCounter::possible(const Placement& placement, std::size_t placed) const {
  for (const LeafGroup& group : groups_) {
    if (group.step >= placed) break;
    int missing = group.need;
    for_each_candidate(placement, group, [&](Vertex) { return --missing > 0; });
    if (missing > 0) return false;
  }
  return true;
}

bool LeafCounter::joins_chosen(Vertex v) const {
  return std::any_of(chosen_.begin(), chosen_.end(), [&](Vertex leaf) {
    const auto from = graph::from_vertex(target_.neighbors(leaf), v);
    return !from.empty() && from.front() == v;
  });
}

// The number of choices if no two candidates were adjacent.
Count LeafCounter::most_choices() {
  Count most = 1;
  for (std::size_t g = 0; g < groups_.size(); ++g)
    most = fast_saturating_mul(most, choose(available_[g], groups_[g].need));
  return most;
}

// Two leaves: all pairs less the adjacent ones. A vertex is a candidate of a group exactly when its
// number, its word and its relation are right, so nothing needs to be marked.
std::uint64_t LeafCounter::count_pairs(const Placement& placement) {
  const LeafGroup& other = groups_.back();
  const std::uint32_t word = std::uint32_t{1} << other.step;
  const Vertex image = placement.images[other.step];
  std::uint64_t adjacent = 0;
  for (std::size_t i = 0; i < available_.front(); ++i) {
    const auto neighbors = target_.neighbors(candidates_[i]);
    if (neighbors.size() == 1) continue;
    budget_.work(neighbors.size());
    for (const Vertex v : graph::from_vertex(neighbors, other.first)) {
      if (v >= other.last) break;
      adjacent += placement.words[v] == word &&
                  (plain_ || target_.relation_between(image, v) == other.relation);
    }
  }
  const std::uint64_t n = available_.front();
  return groups_.size() == 1 ? n * (n - 1) / 2 - adjacent / 2 : n * available_.back() - adjacent;
}

// Fills conflict_ends_.
void LeafCounter::find_conflicts() {
  conflict_ends_.clear();
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    place_[candidates_[i]] = static_cast<std::uint32_t>(i + 1);
  }
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    const auto neighbors = target_.neighbors(candidates_[i]);
    if (neighbors.size() == 1) continue;
    budget_.work(neighbors.size());
    for (const Vertex v : neighbors) {
      if (place_[v] > i + 1) {
        conflict_ends_.push_back(i);
        conflict_ends_.push_back(place_[v] - 1);
      }
    }
  }
  for (const Vertex v : candidates_)
    place_[v] = 0;
}

template <Coefficient Number>
Number LeafCounter::count_choices(std::unique_ptr<Choices<Number>>& choices) {
  if (!choices) choices = std::make_unique<Choices<Number>>(*this);
  choices->product.reset_to_one();
  if (!conflict_ends_.empty()) split_conflicts(*choices);
  return combine<Number>(choices->product.terms());
}

// Makes the compressed rows of the conflicts.
void LeafCounter::index_conflicts() {
  const std::size_t n = candidates_.size();
  conflict_begin_.assign(n + 1, 0);
  for (const std::uint32_t end : conflict_ends_)
    ++conflict_begin_[end];
  for (std::size_t i = 1; i <= n; ++i)
    conflict_begin_[i] += conflict_begin_[i - 1];
  conflict_targets_.resize(conflict_ends_.size());
  for (std::size_t e = 0; e < conflict_ends_.size(); ++e)
    conflict_targets_[--conflict_begin_[conflict_ends_[e]]] = conflict_ends_[e ^ 1];
  local_.assign(n, 0);
}

// Multiplies the product by the polynomial of each connected component of the conflicts; available_
// is left with the candidates that have no conflict.
template <Coefficient Number>
void LeafCounter::split_conflicts(Choices<Number>& choices) {
  index_conflicts();
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    if (local_[i] != 0 || conflict_begin_[i] == conflict_begin_[i + 1]) continue;
    collect_component(i);
    multiply_component(choices);
  }
}

void LeafCounter::collect_component(std::uint32_t first) {
  component_.assign(1, first);
  local_[first] = 1;
  for (std::size_t next = 0; next < component_.size(); ++next) {
    const std::uint32_t c = component_[next];
    --available_[group_of_[c]];
    for (std::uint32_t e = conflict_begin_[c]; e < conflict_begin_[c + 1]; ++e) {
      const std::uint32_t other = conflict_targets_[e];
      if (local_[other] != 0) continue;
      component_.push_back(other);
      local_[other] = static_cast<std::uint32_t>(component_.size());
    }
  }
}

template <Coefficient Number>
void LeafCounter::multiply_component(Choices<Number>& choices) {
  Polynomial<Number>& product = choices.product;
  if (component_.size() == 2) {
    choices.factor = product;
    for (const std::uint32_t c : component_)
      product.add_multiple(choices.factor, {variable_of(c), unit<Number>()}, layout_,
                           layout_.limits());
    return;
  }
  prepare_grid();
  conflict_graph_.reset(component_.size());
  for (std::size_t i = 0; i < component_.size(); ++i) {
    const std::uint32_t c = component_[i];
    conflict_graph_.set_variable(i, variable_of(c));
    for (std::uint32_t e = conflict_begin_[c]; e < conflict_begin_[c + 1]; ++e)
      conflict_graph_.add_edge(i, local_[conflict_targets_[e]] - 1);
  }
  product.multiply(choices.sets.polynomial(conflict_graph_), layout_, layout_.limits(),
                   choices.factor);
}

// Patterns that are counted one after the other often want the same numbers of leaves.
void LeafCounter::prepare_grid() {
  if (grid_limits_ == limits_) return;
  grid_ = ExponentGrid(layout_, limits_);
  grid_limits_ = limits_;
}

// The conflicting candidates supply what the monomials say, the free ones the rest.
template <Coefficient Number>
Number LeafCounter::combine(std::span<const typename Polynomial<Number>::Term> terms) {
  Number total{};
  for (const auto& term : terms) {
    Number ways = term.coefficient;
    for (std::size_t g = 0; g < groups_.size() && ways != Number(); ++g) {
      const int rest = groups_[g].need - layout_.exponent(term.monomial, g);
      if constexpr (std::same_as<Number, BigCount>) {
        ways *= big_binomial(available_[g], rest);
      } else {
        ways *= static_cast<Number>(choose(available_[g], rest));
      }
    }
    total += ways;
  }
  return total;
}

Count LeafCounter::choose(std::uint64_t n, int r) {
  if (n >= kPascalRows) return binomial(n, r);
  while (pascal_.size() <= n * kPascalColumns) {
    const std::size_t begin = pascal_.size();
    pascal_.resize(begin + kPascalColumns, begin == 0 ? 0 : 1);
    pascal_[begin] = 1;
    for (std::size_t c = 1; begin > 0 && c < kPascalColumns; ++c)
      pascal_[begin + c] = fast_saturating_add(pascal_[begin - kPascalColumns + c - 1],
                                               pascal_[begin - kPascalColumns + c]);
  }
  return pascal_[n * kPascalColumns + static_cast<std::size_t>(r)];
}

}  // namespace rlminer::count
