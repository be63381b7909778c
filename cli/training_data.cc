#include "cli/training_data.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/refinement.h"

namespace rlminer::cli {
namespace {

Collection load(const TrainRequest& request, const std::string& path, bool filter) {
  InputOptions input = request.input;
  input.path = path;
  input.quiet = request.quiet;
  input.paper_filter = filter;
  return load_input(input);
}

std::shared_ptr<const graph::LabelDictionary> all_labels(
    const std::vector<Collection>& collections) {
  std::vector<std::string> names;
  for (const Collection& collection : collections) {
    const graph::LabelDictionary& labels = collection.graphs.front().label_dictionary();
    for (std::size_t i = 0; i < labels.size(); ++i)
      names.push_back(labels.name(static_cast<Label>(i)));
  }
  return std::make_shared<const graph::LabelDictionary>(std::move(names));
}

Graph with_dictionary(const Graph& graph,
                      std::shared_ptr<const graph::LabelDictionary> dictionary) {
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    builder.add_vertex(graph.id(v), graph.label_name(v));
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const Vertex neighbor : graph.neighbors(v)) {
      if (v < neighbor) builder.add_edge(v, neighbor);
    }
  }
  return builder.build(std::move(dictionary));
}

// All graphs of training must share one dictionary.
void share_labels(std::vector<Collection>& collections) {
  if (collections.size() == 1) return;
  const auto dictionary = all_labels(collections);
  for (Collection& collection : collections) {
    for (Graph& graph : collection.graphs)
      graph = with_dictionary(graph, dictionary);
  }
}

model::TrainingPart split_part(const Collection& collection, const std::string& path,
                               const TrainRequest& request) {
  const std::size_t graphs = collection.graphs.size();
  const std::uint64_t seed = request.input.split_seed;
  model::TrainingPart part{collection.name, seed,
                           graph::split_for_training(graphs, seed, request.validation)};
  if (!part.split.train.empty()) return part;
  throw Error(
      fmt::format("{}: {} graph{} cannot be split into some to learn from and some to "
                  "test on",
                  path, graphs, graphs == 1 ? "" : "s"));
}

// Takes the places out of `train` whose graphs look like one of the test graphs.
std::size_t drop_similar(const Collection& collection, const std::set<std::uint64_t>& test,
                         std::vector<std::size_t>& train) {
  return std::erase_if(train, [&](std::size_t place) {
    return test.contains(graph::isomorphism_hash(collection.graphs[place]));
  });
}

std::set<std::uint64_t> test_hashes(const std::vector<Collection>& collections,
                                    const std::vector<model::TrainingPart>& parts) {
  std::set<std::uint64_t> hashes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const std::size_t place : parts[i].split.test)
      hashes.insert(graph::isomorphism_hash(collections[i].graphs[place]));
  }
  return hashes;
}

}  // namespace

LoadedData load_training_data(const TrainRequest& request) {
  LoadedData loaded;
  train::TrainingData& data = loaded.data;
  std::vector<Collection> collections;
  for (const std::string& path : request.collections) {
    collections.push_back(load(request, path, request.input.paper_filter));
    data.parts.push_back(split_part(collections.back(), path, request));
    loaded.name += (loaded.name.empty() ? "" : "+") + collections.back().name;
  }
  for (const std::string& path : request.extra)
    collections.push_back(load(request, path, false));
  share_labels(collections);
  if (data.parts.size() > 1) {
    const auto test = test_hashes(collections, data.parts);
    for (std::size_t i = 0; i < data.parts.size(); ++i)
      loaded.too_similar += drop_similar(collections[i], test, data.parts[i].split.train);
  }
  for (std::size_t i = 0; i < data.parts.size(); ++i) {
    const auto pick = [&](const std::vector<std::size_t>& places, std::vector<Graph>& graphs) {
      for (const std::size_t place : places)
        graphs.push_back(collections[i].graphs[place]);
    };
    pick(data.parts[i].split.train, data.train);
    pick(data.parts[i].split.validation, data.validation);
    if (request.test_curve) pick(data.parts[i].split.test, data.test);
  }
  for (std::size_t i = data.parts.size(); i < collections.size(); ++i)
    std::ranges::move(collections[i].graphs, std::back_inserter(data.train));
  return loaded;
}

}  // namespace rlminer::cli
