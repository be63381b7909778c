#include "rlminer/testing/small_world.h"

#include <fstream>
#include <iterator>

#include "rlminer/generate/generate.h"
#include "rlminer/nn/actor_critic.h"
#include "rlminer/nn/model_file.h"

namespace rlminer::testing {
namespace fs = std::filesystem;

SmallWorld::SmallWorld() {
  fs::create_directories(folder_.path() / "data");
  fs::create_directories(folder_.path() / "models");
}

void SmallWorld::add_collection(const std::string& name, std::size_t graphs,
                                std::uint64_t seed) const {
  const fs::path folder = folder_.path() / "data" / name;
  fs::create_directories(folder);
  std::ofstream edges(folder / (name + "_A.txt"));
  std::ofstream owners(folder / (name + "_graph_indicator.txt"));
  std::ofstream labels(folder / (name + "_node_labels.txt"));
  Rng rng(seed);
  std::size_t first = 1;
  for (std::size_t i = 0; i < graphs; ++i) {
    const generate::GenerateParams params{
        .topology = generate::Molecule{.vertices = 11 + i % 8, .ring = 0.3},
        .labels = generate::LabelDistribution::uniform(3),
        .planted = {}};
    const Graph graph = generate::generate_collection(params, 1, rng).graphs.front();
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      owners << i + 1 << "\n";
      labels << graph.labels()[v] + 1 << "\n";
      for (const Vertex u : graph.neighbors(v))
        edges << first + v << ", " << first + u << "\n";
    }
    first += graph.num_vertices();
  }
}

void SmallWorld::add_model(const std::string& name, std::uint64_t seed, int max_size) const {
  model::ModelInfo info;
  info.network.labels = 3;
  info.network.max_size = max_size;
  info.network.hidden = 8;
  info.network.layers = 1;
  info.network.heads = 1;
  info.labels = {"1", "2", "3"};
  info.sizes = {5, 6, 7, 8, max_size};
  nn::Weights actor(nn::layout_of<nn::Actor>(info.network), torch::kCPU, torch::kFloat);
  Rng rng(seed);
  actor.initialise(rng);
  nn::write_model(folder_.path() / "models" / (name + ".safetensors"), info, actor,
                  model::TensorType::F32);
}

study::ExperimentOptions SmallWorld::options() const {
  study::ExperimentOptions options;
  options.data = folder_.path() / "data";
  options.models = folder_.path() / "models";
  options.out = folder_.path() / "out";
  options.seeds = 2;
  options.device = "cpu";
  return options;
}

std::string SmallWorld::result(const std::string& file) const {
  std::ifstream stream(folder_.path() / "out" / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::size_t SmallWorld::parts() const {
  const fs::path folder = folder_.path() / "out" / "parts";
  if (!fs::is_directory(folder)) return 0;
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace rlminer::testing
