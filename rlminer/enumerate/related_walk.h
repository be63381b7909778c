#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "rlminer/base/bits.h"
#include "rlminer/base/frequency.h"
#include "rlminer/enumerate/bulk_walk.h"
#include "rlminer/enumerate/frontier.h"
#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/related_members.h"
#include "rlminer/enumerate/set_hash.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// What BulkWalk does, in a graph that distinguishes its edges: the same sets in the same order for
// the same sinks, where sets are told apart by the kinds of their edges too. What a vertex is to a
// set is then no mask but a row of relations, so the arithmetic of the hash has factors where
// BulkWalk has masks (RelatedMembers), and there are no batches.
template <int Lanes, typename Sink>
class RelatedWalk {
 public:
  RelatedWalk(const RankedGraph& graph, int size, Sink& sink)
      : graph_(graph),
        weights_(draw_label_weights(graph.num_labels())),
        size_(size),
        sink_(sink),
        last_(sink.port(size)),
        before_last_(sink.port(size - 1)),
        coding_(coding_of(graph)),
        frontier_(graph),
        rows_(graph),
        members_(graph),
        pendant_counts_(graph.num_labels() * graph.num_relations(), 0) {}

  RelatedWalk(const RelatedWalk&) = delete;
  RelatedWalk& operator=(const RelatedWalk&) = delete;

  // Walks one unit. False: the sink asked to stop and the unit is incomplete.
  bool run(const WalkUnit& unit) {
    stopped_ = false;
    sink_.begin(unit);
    frontier_.start(unit.root);
    const std::size_t end = push(0, unit.root, 0);
    if (unit.owns_root()) tally_set(1);
    if (size_ == 3) {
      finish(0, end);
    } else if (unit.second == WalkUnit::kAnyBranch) {
      extend(1, unit.first, std::min<std::size_t>(unit.last, end), end);
    } else if (unit.second < end) {
      run_pair(unit, end);
    }
    leave(0, unit.root);
    return !stopped_;
  }

  // How many sets of `n` vertices have been accounted for.
  Count sets(int n) const { return sets_[at(n)]; }

 private:
  using Word = std::uint32_t;
  using Members = RelatedMembers<Lanes>;
  using Member = typename Members::Member;
  using Link = typename Members::Link;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // Adds `w` as vertex number `n` of the set. Returns the new end of the extension.
  std::size_t push(int n, Vertex w, std::size_t end) {
    const Word mask = frontier_.mark(w).mask;
    members_.push(n, members_.describe(n, mask, rows_.of(w), weights_[graph_.label(w)]),
                  weights_[graph_.label(w)]);
    set_[at(n)] = w;
    masks_[at(n)] = mask;
    coded_ = 0;
    const std::size_t new_end = frontier_.join(w, Word{1} << n, end);
    rows_.join(w, n, frontier_.later(w).size());
    return new_end;
  }
  void leave(int n, Vertex w) {
    frontier_.leave(w, Word{1} << n);
    rows_.leave(w, n, frontier_.later(w).size());
  }

  // The part of a unit beyond its second vertex; size > 4.
  void run_pair(const WalkUnit& unit, std::size_t end) {
    const Vertex w = frontier_.at(unit.second);
    const std::size_t from = unit.second + 1;
    const std::size_t new_end = push(1, w, end);
    if (unit.first == 0) tally_set(2);
    extend(2, from + unit.first, std::min<std::size_t>(from + unit.last, new_end), new_end);
    leave(1, w);
  }

  // The set has n < size - 2 vertices and may grow by the extension [from, end); of these, [from,
  // last) are taken as the next vertex.
  void extend(int n, std::size_t from, std::size_t last, std::size_t end) {
    for (std::size_t i = from; i < last && !stopped_; ++i) {
      const Vertex w = frontier_.at(i);
      const std::size_t new_end = push(n, w, end);
      tally_set(n + 1);
      if (n + 1 == size_ - 2) {
        finish(i + 1, new_end);
      } else {
        extend(n + 1, i + 1, new_end, new_end);
      }
      leave(n, w);
    }
  }

  void tally_set(int n) {
    ++sets_[at(n)];
    sink_.port(n).tally(hash_profiles<Lanes>(members_.profile(n)), 1,
                        MetSet{Shape{*this, n}, [&] { return vertices(n); }});
  }

  bool go_on(std::uint64_t work) {
    if (!sink_.keep_going(work)) stopped_ = true;
    return !stopped_;
  }

  // Up to this length an extension is not worth sorting into classes.
  static constexpr std::size_t kFewest = 16;
  static constexpr std::size_t kMostClasses = 1024;
  // From this degree on, the pendants of a vertex are counted by label and relation first.
  static constexpr std::size_t kManyNeighbors = 16;

  // Hands out the sets of the last two sizes over a set of size - 2 vertices with the extension
  // [from, end).
  void finish(std::size_t from, std::size_t end) {
    if (!sink_.keep_going()) {
      stopped_ = true;
      return;
    }
    if (end - from > kFewest && sort_into_classes(from, end)) {
      finish_by_class(from, end);
    } else {
      finish_one_by_one(from, end);
    }
  }

  void finish_one_by_one(std::size_t from, std::size_t end) {
    const std::size_t count = end - from;
    list_.clear();
    for (std::size_t p = from; p < end; ++p)
      list_.push_back(describe(frontier_.at(p)));
    std::uint64_t pendants = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Member& a = list_[i];
      tally_one(a, 1);
      links_.assign(count, Link{});
      pendants += scan(a, from + i,
                       [&](std::size_t place, const Link& link) { links_[place - from] = link; });
      for (std::size_t j = i + 1; j < count; ++j) {
        const Member& b = list_[j];
        tally_pair(a, b, links_[j], 1, [&] { return vertices_with(a.vertex, b.vertex); });
      }
      // Long extensions are polled at every member, short ones (nearly all there are) once.
      if (count > kFewest && !go_on(frontier_.later(a.vertex).size() + count - i)) return;
    }
    add_sets(count, pendants);
    go_on(count + pendants);
  }

  // Vertices that are the same to the set are one class: pairs that are not adjacent are handed out
  // by class, all others one by one.
  void finish_by_class(std::size_t from, std::size_t end) {
    const std::size_t classes = list_.size();
    adjacent_.assign(classes * classes, 0);
    std::uint64_t pendants = 0;
    for (std::size_t p = from; p < end; ++p) {
      const std::size_t c = class_of_[p - from];
      Member a = list_[c];
      a.vertex = frontier_.at(p);
      pendants += scan(a, p, [&](std::size_t place, const Link& link) {
        const std::size_t d = class_of_[place - from];
        ++adjacent_[std::min(c, d) * classes + std::max(c, d)];
        Member b = list_[d];
        b.vertex = frontier_.at(place);
        tally_pair(a, b, link, 1, [&] { return vertices_with(a.vertex, b.vertex); });
      });
      if (!go_on(frontier_.later(a.vertex).size())) return;
    }
    for (std::size_t c = 0; c < classes; ++c) {
      const Member& a = list_[c];
      tally_one(a, a.count);
      for (std::size_t d = c; d < classes; ++d) {
        const Member& b = list_[d];
        const std::uint64_t pairs = c == d ? a.count * (a.count - 1) / 2 : a.count * b.count;
        const std::uint64_t apart = pairs - adjacent_[c * classes + d];
        if (apart > 0) tally_pair(a, b, Link{}, apart, [&] { return find_apart(from, end, c, d); });
      }
      if (!go_on(classes - c)) return;
    }
    add_sets(end - from, pendants);
  }

  // False: there are too many classes for a table of pairs.
  bool sort_into_classes(std::size_t from, std::size_t end) {
    list_.clear();
    class_hashes_.clear();
    class_of_.resize(end - from);
    for (std::size_t p = from; p < end; ++p) {
      const std::size_t c = class_of(frontier_.at(p));
      if (c == kMostClasses) return false;
      class_of_[p - from] = c;
      ++list_[c].count;
    }
    return true;
  }

  // The number of the class of a vertex, which may be a new one.
  std::size_t class_of(Vertex u) {
    const std::uint64_t hash = rows_.hash(u) + mix64(graph_.label(u) + 1);
    std::size_t c = 0;
    while (c < list_.size() && (class_hashes_[c] != hash || !alike(list_[c].vertex, u)))
      ++c;
    if (c == list_.size() && c < kMostClasses) {
      class_hashes_.push_back(hash);
      list_.push_back(describe(u));
      list_.back().count = 0;
    }
    return c;
  }

  bool alike(Vertex u, Vertex v) const {
    const Word mask = frontier_.mark(u).mask;
    return graph_.label(u) == graph_.label(v) && mask == frontier_.mark(v).mask &&
           rows_.equal(u, v, mask);
  }

  Member describe(Vertex u) const {
    const Label label = graph_.label(u);
    Member member =
        members_.describe(size_ - 2, frontier_.mark(u).mask, rows_.of(u), weights_[label]);
    member.vertex = u;
    member.label = label;
    return member;
  }

  // Hands out the pendants of `a`, calls on_link(place, link) for its neighbours in the extension
  // behind `after`, and returns how many pendants there were.
  template <typename OnLink>
  std::uint64_t scan(const Member& a, std::size_t after, OnLink&& on_link) {
    const auto later = frontier_.later(a.vertex);
    const auto relations = graph_.relations(a.vertex);
    const bool many = later.size() >= kManyNeighbors;
    std::uint64_t pendants = 0;
    for (std::size_t i = 0; i < later.size(); ++i) {
      const WalkFrontier::Mark mark = frontier_.mark(later[i]);
      if (mark.mask != 0) {
        if (mark.place > after) on_link(std::size_t{mark.place}, link_of(relations[i]));
        continue;
      }
      ++pendants;
      const std::size_t kind =
          std::size_t{graph_.label(later[i])} * graph_.num_relations() + relations[i];
      if (!many) {
        tally_pendant(a, kind, 1);
      } else if (pendant_counts_[kind]++ == 0) {
        kinds_met_.push_back(kind);
      }
    }
    for (const std::size_t kind : kinds_met_) {
      tally_pendant(a, kind, pendant_counts_[kind]);
      pendant_counts_[kind] = 0;
    }
    kinds_met_.clear();
    return pendants;
  }

  Link link_of(Relation forth) const { return {true, forth, graph_.converse(forth)}; }

  void add_sets(std::size_t extension, std::uint64_t pendants) {
    sets_[at(size_ - 1)] += extension;
    sets_[at(size_)] += Count{extension} * (extension - (extension != 0)) / 2 + pendants;
  }

  void tally_one(const Member& a, std::uint64_t count) {
    before_last_.tally(hash_profiles<Lanes>(members_.with_one(size_ - 2, a)), count,
                       MetSet{shape_with(a), [&] { return vertices_with(a.vertex); }});
  }

  template <typename MakeVertices>
  void tally_pair(const Member& a, const Member& b, const Link& link, std::uint64_t count,
                  const MakeVertices& make_vertices) {
    last_.tally(
        hash_profiles<Lanes>(members_.with_two(size_ - 2, a, b, link)), count,
        MetSet{shape_with(a).with(b.label, frontier_.mark(b.vertex).mask, rows_.of(b.vertex), link),
               make_vertices});
  }

  // A vertex of this kind (label and relation) that is adjacent to `a` alone.
  void tally_pendant(const Member& a, std::size_t kind, std::uint64_t count) {
    const auto label = static_cast<Label>(kind / graph_.num_relations());
    const auto relation = static_cast<Relation>(kind % graph_.num_relations());
    const Link link = link_of(relation);
    last_.tally(
        hash_profiles<Lanes>(members_.with_pendant(size_ - 2, a, weights_[label], link)), count,
        MetSet{shape_with(a).with(label, 0, nullptr, link),
               [&] { return vertices_with(a.vertex, pendant_of(a.vertex, label, relation)); }});
  }

  // Examples, which are asked for rarely.
  Vertex pendant_of(Vertex u, Label label, Relation relation) const {
    const auto later = frontier_.later(u);
    for (std::size_t i = 0; i < later.size(); ++i) {
      if (frontier_.mark(later[i]).mask == 0 && graph_.label(later[i]) == label &&
          graph_.relations(u)[i] == relation)
        return later[i];
    }
    return u;
  }
  std::vector<Vertex> find_apart(std::size_t from, std::size_t end, std::size_t c,
                                 std::size_t d) const {
    for (std::size_t p = from; p < end; ++p) {
      if (class_of_[p - from] != c) continue;
      const auto row = frontier_.later(frontier_.at(p));
      for (std::size_t q = from; q < end; ++q) {
        if (q == p || class_of_[q - from] != d) continue;
        if (!std::binary_search(row.begin(), row.end(), frontier_.at(q), std::greater<>()))
          return vertices_with(frontier_.at(p), frontier_.at(q));
      }
    }
    return {};
  }

  // The first n vertices of the walk's set and up to two more, of which only the label and the
  // relations matter; what comes n-th has bit n.
  struct Shape {
    const RelatedWalk& walk;
    int n;
    int added = 0;
    std::array<Label, 2> labels{};
    std::array<Word, 2> masks{};            // neighbours among the first n
    std::array<const Relation*, 2> rows{};  // what they are to them
    Link link = {};                         // from the first that was added to the second

    Shape with(Label label, Word mask, const Relation* row, const Link& to_it = {}) const {
      Shape larger = *this;
      larger.labels[at(added)] = label;
      larger.masks[at(added)] = mask;
      larger.rows[at(added)] = row;
      larger.link = to_it;
      ++larger.added;
      return larger;
    }
    Pattern pattern() const {
      Pattern pattern;
      for (int i = 0; i < n; ++i)
        add(pattern, walk.graph_.label(walk.set_[at(i)]), walk.masks_[at(i)],
            walk.rows_.of(walk.set_[at(i)]));
      for (int i = 0; i < added; ++i)
        add(pattern, labels[at(i)], masks[at(i)], rows[at(i)]);
      if (link.adjacent) {
        pattern.add_edge(n, n + 1);
        pattern.set_relation(n, n + 1, link.forth, link.back);
      }
      return pattern;
    }
    void add(Pattern& pattern, Label label, Word mask, const Relation* row) const {
      const int i = pattern.add_vertex(label, mask);
      for_each_bit(
          mask, [&](int j) { pattern.set_relation(i, j, row[j], walk.graph_.converse(row[j])); });
    }
    RawCode code() const {
      RawCode code = walk.set_code(n);
      for (int i = 0; i < added; ++i) {
        const bool linked = i == 1 && link.adjacent;
        RawCode::Fields fields = walk.fields_of(masks[at(i)], rows[at(i)]);
        if (linked) fields |= walk.coding_.field(link.back) << (walk.coding_.bits * n);
        code.add_vertex(n + i, labels[at(i)], fields, walk.coding_.bits);
      }
      return code;
    }
  };
  Shape shape_with(const Member& a) const {
    return Shape{*this, size_ - 2}.with(a.label, frontier_.mark(a.vertex).mask, rows_.of(a.vertex));
  }

  RawCode::Fields fields_of(Word mask, const Relation* row) const {
    RawCode::Fields fields = 0;
    for_each_bit(mask, [&](int j) { fields |= coding_.field(row[j]) << (coding_.bits * j); });
    return fields;
  }
  // That of the set that the last two vertices are added to is asked for again and again.
  const RawCode& set_code(int n) const {
    if (coded_ == n) return code_;
    code_ = {};
    for (int i = 0; i < n; ++i)
      code_.add_vertex(i, graph_.label(set_[at(i)]),
                       fields_of(masks_[at(i)], rows_.of(set_[at(i)])), coding_.bits);
    coded_ = n;
    return code_;
  }

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

  const RankedGraph& graph_;
  const std::vector<LabelWeights> weights_;
  const int size_;
  Sink& sink_;
  const typename Sink::Port last_, before_last_;  // of the two largest sizes
  const Coding coding_;
  bool stopped_ = false;
  WalkFrontier frontier_;
  RelationRows<Lanes> rows_;
  Members members_;
  std::array<Vertex, Lanes> set_;
  std::array<Word, Lanes> masks_;  // of each vertex of the set: its neighbours among those before
  mutable int coded_ = 0;          // how many vertices of the set are in code_; 0: none
  mutable RawCode code_;
  std::array<Count, Lanes + 1> sets_{};
  std::vector<Member> list_;           // the extension, or its classes
  std::vector<std::size_t> class_of_;  // by place in the extension
  std::vector<std::uint64_t> class_hashes_;
  std::vector<Link> links_;                    // of the vertex at hand to those behind it
  std::vector<std::uint64_t> adjacent_;        // by two classes, the smaller number first
  std::vector<std::uint64_t> pendant_counts_;  // by kind; zero but inside scan()
  std::vector<std::size_t> kinds_met_;         // those with a count
};

}  // namespace rlminer::enumerate
