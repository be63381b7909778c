#include "rlminer/train/replay_file.h"

#include "rlminer/base/error.h"

namespace rlminer::train {
namespace {

std::string name_of_part(int size, const char* part) {
  return "replay." + std::to_string(size) + "." + part;
}

// Calls visit(name, array) for each of the arrays, so that storing and restoring cannot disagree.
template <typename Image, typename Visit>
void for_each_array(Image& image, Visit&& visit) {
  visit("targets", image.targets);
  visit("vertices", image.vertices);
  visit("chosen_counts", image.chosen_counts);
  visit("done", image.done);
  visit("rewards", image.rewards);
  visit("priorities", image.priorities);
}

}  // namespace

void store_replay(const Replay& replay, model::SafetensorsFile& file) {
  const ReplayImage& image = replay.save();
  file.tensors.push_back(model::make_tensor<std::int64_t>(name_of_part(image.size, "next"),
                                                          {static_cast<std::int64_t>(image.next)}));
  for_each_array(image, [&](const char* part, const auto& values) {
    file.tensors.push_back(model::make_tensor(name_of_part(image.size, part), values));
  });
}

void restore_replay(const model::SafetensorsFile& file, Replay& replay) {
  ReplayImage image;
  image.size = replay.size();
  const std::string next_name = name_of_part(image.size, "next");
  const std::int64_t next = model::values_named<std::int64_t>(file, next_name, 1)[0];
  if (next < 0) throw Error("tensor " + next_name + " is damaged");
  image.next = static_cast<std::uint64_t>(next);
  for_each_array(image, [&]<typename T>(const char* part, std::vector<T>& values) {
    values = model::values_of<T>(model::tensor_named(file, name_of_part(image.size, part)));
  });
  replay.load(std::move(image));
}

}  // namespace rlminer::train
