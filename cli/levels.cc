#include "cli/levels.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace rlminer::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLevels[] = {"x86-64-v4", "x86-64-v3"};  // the best one first

fs::path this_program() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

bool is_level(const fs::path& folder) {
  for (const std::string_view level : kLevels) {
    if (folder.filename() == level) return true;
  }
  return false;
}

bool runs_here(std::string_view level) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (level == "x86-64-v4") return __builtin_cpu_supports("x86-64-v4") != 0;
  if (level == "x86-64-v3") return __builtin_cpu_supports("x86-64-v3") != 0;
#endif
  return level.empty();
}

}  // namespace

std::filesystem::path program_folder() {
  const fs::path program = this_program();
  fs::path folder = program.parent_path();
  if (!is_level(folder)) return folder;
  // Beside it in a build folder; installed, one is in bin and the other in lib/rlminer/LEVEL.
  std::error_code ignored;
  fs::path beside = folder.parent_path();
  if (fs::exists(beside / program.filename(), ignored)) return beside;
  return beside.parent_path().parent_path() / "bin";
}

void continue_on_best_level(char** arguments) {
  const fs::path program = this_program();
  if (is_level(program.parent_path())) return;
  const char* const named = std::getenv("RLMINER_LEVEL");
  const std::string_view wanted = named != nullptr ? named : "";
  for (const std::string_view level : kLevels) {
    if (wanted.empty() ? !runs_here(level) : wanted != level) continue;
    for (const fs::path& folder :
         {program.parent_path() / level, program.parent_path() / "../lib/rlminer" / level}) {
      // Returns only where there is no such program.
      execv((folder / program.filename()).c_str(), arguments);
    }
  }
}

}  // namespace rlminer::cli
