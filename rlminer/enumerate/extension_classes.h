#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/enumerate/frontier.h"
#include "rlminer/enumerate/link_table.h"

namespace rlminer::enumerate {

// The extension of a set S sorted into classes, and kept so while one vertex after another joins S.
// build() starts with the extension [from, end) of S. take() removes its first vertex for good.
// join() lets a vertex that was taken join S, whereupon its neighbours enter the extension or
// change class; leave() undoes that.
class ExtensionClasses {
 public:
  explicit ExtensionClasses(const WalkFrontier& frontier)
      : frontier_(frontier), class_of_(frontier.graph().num_vertices() + 1) {}

  const LinkTable& table() const { return table_; }

  // False: there are too many classes for a table.
  bool build(std::size_t from, std::size_t end) {
    table_.reset();
    for (std::size_t i = from; i < end; ++i) {
      class_of_[i] = table_.find_or_add(frontier_.mask_at(i), frontier_.label_at(i));
      table_.add_count(class_of_[i], 1);
      if (table_.num_classes() > LinkTable::kMostClasses) return false;
    }
    if (!table_.lay_out(frontier_.graph().num_labels())) return false;
    for (std::size_t i = from; i < end; ++i)
      add_links(i, i, class_of_[i], 1);
    return true;
  }

  void take(std::size_t i) {
    table_.add_count(class_of_[i], -1);
    add_links(i, i, class_of_[i], -1);
  }

  // The new neighbours of vertex i are [end, new_end).
  void join(std::size_t i, std::uint32_t bit, std::size_t end, std::size_t new_end) {
    table_.begin_patch();
    for (std::size_t p = end; p < new_end; ++p) {
      class_of_[p] = table_.find_or_add(bit, frontier_.label_at(p));
      table_.add_count(class_of_[p], 1);
    }
    for (std::size_t p = end; p < new_end; ++p)
      enter(p, i, end);
    moved_.clear();
    for (const Vertex v : frontier_.later(frontier_.at(i))) {
      const std::size_t place = frontier_.mark(v).place;
      if (place > i && place < end) move(place, i);
    }
  }

  void leave() {
    table_.end_patch();
    for (const Move& move : moved_)
      class_of_[move.place] = move.old_class;
  }

 private:
  struct Move {
    std::size_t place;
    std::uint32_t old_class;
  };

  // Counts the pendants of vertex p and its links behind `after` under class c.
  void add_links(std::size_t p, std::size_t after, std::uint32_t c, int delta) {
    frontier_.scan(
        frontier_.at(p), after, [&](Label label) { table_.add_pendant(c, label, delta); },
        [&](std::size_t place) { table_.add_link(c, class_of_[place], delta); });
  }

  // Vertex p, out of reach before, is in the extension now: a pendant of its neighbours no more.
  void enter(std::size_t p, std::size_t after, std::size_t end) {
    const Label label = frontier_.label_at(p);
    frontier_.scan(
        frontier_.at(p), after, [&](Label other) { table_.add_pendant(class_of_[p], other, 1); },
        [&](std::size_t place) {
          if (place < end) table_.add_pendant(class_of_[place], label, -1);
          if (place < end || place > p) table_.add_link(class_of_[p], class_of_[place], 1);
        });
  }

  // Vertex p was in the extension and got one more neighbour in the set.
  void move(std::size_t p, std::size_t after) {
    const std::uint32_t old_class = class_of_[p];
    const std::uint32_t new_class = table_.find_or_add(frontier_.mask_at(p), frontier_.label_at(p));
    moved_.push_back({p, old_class});
    class_of_[p] = new_class;
    table_.add_count(old_class, -1);
    table_.add_count(new_class, 1);
    add_links(p, after, old_class, -1);
    add_links(p, after, new_class, 1);
  }

  const WalkFrontier& frontier_;
  LinkTable table_;
  std::vector<std::uint32_t> class_of_;  // by place in the extension
  std::vector<Move> moved_;
};

}  // namespace rlminer::enumerate
