#include "rlminer/study/protocol.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/engine/registry.h"
#include "rlminer/study/measurer.h"

namespace rlminer::study {
namespace {

// Whether its answers are exact whenever they are proven, and proven whenever time allows.
bool gives_truth(const Method& method) {
  const engine::EngineInfo& engine = engine::engine_info(method.engine);
  return engine.proves && !engine.estimates;
}

class Evaluator {
 public:
  Evaluator(const Collection& collection, const EvaluationOptions& options)
      : collection_(collection),
        options_(options),
        deadline_(Deadline::kForever, options.cancel),
        cache_(options.cache),
        places_(graph::split(collection.graphs.size(), options.split_seed, options.part)) {
    result_.dataset = collection.name;
    result_.collection_size = collection.graphs.size();
    result_.sizes = options.sizes;
    result_.part = options.part;
    result_.split_seed = options.split_seed;
    result_.threads = options.threads;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      result_.graphs.push_back(
          {collection.numbers[places_[i]], graph(i).num_vertices(), graph(i).num_edges(), {}});
      result_.graphs.back().best.resize(options.sizes.size());
    }
  }

  Evaluation run() {
    // The exact method comes first, whatever the order asked for: its answers are the ground truth.
    for (const Method& method : options_.methods) {
      if (gives_truth(method)) run_with_seeds(method);
    }
    find_truth();
    for (const Method& method : options_.methods) {
      if (!gives_truth(method)) run_with_seeds(method);
    }
    result_.complete = !deadline_.cancelled();
    refuse_better_than_best();
    return std::move(result_);
  }

 private:
  const Graph& graph(std::size_t i) const { return collection_.graphs[places_[i]]; }

  void run_with_seeds(const Method& method) {
    const std::size_t seeds = method.random ? options_.seeds : 1;
    for (std::size_t i = 0; i < seeds && !deadline_.cancelled(); ++i)
      run_method(method, options_.first_seed + i);
  }

  void run_method(const Method& method, std::uint64_t seed) {
    MethodRun run;
    run.method = method;
    run.seed = method.random ? seed : 0;
    run.outcomes.resize(places_.size());
    engine::Problem problem;
    problem.sizes = options_.sizes;
    problem.seed = seed;
    const auto engine = options_.engine_for(method);
    std::vector<std::size_t> all(places_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto note = [&](std::size_t i, const std::vector<engine::Answer>& answers,
                          double seconds) {
      run.outcomes[i] = GraphOutcome{frequencies(answers), seconds, {}};
      for (const engine::Answer& answer : answers)
        run.outcomes[i]->proven.push_back(answer.proven);
      if (gives_truth(method)) learn_truth(i, problem.sizes, answers);
    };
    const Stopwatch watch;
    if (method.together) {
      all_graphs_together(method.name, *engine, problem, note);
    } else {
      for_each_graph(all, method.name, *engine, problem, note);
    }
    run.seconds = watch.seconds();
    run.complete = std::all_of(run.outcomes.begin(), run.outcomes.end(),
                               [](const auto& outcome) { return outcome.has_value(); });
    result_.runs.push_back(std::move(run));
  }

  static std::vector<Count> frequencies(const std::vector<engine::Answer>& answers) {
    std::vector<Count> found;
    for (const engine::Answer& answer : answers)
      found.push_back(answer.findings.empty() ? 0 : answer.findings[0].frequency.saturated());
    return found;
  }

  // Calls done(graph, answers, seconds) for every graph that was solved before a cancellation, one
  // at a time.
  template <typename Done>
  void for_each_graph(const std::vector<std::size_t>& graphs, const std::string& what,
                      const engine::Engine& engine, const engine::Problem& problem, Done&& done) {
    const auto threads = static_cast<std::size_t>(options_.threads);
    const bool side_by_side = graphs.size() >= threads;
    engine::Budget budget;
    budget.threads = side_by_side ? 1 : options_.threads;
    std::mutex mutex;
    std::size_t finished = 0;
    parallel_for(graphs.size(), side_by_side ? options_.threads : 1, [&](int, std::size_t item) {
      if (deadline_.cancelled()) return;
      engine::Budget own = budget;
      const MemoryLimit memory(options_.memory);
      own.deadline = deadline_.at_most(options_.time_limit).within(memory);
      const Stopwatch watch;
      const std::vector<engine::Answer> answers = engine.solve(graph(graphs[item]), problem, own);
      const double seconds = watch.seconds();
      if (deadline_.cancelled()) return;  // it may have been cut short
      const std::lock_guard lock(mutex);
      done(graphs[item], answers, seconds);
      if (options_.on_step) options_.on_step({what, ++finished, graphs.size()});
    });
  }

  // The same for an engine that treats all graphs at once.
  template <typename Done>
  void all_graphs_together(const std::string& what, const engine::Engine& engine,
                           const engine::Problem& problem, Done&& done) {
    std::vector<const Graph*> graphs;
    for (std::size_t i = 0; i < places_.size(); ++i)
      graphs.push_back(&graph(i));
    const auto count = static_cast<double>(graphs.size());
    engine::Budget budget;
    budget.threads = options_.threads;
    const MemoryLimit memory(options_.memory);
    budget.deadline = deadline_.at_most(options_.time_limit * count).within(memory);
    budget.on_answers = [&](std::size_t i, const std::vector<engine::Answer>& answers) {
      if (deadline_.cancelled()) return;  // it may have been cut short
      done(i, answers, answers.front().seconds);
      if (options_.on_step) options_.on_step({what, i + 1, graphs.size()});
    };
    if (options_.on_step) options_.on_step({what, 0, graphs.size()});
    engine.solve_many(graphs, problem, budget);
  }

  void learn_truth(std::size_t i, const std::vector<int>& sizes,
                   const std::vector<engine::Answer>& answers) {
    BestFrequencies proven;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      if (!answers[s].proven) continue;
      const Count best = frequencies({answers[s]})[0];
      proven[sizes[s]] = best;
      result_.graphs[i].best[place_of(sizes[s])] = best;
    }
    if (!cache_.store(graph(i), proven) && result_.warnings.empty()) {
      result_.warnings.push_back(options_.cache.string() +
                                 ": the ground truth cannot be kept here");
    }
  }

  std::size_t place_of(int size) const {
    const auto place = std::find(options_.sizes.begin(), options_.sizes.end(), size);
    return static_cast<std::size_t>(place - options_.sizes.begin());
  }

  // Fills in what the exact method has not answered: from the cache, else by solving it now.
  void find_truth() {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      auto& best = result_.graphs[i].best;
      const auto unknown = [](const auto& frequency) { return !frequency.has_value(); };
      if (std::none_of(best.begin(), best.end(), unknown)) continue;
      const BestFrequencies cached = cache_.load(graph(i));
      for (std::size_t s = 0; s < best.size(); ++s) {
        const auto entry = cached.find(options_.sizes[s]);
        if (!best[s] && entry != cached.end()) best[s] = entry->second;
      }
      if (std::any_of(best.begin(), best.end(), unknown)) missing.push_back(i);
    }
    // The exact method has just failed on them, or was not asked: then it is worth a try.
    if (!result_.runs.empty()) return;
    engine::Problem problem;
    problem.sizes = options_.sizes;
    for_each_graph(missing, "ground truth", *engine::make_engine("exact"), problem,
                   [&](std::size_t i, const std::vector<engine::Answer>& answers, double) {
                     learn_truth(i, problem.sizes, answers);
                   });
  }

  void refuse_better_than_best() const {
    for (const MethodRun& run : result_.runs) {
      for (std::size_t i = 0; i < places_.size(); ++i) {
        for (std::size_t s = 0; s < options_.sizes.size(); ++s) {
          const auto ratio = result_.ratio(run, i, s);
          if (!ratio || *ratio <= 1.0) continue;
          throw Error("graph " + std::to_string(result_.graphs[i].number) +
                      ", k=" + std::to_string(options_.sizes[s]) + ": " + run.method.name +
                      " beats the ground truth; was the cache " + options_.cache.string() +
                      " written by another version?");
        }
      }
    }
  }

  const Collection& collection_;
  const EvaluationOptions& options_;
  const Deadline deadline_;
  const TruthCache cache_;
  const std::vector<std::size_t> places_;  // of the evaluated graphs in the collection
  Evaluation result_;
};

}  // namespace

std::optional<double> Evaluation::ratio(const MethodRun& run, std::size_t graph,
                                        std::size_t size) const {
  const auto& best = graphs[graph].best[size];
  if (!best || *best == 0 || !run.outcomes[graph]) return std::nullopt;
  return static_cast<double>(run.outcomes[graph]->frequencies[size]) / static_cast<double>(*best);
}

Evaluation evaluate(const Collection& collection, const EvaluationOptions& options) {
  return Evaluator(collection, options).run();
}

}  // namespace rlminer::study
