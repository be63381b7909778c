#include "rlminer/base/machine.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <mutex>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace rlminer {
namespace {

// The limit of the control group, or no limit when the file is absent or says "max".
std::size_t group_limit(const char* path) {
  std::ifstream file(path);
  std::size_t bytes = 0;
  return file >> bytes ? bytes : std::numeric_limits<std::size_t>::max();
}

}  // namespace

std::size_t physical_memory() {
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return std::min({pages * page, group_limit("/sys/fs/cgroup/memory.max"),
                   group_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
}

std::size_t resident_memory() {
  // Asked for often, so the file stays open: opening it takes ten times as long as reading it.
  static const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[64] = "";
  if (pread(file, text, sizeof text - 1, 0) <= 0) return 0;
  char* resident = nullptr;
  std::strtoull(text, &resident, 10);  // the address space comes first
  return std::strtoull(resident, nullptr, 10) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

std::size_t peak_resident_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

double seconds_since_start() {
  std::ifstream file("/proc/self/stat");
  std::string line;
  std::getline(file, line);
  // The name of the program, in parentheses, may hold spaces. The start is the 22nd field.
  constexpr int kFieldsAfterName = 20;
  std::istringstream fields(line.substr(std::min(line.rfind(')') + 1, line.size())));
  std::string field;
  for (int i = 0; i < kFieldsAfterName; ++i)
    fields >> field;
  timespec now{};
  if (!fields || clock_gettime(CLOCK_BOOTTIME, &now) != 0) return 0.0;
  const double start = std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return std::max(
      0.0, static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) - start);
}

void run_in_background() {
  constexpr int kLow = 15;
  // On Linux the priority is one of the thread, not of the process. Where it cannot be changed the
  // thread works all the same.
  static_cast<void>(setpriority(PRIO_PROCESS, 0, kLow));
}

int resolve_threads(int requested) {
  if (requested > 0) return requested;
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void parallel_for(std::size_t items, int threads,
                  const std::function<void(int thread, std::size_t item)>& work) {
  threads = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)),
                                                   std::max<std::size_t>(items, 1)));
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&](int thread) {
    try {
      for (std::size_t item; (item = next.fetch_add(1)) < items;)
        work(thread, item);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next.store(items);
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (int thread = 1; thread < threads; ++thread)
      helpers.emplace_back(run, thread);
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace rlminer
