#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/graph/graph.h"

namespace rlminer::cli {

// The part of the time that one of several graphs may take.
struct TimeShare {
  Deadline deadline;
  double grace = 0.0;  // seconds that it may take beyond, so as not to end with nothing
};

// Shares what is left of the time evenly among the graphs that are left: what one does not use is
// there for the others. May be asked by several threads.
class TimeShares {
 public:
  // So many of the graphs are treated at the same time.
  TimeShares(std::size_t graphs, int at_once, const Deadline& deadline)
      : left_(graphs), at_once_(at_once), deadline_(deadline) {}

  TimeShare next();

  static constexpr double kGraceSeconds = 0.3;

 private:
  std::mutex mutex_;
  std::size_t left_;
  const int at_once_;
  const Deadline deadline_;
  std::optional<Deadline> grace_;  // of all graphs that were begun after the end
};

// The numbers of the graphs by their edges. Small ones leave much of their share to the others.
std::vector<std::size_t> smallest_first(const std::vector<Graph>& graphs);

}  // namespace rlminer::cli
