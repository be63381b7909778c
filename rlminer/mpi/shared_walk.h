#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/enumerate/sketch.h"
#include "rlminer/enumerate/walk.h"
#include "rlminer/mpi/sketch_bytes.h"

namespace rlminer::mpi {

// The parts into which a walk is cut, about: a result is a few milliseconds of work at least.
inline constexpr std::size_t kParts = 8192;
// A process sends what it has counted after so many seconds, then after twice as many, and so on:
// little is lost early, and many processes do not keep the leader from its work later.
inline constexpr double kFirstResult = 1.0;
inline constexpr double kMostBetweenResults = 30.0;

// What all processes know of a walk.
class Walk {
 public:
  Walk(const enumerate::RankedGraph& graph, std::vector<bool> wanted, int max_bits)
      : graph_(graph),
        wanted_(std::move(wanted)),
        max_bits_(max_bits),
        parts_(make_walk_parts(graph, static_cast<int>(wanted_.size()) - 1, kParts)) {}

  std::size_t parts() const { return parts_.count(); }
  enumerate::Sketch nothing() const { return empty_sketch(wanted_, max_bits_); }
  enumerate::Sketch sketch(std::uint64_t part, const Deadline& deadline, int threads) const {
    enumerate::WalkBudget budget;
    budget.deadline = deadline;
    budget.threads = threads;
    return sketch_units(graph_, wanted_, parts_.part(part), budget, max_bits_);
  }

 private:
  const enumerate::RankedGraph& graph_;
  const std::vector<bool> wanted_;
  const int max_bits_;
  const enumerate::WalkParts parts_;
};

struct DonePart {
  std::uint64_t number = 0;
  double seconds = 0.0;
};

// Parts of a walk that one process, and those that send it their results, have done since it last
// passed them on.
class Harvest {
 public:
  explicit Harvest(const Walk& walk) : walk_(walk), sketch_(walk.nothing()) {}

  // A part that was not finished does not count: it is walked again.
  void add(std::uint64_t part, const enumerate::Sketch& counted, double seconds) {
    if (counted.end != enumerate::WalkEnd::Complete) {
      sketch_.end = counted.end;
      return;
    }
    parts_.push_back({part, seconds});
    for (std::size_t n = 0; n < sketch_.sizes.size(); ++n) {
      sketch_.sizes[n].add(counted.sizes[n]);
      sketch_.sets[n] += counted.sets[n];
    }
  }
  // What another process has taken from its own.
  void add(std::string_view result) {
    ByteReader bytes(result);
    for (auto parts = bytes.take<std::uint64_t>(); parts > 0; --parts)
      parts_.push_back(bytes.take<DonePart>());
    add_sketch(bytes, sketch_);
  }
  bool is_ripe() const { return watch_.seconds() > interval_; }
  enumerate::WalkEnd end() const { return sketch_.end; }

  // As a message: the parts, then what was counted. There is nothing left then.
  std::string take() {
    std::string bytes;
    append(bytes, static_cast<std::uint64_t>(parts_.size()));
    for (const DonePart& part : parts_)
      append(bytes, part);
    append_sketch(bytes, sketch_);
    parts_.clear();
    sketch_ = walk_.nothing();
    watch_ = Stopwatch();
    interval_ = std::min(2 * interval_, kMostBetweenResults);
    return bytes;
  }

 private:
  const Walk& walk_;
  std::vector<DonePart> parts_;
  enumerate::Sketch sketch_;
  Stopwatch watch_;
  double interval_ = kFirstResult;
};

}  // namespace rlminer::mpi
