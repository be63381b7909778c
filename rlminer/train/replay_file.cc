#include "rlminer/train/replay_file.h"

#include "rlminer/base/error.h"

namespace rlminer::train {
namespace {

std::string name_of_part(int size, const char* part) {
  return "replay." + std::to_string(size) + "." + part;
}

template <typename T>
std::vector<T> values_named(const model::SafetensorsFile& file, const std::string& name) {
  const model::StoredTensor* const tensor = file.find(name);
  if (tensor == nullptr) throw Error("no tensor " + name);
  return model::values_of<T>(*tensor);
}

}  // namespace

void store_replay(const Replay& replay, model::SafetensorsFile& file) {
  const ReplayImage& image = replay.save();
  const auto name = [&](const char* part) { return name_of_part(image.size, part); };
  file.tensors.push_back(
      model::make_tensor<std::int64_t>(name("next"), {static_cast<std::int64_t>(image.next)}));
  file.tensors.push_back(model::make_tensor(name("targets"), image.targets));
  file.tensors.push_back(model::make_tensor(name("vertices"), image.vertices));
  file.tensors.push_back(model::make_tensor(name("chosen_counts"), image.chosen_counts));
  file.tensors.push_back(model::make_tensor(name("done"), image.done));
  file.tensors.push_back(model::make_tensor(name("rewards"), image.rewards));
  file.tensors.push_back(model::make_tensor(name("priorities"), image.priorities));
}

void restore_replay(const model::SafetensorsFile& file, Replay& replay) {
  const auto name = [&](const char* part) { return name_of_part(replay.size(), part); };
  ReplayImage image;
  image.size = replay.size();
  const auto next = values_named<std::int64_t>(file, name("next"));
  if (next.size() != 1 || next[0] < 0) throw Error("tensor " + name("next") + " is damaged");
  image.next = static_cast<std::uint64_t>(next[0]);
  image.targets = values_named<std::int32_t>(file, name("targets"));
  image.vertices = values_named<std::int32_t>(file, name("vertices"));
  image.chosen_counts = values_named<std::uint8_t>(file, name("chosen_counts"));
  image.done = values_named<std::uint8_t>(file, name("done"));
  image.rewards = values_named<float>(file, name("rewards"));
  image.priorities = values_named<float>(file, name("priorities"));
  replay.load(std::move(image));
}

}  // namespace rlminer::train
