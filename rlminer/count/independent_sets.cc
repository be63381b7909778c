#include "rlminer/count/independent_sets.h"

#include <algorithm>
#include <bit>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"

namespace rlminer::count {
namespace {

// Smaller components are solved faster than looked up.
constexpr std::uint64_t kFewestRemembered = 10;
constexpr std::size_t kMostRemembered = 1 << 16;
// Beyond this size components are not looked for, so that the recursion stays shallow.
constexpr std::size_t kLargestSplit = 4096;
// Parts beyond this size are not worth another look for an order of elimination.
constexpr std::uint64_t kLargestEliminated = 1024;

using Words = std::vector<std::uint64_t>;

template <typename Visit>
void for_each_member(const Words& set, Visit&& visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for_each_bit(set[w], [&](int i) { visit(w * 64 + static_cast<std::size_t>(i)); });
  }
}

std::uint64_t size_of(const Words& set) {
  std::uint64_t size = 0;
  for (const std::uint64_t word : set)
    size += static_cast<std::uint64_t>(std::popcount(word));
  return size;
}

Words common(const Words& a, const Words& b) {
  Words result(a.size());
  for (std::size_t w = 0; w < a.size(); ++w)
    result[w] = a[w] & b[w];
  return result;
}

void erase(Words& set, std::size_t v) {
  set[v / 64] &= ~(std::uint64_t{1} << (v % 64));
}

// 1 + C(count, 1) x + C(count, 2) x^2 + ... up to x^limit.
template <Coefficient Number>
Polynomial<Number> power_of_one_plus(std::uint64_t variable, std::uint64_t count, int limit) {
  Polynomial<Number> result;
  for (int e = 0; e <= limit && static_cast<std::uint64_t>(e) <= count; ++e)
    result.append({variable * static_cast<std::uint64_t>(e), binomial_as<Number>(count, e)});
  return result;
}

}  // namespace

std::size_t WordsHash::operator()(const std::vector<std::uint64_t>& words) const {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words)
    hash = mix64(hash + word);
  return static_cast<std::size_t>(hash);
}

template <Coefficient Number>
Polynomial<Number> IndependentSets<Number>::polynomial(const ConflictGraph& graph) {
  Polynomial<Number> eliminated;
  if (grid_.usable() && elimination_.polynomial(graph, layout_.limits(), eliminated))
    return eliminated;
  graph_ = &graph;
  largest_eliminated_ = std::min<std::uint64_t>(kLargestEliminated, graph.size() * 3 / 4);
  known_.clear();
  variables_.clear();
  members_.clear();
  Set all(graph.words(), 0);
  for (std::size_t v = 0; v < graph.size(); ++v) {
    all[v / 64] |= std::uint64_t{1} << (v % 64);
    const auto found = std::find(variables_.begin(), variables_.end(), graph.variable(v));
    const auto place = static_cast<std::size_t>(found - variables_.begin());
    if (found == variables_.end()) {
      variables_.push_back(graph.variable(v));
      members_.emplace_back(graph.words(), 0);
    }
    members_[place][v / 64] |= std::uint64_t{1} << (v % 64);
  }
  return of_set(std::move(all), layout_.limits());
}

template <Coefficient Number>
std::vector<typename IndependentSets<Number>::Share> IndependentSets<Number>::shares_of(
    const Set& set, std::uint64_t limits) const {
  std::vector<Share> shares;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    int limit = 0;
    while (layout_.within(variables_[i] * static_cast<std::uint64_t>(limit + 1), limits))
      ++limit;
    if (limit == 0) continue;
    Share share{variables_[i], limit, common(set, members_[i]), 0};
    share.count = size_of(share.members);
    if (share.count > 0) shares.push_back(std::move(share));
  }
  return shares;
}

template <Coefficient Number>
Polynomial<Number> IndependentSets<Number>::of_set(Set set, std::uint64_t limits) {
  const std::vector<Share> shares = shares_of(set, limits);
  std::uint64_t wanted = 0;
  std::fill(set.begin(), set.end(), 0);  // without the variables that have reached their limit
  for (const Share& share : shares) {
    wanted += std::min(share.count, static_cast<std::uint64_t>(share.limit));
    for (std::size_t w = 0; w < set.size(); ++w)
      set[w] |= share.members[w];
  }
  if (wanted <= 2) return of_few(shares, limits);
  if (graph_->size() > kLargestSplit) return of_component(set, limits);

  Polynomial<Number> product = Polynomial<Number>::one();
  Set isolated(set.size(), 0);
  for (Set rest = set; size_of(rest) > 0;) {
    const Set component = take_component(rest);
    if (size_of(component) == 1) {
      for (std::size_t w = 0; w < set.size(); ++w)
        isolated[w] |= component[w];
    } else {
      multiply(product, of_component(component, limits), limits);
    }
  }
  for (const Share& share : shares) {
    const std::uint64_t count = size_of(common(isolated, share.members));
    if (count > 0)
      multiply(product, power_of_one_plus<Number>(share.variable, count, share.limit), limits);
  }
  return product;
}

// With as many terms as there are ways to give ten labels to leaves, one product takes
// milliseconds.
template <Coefficient Number>
void IndependentSets<Number>::multiply(Polynomial<Number>& product,
                                       const Polynomial<Number>& factor, std::uint64_t limits) {
  if (budget_.poll(product.terms().size() * factor.terms().size()))
    product.multiply(factor, layout_, limits, scratch_);
}

template <Coefficient Number>
Polynomial<Number> IndependentSets<Number>::of_component(const Set& component,
                                                         std::uint64_t limits) {
  if (size_of(component) < kFewestRemembered) return branch(component, limits);
  Set key = component;
  key.push_back(limits);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  Polynomial<Number> result;
  if (!eliminate(component, limits, result)) result = branch(component, limits);
  if (known_.size() < kMostRemembered && !budget_.stopped()) known_.emplace(std::move(key), result);
  return result;
}

// Tries elimination on a part of the graph.
template <Coefficient Number>
bool IndependentSets<Number>::eliminate(const Set& component, std::uint64_t limits,
                                        Polynomial<Number>& result) {
  const std::uint64_t size = size_of(component);
  if (!grid_.usable() || size > largest_eliminated_ || size == graph_->size()) return false;
  std::vector<std::size_t> vertices;
  std::vector<std::size_t> place(graph_->size());
  for_each_member(component, [&](std::size_t v) {
    place[v] = vertices.size();
    vertices.push_back(v);
  });
  part_.reset(vertices.size());
  for (const std::size_t v : vertices) {
    part_.set_variable(place[v], graph_->variable(v));
    for (std::size_t w = 0; w < component.size(); ++w) {
      for_each_bit(graph_->neighbors(v)[w] & component[w], [&](int i) {
        part_.add_edge(place[v], place[w * 64 + static_cast<std::size_t>(i)]);
      });
    }
  }
  if (elimination_.polynomial(part_, limits, result)) return true;
  largest_eliminated_ = size * 3 / 4;
  return false;
}

template <Coefficient Number>
Polynomial<Number> IndependentSets<Number>::branch(const Set& component, std::uint64_t limits) {
  Polynomial<Number> result;
  Set rest = component;
  while (true) {
    std::size_t chosen = 0;
    std::size_t greatest = 0;
    for_each_member(rest, [&](std::size_t v) {
      const std::size_t degree = degree_in(v, rest);
      if (degree > greatest) {
        chosen = v;
        greatest = degree;
      }
    });
    if (!budget_.work(4 * rest.size() * component.size() + 64)) {
      result.add_multiple(Polynomial<Number>::one(), {0, unit<Number>()}, layout_, limits);
      return result;
    }
    if (greatest == 0) {  // only in graphs too large to be split
      Polynomial<Number> free = Polynomial<Number>::one();
      for (const Share& share : shares_of(rest, limits))
        free.multiply(power_of_one_plus<Number>(share.variable, share.count, share.limit), layout_,
                      limits, scratch_);
      result.add_multiple(free, {0, unit<Number>()}, layout_, limits);
      return result;
    }
    erase(rest, chosen);
    Set compatible = rest;
    for (std::size_t w = 0; w < rest.size(); ++w)
      compatible[w] &= ~graph_->neighbors(chosen)[w];
    const std::uint64_t variable = graph_->variable(chosen);
    result.add_multiple(of_set(std::move(compatible), limits - variable),
                        {variable, unit<Number>()}, layout_, limits);
    budget_.poll(result.terms().size());
    if (graph_->size() > kLargestSplit) continue;
    result.add_multiple(of_set(std::move(rest), limits), {0, unit<Number>()}, layout_, limits);
    return result;
  }
}

// At most two vertices can be chosen: 1, the vertices, and the pairs that are not adjacent.
template <Coefficient Number>
Polynomial<Number> IndependentSets<Number>::of_few(const std::vector<Share>& shares,
                                                   std::uint64_t limits) const {
  Polynomial<Number> result = Polynomial<Number>::one();
  for (const Share& share : shares)
    result.add_multiple(Polynomial<Number>::one(), {share.variable, Number(share.count)}, layout_,
                        limits);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    for (std::size_t j = i; j < shares.size(); ++j) {
      const std::uint64_t pair = shares[i].variable + shares[j].variable;
      if (!layout_.within(pair, limits)) continue;
      const std::uint64_t ends = edges_between(shares[i].members, shares[j].members);
      const Count apart = i == j ? Count{shares[i].count} * (shares[i].count - 1) / 2 - ends / 2
                                 : Count{shares[i].count} * shares[j].count - ends;
      if (apart > 0)
        result.add_multiple(Polynomial<Number>::one(), {pair, Number(apart)}, layout_, limits);
    }
  }
  return result;
}

// Counted from the side of `a`: twice each edge when both are the same set.
template <Coefficient Number>
std::uint64_t IndependentSets<Number>::edges_between(const Set& a, const Set& b) const {
  std::uint64_t edges = 0;
  for_each_member(a, [&](std::size_t v) { edges += degree_in(v, b); });
  return edges;
}

template <Coefficient Number>
std::size_t IndependentSets<Number>::degree_in(std::size_t v, const Set& set) const {
  const std::uint64_t* const row = graph_->neighbors(v);
  std::size_t degree = 0;
  for (std::size_t w = 0; w < set.size(); ++w)
    degree += static_cast<std::size_t>(std::popcount(row[w] & set[w]));
  return degree;
}

// Removes the connected component of the first vertex from the set and returns it.
template <Coefficient Number>
typename IndependentSets<Number>::Set IndependentSets<Number>::take_component(Set& set) const {
  Set component(set.size(), 0);
  std::vector<std::size_t> fresh;
  const auto reach = [&](std::size_t v) {
    fresh.push_back(v);
    erase(set, v);
    component[v / 64] |= std::uint64_t{1} << (v % 64);
  };
  for (std::size_t w = 0; w < set.size() && fresh.empty(); ++w) {
    if (set[w] != 0) reach(w * 64 + static_cast<std::size_t>(std::countr_zero(set[w])));
  }
  while (!fresh.empty()) {
    const std::size_t v = fresh.back();
    fresh.pop_back();
    for (std::size_t w = 0; w < set.size(); ++w) {
      for_each_bit(graph_->neighbors(v)[w] & set[w],
                   [&](int i) { reach(w * 64 + static_cast<std::size_t>(i)); });
    }
  }
  return component;
}

template class IndependentSets<std::uint64_t>;
template class IndependentSets<Count>;
template class IndependentSets<BigCount>;

}  // namespace rlminer::count
