// The walk over all sets of a graph, shared among processes.
//
// The enumeration is cut into parts, the same ones in every process. Each process asks the leader
// for a part, walks it, adds what it has counted to a sketch of its own, and sends that sketch to
// the leader every few seconds, together with the parts it stands for. The leader walks parts
// itself, on threads beside the one that answers the others.
//
// Messages to the leader: Ask (a part, please), Result (parts, sketch), Refusal (a reason).
// Messages from the leader: Job (a question), Part (its number, or kNone), Stop (do not finish),
// Home.

#include "rlminer/mpi/ranks.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <mpi.h>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "rlminer/mpi/checkpoint.h"
#include "rlminer/mpi/sketch_bytes.h"

namespace rlminer::mpi {
namespace {

using enumerate::RankedGraph;
using enumerate::Sketch;
using enumerate::WalkEnd;
using enumerate::WalkUnit;

enum Tag { kAsk, kResult, kRefusal, kJob, kPart, kStop, kHome };

constexpr std::uint64_t kNone = ~std::uint64_t{0};
constexpr std::size_t kParts = 1024;
constexpr double kSecondsBetweenResults = 5.0;
constexpr double kSecondsBetweenCheckpoints = 10.0;
constexpr auto kNap = std::chrono::milliseconds(1);

void send(int to, Tag tag, std::string_view bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

struct Message {
  int from = 0;
  Tag tag = kAsk;
  std::string bytes;
};

// The next message, if there is one.
std::optional<Message> receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG), {}};
  message.bytes.resize(static_cast<std::size_t>(size));
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

// What all processes know of a walk.
class Walk {
 public:
  Walk(const RankedGraph& graph, std::vector<bool> wanted, int max_bits)
      : graph_(graph),
        wanted_(std::move(wanted)),
        max_bits_(max_bits),
        units_(make_walk_units(graph, static_cast<int>(wanted_.size()) - 1, 2,
                               enumerate::WalkOrder::Spread)) {}

  std::size_t parts() const { return std::min(kParts, units_.size()); }
  Sketch nothing() const { return empty_sketch(wanted_, max_bits_); }
  Sketch sketch(std::uint64_t part, const Deadline& deadline, int threads) const {
    const std::size_t first = part * units_.size() / parts();
    const std::size_t end = (part + 1) * units_.size() / parts();
    enumerate::WalkBudget budget;
    budget.deadline = deadline;
    budget.threads = threads;
    return sketch_units(graph_, wanted_, std::span(units_).subspan(first, end - first), budget,
                        max_bits_);
  }

 private:
  const RankedGraph& graph_;
  const std::vector<bool> wanted_;
  const int max_bits_;
  const std::vector<WalkUnit> units_;
};

// Parts of a walk that one process has done since it last told the leader.
class Harvest {
 public:
  explicit Harvest(const Walk& walk) : walk_(walk), sketch_(walk.nothing()) {}

  // A part that was not finished does not count: it is walked again.
  void add(std::uint64_t part, const Sketch& counted) {
    if (counted.end != WalkEnd::Complete) {
      sketch_.end = counted.end;
      return;
    }
    parts_.push_back(part);
    for (std::size_t n = 0; n < sketch_.sizes.size(); ++n) {
      sketch_.sizes[n].add(counted.sizes[n]);
      sketch_.sets[n] += counted.sets[n];
    }
  }
  bool is_ripe() const { return watch_.seconds() > kSecondsBetweenResults; }
  WalkEnd end() const { return sketch_.end; }

  // As a message: the parts, then what was counted. There is nothing left then.
  std::string take() {
    std::string bytes;
    append(bytes, static_cast<std::uint64_t>(parts_.size()));
    for (const std::uint64_t part : parts_)
      append(bytes, part);
    append_sketch(bytes, sketch_);
    parts_.clear();
    sketch_ = walk_.nothing();
    watch_ = Stopwatch();
    return bytes;
  }

 private:
  const Walk& walk_;
  std::vector<std::uint64_t> parts_;
  Sketch sketch_;
  Stopwatch watch_;
};

// The leader's view of a walk.
class Leader {
 public:
  Leader(int ranks, const Walk& walk, std::filesystem::path checkpoint, std::uint64_t print)
      : ranks_(ranks), walk_(walk), checkpoint_(std::move(checkpoint)), print_(print) {
    census_.done.assign(walk.parts(), false);
    census_.sketch = walk.nothing();
    if (!checkpoint_.empty()) read_checkpoint(checkpoint_, print, census_);
  }
  ~Leader() { stopped_ = true; }  // and then waits for its own work
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  Sketch run(const enumerate::WalkBudget& budget) {
    own_work_ = std::async(std::launch::async, [&] { work(budget); });
    Stopwatch reported;
    while (working_ > 0 || own_work_.valid()) {
      if (const auto message = receive()) {
        answer(*message);
      } else {
        std::this_thread::sleep_for(kNap);
      }
      take_own_work();
      if (budget.on_progress && reported.seconds() > kSecondsBetweenReports) {
        reported = Stopwatch();
        budget.on_progress(0.0);
      }
      if (!stopped_ && (budget.deadline.expired() || census_.sketch.end != WalkEnd::Complete))
        stop();
      keep(false);
    }
    keep(true);
    return finish(budget);
  }

 private:
  static constexpr double kSecondsBetweenReports = 0.2;

  // The leader's own part of it, on threads of its own.
  void work(const enumerate::WalkBudget& budget) {
    Harvest harvest(walk_);
    for (auto part = next(); part != kNone && harvest.end() == WalkEnd::Complete; part = next()) {
      const Deadline deadline = budget.deadline;
      harvest.add(part, walk_.sketch(part, deadline, budget.threads));
      if (harvest.is_ripe()) hand_over(harvest);
    }
    hand_over(harvest);
  }
  void hand_over(Harvest& harvest) {
    const std::lock_guard lock(mutex_);
    own_results_.push_back(harvest.take());
  }
  void take_own_work() {
    std::vector<std::string> results;
    const bool over = own_work_.valid() &&
                      own_work_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    if (over) own_work_.get();
    {
      const std::lock_guard lock(mutex_);
      results = std::exchange(own_results_, {});
    }
    for (const std::string& result : results)
      add(result);
  }

  std::uint64_t next() {
    const std::lock_guard lock(mutex_);
    while (!stopped_ && next_ < census_.done.size() && census_.done[next_])
      ++next_;
    return stopped_ || next_ >= census_.done.size() ? kNone : next_++;
  }

  void answer(const Message& message) {
    switch (message.tag) {
      case kAsk: {
        std::string bytes;
        append(bytes, next());
        return send(message.from, kPart, bytes);
      }
      case kResult:
        // The last byte says whether more will come.
        if (message.bytes.back() == 0) --working_;
        return add(std::string_view(message.bytes).substr(0, message.bytes.size() - 1));
      case kRefusal:
        throw Error("rank " + std::to_string(message.from) + ": " + message.bytes);
      default:
        throw Error("an unexpected message from rank " + std::to_string(message.from));
    }
  }

  void add(std::string_view result) {
    ByteReader bytes(result);
    for (auto parts = bytes.take<std::uint64_t>(); parts > 0; --parts) {
      const auto part = bytes.take<std::uint64_t>();
      const std::lock_guard lock(mutex_);
      census_.done.at(part) = true;
    }
    add_sketch(bytes, census_.sketch);
    news_ = true;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (int rank = 1; rank < ranks_; ++rank)
      send(rank, kStop, {});
  }

  void keep(bool now) {
    if (checkpoint_.empty() || !news_ ||
        (!now && since_kept_.seconds() < kSecondsBetweenCheckpoints))
      return;
    write_checkpoint(checkpoint_, print_, census_);
    news_ = false;
    since_kept_ = Stopwatch();
  }

  Sketch finish(const enumerate::WalkBudget& budget) {
    const bool complete =
        std::find(census_.done.begin(), census_.done.end(), false) == census_.done.end();
    if (complete) {
      census_.sketch.end = WalkEnd::Complete;
      std::error_code ignored;
      if (!checkpoint_.empty()) std::filesystem::remove(checkpoint_, ignored);
    } else if (census_.sketch.end == WalkEnd::Complete) {
      census_.sketch.end =
          budget.deadline.out_of_memory() ? WalkEnd::OutOfMemory : WalkEnd::OutOfTime;
    }
    return std::move(census_.sketch);
  }

  const int ranks_;
  const Walk& walk_;
  const std::filesystem::path checkpoint_;
  const std::uint64_t print_;
  std::mutex mutex_;  // over census_.done, next_, stopped_ and own_results_
  Census census_;
  std::uint64_t next_ = 0;
  std::atomic<bool> stopped_{false};
  std::vector<std::string> own_results_;
  std::future<void> own_work_;
  int working_ = ranks_ - 1;  // other processes that have not sent their last result
  bool news_ = false;         // since the last checkpoint
  Stopwatch since_kept_;
};

// A process that works for the leader.
class Helper {
 public:
  Helper(const RankedGraph& graph, const Deadline& deadline, int threads)
      : graph_(graph), deadline_(deadline.cancelled_by(stopped_)), threads_(threads) {}

  void run(std::string_view job) {
    ByteReader bytes(job);
    const auto max_bits = bytes.take<int>();
    std::vector<bool> wanted(bytes.take<std::uint64_t>());
    for (std::size_t n = 0; n < wanted.size(); ++n)
      wanted[n] = bytes.take<char>() != 0;
    const Walk walk(graph_, std::move(wanted), max_bits);
    Harvest harvest(walk);
    for (auto part = ask(); part != kNone; part = ask()) {
      harvest.add(part, work(walk, part));
      if (harvest.end() != WalkEnd::Complete) break;
      if (harvest.is_ripe()) send(0, kResult, harvest.take() + '\1');
    }
    send(0, kResult, harvest.take() + '\0');
  }

 private:
  std::uint64_t ask() {
    if (stopped_) return kNone;
    send(0, kAsk, {});
    for (;;) {
      const auto message = receive();
      if (!message) {
        std::this_thread::sleep_for(kNap);
      } else if (message->tag == kPart) {
        return ByteReader(message->bytes).take<std::uint64_t>();
      } else if (message->tag == kStop) {
        stopped_ = true;  // the part that was asked for comes as kNone
      }
    }
  }

  // Listens to the leader meanwhile.
  Sketch work(const Walk& walk, std::uint64_t part) {
    auto sketch =
        std::async(std::launch::async, [&] { return walk.sketch(part, deadline_, threads_); });
    while (sketch.wait_for(kNap) != std::future_status::ready) {
      const auto message = receive();
      if (message && message->tag == kStop) stopped_ = true;
    }
    return sketch.get();
  }

  const RankedGraph& graph_;
  std::atomic<bool> stopped_{false};
  const Deadline deadline_;
  const int threads_;
};

}  // namespace

bool Ranks::are_there() {
  const auto is_set = [](const char* name) { return std::getenv(name) != nullptr; };
  return is_set("OMPI_COMM_WORLD_SIZE") || is_set("PMIX_RANK") || is_set("PMI_RANK");
}

Ranks::Ranks() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
}

Ranks::~Ranks() {
  for (int rank = 1; leads() && rank < count_; ++rank) {
    send(rank, kStop, {});
    send(rank, kHome, {});
  }
  MPI_Finalize();
}

engine::SketchSets Ranks::sketcher(std::filesystem::path checkpoint) {
  return [this, checkpoint = std::move(checkpoint)](
             const RankedGraph& ranked, const std::vector<bool>& wanted,
             const enumerate::WalkBudget& budget, int max_bits) {
    const Walk walk(ranked, wanted, max_bits);
    Leader leader(count_, walk, checkpoint, fingerprint(ranked, wanted, max_bits));
    std::string job;
    append(job, max_bits);
    append(job, static_cast<std::uint64_t>(wanted.size()));
    for (const bool is_wanted : wanted)
      append(job, static_cast<char>(is_wanted));
    for (int rank = 1; rank < count_; ++rank)
      send(rank, kJob, job);
    return leader.run(budget);
  };
}

void Ranks::serve(const Graph& graph, const Deadline& deadline, int threads) {
  const RankedGraph ranked(graph);
  try {
    for (;;) {
      const auto message = receive();
      if (!message) {
        std::this_thread::sleep_for(kNap);
      } else if (message->tag == kJob) {
        Helper(ranked, deadline, threads).run(message->bytes);
      } else if (message->tag == kHome) {
        return;
      }
    }
  } catch (const std::exception& error) {
    refuse(error.what());
  }
}

void Ranks::abort() {
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

void Ranks::refuse(const std::string& reason) {
  send(0, kRefusal, reason);
}

}  // namespace rlminer::mpi
