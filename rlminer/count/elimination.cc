#include "rlminer/count/elimination.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "rlminer/base/bits.h"
#include "rlminer/count/independent_sets.h"

namespace rlminer::count {
namespace {

// Large graphs with more edges than this have wide scopes; why look.
constexpr std::size_t kAlwaysTried = 400;
constexpr std::size_t kMostEnds = 4;  // per vertex

}  // namespace

bool EliminationOrder::find(const ConflictGraph& graph, std::size_t widest) {
  const std::size_t n = graph.size();
  words_ = graph.words();
  widest_ = 0;
  rows_.assign(graph.neighbors(0), graph.neighbors(0) + n * words_);
  degree_.resize(n);
  std::size_t ends = 0;
  for (std::size_t v = 0; v < n; ++v) {
    std::uint32_t degree = 0;
    for (std::size_t w = 0; w < words_; ++w)
      degree += static_cast<std::uint32_t>(std::popcount(rows_[v * words_ + w]));
    degree_[v] = degree;
    ends += degree;
  }
  if (n > kAlwaysTried && ends > kMostEnds * n) return false;
  waiting_.resize(n);
  std::iota(waiting_.begin(), waiting_.end(), 0u);
  order_.clear();
  place_.resize(n);
  while (!waiting_.empty()) {
    const std::size_t at = next();
    const std::uint32_t vertex = waiting_[at];
    if (degree_[vertex] > widest) return false;
    waiting_[at] = waiting_.back();
    waiting_.pop_back();
    eliminate(vertex);
  }
  return true;
}

// Where in waiting_ the vertex with the fewest remaining neighbours is.
std::size_t EliminationOrder::next() const {
  std::size_t best = 0;
  std::uint32_t fewest = degree_[waiting_[0]];
  for (std::size_t i = 1; i < waiting_.size() && fewest > 1; ++i) {
    const std::uint32_t degree = degree_[waiting_[i]];
    if (degree < fewest) {
      fewest = degree;
      best = i;
    }
  }
  return best;
}

void EliminationOrder::eliminate(std::size_t vertex) {
  place_[vertex] = static_cast<std::uint32_t>(order_.size());
  order_.push_back(static_cast<std::uint32_t>(vertex));
  widest_ = std::max<std::size_t>(widest_, degree_[vertex]);
  const std::uint64_t* const scope = rows_.data() + vertex * words_;
  for (std::size_t w = 0; w < words_; ++w) {
    for_each_bit(scope[w], [&](int bit) {
      const std::size_t u = w * 64 + static_cast<std::size_t>(bit);
      std::uint64_t* const row = rows_.data() + u * words_;
      std::uint32_t degree = 0;
      for (std::size_t i = 0; i < words_; ++i)
        row[i] |= scope[i];
      row[u / 64] &= ~(std::uint64_t{1} << (u % 64));
      row[vertex / 64] &= ~(std::uint64_t{1} << (vertex % 64));
      for (std::size_t i = 0; i < words_; ++i)
        degree += static_cast<std::uint32_t>(std::popcount(row[i]));
      degree_[u] = degree;
    });
  }
}

namespace {

constexpr double kMostSets = 1 << 18;  // expected in one scope
constexpr std::size_t kMostNumbers = std::size_t{1} << 21;

// About how many sets of up to `most` of n vertices are independent.
double expected_sets(std::size_t n, double density, int most) {
  double sum = 0.0;
  double sets = 1.0;
  for (int size = 0; size <= most && sets > 0.0; ++size) {
    sum += sets;
    sets *= (static_cast<double>(n) - size) / (size + 1) * std::pow(1.0 - density, size);
  }
  return sum;
}

}  // namespace

template <Coefficient Number>
const std::uint64_t* Elimination<Number>::row(std::size_t vertex) const {
  return graph_->neighbors(vertex);
}

template <Coefficient Number>
bool Elimination<Number>::polynomial(const ConflictGraph& graph, std::uint64_t limits,
                                     Polynomial<Number>& result) {
  graph_ = &graph;
  words_ = graph.words();
  const std::size_t n = graph.size();
  budget_.work(n * words_ * 4);
  note_variables(limits);
  if (!order_.find(graph, kWidest) || !promising()) return false;

  factors_.assign(n, Factor{});
  first_child_.assign(n, kNone);
  below_.assign(n * words_, 0);
  below_size_.assign(n, 0);
  scopes_.clear();
  nodes_.clear();
  further_used_ = numbers_used_ = 0;
  roots_.assign(limits_ + 1, Number());
  roots_[0] = unit<Number>();
  bool is_one = true;
  for (const std::uint32_t vertex : order_.vertices()) {
    if (!eliminate(vertex)) return false;
    if (scope_.empty()) multiply_base(roots_, is_one, factors_[vertex].root, limits_);
  }
  result.reset_to_zero();
  for (const std::uint16_t number : grid_.divisors(limits_)) {
    if (roots_[number] != Number()) result.append({grid_.monomial(number), roots_[number]});
  }
  return true;
}

// Whether no scope is likely to have too many independent sets.
template <Coefficient Number>
bool Elimination<Number>::promising() const {
  constexpr std::size_t kSurelyNarrow = 16;
  if (order_.widest() <= kSurelyNarrow) return true;
  const auto widest = *std::max_element(
      order_.vertices().begin(), order_.vertices().end(),
      [&](auto a, auto b) { return order_.scope_size(a) < order_.scope_size(b); });
  const std::uint64_t* const scope = order_.scope_bits(widest);
  int ends = 0;
  for (std::size_t w = 0; w < words_; ++w) {
    for_each_bit(scope[w], [&](int bit) {
      const std::uint64_t* const neighbors = row(w * 64 + static_cast<std::size_t>(bit));
      for (std::size_t i = 0; i < words_; ++i)
        ends += std::popcount(neighbors[i] & scope[i]);
    });
  }
  const auto size = static_cast<double>(order_.widest());
  return expected_sets(order_.widest(), ends / (size * (size - 1)), grid_.total(limits_) - 2) <
         kMostSets;
}

// Sets variable_, members_ and limits_, the latter reduced to the vertices there are.
template <Coefficient Number>
void Elimination<Number>::note_variables(std::uint64_t limits) {
  const std::size_t n = graph_->size();
  variable_.resize(n);
  members_.assign(grid_.variables() * words_, 0);
  std::array<int, pattern::kMaxPatternSize> count{};
  for (std::size_t v = 0; v < n; ++v) {
    std::size_t g = 0;
    while (layout_.variable(g) != graph_->variable(v))
      ++g;
    variable_[v] = static_cast<std::uint8_t>(g);
    members_[g * words_ + v / 64] |= std::uint64_t{1} << (v % 64);
    ++count[g];
  }
  limits_ = 0;
  for (std::size_t g = 0; g < grid_.variables(); ++g) {
    const int limit = std::min(count[g], layout_.exponent(limits, g));
    limits_ += grid_.stride(g) * static_cast<std::uint32_t>(limit);
  }
}

// Makes the factor of the vertex; false: too large.
template <Coefficient Number>
bool Elimination<Number>::eliminate(std::uint32_t vertex) {
  vertex_ = vertex;
  enter_scope();
  if (!scope_.empty()) {
    const std::uint32_t parent = scope_[0];
    factors_[vertex].next_sibling = std::exchange(first_child_[parent], vertex);
    std::uint64_t* const below = below_.data() + parent * words_;
    for (std::size_t w = 0; w < words_; ++w)
      below[w] |= below_[vertex * words_ + w];
    below[vertex / 64] |= std::uint64_t{1} << (vertex % 64);
    below_size_[parent] += below_size_[vertex] + 1;
  }
  // A pendant is multiplied into its parent's factor without one of its own.
  if (scope_.size() == 1 && first_child_[vertex] == kNone) return true;

  enter_children();
  const std::size_t rows = static_cast<std::size_t>(grid_.total(limits_)) + 1;
  out_nodes_.resize(rows * children_.size());
  in_nodes_.resize(rows * children_.size());
  blocked_.assign(rows * words_, 0);
  factors_[vertex].root = add_node(limits_, 0);
  walk_[0] = {factors_[vertex].root, limits_, (std::uint64_t{1} << scope_.size()) - 1, true};
  const bool taken = can_take(walk_[0], 2);
  for (std::size_t j = 0; j < children_.size(); ++j) {
    out_nodes_[j] = factors_[children_[j].vertex].root;
    if (taken) in_nodes_[j] = further(out_nodes_[j], 0);
  }
  return walk(0);
}

// Lists the scope, the first to go first, and the conflicts in it.
template <Coefficient Number>
void Elimination<Number>::enter_scope() {
  const std::size_t begin = scopes_.size();
  const std::uint64_t* const bits = order_.scope_bits(vertex_);
  for (std::size_t w = 0; w < words_; ++w) {
    for_each_bit(bits[w], [&](int bit) {
      scopes_.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(bit)));
    });
  }
  std::sort(scopes_.begin() + static_cast<std::ptrdiff_t>(begin), scopes_.end(),
            [&](auto a, auto b) { return order_.place(a) < order_.place(b); });
  scope_ = std::span(scopes_).subspan(begin);
  factors_[vertex_].scope_begin = static_cast<std::uint32_t>(begin);
  factors_[vertex_].width = static_cast<std::uint32_t>(scope_.size());
  for (std::size_t i = 0; i < scope_.size(); ++i) {
    conflicts_[i] = 0;
    for (std::size_t j = 0; j < i; ++j) {
      if (!adjacent(scope_[i], scope_[j])) continue;
      conflicts_[i] |= std::uint64_t{1} << j;
      conflicts_[j] |= std::uint64_t{1} << i;
    }
  }
}

// Children whose scope is this vertex alone do not depend on T.
template <Coefficient Number>
void Elimination<Number>::enter_children() {
  children_.clear();
  pendants_.assign(grid_.variables(), 0);
  base_out_.assign(limits_ + 1, Number());
  base_out_[0] = unit<Number>();
  base_in_ = base_out_;
  out_is_one_ = in_is_one_ = true;
  const bool taken = can_take({0, limits_, 0, true}, 2);
  for (std::uint32_t c = first_child_[vertex_]; c != kNone; c = factors_[c].next_sibling) {
    const Factor& factor = factors_[c];
    if (factor.root == kNone) {
      ++pendants_[variable_[c]];
    } else if (factor.width == 1) {
      multiply_base(base_out_, out_is_one_, factor.root, limits_);
      if (taken)
        multiply_base(base_in_, in_is_one_, further(factor.root, 0),
                      limits_ - grid_.stride(variable_[vertex_]));
    } else {
      Child& child = children_.emplace_back();
      child.vertex = c;
      child.below = below_size_[c];
      child.position.fill(-1);
      // Its scope without this vertex is a part of ours, in the same order.
      std::size_t mine = 0;
      for (std::uint32_t i = 1; i < factor.width; ++i, ++mine) {
        while (scope_[mine] != scopes_[factor.scope_begin + i])
          ++mine;
        child.position[mine] = static_cast<std::int8_t>(i);
      }
    }
  }
  std::sort(children_.begin(), children_.end(),
            [](const Child& a, const Child& b) { return a.below > b.below; });
  multiply_pendants();
}

template <Coefficient Number>
void Elimination<Number>::multiply_pendants() {
  for (std::size_t g = 0; g < pendants_.size(); ++g) {
    const int limit = grid_.exponent(limits_, g);
    if (pendants_[g] == 0 || limit == 0) continue;
    scratch_.assign(limits_ + 1, Number());
    for (int e = 0; e <= limit; ++e) {
      const Number ways = binomial_as<Number>(pendants_[g], e);
      const std::uint32_t shift = grid_.stride(g) * static_cast<std::uint32_t>(e);
      for (const std::uint16_t i : grid_.divisors(limits_ - shift))
        scratch_[i + shift] += base_out_[i] * ways;
    }
    base_out_.swap(scratch_);
    out_is_one_ = false;
  }
}

template <Coefficient Number>
void Elimination<Number>::multiply_base(std::vector<Number>& base, bool& is_one, std::uint32_t node,
                                        std::uint32_t rest) {
  const Number* const factor = numbers_.data() + nodes_[node].polynomial;
  if (is_one) {
    std::copy(factor, factor + rest + 1, base.begin());
  } else {
    scratch_.resize(limits_ + 1);
    multiply(base.data(), factor, rest, scratch_.data());
    base.swap(scratch_);
  }
  is_one = false;
}

// Quickest when b has few terms, as what is below few vertices has. Its constant term is 1, as
// every polynomial here counts the empty set once.
template <Coefficient Number>
void Elimination<Number>::multiply(const Number* a, const Number* b, std::uint32_t rest,
                                   Number* out) const {
  const auto divisors = grid_.divisors(rest);
  for (const std::uint16_t i : divisors)
    out[i] = a[i];
  for (const std::uint16_t j : divisors.subspan(1)) {
    if (b[j] == Number()) continue;
    for (const std::uint16_t i : grid_.divisors(rest - j))
      out[i + j] += a[i] * b[j];
  }
}

// Whether the vertex at hand can be added to T and leaves a rest of so many.
template <Coefficient Number>
bool Elimination<Number>::can_take(const Walk& at, int at_least) const {
  return at.open && grid_.has(at.rest, variable_[vertex_]) && grid_.total(at.rest) > at_least;
}

// What the node needs is not initialised: only what was written is ever read.
template <Coefficient Number>
std::uint32_t Elimination<Number>::add_node(std::uint32_t rest, std::size_t from) {
  const std::size_t begin = further_used_;
  if (grid_.total(rest) > 2) further_used_ += scope_.size() - from;
  if (further_used_ > further_.size()) further_.resize(2 * further_used_);
  nodes_.push_back(
      {static_cast<std::uint32_t>(begin - from), static_cast<std::uint32_t>(numbers_used_)});
  numbers_used_ += rest + 1;
  if (numbers_used_ > numbers_.size()) numbers_.resize(2 * numbers_used_);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// Treats the set T at this depth and all that extend it.
template <Coefficient Number>
bool Elimination<Number>::walk(std::size_t depth) {
  const Walk& here = walk_[depth];
  fill(depth);
  if (numbers_used_ > kMostNumbers) return false;
  if (!budget_.work(4 + (children_.size() + 1) * 2 * grid_.divisors(here.rest).size()))
    return false;
  if (grid_.total(here.rest) <= 2) return true;
  for (std::uint64_t left = here.allowed; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    if (!grid_.has(here.rest, variable_[scope_[i]])) continue;
    extend(depth, i);
    if (!walk(depth + 1)) return false;
  }
  return true;
}

// Adds vertex i of the scope to T.
template <Coefficient Number>
void Elimination<Number>::extend(std::size_t depth, std::size_t i) {
  const Walk& here = walk_[depth];
  Walk& next = walk_[depth + 1];
  const std::uint32_t added = scope_[i];
  next.rest = here.rest - grid_.stride(variable_[added]);
  next.node = add_node(next.rest, i + 1);
  next.allowed = here.allowed & ~conflicts_[i] & (~std::uint64_t{1} << i);
  next.open = here.open && !adjacent(vertex_, added);
  further_[nodes_[here.node].further + static_cast<std::uint32_t>(i)] = next.node;
  const bool taken = can_take(next, 2);
  const std::size_t from = depth * children_.size();
  const std::size_t to = from + children_.size();
  for (std::size_t j = 0; j < children_.size(); ++j) {
    const auto at = children_[j].position[i];
    const auto step = [&](std::uint32_t node) {
      return at < 0 ? node : further(node, static_cast<std::size_t>(at));
    };
    out_nodes_[to + j] = step(out_nodes_[from + j]);
    if (taken) in_nodes_[to + j] = step(in_nodes_[from + j]);
  }
  for (std::size_t w = 0; w < words_; ++w)
    blocked_[(depth + 1) * words_ + w] = blocked_[depth * words_ + w] | row(added)[w];
}

template <Coefficient Number>
void Elimination<Number>::fill(std::size_t depth) {
  const Walk& here = walk_[depth];
  const Number* const out =
      product(base_out_, out_is_one_, out_nodes_.data() + depth * children_.size(), here.rest);
  Number* const values = numbers_.data() + nodes_[here.node].polynomial;
  for (const std::uint16_t i : grid_.divisors(here.rest))
    values[i] = out[i];
  fill_taken(depth, values);
}

// Adds the sets that contain the vertex at hand.
template <Coefficient Number>
void Elimination<Number>::fill_taken(std::size_t depth, Number* values) {
  const Walk& here = walk_[depth];
  if (!can_take(here, 0)) return;
  const std::uint32_t stride = grid_.stride(variable_[vertex_]);
  const std::uint32_t rest = here.rest - stride;
  if (grid_.total(rest) >= 2) {
    const Number* const in =
        product(base_in_, in_is_one_, in_nodes_.data() + depth * children_.size(), rest);
    for (const std::uint16_t i : grid_.divisors(rest))
      values[i + stride] += in[i];
    return;
  }
  values[stride] += unit<Number>();
  if (grid_.total(rest) == 0) return;
  const auto variable = static_cast<std::size_t>(std::countr_zero(grid_.present(rest)));
  values[stride + grid_.stride(variable)] += Number(count_below(depth, variable));
}

// The base times the polynomial of each child at the node given. Valid until the next call.
template <Coefficient Number>
const Number* Elimination<Number>::product(const std::vector<Number>& base, bool base_is_one,
                                           const std::uint32_t* nodes, std::uint32_t rest) {
  if (children_.empty()) return base.data();
  const auto of_child = [&](std::size_t j) {
    return numbers_.data() + nodes_[nodes[j]].polynomial;
  };
  const Number* result = of_child(0);
  const auto multiply_by = [&](const Number* factor) {
    scratch_.resize(limits_ + 1);
    multiply(result, factor, rest, scratch_.data());
    scratch_.swap(other_scratch_);
    result = other_scratch_.data();
  };
  for (std::size_t j = 1; j < children_.size(); ++j)
    multiply_by(of_child(j));
  if (!base_is_one) multiply_by(base.data());
  return result;
}

// The vertices below that neither T nor the vertex at hand is adjacent to.
template <Coefficient Number>
std::uint64_t Elimination<Number>::count_below(std::size_t depth, std::size_t variable) const {
  const std::uint64_t* const below = below_.data() + vertex_ * words_;
  const std::uint64_t* const members = members_.data() + variable * words_;
  const std::uint64_t* const blocked = blocked_.data() + depth * words_;
  std::uint64_t count = 0;
  for (std::size_t w = 0; w < words_; ++w)
    count += static_cast<std::uint64_t>(
        std::popcount(below[w] & members[w] & ~blocked[w] & ~row(vertex_)[w]));
  return count;
}

template class Elimination<std::uint64_t>;
template class Elimination<Count>;
template class Elimination<BigCount>;

}  // namespace rlminer::count
