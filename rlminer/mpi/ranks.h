#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "rlminer/base/deadline.h"
#include "rlminer/engine/watched_census.h"
#include "rlminer/graph/graph.h"

namespace rlminer::mpi {

// The processes that mpirun has started for one question. Every one of them has read the same
// graph; the first leads: it hands out parts of the walk over all sets and puts together what was
// counted.
//
// Only the thread that has made the object may use it.
class Ranks {
 public:
  // Whether this process was started by mpirun or the like.
  static bool are_there();
  Ranks();
  // Sends the others home, if this one leads.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int count() const { return count_; }
  bool leads() const { return rank_ == 0; }

  // For the one that leads: a walk that is shared among all. With a checkpoint, what is done is
  // kept there every few seconds, and a later run goes on with it; it is removed with this object
  // when the walk is complete, since what comes after the walk may be interrupted, too.
  engine::SketchSets sketcher(std::filesystem::path checkpoint);

  // For the others: works for the one that leads until that sends it home. The deadline is of
  // memory and of a cancel flag; that of time is the leader's.
  void serve(const Graph& graph, const Deadline& deadline, int threads);
  // Instead, when it cannot: the leader then ends with this reason.
  void refuse(const std::string& reason);
  // Ends all processes at once.
  void abort();

 private:
  int rank_ = 0;
  int count_ = 1;
  std::filesystem::path finished_;  // the checkpoint of a walk that is complete
};

}  // namespace rlminer::mpi
