#pragma once

#include <memory>
#include <string>

#include "rlminer/base/deadline.h"
#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"

namespace rlminer::cli {

// The processes that mpirun has started to answer one question together; see docs/cluster.md. In a
// program that was built without MPI there are none.
class Ranks {
 public:
  // Null: this process is alone.
  static std::unique_ptr<Ranks> join();
  virtual ~Ranks() = default;

  virtual bool leads() const = 0;
  // For the one that leads: the exact engine, with the walk over all sets shared among all.
  virtual std::unique_ptr<engine::Engine> exact_engine(const std::string& checkpoint) = 0;
  // For the others: works until the one that leads has its answer.
  virtual void serve(const Graph& graph, const engine::Budget& budget) = 0;
  virtual void refuse(const std::string& reason) = 0;  // instead, when it cannot
  [[noreturn]] virtual void abort() = 0;               // ends all of them
};

}  // namespace rlminer::cli
