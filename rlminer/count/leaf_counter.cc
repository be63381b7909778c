#include "rlminer/count/leaf_counter.h"

#include <algorithm>
#include <array>

namespace rlminer {
namespace {

constexpr std::size_t kPascalColumns = 32;
constexpr std::size_t kPascalRows = 4096;

}  // namespace

void LeafCounter::begin(const CorePlan& plan) {
  groups_ = plan.groups;
  wanted_ = 0;
  std::array<int, kMaxPatternSize> limits{};
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    limits[g] = groups_[g].need;
    wanted_ += groups_[g].need;
  }
  layout_ = ExponentLayout(std::span(limits).first(groups_.size()));
  if (wanted_ > 2 && place_.empty()) place_.assign(target_.num_vertices(), 0);
}

// Fills candidates_; false when some group has too few.
bool LeafCounter::collect(const Placement& placement) {
  candidates_.clear();
  group_of_.clear();
  available_.clear();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const LeafGroup& group = groups_[g];
    const std::uint32_t word = std::uint32_t{1} << group.step;
    const std::size_t before = candidates_.size();
    for (const Vertex v :
         from_vertex(target_.neighbors(placement.images[group.step]), group.first)) {
      if (v >= group.last) break;
      if (placement.words[v] == word) candidates_.push_back(v);
    }
    const std::size_t found = candidates_.size() - before;
    if (found < static_cast<std::size_t>(group.need)) return false;
    available_.push_back(found);
    group_of_.resize(candidates_.size(), static_cast<std::uint32_t>(g));
  }
  return true;
}

Count LeafCounter::count(const Placement& placement) {
  if (!collect(placement)) return 0;
  if (wanted_ == 1) return candidates_.size();
  if (wanted_ == 2) return count_pairs(placement);
  find_conflicts();
  return count_choices();
}

bool LeafCounter::exists(const Placement& placement) {
  return count(placement) > 0;
}

// Two leaves: all pairs less the adjacent ones. A vertex is a candidate of a group exactly when its
// number and its word are right, so nothing needs to be marked.
Count LeafCounter::count_pairs(const Placement& placement) {
  const LeafGroup& other = groups_.back();
  const std::uint32_t word = std::uint32_t{1} << other.step;
  std::uint64_t adjacent = 0;
  for (std::size_t i = 0; i < available_.front(); ++i) {
    const auto neighbors = target_.neighbors(candidates_[i]);
    if (neighbors.size() == 1) continue;
    budget_.work(neighbors.size());
    for (const Vertex v : from_vertex(neighbors, other.first)) {
      if (v >= other.last) break;
      adjacent += placement.words[v] == word;
    }
  }
  const Count n = available_.front();
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

Count LeafCounter::count_choices() {
  product_.reset_to_one();
  if (!conflict_ends_.empty()) split_conflicts();
  return combine();
}

// Finds the connected components of the conflicts and multiplies product_ by the polynomial of
// each; available_ is left with the candidates that have no conflict.
void LeafCounter::split_conflicts() {
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
  for (std::uint32_t i = 0; i < n; ++i) {
    if (local_[i] != 0 || conflict_begin_[i] == conflict_begin_[i + 1]) continue;
    component_.assign(1, i);
    local_[i] = 1;
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
    multiply_component(component_);
  }
}

void LeafCounter::multiply_component(std::span<const std::uint32_t> component) {
  if (component.size() == 2) {
    factor_ = product_;
    for (const std::uint32_t c : component)
      product_.add_multiple(factor_, {variable_of(c), 1}, layout_, layout_.limits());
    return;
  }
  conflict_graph_.reset(component.size());
  for (std::size_t i = 0; i < component.size(); ++i) {
    const std::uint32_t c = component[i];
    conflict_graph_.set_variable(i, variable_of(c));
    for (std::uint32_t e = conflict_begin_[c]; e < conflict_begin_[c + 1]; ++e)
      conflict_graph_.add_edge(i, local_[conflict_targets_[e]] - 1);
  }
  product_.multiply(sets_.polynomial(conflict_graph_), layout_, layout_.limits(), factor_);
}

// The conflicting candidates supply what the monomials say, the free ones the rest.
Count LeafCounter::combine() {
  Count total = 0;
  for (const Polynomial::Term& term : product_.terms()) {
    Count ways = term.coefficient;
    for (std::size_t g = 0; g < groups_.size() && ways != 0; ++g) {
      const int rest = groups_[g].need - layout_.exponent(term.monomial, g);
      ways = fast_saturating_mul(ways, choose(available_[g], rest));
    }
    total = fast_saturating_add(total, ways);
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

}  // namespace rlminer
