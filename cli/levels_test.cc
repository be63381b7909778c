#include "cli/levels.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

namespace rlminer::cli {
namespace {

TEST(Levels, TheFolderOfAProgramWithoutLevelsIsItsOwn) {
  EXPECT_EQ(program_folder(), std::filesystem::read_symlink("/proc/self/exe").parent_path());
}

TEST(Levels, AProgramWithoutOthersGoesOnAsItIs) {
  char name[] = "anything";
  char* arguments[] = {name, nullptr};
  continue_on_best_level(arguments);  // would not return otherwise
  setenv("RLMINER_LEVEL", "x86-64-v9", 1);
  continue_on_best_level(arguments);
  unsetenv("RLMINER_LEVEL");
}

}  // namespace
}  // namespace rlminer::cli
