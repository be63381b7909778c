#pragma once

#include <cstddef>
#include <functional>

namespace rlminer {

std::size_t
physical_memory();  // bytes of RAM this process may use (the machine's or its control group's)
std::size_t resident_memory();       // bytes of RAM this process uses now
std::size_t peak_resident_memory();  // the most it has used so far

// Since this process was started, the loading of libraries and what exec() replaced included: what
// a user who sets a limit has waited so far. 0 where the system does not say.
double seconds_since_start();

// From now on the calling thread has only what the other threads of the machine leave of its
// processors, as far as the system can do that.
void run_in_background();

// The number of threads to use when the user asks for `requested` (0: one per core).
int resolve_threads(int requested);

// Calls work(thread, item) for every item in [0, items), each exactly once, on `threads` threads
// that take the next item as soon as they are free. The first exception stops the hand-out and is
// thrown again here. State kept per thread and merged afterwards by the caller gives results that
// do not depend on the schedule.
void parallel_for(std::size_t items, int threads,
                  const std::function<void(int thread, std::size_t item)>& work);

}  // namespace rlminer
