#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "cli/learning.h"
#include "cli/levels.h"

#include "rlminer/base/error.h"

namespace rlminer::cli::learning {
namespace {

constexpr char kProgram[] = "rlminer-learning";

// The arguments of this process, the name of the program included.
std::vector<std::string> arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> result;
  for (std::string argument; std::getline(file, argument, '\0');)
    result.push_back(argument);
  return result;
}

// OpenBLAS chooses its kernels by the names of processors, and an AMD one that is newer than the
// library gets those without AVX-512. It looks at this variable while it is loaded.
void choose_kernels() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_is("amd") && __builtin_cpu_supports("x86-64-v4"))
    setenv("OPENBLAS_CORETYPE", "SKYLAKEX", /*overwrite=*/0);
#endif
}

[[noreturn]] void go() {
  choose_kernels();
  std::error_code ignored;
  const std::string program = (program_folder() / kProgram).string();
  if (!std::filesystem::exists(program, ignored)) {
    throw Error("this build of rlminer has no learning: " + program +
                " is missing; `make build` makes it where libtorch is installed");
  }
  std::vector<std::string> texts = arguments();
  std::vector<char*> pointers;
  for (std::string& text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  throw Error(program + ": cannot be started: " + std::strerror(errno));
}

}  // namespace

void require() {
  go();
}

std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path&,
                                            const nn::PolicyOptions&) {
  go();
}

train::TrainOutcome train(const model::TrainConfig&, const model::TrainingData&,
                          const train::TrainOptions&) {
  go();
}

}  // namespace rlminer::cli::learning
