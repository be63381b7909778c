#pragma once

#include <cstdint>
#include <string>

namespace rlminer::model {

// Which of several processes that train one model together this one is.
struct TrainingProcess {
  int number = 0;
  int count = 1;
  std::string host;  // of the first one, where the others find it
  std::uint16_t port = 0;
};

// As RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT say, which torchrun and other launchers set;
// alone without WORLD_SIZE. Throws Error when they make no sense.
TrainingProcess this_training_process();

}  // namespace rlminer::model
