#include "rlminer/model/training_data.h"

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/refinement.h"

namespace rlminer::model {
namespace {

TrainingPart split_part(const Collection& collection, const TrainingSplitOptions& options) {
  const std::size_t graphs = collection.graphs.size();
  TrainingPart part{collection.name, options.seed,
                    graph::split_for_training(graphs, options.seed, options.validation)};
  if (!part.split.train.empty()) return part;
  throw Error(collection.name + ": " + text::counted(graphs, "graph") +
              " cannot be split into some to learn from and some to test on");
}

// Takes the graphs out of the training that look like a test graph; returns how many.
std::size_t drop_similar(const std::vector<Collection>& collections,
                         std::vector<TrainingPart>& parts) {
  const auto hash = [&](std::size_t i, std::size_t place) {
    return graph::isomorphism_hash(collections[i].graphs[place]);
  };
  std::set<std::uint64_t> test;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const std::size_t place : parts[i].split.test)
      test.insert(hash(i, place));
  }
  std::size_t dropped = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    dropped += std::erase_if(parts[i].split.train,
                             [&](std::size_t place) { return test.contains(hash(i, place)); });
  }
  return dropped;
}

void pick(const Collection& collection, const std::vector<std::size_t>& places,
          std::vector<Graph>& graphs) {
  for (const std::size_t place : places)
    graphs.push_back(collection.graphs[place]);
}

}  // namespace

TrainingData make_training_data(std::vector<Collection> collections, std::vector<Collection> extra,
                                const TrainingSplitOptions& options) {
  TrainingData data;
  for (const Collection& collection : collections)
    data.parts.push_back(split_part(collection, options));
  std::move(extra.begin(), extra.end(), std::back_inserter(collections));
  graph::share_labels(collections);
  if (data.parts.size() > 1) data.too_similar = drop_similar(collections, data.parts);
  for (std::size_t i = 0; i < data.parts.size(); ++i) {
    const graph::TrainingSplit& split = data.parts[i].split;
    pick(collections[i], split.train, data.train);
    pick(collections[i], split.validation, data.validation);
    if (options.test_graphs) pick(collections[i], split.test, data.test);
  }
  for (std::size_t i = data.parts.size(); i < collections.size(); ++i)
    std::ranges::move(collections[i].graphs, std::back_inserter(data.train));
  return data;
}

}  // namespace rlminer::model
