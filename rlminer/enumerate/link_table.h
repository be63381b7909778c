#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::enumerate {

// Extension vertices counted by class, where a class is a pair (neighbours in the set, label),
// together with
// - links: adjacent pairs of extension vertices by their two classes,
// - pendants: neighbours outside the reach of the set, by the class they hang on and their label.
//
// It is built once for a set and then patched for each set with one vertex more; every change made
// after begin_patch() is logged and taken back by end_patch(). Cells are dense; lay_out() refuses
// tables that would be too large for that.
class LinkTable {
 public:
  using Cell = std::uint32_t;
  static constexpr std::size_t kMostClasses = 1024;  // with more there is never room for links

  // Forgets everything. Classes are added next, then lay_out() makes room for links and pendants.
  void reset() {
    keys_.clear();
    counts_.clear();
    links_.clear_used();
    pendants_.clear_used();
  }
  // Makes room for as many classes again plus one per label, which is what a patch may add. False:
  // too large.
  bool lay_out(std::size_t labels) {
    labels_ = labels;
    stride_ = 2 * keys_.size() + labels;
    if (stride_ > kMaxStride || stride_ * labels > kMaxStride * kMaxStride) return false;
    links_.reserve(stride_ * stride_);
    pendants_.reserve(stride_ * labels);
    return true;
  }

  std::size_t num_classes() const { return keys_.size(); }
  std::uint32_t mask(std::size_t c) const { return static_cast<std::uint32_t>(keys_[c] >> 32); }
  Label label(std::size_t c) const { return static_cast<Label>(keys_[c]); }
  Cell count(std::size_t c) const { return counts_[c]; }
  Cell links(std::size_t a, std::size_t b) const { return links_.values[link_cell(a, b)]; }

  // Calls visit(class, label, count) for every kind of pendant there is.
  template <typename Visit>
  void for_each_pendant(Visit&& visit) const {
    for (const std::size_t cell : pendants_.used) {
      if (pendants_.values[cell] == 0) continue;
      visit(cell / labels_, static_cast<Label>(cell % labels_), pendants_.values[cell]);
    }
  }

  std::uint32_t find_or_add(std::uint32_t mask, Label label) {
    const std::uint64_t key = std::uint64_t{mask} << 32 | label;
    const auto place = std::find(keys_.begin(), keys_.end(), key);
    if (place == keys_.end()) {
      keys_.push_back(key);
      counts_.push_back(0);
      return static_cast<std::uint32_t>(keys_.size() - 1);
    }
    return static_cast<std::uint32_t>(place - keys_.begin());
  }

  void add_count(std::size_t c, int delta) { bump(counts_[c], delta); }
  void add_link(std::size_t a, std::size_t b, int delta) {
    bump(links_.use(link_cell(a, b)), delta);
  }
  void add_pendant(std::size_t c, Label label, int delta) {
    bump(pendants_.use(c * labels_ + label), delta);
  }

  void begin_patch() {
    patching_ = true;
    // Room for the classes of the patch, so that the logged addresses stay valid.
    keys_.reserve(stride_);
    counts_.reserve(stride_);
    base_classes_ = keys_.size();
    base_links_ = links_.used.size();
    base_pendants_ = pendants_.used.size();
  }
  void end_patch() {
    patching_ = false;
    for (const Change& change : log_)
      *change.cell -= change.delta;
    log_.clear();
    keys_.resize(base_classes_);
    counts_.resize(base_classes_);
    links_.forget_from(base_links_);
    pendants_.forget_from(base_pendants_);
  }

 private:
  struct Change {
    Cell* cell;
    Cell delta;
  };
  // Zero everywhere but in the cells listed in `used`, each of which is listed once.
  struct Cells {
    std::vector<Cell> values;
    std::vector<std::uint8_t> listed;
    std::vector<std::size_t> used;

    void reserve(std::size_t size) {
      if (values.size() >= size) return;
      values.resize(size);
      listed.resize(size);
    }
    Cell& use(std::size_t cell) {
      if (!listed[cell]) {
        listed[cell] = 1;
        used.push_back(cell);
      }
      return values[cell];
    }
    void forget_from(std::size_t first) {
      for (std::size_t i = first; i < used.size(); ++i)
        listed[used[i]] = 0;
      used.resize(first);
    }
    void clear_used() {
      for (const std::size_t cell : used)
        values[cell] = 0;
      forget_from(0);
    }
  };
  static constexpr std::size_t kMaxStride = 2 * kMostClasses;

  std::size_t link_cell(std::size_t a, std::size_t b) const {
    return std::min(a, b) * stride_ + std::max(a, b);
  }
  void bump(Cell& cell, int delta) {
    cell += static_cast<Cell>(delta);
    if (patching_) log_.push_back({&cell, static_cast<Cell>(delta)});
  }

  std::vector<std::uint64_t> keys_;
  std::vector<Cell> counts_;
  Cells links_, pendants_;
  std::vector<Change> log_;
  std::size_t labels_ = 0, stride_ = 0;
  std::size_t base_classes_ = 0, base_links_ = 0, base_pendants_ = 0;
  bool patching_ = false;
};

}  // namespace rlminer::enumerate
