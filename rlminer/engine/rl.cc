#include "rlminer/engine/rl.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "rlminer/base/machine.h"
#include "rlminer/graph/refinement.h"
#include "rlminer/policy/decode.h"
#include "rlminer/policy/remembering_policy.h"
#include "rlminer/search/finding.h"
#include "rlminer/search/local_search.h"
#include "rlminer/search/regrowth.h"

namespace rlminer::engine {
namespace {

// When there are several states per graph and size, many of them are the same and scored once: so
// many times as many make a batch.
constexpr std::size_t kAlike = 8;
// The states of neighbourhoods that are treated together are this part of a batch: they have more
// vertices than most graphs of a collection, and what is chosen in them is not lost when time ends.
constexpr std::size_t kPartOfBatch = 4;
// Under a time limit, the part of it for looking at neighbourhoods, the part of what is left then
// that choosing sets may take, and of the rest the part for counting them when a local search
// follows.
constexpr double kShareOfLooking = 0.3;
constexpr double kShareOfDecoding = 0.3;
constexpr double kShareOfCounting = 0.6;
// Samples that become more as long as there is time: how many at first and in the end, and by which
// factor, unless time is left for a smaller one only, which must be worth the while.
constexpr std::size_t kFirstSamples = 8;
constexpr std::size_t kMostSamples = 10'000;
constexpr double kWidening = 4.0;
constexpr double kLeastWidening = 1.5;
// Then local search by single swaps has this part of the time left, and that by larger steps this
// part, in turn. Swaps begin with the best; later with so many candidates, then twice as many.
constexpr double kShareOfSwaps = 0.3;
constexpr double kShareOfRegrowth = 0.7;
constexpr std::size_t kMoreLeaders = 8;

// The most states there may be at a time for one graph and size.
std::size_t width(const policy::DecodeOptions& options, std::span<const Graph* const> graphs) {
  std::size_t vertices = 1;
  for (const Graph* graph : graphs)
    vertices = std::max(vertices, graph->num_vertices());
  const std::size_t states = policy::states_kept(options);
  return options.method == policy::Decode::Multistart ? std::min(vertices, states) : states;
}

// What of a search fits into the time left, given the seconds of one greedy rollout.
policy::DecodeOptions fitting(policy::DecodeOptions options, double seconds, double left) {
  const double fits = std::clamp(left / std::max(seconds, 1e-6), 1.0, 1e9);
  for (std::size_t* number : {&options.samples, &options.starts, &options.beam})
    *number = std::min(*number, static_cast<std::size_t>(fits));
  return options;
}

// Is told which part of the sets has been chosen.
using Report = std::function<void(double fraction)>;

// Tasks that are decoded group by group: what the groups before have chosen is there when the
// deadline comes.
class GroupedTasks {
 public:
  // The first group has so many tasks, each has at most twice as many as the one before. There is
  // an answer to secure, so the first may take all the time there is.
  GroupedTasks(std::span<const env::Task> tasks, std::size_t first_group, const Deadline& deadline)
      : tasks_(tasks),
        first_group_(std::max<std::size_t>(1, first_group)),
        deadline_(deadline),
        results_(tasks.size()) {}

  bool several_groups() const { return tasks_.size() > first_group_; }

  // Adds to what was chosen before.
  void decode(policy::Policy& policy, const policy::DecodeParams& params, std::size_t largest_group,
              const Report& report) {
    std::size_t group = first_group_;
    for (std::size_t begin = 0; begin < tasks_.size() && !params.deadline.expired();) {
      const auto some = tasks_.subspan(begin, std::min(group, tasks_.size() - begin));
      policy::DecodeParams own = params;
      if (begin == 0 && results_.front().sets.empty()) own.deadline = deadline_;
      std::vector<policy::Decoded> decoded = policy::decode(policy, some, own);
      for (std::size_t i = 0; i < decoded.size(); ++i) {
        policy::Decoded& result = results_[begin + i];
        if (decoded[i].sets.empty()) continue;
        std::ranges::move(result.sets, std::back_inserter(decoded[i].sets));
        result = std::move(decoded[i]);
      }
      begin += some.size();
      report(static_cast<double>(begin) / static_cast<double>(tasks_.size()));
      group = std::max(first_group_, std::min(2 * group, largest_group));
    }
  }

  // Rollouts of a task that were made last, at most.
  std::size_t most_rollouts() const {
    std::size_t most = 0;
    for (const policy::Decoded& result : results_)
      most = std::max(most, result.rollouts);
    return most;
  }

  std::vector<policy::Decoded> take() { return std::move(results_); }

 private:
  std::span<const env::Task> tasks_;
  std::size_t first_group_;
  Deadline deadline_;
  std::vector<policy::Decoded> results_;
};

// Ever more samples, until there is no time for many more, or there are no more.
void widen(policy::Policy& policy, GroupedTasks& tasks, policy::DecodeParams params,
           std::size_t group, const Report& report) {
  std::size_t& samples = params.options.samples;
  const double all = params.deadline.remaining();
  for (samples = kFirstSamples; samples <= kMostSamples;) {
    const Stopwatch watch(params.deadline.clock());
    tasks.decode(policy, params, group / policy::states_kept(params.options), [](double) {});
    report(1.0 - params.deadline.remaining() / all);
    if (params.deadline.expired() || tasks.most_rollouts() < samples) return;
    const double fits = params.deadline.remaining() / std::max(watch.seconds(), 1e-6);
    if (fits < kLeastWidening) return;
    samples = static_cast<std::size_t>(static_cast<double>(samples) * std::min(kWidening, fits));
  }
}

// Under a time limit, or where it takes long, one greedy rollout first: it is an answer, and says
// how many more will fit. What was scored for it need not be scored again.
void decode_in_time(policy::Policy& asked, GroupedTasks& tasks, policy::DecodeParams params,
                    std::size_t wide, bool widens, const Report& report) {
  policy::RememberingPolicy policy(asked);
  const std::size_t group = policy.states_at_once() / kPartOfBatch;
  const bool is_limited = params.deadline.remaining() != Deadline::kForever;
  const bool is_search = params.options.method != policy::Decode::Greedy;
  if (is_search || tasks.several_groups()) params.deadline = params.deadline.part(kShareOfDecoding);
  if (is_search && (is_limited || tasks.several_groups())) {
    const Stopwatch watch(params.deadline.clock());
    tasks.decode(policy, {{}, params.seed, params.deadline}, group, [](double) {});
    params.options = fitting(params.options, watch.seconds(), params.deadline.remaining());
  }
  if (widens) return widen(policy, tasks, params, group, report);
  tasks.decode(policy, params, group / wide, report);
}

// One graph of a batch, and what was chosen in it.
struct ShownGraph {
  const Graph* graph;
  std::size_t neighbourhoods = 0;             // that it was shown in; 0: as a whole
  std::vector<policy::Decoded> decoded = {};  // by size of the problem
};

// What a policy sees of a graph: all of it, or a part.
struct View {
  env::Target target;
  std::vector<Vertex> vertices;  // of the graph, by vertex of the part; empty: all of it
};

// Hubs are where most subgraphs are, so half of the neighbourhoods are around ends of random edges;
// and some are wide, around few vertices, some go far.
graph::Neighbourhood draw_neighbourhood(const Graph& graph, std::size_t vertices, Rng& rng) {
  constexpr std::size_t kFanOuts[] = {4, 16, ~std::size_t{0}};
  auto start = static_cast<Vertex>(rng.below(graph.num_vertices()));
  if (rng.chance(0.5) && graph.degree(start) > 0)
    start = graph.neighbors(start)[rng.below(graph.degree(start))];
  const graph::NeighbourhoodOptions options{vertices, kFanOuts[rng.below(std::size(kFanOuts))]};
  return graph::neighbourhood(graph, start, options, rng);
}

class Chooser {
 public:
  Chooser(policy::Policy& policy, const Problem& problem, const RlOptions& options)
      : policy_(policy), problem_(problem), options_(options) {}

  // Nothing is shown when the time is over: there will be none to choose either.
  void show(std::span<const Graph* const> graphs, const Deadline& deadline, int threads) {
    const auto is_small = [&](const Graph& graph) {
      return graph.num_vertices() <= options_.views.whole;
    };
    std::vector<std::optional<env::Encoding>> encodings(graphs.size());
    parallel_for(graphs.size(), threads, [&](int, std::size_t i) {
      if (is_small(*graphs[i]) && !deadline.expired())
        encodings[i] = policy_.encode(*graphs[i], deadline);
    });
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      ShownGraph& shown = shown_.emplace_back(ShownGraph{graphs[i]});
      const std::size_t before = views_.size();
      if (encodings[i]) {
        views_.push_back({env::Target(*graphs[i], std::move(*encodings[i])), {}});
      } else if (!is_small(*graphs[i]) && !deadline.expired()) {
        show_neighbourhoods(*graphs[i], deadline, threads);
      }
      views_of_.push_back(views_.size() - before);
      if (!is_small(*graphs[i])) shown.neighbourhoods = views_of_.back();
    }
  }

  // `wide`: states at a time for each graph and size.
  std::vector<ShownGraph> choose(const Deadline& deadline, std::size_t wide, const Report& report) {
    std::vector<env::Task> tasks;
    for (const View& view : views_) {
      for (const int size : problem_.sizes)
        tasks.push_back({&view.target, size});
    }
    const bool in_parts = std::any_of(shown_.begin(), shown_.end(), [](const ShownGraph& graph) {
      return graph.neighbourhoods > 0;
    });
    GroupedTasks grouped(tasks, in_parts ? problem_.sizes.size() : tasks.size(), deadline);
    decode_in_time(policy_, grouped, {options_.decode, problem_.seed, deadline}, wide,
                   options_.widen.has_value(), report);
    std::vector<policy::Decoded> decoded = grouped.take();
    std::size_t view = 0;
    for (std::size_t p = 0; p < shown_.size(); ++p) {
      shown_[p].decoded.resize(problem_.sizes.size());
      for (const std::size_t end = view + views_of_[p]; view < end; ++view) {
        for (std::size_t s = 0; s < problem_.sizes.size(); ++s) {
          merge(std::move(decoded[view * problem_.sizes.size() + s]), views_[view].vertices,
                shown_[p].decoded[s]);
        }
      }
    }
    return std::move(shown_);
  }

 private:
  // One at least, and as many as there is time for.
  void show_neighbourhoods(const Graph& graph, const Deadline& deadline, int threads) {
    const Deadline looking = deadline.part(kShareOfLooking);
    Rng rng(mix64(problem_.seed) ^ graph.num_vertices());
    for (std::size_t left = options_.views.neighbourhoods; left > 0;) {
      std::vector<graph::Neighbourhood> seen;
      for (; left > 0 && seen.size() < static_cast<std::size_t>(threads); --left)
        seen.push_back(draw_large_neighbourhood(graph, rng));
      std::vector<env::Encoding> encodings(seen.size());
      parallel_for(seen.size(), threads, [&](int, std::size_t i) {
        encodings[i] = policy_.encode(seen[i].graph, deadline);
      });
      for (std::size_t i = 0; i < seen.size(); ++i) {
        views_.push_back({env::Target(std::move(seen[i].graph), std::move(encodings[i])),
                          std::move(seen[i].vertices)});
      }
      if (looking.expired()) return;
    }
  }

  // One that has room for the patterns, if there are such.
  graph::Neighbourhood draw_large_neighbourhood(const Graph& graph, Rng& rng) const {
    constexpr int kTries = 100;  // to leave components too small for the sizes
    const auto largest_size = static_cast<std::size_t>(problem_.sizes.back());
    graph::Neighbourhood seen = draw_neighbourhood(graph, options_.views.vertices, rng);
    for (int tries = 0; tries < kTries && seen.vertices.size() < largest_size; ++tries)
      seen = draw_neighbourhood(graph, options_.views.vertices, rng);
    return seen;
  }

  static void merge(policy::Decoded from, const std::vector<Vertex>& vertices,
                    policy::Decoded& to) {
    to.rollouts += from.rollouts;
    for (std::vector<Vertex>& set : from.sets) {
      for (Vertex& v : set)
        v = vertices.empty() ? v : vertices[v];
      to.sets.push_back(std::move(set));
    }
  }

  policy::Policy& policy_;
  const Problem& problem_;
  const RlOptions& options_;
  std::deque<View> views_;  // a deque because targets are referred to by address
  std::vector<std::size_t> views_of_;
  std::vector<ShownGraph> shown_;
};

std::string plural(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string describe(const policy::DecodeOptions& options, const ShownGraph& shown,
                     const policy::Decoded& decoded, std::size_t patterns) {
  const bool greedy = options.method == policy::Decode::Greedy;
  if (greedy && shown.neighbourhoods == 0) return "best of one greedy rollout";
  std::string text = "best of ";
  if (options.method == policy::Decode::Beam) {
    text += "a beam of " + std::to_string(options.beam);
  } else {
    const bool samples = options.method == policy::Decode::Sample;
    text += plural(decoded.rollouts, samples ? "sample" : greedy ? "rollout" : "start");
  }
  if (shown.neighbourhoods > 0) text += " in " + plural(shown.neighbourhoods, "neighbourhood");
  return text + ", " + plural(patterns, "pattern") + " counted";
}

// Counts and improves what was chosen in one graph.
class GraphAnswers {
 public:
  // `sees_edges`: the policy tells edges apart.
  GraphAnswers(const ShownGraph& shown, const Problem& problem, const RlOptions& options,
               bool sees_edges, int threads)
      : shown_(shown),
        problem_(problem),
        options_(options),
        sees_edges_(sees_edges),
        counter_(*shown.graph, threads) {}

  std::vector<Answer> run(const Deadline& deadline) {
    const Stopwatch watch(deadline.clock());
    return answer_sizes(*shown_.graph, problem_, watch, [&](Answer& answer) {
      fill(answer, share_of_size(deadline, problem_, answer.size));
    });
  }

 private:
  void fill(Answer& answer, const Deadline& deadline) {
    const auto place = std::find(problem_.sizes.begin(), problem_.sizes.end(), answer.size);
    const policy::Decoded& decoded =
        shown_.decoded[static_cast<std::size_t>(place - problem_.sizes.begin())];
    if (decoded.sets.empty()) {
      answer.note = "stopped before the rollout ended: a random pattern";
      answer.findings = {search::random_finding(*shown_.graph, answer.size, problem_.seed)};
      return;
    }
    search::Candidates candidates(*shown_.graph);
    for (const auto& set : decoded.sets)
      candidates.add(set);
    const bool local = options_.local_search > 0.0;
    candidates.count(counter_, local ? deadline.part(kShareOfCounting) : deadline);
    answer.note = describe(options_.decode, shown_, decoded, candidates.size());
    if (local) answer.note += improve(candidates, deadline);
    answer.note += ", not proven";
    if (shown_.graph->distinguishes_edges() && !sees_edges_)
      answer.note += "; the model ignores edge labels and directions";
    answer.findings = candidates.findings(problem_.top, problem_.occurrences, counter_, deadline);
    answer.sets = candidates.occurrences();
    if (!answer.findings[0].frequency.exact()) answer.note += "; stopped while counting it";
  }

  std::string improve(search::Candidates& candidates, const Deadline& deadline) {
    const Deadline improving = deadline.at_most(options_.local_search);
    search::LocalSearchLimits limits{.leaders = problem_.top, .deadline = improving};
    search::LocalSearchOutcome outcome = options_.widen
                                             ? use_time(candidates, improving)
                                             : search::local_search(candidates, counter_, limits);
    return std::string(", ") + (outcome.better ? "improved" : "not improved") +
           " by local search (" + plural(outcome.patterns, "more pattern") +
           (outcome.complete ? ")" : ", unfinished)");
  }

  // By swaps from more and more of the candidates and by larger steps, in turn.
  search::LocalSearchOutcome use_time(search::Candidates& candidates, const Deadline& deadline) {
    search::LocalSearchOutcome all;
    const auto add = [&all](const search::LocalSearchOutcome& more) {
      all = {all.patterns + more.patterns, all.better || more.better, more.complete};
    };
    std::optional<sample::SampleGraph> ground;
    std::optional<search::Regrowth> regrowth;
    for (std::size_t leaders = problem_.top;; leaders = std::max(2 * leaders, kMoreLeaders)) {
      add(search::local_search(candidates, counter_,
                               {.leaders = leaders,
                                .patterns = ~std::size_t{0},
                                .deadline = deadline.part(kShareOfSwaps)}));
      if (deadline.expired()) return all;
      if (!regrowth) {
        ground.emplace(*shown_.graph);
        regrowth.emplace(*ground, counter_, problem_.seed, counter_.threads());
      }
      const bool swapped_all = all.complete && leaders >= candidates.size();
      add(regrowth->run(candidates, deadline.part(kShareOfRegrowth)));
      if (deadline.expired() || (all.complete && swapped_all)) return all;
    }
  }

  const ShownGraph& shown_;
  const Problem& problem_;
  const RlOptions& options_;
  bool sees_edges_;
  count::Counter counter_;
};

// The options as they are with or without a time limit.
RlOptions within(RlOptions options, const Deadline& deadline) {
  if (deadline.remaining() == Deadline::kForever) options.widen.reset();
  if (!options.widen) return options;
  options.decode.method = policy::Decode::Sample;
  options.local_search = *options.widen;
  return options;
}

// The answers for one batch, before their seconds are known.
std::vector<std::vector<Answer>> count_sets(const std::vector<ShownGraph>& shown,
                                            const Problem& problem, const RlOptions& options,
                                            bool sees_edges, const Deadline& deadline,
                                            int threads) {
  std::vector<std::vector<Answer>> answers(shown.size());
  // Threads are for several graphs, or else for the few there are.
  const bool side_by_side = shown.size() >= static_cast<std::size_t>(threads);
  const int rows = side_by_side ? threads : 1;
  parallel_for(shown.size(), rows, [&](int, std::size_t i) {
    const auto left = static_cast<double>(shown.size() - i);
    GraphAnswers graph(shown[i], problem, options, sees_edges, side_by_side ? 1 : threads);
    answers[i] = graph.run(deadline.part(std::min(1.0, rows / left)));
  });
  return answers;
}

}  // namespace

std::vector<Answer> RlEngine::solve(const Graph& graph, const Problem& problem,
                                    const Budget& budget) const {
  const Graph* const graphs[] = {&graph};
  return std::move(solve_many(graphs, problem, budget).front());
}

std::vector<std::vector<Answer>> RlEngine::solve_many(std::span<const Graph* const> graphs,
                                                      const Problem& problem,
                                                      const Budget& budget) const {
  std::vector<std::vector<Answer>> answers;
  if (problem.sizes.empty()) return std::vector<std::vector<Answer>>(graphs.size());
  const RlOptions options = within(options_, budget.deadline);
  const std::size_t wide = std::max<std::size_t>(1, width(options.decode, graphs));
  const std::size_t states = policy_->states_at_once() * (wide == 1 ? 1 : kAlike);
  const std::size_t per_batch = std::max<std::size_t>(1, states / (problem.sizes.size() * wide));
  while (answers.size() < graphs.size()) {
    const Stopwatch watch(budget.deadline.clock());
    const std::size_t left = graphs.size() - answers.size();
    const auto batch = graphs.subspan(answers.size(), std::min(per_batch, left));
    const auto size = static_cast<double>(batch.size());
    const Deadline deadline = budget.deadline.part(size / static_cast<double>(left));
    const auto report = [&](double of_batch) {
      if (!budget.on_progress) return;
      const double done = static_cast<double>(answers.size()) + of_batch * size;
      budget.on_progress({done / static_cast<double>(graphs.size()), 0.0, "choosing"});
    };
    std::vector<ShownGraph> shown;
    {
      const std::lock_guard lock(scoring_);
      report(0.0);
      Chooser chooser(*policy_, problem, options);
      chooser.show(batch, deadline, std::max(1, budget.threads));
      shown = chooser.choose(deadline, wide,
                             [&](double fraction) { report(kShareOfDecoding * fraction); });
    }
    for (auto& solved : count_sets(shown, problem, options, policy_->tells_edges_apart(), deadline,
                                   std::max(1, budget.threads))) {
      answers.push_back(std::move(solved));
      for (Answer& answer : answers.back())
        answer.seconds = watch.seconds() / size;
      if (budget.on_answers) budget.on_answers(answers.size() - 1, answers.back());
    }
    report(0.0);
  }
  return answers;
}

RlOptions rl_options(const EngineSettings& settings, policy::Decode otherwise) {
  RlOptions options;
  policy::DecodeOptions& decode = options.decode;
  const bool draws = settings.samples || settings.temperature;
  decode.method = settings.decode.value_or(settings.beam ? policy::Decode::Beam
                                           : draws       ? policy::Decode::Sample
                                                         : otherwise);
  if (settings.samples) decode.samples = decode.starts = *settings.samples;
  if (settings.beam) decode.beam = *settings.beam;
  if (settings.temperature) decode.temperature = *settings.temperature;
  const bool one_rollout =
      otherwise == policy::Decode::Greedy && decode.method == policy::Decode::Greedy;
  options.local_search = settings.local_search.value_or(one_rollout ? 0.0 : Deadline::kForever);
  if (one_rollout && !settings.decode)
    options.widen = settings.local_search.value_or(Deadline::kForever);
  return options;
}

EngineInfo rl_engine() {
  return {.name = "rl",
          .summary = "a learned policy: that of --model, or a shipped one",
          .together = true,
          .model = UsesModel::Always,
          .takes = {Setting::Decode, Setting::Samples, Setting::Beam, Setting::Temperature,
                    Setting::LocalSearch},
          .make = [](const EngineSettings& settings,
                     const PolicySource& policy) -> std::unique_ptr<Engine> {
            return std::make_unique<RlEngine>(policy.load(), rl_options(settings));
          }};
}

}  // namespace rlminer::engine
