#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/bits.h"
#include "rlminer/base/frequency.h"
#include "rlminer/enumerate/extension_classes.h"
#include "rlminer/enumerate/frontier.h"
#include "rlminer/enumerate/member_batch.h"
#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/set_hash.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// A part of the enumeration: the sets whose smallest vertex is `root` and whose second vertex is
// one of the branches [first, last) of the root's later neighbours. The part with first == 0 owns
// the root by itself. Where that is still too much, `second` is the one branch taken, and
// [first, last) are branches of the pair: the third vertex. The part with first == 0 owns the pair
// then, and the root with the first of its branches.
struct WalkUnit {
  static constexpr std::uint32_t kAnyBranch = ~std::uint32_t{0};

  Vertex root;
  std::uint32_t first, last;
  std::uint32_t second = kAnyBranch;

  bool owns_root() const { return first == 0 && (second == kAnyBranch || second == 0); }
};

// A set that is handed out, should somebody want to see it.
template <typename Shape, typename MakeVertices>
struct MetSet {
  Shape shape;
  MakeVertices vertices;

  Pattern pattern() const { return shape.pattern(); }
  // The same in few bits; only where RawCode::holds() the labels and the size.
  RawCode code() const { return shape.code(); }
};

// Every connected set of 1 .. size vertices (size >= 3), each accounted for exactly once, with its
// hash.
//
// The tree of Wernicke's ESU is walked down to the sets S of size - 2 vertices only. ESU keeps with
// S the list of vertices it may still add (the extension); the sets of the last two sizes are
// - S + u, for u in the extension;
// - S + u + v, for two vertices of the extension;
// - S + u + v, for u in the extension and v a pendant of u: a neighbour of u that neither belongs
//   nor is adjacent to S.
// What S + u + v looks like depends only on the labels of u and v, their adjacency to S and whether
// u ~ v. So a long extension is sorted into classes of equal (adjacency, label) and each pair of
// classes is handed out once with the number of its vertex pairs: a hub with a thousand leaves
// costs a handful of steps, not half a million. Extensions of middling length are handled sixteen
// pairs at a time, short ones pair by pair.
//
// The sink has a port(size) per size, which receives tally(hash, count, met): `count` sets, all
// isomorphic to the pattern that met.pattern() builds, one of which is met.vertices() in the order
// of its vertices; and tally_each(hashes, n, met): n single sets, of which met(i) is the i-th.
// begin(unit) is called before each unit, keep_going() once per set of size - 2 vertices,
// keep_going(work) whenever much was handed out. Lanes >= size.
template <int Lanes, typename Sink>
class BulkWalk {
 public:
  BulkWalk(const RankedGraph& graph, int size, Sink& sink)
      : graph_(graph),
        weights_(draw_label_weights(graph.num_labels())),
        size_(size),
        sink_(sink),
        last_(sink.port(size)),
        before_last_(sink.port(size - 1)),
        lane_first_(lanes_of<Lanes>(Word{1} << (size - 2))),
        lane_second_(lanes_of<Lanes>(Word{1} << (size - 1))),
        frontier_(graph),
        classes_(frontier_),
        pendant_hashes_(graph.num_labels()),
        label_ready_(graph.num_labels(), 0),
        label_counts_(graph.num_labels(), 0) {
    for (const LabelWeights& weight : weights_) {
      const auto second = static_cast<Profile>(weight.length0 + weight.length2);
      pendant_profiles_.push_back((lane_first_ & weight.length1) | (lane_second_ & second));
    }
  }

  BulkWalk(const BulkWalk&) = delete;
  BulkWalk& operator=(const BulkWalk&) = delete;

  // Walks one unit. False: the sink asked to stop and the unit is incomplete.
  bool run(const WalkUnit& unit) {
    stopped_ = false;
    sink_.begin(unit);
    frontier_.start(unit.root);
    levels_[0] = Level{};
    if (size_ == 3) {
      extend_last(0, 1, 1);
      return !stopped_;
    }
    const std::size_t end = push(0, unit.root, 0, 0);
    if (unit.owns_root()) tally_set(1);
    if (unit.second == WalkUnit::kAnyBranch) {
      grow(1, unit.first, std::min<std::size_t>(unit.last, end), end);
    } else if (unit.second < end) {
      run_pair(unit, end);
    }
    frontier_.leave(unit.root, 1);
    return !stopped_;
  }

  // How many sets of `n` vertices have been accounted for.
  Count sets(int n) const { return sets_[static_cast<std::size_t>(n)]; }

 private:
  using Vector = ProfileVector<Lanes>;
  using Word = std::uint32_t;

  // What is known of the set; lane i and entry i belong to the i-th vertex added.
  struct Level {
    Vector profile{};
    Vector reach{};
    std::array<Word, Lanes> adjacency{};  // bit j of entry i: vertices i and j are adjacent
  };

  // A vertex (or a class of them) that may be added to a set of size - 2 vertices.
  struct Member {
    Vector first;    // what it adds to the profiles when it comes first: lane size - 2 is its own
    Vector second;   // the same when it comes second: lane size - 1 is its own
    Vector touched;  // all ones in the lanes of its neighbours
    Vector link;     // weight2 in lane size - 2: what it adds there per common neighbour
    Profile reach, weight2;
    Label label;
    Word mask;  // its neighbours in the set
    std::uint64_t count;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static Profile lane(const Vector& v, int i) { return reinterpret_cast<const Profile*>(&v)[i]; }

  // What a new vertex with these neighbours in the set brings along.
  struct Arrival {
    Vector shift, touched;  // change of the profiles, and its neighbours' lanes
    Profile profile, reach;
  };
  Arrival arrive(const Level& level, Word mask, const LabelWeights& weight) const {
    Arrival a;
    Word reach = weight.length1;
    Word profile = weight.length0 + static_cast<Word>(std::popcount(mask)) * weight.length2;
    Vector shift{};
    for_each_bit(mask, [&](int i) {
      reach += set_weight2_[at(i)];
      profile += lane(level.reach, i);
      shift += lanes_of<Lanes>(level.adjacency[at(i)]) & weight.length2;
    });
    a.reach = static_cast<Profile>(reach);
    a.profile = static_cast<Profile>(profile);
    a.touched = lanes_of<Lanes>(mask);
    a.shift = shift + (a.touched & a.reach);
    return a;
  }

  void describe(Word mask, Label label, std::uint64_t count, Member& member) const {
    const LabelWeights& weight = weights_[label];
    const Arrival a = arrive(levels_[at(size_ - 2)], mask, weight);
    member.first = a.shift + (lane_first_ & a.profile);
    member.second = a.shift + (lane_second_ & a.profile);
    member.touched = a.touched;
    member.link = lane_first_ & weight.length2;
    member.reach = a.reach;
    member.weight2 = weight.length2;
    member.label = label;
    member.mask = mask;
    member.count = count;
  }

  // Adds `w` as vertex number `n` of the set. Returns the new end of the extension.
  std::size_t push(int n, Vertex w, Word mask, std::size_t end) {
    const Label label = graph_.label(w);
    const LabelWeights& weight = weights_[label];
    const Level& level = levels_[at(n)];
    Level& next = levels_[at(n) + 1];
    const Arrival a = arrive(level, mask, weight);
    const Word bit = Word{1} << n;
    const Vector own = lanes_of<Lanes>(bit);
    next.profile = level.profile + a.shift + (own & a.profile);
    next.reach = level.reach + (a.touched & weight.length2) + (own & a.reach);
    next.adjacency = level.adjacency;
    next.adjacency[at(n)] = mask;
    for_each_bit(mask, [&](int i) { next.adjacency[at(i)] |= bit; });
    set_weight2_[at(n)] = weight.length2;
    set_labels_[at(n)] = label;
    set_[at(n)] = w;
    coded_ = 0;
    return frontier_.join(w, bit, end);
  }

  // The part of a unit beyond its second vertex; size > 4.
  void run_pair(const WalkUnit& unit, std::size_t end) {
    const Vertex w = frontier_.at(unit.second);
    const std::size_t from = unit.second + 1;
    const std::size_t new_end = push(1, w, frontier_.mask_at(unit.second), end);
    if (unit.first == 0) tally_set(2);
    grow(2, from + unit.first, std::min<std::size_t>(from + unit.last, new_end), new_end);
    frontier_.leave(w, 2);
  }

  void grow(int n, std::size_t from, std::size_t last, std::size_t end) {
    if (n == size_ - 3) {
      extend_last(from, last, end);
    } else {
      extend(n, from, last, end);
    }
  }

  // The set has n < size - 3 vertices and may grow by the extension [from, end); of these, [from,
  // last) are taken as the next vertex.
  void extend(int n, std::size_t from, std::size_t last, std::size_t end) {
    for (std::size_t i = from; i < last && !stopped_; ++i) {
      const Vertex w = frontier_.at(i);
      const std::size_t new_end = push(n, w, frontier_.mask_at(i), end);
      tally_set(n + 1);
      if (n + 1 == size_ - 3) {
        extend_last(i + 1, new_end, new_end);
      } else {
        extend(n + 1, i + 1, new_end, new_end);
      }
      frontier_.leave(w, Word{1} << n);
    }
  }

  // Below this length an extension is not worth sorting.
  static constexpr std::size_t kFewest = 16;
  // What sorting it takes for each vertex, about, in sets handed out.
  static constexpr std::uint64_t kWorkToSort = 8;
  // Sets of up to 16 vertices fit the batches.
  static constexpr bool kBatched = Lanes <= 16;
  // Up to this length a batch would be mostly empty.
  static constexpr std::size_t kFewBatched = 6;
  // From this degree on, the pendants of a vertex are counted by label first.
  static constexpr std::size_t kManyNeighbors = 16;

  // As extend(), for a set of size - 3 vertices: hands out all that is left to hand out.
  void extend_last(std::size_t from, std::size_t last, std::size_t end) {
    const int n = size_ - 3;
    bool sorted = false;
    for (std::size_t i = from; i < last && !stopped_; ++i) {
      if (!sink_.keep_going()) {
        stopped_ = true;
        return;
      }
      const Vertex w = frontier_.at(i);
      if (sorted) {
        classes_.take(i);
      } else if (end - i + frontier_.later(w).size() > kFewest) {
        sorted = classes_.build(i + 1, end);
        go_on(kWorkToSort * (end - i));
      }
      const std::size_t new_end = push(n, w, frontier_.mask_at(i), end);
      tally_set(n + 1);
      places_ = {i + 1, new_end};
      if (sorted && new_end - i > kFewest) {
        classes_.join(i, Word{1} << n, end, new_end);
        finish_by_class(new_end - i - 1);
        classes_.leave();
      } else if (kBatched && new_end - i > kFewBatched && new_end - i <= MemberBatch::kLanes + 1) {
        finish_in_batches(i + 1, new_end);
      } else {
        finish_one_by_one(i + 1, new_end);
      }
      frontier_.leave(w, Word{1} << n);
    }
  }

  // Takes note that so much was handed out.
  bool go_on(std::uint64_t work) {
    if (!sink_.keep_going(work)) stopped_ = true;
    return !stopped_;
  }

  // Kept out of line, and rare enough for that: with it and MemberBatch::load the compiler's budget
  // for inlining is gone before the loops over pairs, and the walk takes 2 % longer.
  [[gnu::noinline]] void tally_set(int n) {
    ++sets_[at(n)];
    const auto hash = hash_profiles<Lanes>(levels_[at(n)].profile);
    sink_.port(n).tally(hash, 1, MetSet{Shape{*this, n}, [&] { return vertices(n); }});
  }

  // Hands out the sets of the last two sizes over a set of size - 2 vertices with the short
  // extension [from, end), sixteen at a time.
  void finish_in_batches(std::size_t from, std::size_t end) {
    const int count = static_cast<int>(end - from);
    if (count == 0) return;
    const Level& level = levels_[at(size_ - 2)];
    for (int i = 0; i < count; ++i) {
      const Vertex u = frontier_.at(from + at(i));
      batch_masks_[at(i)] = frontier_.mark(u).mask;
      batch_weights_[at(i)] = &weights_[graph_.label(u)];
    }
    batch_.load({size_ - 2, reinterpret_cast<const Profile*>(&level.profile),
                 reinterpret_cast<const Profile*>(&level.reach), set_weight2_.data(),
                 level.adjacency.data()},
                count, batch_masks_.data(), batch_weights_.data());
    before_last_.tally_each(batch_.hash_ones(), count, [&](int i) {
      const Vertex u = frontier_.at(from + at(i));
      return MetSet{shape_with(u), [this, u] { return vertices_with(u); }};
    });
    const std::uint64_t pendants = tally_batch_pendants(from, count);
    add_sets(at(count), pendants);
    tally_batch_pairs(from, count);
    go_on(pendants + 16);
  }

  // Hands out the pendants and notes in batch_links_ which pairs of the batch are adjacent; returns
  // how many pendants there were. What a neighbour is cannot be foretold, so the scan has no
  // branches.
  std::uint64_t tally_batch_pendants(std::size_t from, int count) {
    batch_links_ = {};
    std::size_t pendants = 0;
    for (int i = 0; i < count; ++i) {
      const std::size_t place = from + at(i);
      const auto row = frontier_.later(frontier_.at(place));
      if (pendant_buffer_.size() < pendants + row.size()) {
        pendant_buffer_.resize(2 * (pendants + row.size()));
      }
      Word linked = 0;
      for (const Vertex v : row) {
        const WalkFrontier::Mark mark = frontier_.mark(v);
        pendant_buffer_[pendants] = {graph_.label(v), static_cast<Word>(i)};
        pendants += mark.mask == 0;
        linked |= Word{mark.mask != 0 && mark.place > place} << ((mark.place - from) & 31u);
      }
      for_each_bit(linked, [&](int j) {
        const int pair = MemberBatch::pair_number(i, j);
        batch_links_[at(pair) / 16] |= Word{1} << (pair % 16);
      });
    }
    for (const Label label : ready_labels_)
      label_ready_[label] = 0;
    ready_labels_.clear();
    for (std::size_t p = 0; p < pendants; ++p) {
      const auto [label, i] = pendant_buffer_[p];
      if (!label_ready_[label]) {
        label_ready_[label] = 1;
        ready_labels_.push_back(label);
        pendant_hashes_[label] = batch_.hash_pendants(weights_[label]);
      }
      const Vertex u = frontier_.at(from + i);
      last_.tally(pendant_hashes_[label][i], 1,
                  MetSet{shape_with(u).with(label, Word{1} << (size_ - 2)), [&] {
                           return vertices_with(u,
                                                frontier_.pendant_of(u, pendant_buffer_[p].label));
                         }});
    }
    return pendants;
  }

  void tally_batch_pairs(std::size_t from, int count) {
    const int pairs = count * (count - 1) / 2;
    for (int first = 0; first < pairs; first += MemberBatch::kLanes) {
      const Word adjacent = batch_links_[at(first) / 16];
      const MemberBatch::Hashes hashes = batch_.hash_pairs(first, adjacent);
      last_.tally_each(hashes, std::min(MemberBatch::kLanes, pairs - first), [&](int p) {
        const Vertex u = frontier_.at(from + at(MemberBatch::first_of(first + p)));
        const Vertex v = frontier_.at(from + at(MemberBatch::second_of(first + p)));
        const Word mask = frontier_.mark(v).mask | (adjacent >> p & 1u) << (size_ - 2);
        return MetSet{shape_with(u).with(graph_.label(v), mask),
                      [this, u, v] { return vertices_with(u, v); }};
      });
    }
  }

  // The first n vertices of the walk's set and up to two more, of which only the labels and the
  // neighbours matter; what comes n-th has bit n.
  struct Shape {
    const BulkWalk& walk;
    int n;
    int added = 0;
    std::array<Label, 2> labels{};
    std::array<Word, 2> masks{};

    Shape with(Label label, Word mask) const {
      Shape larger = *this;
      larger.labels[at(added)] = label;
      larger.masks[at(added)] = mask;
      ++larger.added;
      return larger;
    }
    Pattern pattern() const {
      Pattern pattern = walk.set_pattern(n);
      for (int i = 0; i < added; ++i)
        pattern.add_vertex(labels[at(i)], masks[at(i)]);
      return pattern;
    }
    RawCode code() const {
      RawCode code = walk.set_code(n);
      for (int i = 0; i < added; ++i)
        code.add_vertex(n + i, labels[at(i)], masks[at(i)]);
      return code;
    }
  };
  Shape shape_with(Label label, Word mask) const {
    return Shape{*this, size_ - 2}.with(label, mask);
  }
  Shape shape_with(Vertex u) const { return shape_with(graph_.label(u), frontier_.mark(u).mask); }

  // The set of n vertices, or of size - 2 with others, as the caller of the walk numbers them.
  std::vector<Vertex> vertices(int n) const {
    std::vector<Vertex> result;
    for (int i = 0; i < n; ++i)
      result.push_back(graph_.original(set_[at(i)]));
    return result;
  }
  template <typename... Others>
  std::vector<Vertex> vertices_with(Others... others) const {
    std::vector<Vertex> result = vertices(size_ - 2);
    (result.push_back(graph_.original(others)), ...);
    return result;
  }

  // The set with one or two more vertices, of which only the kind is known.
  static WalkFrontier::Kind kind_of(const Member& a) { return {a.mask, a.label}; }
  std::vector<Vertex> find_one(const Member& a) const {
    return vertices_with(frontier_.find(places_, kind_of(a)));
  }
  std::vector<Vertex> find_pair(const Member& a, const Member& b, bool adjacent) const {
    const auto [u, v] = frontier_.find_pair(places_, kind_of(a), kind_of(b), adjacent);
    return vertices_with(u, v);
  }
  std::vector<Vertex> find_pendant(const Member& a, Label label) const {
    const auto [u, v] = frontier_.find_pendant(places_, kind_of(a), label);
    return vertices_with(u, v);
  }

  // The same for an extension of any length.
  void finish_one_by_one(std::size_t from, std::size_t end) {
    const Vector base = levels_[at(size_ - 2)].profile;
    const std::size_t count = end - from;
    if (members_.size() < count) members_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Vertex u = frontier_.at(from + i);
      describe(frontier_.mark(u).mask, graph_.label(u), 1, members_[i]);
    }
    std::uint64_t pendants = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Member& a = members_[i];
      const Vector profile = base + a.first;
      tally_one(profile, a, 1);
      ++tick_;
      const auto link = [&](std::size_t place) { members_[place - from].count = tick_; };
      const Vertex u = frontier_.at(from + i);
      if (frontier_.later(u).size() < kManyNeighbors) {
        frontier_.scan(
            u, from + i,
            [&](Label label) {
              tally_pendant(profile, a, label, 1);
              ++pendants;
            },
            link);
      } else {
        frontier_.scan(
            u, from + i,
            [&](Label label) {
              if (label_counts_[label]++ == 0) labels_met_.push_back(label);
            },
            link);
        pendants += tally_labels_met(profile, a);
      }
      for (std::size_t j = i + 1; j < count; ++j) {
        tally_pair(profile, a, members_[j], members_[j].count == tick_, 1);
      }
      // Long extensions are polled at every member, short ones (nearly all there are) once.
      if (count > kFewest && !go_on(frontier_.later(u).size() + count - i)) return;
    }
    add_sets(count, pendants);
    go_on(pendants);
  }

  // Hands out the pendants of `a` that are counted in label_counts_ and returns how many there
  // were.
  std::uint64_t tally_labels_met(const Vector& profile, const Member& a) {
    std::uint64_t pendants = 0;
    for (const Label label : labels_met_) {
      tally_pendant(profile, a, label, label_counts_[label]);
      pendants += label_counts_[label];
      label_counts_[label] = 0;
    }
    labels_met_.clear();
    return pendants;
  }

  void add_sets(std::size_t extension, std::uint64_t pendants) {
    sets_[at(size_ - 1)] += extension;
    sets_[at(size_)] += Count{extension} * (extension - (extension != 0)) / 2 + pendants;
  }

  // The same, over the classes of the extension; `extension` is the number of vertices in them.
  void finish_by_class(std::size_t extension) {
    const LinkTable& table = classes_.table();
    member_of_class_.resize(table.num_classes());
    const Vector base = levels_[at(size_ - 2)].profile;
    members_.clear();
    class_numbers_.clear();
    for (std::size_t c = 0; c < table.num_classes(); ++c) {
      member_of_class_[c] = members_.size();
      if (table.count(c) == 0) continue;
      class_numbers_.push_back(c);
      members_.emplace_back();
      describe(table.mask(c), table.label(c), table.count(c), members_.back());
    }
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& a = members_[i];
      const Vector profile = base + a.first;
      tally_one(profile, a, a.count);
      for (std::size_t j = i; j < members_.size(); ++j) {
        const Member& b = members_[j];
        const std::uint64_t pairs = i == j ? a.count * (a.count - 1) / 2 : a.count * b.count;
        const std::uint64_t adjacent = table.links(class_numbers_[i], class_numbers_[j]);
        if (pairs > adjacent) tally_pair(profile, a, b, false, pairs - adjacent);
        if (adjacent > 0) tally_pair(profile, a, b, true, adjacent);
      }
      if (!go_on(members_.size() - i)) return;
    }
    std::uint64_t pendants = 0;
    table.for_each_pendant([&](std::size_t c, Label label, std::uint64_t count) {
      const Member& a = members_[member_of_class_[c]];
      tally_pendant(base + a.first, a, label, count);
      pendants += count;
    });
    add_sets(extension, pendants);
  }

  void tally_one(const Vector& profile, const Member& a, std::uint64_t count) {
    before_last_.tally(hash_profiles<Lanes>(profile), count,
                       MetSet{shape_with(a.label, a.mask), [&] { return find_one(a); }});
  }

  // `profile` includes `a` as first. What `a` and `b` do to each other's profiles: a walk of length
  // 2 over each common neighbour and, when they are adjacent, the walks that begin with their edge.
  void tally_pair(Vector profile, const Member& a, const Member& b, bool adjacent,
                  std::uint64_t count) {
    const auto common = static_cast<Profile>(std::popcount(a.mask & b.mask));
    profile += b.second + (b.link | (lane_second_ & a.weight2)) * common;
    if (adjacent) {
      const auto first = static_cast<Profile>(b.reach + a.weight2);
      const auto second = static_cast<Profile>(a.reach + b.weight2);
      profile += (a.touched & b.weight2) + (b.touched & a.weight2) + (lane_first_ & first) +
                 (lane_second_ & second);
    }
    const Word mask = b.mask | (adjacent ? Word{1} << (size_ - 2) : Word{0});
    last_.tally(hash_profiles<Lanes>(profile), count,
                MetSet{shape_with(a.label, a.mask).with(b.label, mask),
                       [&] { return find_pair(a, b, adjacent); }});
  }

  // A vertex with this label that is adjacent to `a` alone.
  void tally_pendant(const Vector& profile, const Member& a, Label label, std::uint64_t count) {
    const Vector grown = profile + pendant_profiles_[label] +
                         (a.touched & weights_[label].length2) + (lane_first_ & a.weight2) +
                         (lane_second_ & a.reach);
    last_.tally(hash_profiles<Lanes>(grown), count,
                MetSet{shape_with(a.label, a.mask).with(label, Word{1} << (size_ - 2)),
                       [&] { return find_pendant(a, label); }});
  }

  // That of the set that the last two vertices are added to is asked for again and again.
  const RawCode& set_code(int n) const {
    if (coded_ == n) return code_;
    code_ = {};
    for (int i = 0; i < n; ++i) {
      const Word earlier = (Word{1} << i) - 1;
      code_.add_vertex(i, set_labels_[at(i)], levels_[at(n)].adjacency[at(i)] & earlier);
    }
    coded_ = n;
    return code_;
  }

  Pattern set_pattern(int n) const {
    Pattern pattern;
    for (int i = 0; i < n; ++i) {
      const Word earlier = (Word{1} << i) - 1;
      pattern.add_vertex(set_labels_[at(i)], levels_[at(n)].adjacency[at(i)] & earlier);
    }
    return pattern;
  }

  const RankedGraph& graph_;
  const std::vector<LabelWeights> weights_;
  const int size_;
  Sink& sink_;
  const typename Sink::Port last_, before_last_;  // of the two largest sizes
  const Vector lane_first_, lane_second_;
  std::vector<Vector> pendant_profiles_;  // by label: what a pendant has whatever it hangs on
  bool stopped_ = false;
  std::uint64_t tick_ =
      1;  // written into Member::count of the vertices adjacent to the one at hand
  WalkFrontier frontier_;
  ExtensionClasses classes_;
  std::array<Level, Lanes + 1> levels_;
  std::array<Profile, Lanes> set_weight2_;
  std::array<Label, Lanes> set_labels_;
  std::array<Vertex, Lanes> set_;
  mutable int coded_ = 0;  // how many vertices of the set are in code_; 0: none
  mutable RawCode code_;
  WalkFrontier::Places places_;  // the extension of the set of size - 2 vertices
  std::array<Count, Lanes + 1> sets_{};
  std::vector<Member> members_;
  std::vector<std::size_t> member_of_class_, class_numbers_;
  MemberBatch batch_;
  std::array<Word, MemberBatch::kLanes> batch_masks_{};
  std::array<const LabelWeights*, MemberBatch::kLanes> batch_weights_{};
  std::array<Word, (MemberBatch::kMaxPairs + 15) / 16> batch_links_;  // bit p: pair p is adjacent
  struct Pendant {
    Label label;
    Word member;  // of the batch
  };
  std::vector<Pendant> pendant_buffer_;
  std::vector<MemberBatch::Hashes> pendant_hashes_;  // by label, where label_ready_
  std::vector<std::uint8_t> label_ready_;
  std::vector<Label> ready_labels_;
  std::vector<std::uint64_t> label_counts_;  // zero but inside finish_one_by_one
  std::vector<Label> labels_met_;            // those with a count
};

}  // namespace rlminer::enumerate
