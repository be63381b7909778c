#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "cli/learning.h"

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

[[noreturn]] void go() {
  std::error_code ignored;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::string program = (self.parent_path() / kProgram).string();
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

model::ModelInfo read_info(const std::filesystem::path&) {
  go();
}

std::unique_ptr<engine::Engine> make_engine(const std::filesystem::path&,
                                            const nn::PolicyOptions&) {
  go();
}

train::TrainConfig preset(const std::string&, train::Algorithm) {
  go();
}

train::TrainOutcome train(const train::TrainConfig&, const train::TrainingData&,
                          const train::TrainOptions&) {
  go();
}

std::span<const study::Experiment> experiments() {
  go();
}

const study::Experiment& experiment(const std::string&) {
  go();
}

}  // namespace rlminer::cli::learning
