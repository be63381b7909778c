#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "rlminer/generate/generate.h"
#include "rlminer/model/model_info.h"
#include "rlminer/model/safetensors.h"
#include "rlminer/policy/policy.h"
#include "rlminer/study/experiment.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::testing {

// A folder with small collections and models, as the tests of room study need it. The models are
// files without weights, and behind each of them stands a policy that likes all actions equally.
class SmallWorld {
 public:
  SmallWorld() {
    std::filesystem::create_directories(folder_.path() / "data");
    std::filesystem::create_directories(folder_.path() / "models");
  }

  // Molecules of 11 to 18 vertices over the labels "1", "2" and "3", as a TU collection DATA/NAME.
  void add_collection(const std::string& name, std::size_t graphs, std::uint64_t seed) const {
    const std::filesystem::path folder = folder_.path() / "data" / name;
    std::filesystem::create_directories(folder);
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

  // A model that knows these labels and sizes up to `max_size`: MODELS/NAME.
  void add_model(const std::string& name, std::uint64_t seed, int max_size = 9) const {
    model::ModelInfo info;
    info.network.labels = 3;
    info.network.max_size = max_size;
    info.labels = {"1", "2", "3"};
    info.sizes = {5, 6, 7, 8, max_size};
    info.seed = seed;
    model::write_safetensors(folder_.path() / "models" / (name + ".safetensors"),
                             {.metadata = model::to_metadata(info), .tensors = {}});
  }

  study::ExperimentOptions options() const {  // one thread, two seeds, on the CPU
    study::ExperimentOptions options;
    options.data = folder_.path() / "data";
    options.models = folder_.path() / "models";
    options.out = folder_.path() / "out";
    options.seeds = 2;
    options.device = "cpu";
    options.learning.load_policy = [](const std::filesystem::path&, const std::string&, int) {
      return std::make_unique<policy::UniformPolicy>();
    };
    return options;
  }

  std::string result(const std::string& file) const {
    std::ifstream stream(folder_.path() / "out" / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::size_t parts() const {
    const std::filesystem::path folder = folder_.path() / "out" / "parts";
    if (!std::filesystem::is_directory(folder)) return 0;
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

 private:
  TempFolder folder_;
};

}  // namespace rlminer::testing
