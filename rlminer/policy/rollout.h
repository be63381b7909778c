#pragma once

#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/env/episodes.h"
#include "rlminer/policy/policy.h"

namespace rlminer::policy {

struct RolloutParams {
  // None: always the action with the highest score. Otherwise every task draws from a generator
  // split off this one, so that what it draws does not depend on the other tasks.
  Rng* rng = nullptr;
  double temperature = 1.0;  // of the draws
  Deadline deadline = {};    // polled before every step
};

// Plays one episode per task, all in lockstep, and returns the sets chosen, in the order of choice:
// of the size asked for, or empty where no component is large enough or the deadline came first.
std::vector<std::vector<Vertex>> roll_out(Policy& policy,
                                          std::span<const env::Episodes::Task> tasks,
                                          const RolloutParams& params = {});

}  // namespace rlminer::policy
