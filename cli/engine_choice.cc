#include "cli/engine_choice.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "cli/learning.h"

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

void refuse_other_sizes(const std::string& model, const std::vector<int>& trained,
                        const std::vector<int>& asked) {
  std::vector<int> others;
  std::set_difference(asked.begin(), asked.end(), trained.begin(), trained.end(),
                      std::back_inserter(others));
  if (others.empty()) return;
  throw Error(model + ": this model was trained for the sizes " + size_list(trained) +
              ", not for " + size_list(others));
}

}  // namespace

void add_device_option(CLI::App& command, std::string& device) {
  command
      .add_option("--device", device,
                  "What the network computes on; auto [default]: cuda if there is one")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}).description(""))
      ->type_name("auto|cpu|cuda");
}

void add_model_options(CLI::App& command, EngineChoice& choice) {
  command.add_option("--model", choice.model, "A model that train has written, for rl")
      ->type_name("FILE");
  add_device_option(command, choice.device);
}

std::unique_ptr<Engine> choose_engine(const EngineChoice& choice, const std::vector<int>& sizes,
                                      int threads) {
  if (!choice.learned()) {
    if (choice.model.empty()) return make_engine(choice.name);
    throw CLI::ValidationError("--model", "is for rl, not for " + choice.name);
  }
  learning::require();
  if (choice.model.empty())
    throw CLI::ValidationError("rl", "needs --model FILE, which rlminer train writes");
  refuse_other_sizes(choice.model, learning::read_info(choice.model).sizes, sizes);
  return learning::make_engine(choice.model, {.device = choice.device, .threads = threads});
}

std::string size_list(const std::vector<int>& sizes) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < sizes.size(); first = last + 1) {
    last = first;
    while (last + 1 < sizes.size() && sizes[last + 1] == sizes[last] + 1)
      ++last;
    if (!text.empty()) text += ", ";
    text += std::to_string(sizes[first]);
    if (last > first) text += ".." + std::to_string(sizes[last]);
  }
  return text;
}

}  // namespace rlminer::cli
