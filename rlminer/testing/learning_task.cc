#include "rlminer/testing/learning_task.h"

#include <fstream>
#include <sstream>

#include "rlminer/env/state.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"

namespace rlminer::testing {

std::vector<Graph> stars(std::size_t graphs, std::uint64_t seed) {
  graph::GraphBuilder star;
  star.add_vertex("0", "A");
  for (Vertex leaf = 1; leaf <= 5; ++leaf) {
    star.add_vertex(std::to_string(leaf), "B");
    star.add_edge(0, leaf);
  }
  const generate::GenerateParams params{
      .topology = generate::ErdosRenyi{.vertices = 8, .edges = 9, .probability = {}},
      .labels = {.names = {"A", "B", "C"}, .weights = {}},
      .planted = generate::Planted{.pattern = star.build(), .copies = 1, .links = 1}};
  Rng rng(seed);
  return generate::generate_collection(params, graphs, rng).graphs;
}

namespace {

// make(graphs, seed) for each part.
template <typename Make>
model::TrainingData parts_of(Make&& make, std::size_t train, std::size_t held_out) {
  model::TrainingData data;
  data.train = make(train, 1);
  data.validation = make(held_out, 2);
  data.test = make(held_out, 3);
  return data;
}

std::vector<Graph> rings(std::size_t graphs, std::uint64_t seed) {
  constexpr Vertex kLength = 12;
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  std::vector<graph::EdgeKind> kinds;
  for (const std::string& name : names)
    kinds.push_back({name, name});
  const auto dictionary = graph::dictionary_of(kinds);
  Rng rng(seed);
  std::vector<Graph> result;
  while (result.size() < graphs) {
    const std::uint64_t often = rng.below(names.size());
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i != often) rest.insert(rest.end(), 2, i);
    }
    rng.shuffle(std::span(rest));
    const auto turn = static_cast<Vertex>(rng.below(kLength));
    graph::GraphBuilder ring;
    for (Vertex v = 0; v < kLength; ++v)
      ring.add_vertex(std::to_string(v), "C");
    for (Vertex v = 0; v < kLength; ++v) {
      const std::string& name = names[v < rest.size() ? rest[v] : often];
      ring.add_edge((v + turn) % kLength, (v + turn + 1) % kLength, name, false);
    }
    result.push_back(ring.build(nullptr, dictionary));
  }
  return result;
}

std::vector<Graph> paths(std::size_t graphs, std::uint64_t seed) {
  constexpr std::size_t kFrequent = 4, kOthers = 4;  // others: with a B, and as many with a C
  const auto dictionary = std::make_shared<const graph::LabelDictionary>(
      std::vector<std::string>{"A", "B", "C", "D", "E", "F", "G", "H", "I"});
  Rng rng(seed);
  std::vector<Graph> result;
  while (result.size() < graphs) {
    std::vector<std::string> ends(kFrequent, "BC");
    for (const char first : {'B', 'C'}) {
      std::string second = "DEFGHI";
      rng.shuffle(std::span(second));
      for (std::size_t i = 0; i < kOthers; ++i)
        ends.push_back({first, second[i]});
    }
    rng.shuffle(std::span(ends));
    graph::GraphBuilder builder;
    for (const std::string& pair : ends) {
      const auto first = static_cast<Vertex>(builder.num_vertices());
      for (const char label : {pair[0], 'A', 'A', 'A', pair[1]})
        builder.add_vertex(std::to_string(builder.num_vertices()), std::string(1, label));
      for (Vertex v = first; v < first + 4; ++v)
        builder.add_edge(v, v + 1);
    }
    result.push_back(builder.build(dictionary));
  }
  return result;
}

}  // namespace

model::TrainingData path_data(std::size_t train, std::size_t held_out) {
  return parts_of(paths, train, held_out);
}

model::TrainingData star_data(std::size_t train, std::size_t held_out) {
  return parts_of(stars, train, held_out);
}

model::TrainingData ring_data(std::size_t train, std::size_t held_out) {
  return parts_of(rings, train, held_out);
}

model::TrainConfig learning_config(model::Algorithm algorithm) {
  model::TrainConfig config;
  config.algorithm = algorithm;
  config.network.labels = 3;
  config.network.max_size = 4;
  config.network.hidden = 16;
  config.network.layers = 3;
  config.network.heads = 2;
  config.sizes = {3, 4};
  config.report_sizes = {3, 4};
  config.device = "cpu";
  config.seed = 1;
  config.threads = 1;
  config.round = 100;
  model::ImitationOptions& imitation = config.imitation;
  imitation.updates = 400;
  imitation.states = 64;
  imitation.rows = 64;
  imitation.episodes = 256;
  imitation.learning_rate = 3e-3;
  imitation.warm_up = 50;
  imitation.average = 0.98;
  imitation.regret_end = 10.0;
  imitation.small_weight = 1.0;
  imitation.fresh_share = 0.0;
  model::SacOptions& sac = config.sac;
  sac.epochs = 16;
  sac.warm_up_epochs = 5;
  sac.parallel_episodes = 16;
  sac.updates_per_episode = 0.5;
  sac.samples_per_size = 32;
  sac.replay_capacity = 100'000;
  sac.learning_rate = 3e-3;
  sac.initial_temperature = 0.1;
  sac.temperature_learning_rate = 3e-3;
  sac.entropy_share = 0.3;
  sac.soft_update = 0.02;
  sac.hard_update = false;
  return config;
}

model::TrainConfig brief_config(model::Algorithm algorithm) {
  model::TrainConfig config = learning_config(algorithm);
  config.network.hidden = 8;
  config.network.layers = 2;
  config.round = 5;
  model::ImitationOptions& imitation = config.imitation;
  imitation.updates = 20;
  imitation.states = 16;
  imitation.rows = 16;
  imitation.episodes = 32;
  imitation.warm_up = 3;
  imitation.fresh_share = 0.5;
  imitation.fresh_active = 6;
  imitation.fresh_per_update = 0.7;
  imitation.fresh_sets = 50'000;
  model::SacOptions& sac = config.sac;
  sac.epochs = 4;
  sac.warm_up_epochs = 1;
  sac.parallel_episodes = 5;  // does not divide the episodes of an epoch
  sac.updates_per_episode = 0.3;
  sac.samples_per_size = 4;
  sac.replay_capacity = 60;  // less than what is played
  sac.hard_update = true;
  return config;
}

train::RewardedGraphs rewarded(const std::vector<Graph>& graphs, const std::vector<int>& sizes) {
  train::RewardedGraphs result;
  for (const Graph& graph : graphs)
    result.push_back(
        std::make_unique<const train::RewardedGraph>(graph, sizes, env::Frequencies::Limits()));
  return result;
}

double random_ratio(const std::vector<Graph>& graphs, const std::vector<int>& sizes) {
  const train::RewardedGraphs targets = rewarded(graphs, sizes);
  Rng rng(1);
  double sum = 0.0;
  double episodes = 0.0;
  for (const auto& graph : targets) {
    for (const int size : sizes) {
      for (int i = 0; i < 20; ++i) {
        env::State state(graph->target, size);
        while (!state.done())
          state.extend(state.actions()[rng.below(state.actions().size())]);
        sum += static_cast<double>(graph->frequencies.frequency(state.chosen())) /
               static_cast<double>(*graph->frequencies.best(size));
        episodes += 1.0;
      }
    }
  }
  return sum / episodes;
}

std::string content_of(const std::filesystem::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

}  // namespace rlminer::testing
