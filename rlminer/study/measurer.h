#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/graph/collection.h"
#include "rlminer/graph/graph.h"
#include "rlminer/graph/split.h"
#include "rlminer/policy/policy.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/models.h"
#include "rlminer/study/protocol.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"

namespace rlminer::study {

// The highest frequency of any pattern, by pattern size; 0 where there is no connected set.
using BestFrequencies = std::map<int, Count>;

// 32 hexadecimal digits that depend on the labels (by name) of the vertices in order and on the
// edges, with their kinds where these are distinguished: not on ids, the file, or the other graphs
// of a collection.
std::string content_hash(const Graph& graph);

// Proven best frequencies, kept on disk between runs: one small file per graph, named after its
// content. An entry that is damaged counts as absent and is replaced when there is something to
// store. Several processes may share a folder.
class TruthCache {
 public:
  // An empty path: nothing is found and nothing is stored.
  explicit TruthCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  BestFrequencies load(const Graph& graph) const;
  // Adds to what is there. False: the folder cannot be written.
  bool store(const Graph& graph, const BestFrequencies& best) const;

 private:
  std::filesystem::path folder_;
};

// Graphs of a collection that methods are compared on.
struct Sample {
  Collection collection;            // only these graphs
  std::vector<std::size_t> places;  // of each in the (filtered) collection
  std::string hash;                 // of their content

  const std::string& name() const { return collection.name; }
};

// The collections of the paper.
const std::vector<std::string>& paper_collections();

// options.collections if there are any, else these.
std::vector<std::string> chosen(const ExperimentOptions& options,
                                const std::vector<std::string>& otherwise);

// A collection in the folder of the data sets, as it is and after the paper's filter. Throw Error
// when there is none of that name.
Collection whole_collection(const ExperimentOptions& options, const std::string& name);
Collection filtered_collection(const ExperimentOptions& options, const std::string& name);

// Those at these places of a (filtered) collection: at most `most`, unless that is 0.
Sample sample_of(Collection collection, std::vector<std::size_t> places, std::size_t most);
// A part of it: at most options.graphs, else (unless that is 0) `most`.
Sample sample_of(const ExperimentOptions& options, Collection collection, graph::Part part,
                 std::size_t most = 0);

// A sentence in Markdown when the model has learned from some of these graphs (or was chosen by
// them), else nothing.
std::string overlap_warning(const ModelFile& model, const Sample& sample);

// "Split seed 0, 1 thread, 3 seeds for what is drawn at random."
std::string conditions(const ExperimentOptions& options);

// What an engine says about one graph at one size.
struct Found {
  double frequency = 0.0;  // of the best it has found; 0: none
  bool exact = false;      // otherwise an estimate or a lower bound
  bool proven = false;
  double seconds = 0.0;
};

// Runs methods on samples and keeps what was measured, so that nothing is measured twice.
class Measurer {
 public:
  // `steps`: calls of measure(), solve() and work() that are planned, to say how much is done.
  Measurer(const ExperimentOptions& options, std::size_t steps);

  // A method as evaluate names it, on all graphs of the sample, with a model if it is a learned one
  // (auto uses one if there is one). Methods that draw at random run with options.seeds seeds.
  // Throws Interrupted, and Error when the method fails.
  ResultRow measure(const Sample& sample, const std::string& method, const std::vector<int>& sizes,
                    const ModelFile* model = nullptr);

  // One graph, with a time limit in seconds. The problem has one size.
  using MakeEngine = std::function<std::unique_ptr<engine::Engine>()>;
  Found solve(StoreKey key, const std::string& what, const Graph& graph,
              const engine::Problem& problem, double limit, const MakeEngine& make_engine);

  // Anything else: `compute` may be called, with `report` for the share that is done.
  using Report = std::function<void(double fraction)>;
  Store::Json work(const StoreKey& key, const std::string& what,
                   const std::function<Store::Json(const Report& report)>& compute);

  // A policy ready to be timed: a first call, which takes longer than the others, has been made.
  std::shared_ptr<policy::Policy> warm_policy(const ModelFile& model, const Graph& graph, int size);

  // What every result depends on: the graphs, the method, the sizes, the model and the machine.
  StoreKey key(const std::string& kind, const Sample& sample, const std::string& method,
               const std::vector<int>& sizes, const ModelFile* model) const;

  engine::Budget budget(double seconds) const;

 private:
  std::shared_ptr<policy::Policy> policy(const ModelFile& model);
  std::unique_ptr<engine::Engine> engine(const Sample& sample, const Method& method,
                                         const std::vector<int>& sizes, const ModelFile* model);
  ResultRow run(const Sample& sample, const Method& method, const std::vector<int>& sizes,
                const ModelFile* model, const Report& report);

  const ExperimentOptions& options_;
  const Store store_;
  mutable std::optional<MemoryLimit> memory_;  // of the last budget
  std::shared_ptr<policy::Policy> policy_;     // that was used last
  std::string loaded_;                         // the model it is from
  std::string warm_;                           // the model that has been called
  std::size_t steps_;
  std::size_t done_ = 0;
};

}  // namespace rlminer::study
