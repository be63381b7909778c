#pragma once

namespace rlminer {

// In a build with the CMake option RLMINER_WATCHDOG the program watches itself: once a deadline was
// asked for the first time, every thread that works must ask one again before it has used
// kMostSecondsWithoutPoll of processor time; otherwise it writes its stack to stderr and aborts.
// Time that the thread only waits, for others or for a processor, does not count. In other builds
// there is nothing of it.
#ifdef RLMINER_WATCHDOG
void note_poll();
#else
inline void note_poll() {}
#endif

}  // namespace rlminer
