// The walk over all sets of a graph, shared among processes.
//
// The enumeration is cut into parts, the same ones in every process. Each process asks the leader
// for a part, walks it, and adds what it has counted to a sketch of its own. Every few seconds it
// passes that sketch on to its parent in a tree of processes, together with the parts it stands
// for; the parent adds it to its own. The leader is the root of that tree. It walks parts itself,
// on threads beside the one that answers the others.

#include "rlminer/mpi/ranks.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <mpi.h>
#include <optional>
#include <system_error>
#include <utility>

#include "rlminer/mpi/checkpoint.h"
#include "rlminer/mpi/leader.h"
#include "rlminer/mpi/messages.h"
#include "rlminer/mpi/shared_walk.h"
#include "rlminer/mpi/sketch_bytes.h"

namespace rlminer::mpi {
namespace {

using enumerate::RankedGraph;
using enumerate::Sketch;
using enumerate::WalkEnd;

struct Question {
  std::vector<bool> wanted;
  int max_bits = 0;
};

std::string to_bytes(const std::vector<bool>& wanted, int max_bits) {
  std::string bytes;
  append(bytes, max_bits);
  append(bytes, static_cast<std::uint64_t>(wanted.size()));
  for (const bool is_wanted : wanted)
    append(bytes, static_cast<char>(is_wanted));
  return bytes;
}

Question to_question(std::string_view job) {
  ByteReader bytes(job);
  Question question;
  question.max_bits = bytes.take<int>();
  question.wanted.resize(bytes.take<std::uint64_t>());
  for (std::size_t n = 0; n < question.wanted.size(); ++n)
    question.wanted[n] = bytes.take<char>() != 0;
  return question;
}

// A process that works for the leader, during one walk.
class Helper {
 public:
  Helper(int parent, int children, Walk walk, const Deadline& deadline, int threads)
      : parent_(parent),
        walk_(std::move(walk)),
        deadline_(deadline.cancelled_by(stopped_)),
        threads_(threads),
        harvest_(walk_),
        children_(children) {}

  // False when the leader has sent it home before the end.
  bool run() {
    for (auto part = ask(); part != kNoPart; part = ask()) {
      const Stopwatch watch;
      const Sketch counted = work(part);
      harvest_.add(part, counted, watch.seconds());
      if (harvest_.end() != WalkEnd::Complete) break;
      if (harvest_.is_ripe()) pass_on(true);
    }
    // The leader should know now: children may take long, and why this one ended may concern all.
    if (children_ > 0) pass_on(true);
    while (children_ > 0 && !sent_home_)
      if (!listen()) take_a_nap();
    if (!sent_home_) pass_on(false);
    return !sent_home_;
  }

 private:
  std::uint64_t ask() {
    if (stopped_) return kNoPart;
    send(0, Tag::Ask, {});
    answer_.reset();
    while (!answer_ && !sent_home_)
      if (!listen()) take_a_nap();
    return answer_.value_or(kNoPart);
  }

  Sketch work(std::uint64_t part) {
    auto sketch =
        std::async(std::launch::async, [&] { return walk_.sketch(part, deadline_, threads_); });
    while (sketch.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready)
      listen();
    return sketch.get();
  }

  void pass_on(bool more_will_come) {
    send(parent_, Tag::Result, harvest_.take() + (more_will_come ? kMoreWillCome : kLast));
  }

  // Whether somebody had something to say.
  bool listen() {
    const auto message = receive();
    if (!message) return false;
    switch (message->tag) {
      case Tag::Part:
        answer_ = ByteReader(message->bytes).take<std::uint64_t>();
        break;
      case Tag::Stop:
        stopped_ = true;  // the part that was asked for comes as kNoPart
        break;
      case Tag::Home:
        stopped_ = sent_home_ = true;
        break;
      case Tag::Result:
        if (message->bytes.back() == kLast) --children_;
        harvest_.add(message->result());
        break;
      default:
        throw Error("an unexpected message from rank " + std::to_string(message->from));
    }
    return true;
  }

  const int parent_;
  const Walk walk_;
  std::atomic<bool> stopped_{false};
  const Deadline deadline_;
  const int threads_;
  Harvest harvest_;
  int children_;  // whose last result has not come
  std::optional<std::uint64_t> answer_;
  bool sent_home_ = false;
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
    send(rank, Tag::Stop, {});
    send(rank, Tag::Home, {});
  }
  std::error_code ignored;
  if (!finished_.empty()) std::filesystem::remove(finished_, ignored);
  MPI_Finalize();
}

engine::SketchSets Ranks::sketcher(std::filesystem::path checkpoint) {
  return [this, checkpoint = std::move(checkpoint)](
             const RankedGraph& ranked, const std::vector<bool>& wanted,
             const enumerate::WalkBudget& budget, int max_bits) {
    const Walk walk(ranked, wanted, max_bits);
    for (int rank = 1; rank < count_; ++rank)
      send(rank, Tag::Job, to_bytes(wanted, max_bits));
    const Keeping keeping{checkpoint, fingerprint(ranked, wanted, max_bits)};
    Sketch sketch = lead_walk(count_, walk, keeping, budget);
    if (sketch.end == WalkEnd::Complete) finished_ = checkpoint;
    return sketch;
  };
}

void Ranks::serve(const Graph& graph, const Deadline& deadline, int threads) {
  const RankedGraph ranked(graph);
  try {
    for (bool at_work = true; at_work;) {
      // Of the leader alone: a child that is ahead may have results of the next walk already.
      const auto message = receive(0);
      if (!message) {
        take_a_nap();
      } else if (message->tag == Tag::Job) {
        Question question = to_question(message->bytes);
        Walk walk(ranked, std::move(question.wanted), question.max_bits);
        at_work =
            Helper(parent_of(rank_), children_of(rank_, count_), std::move(walk), deadline, threads)
                .run();
      } else {
        at_work = message->tag != Tag::Home;
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
  send(0, Tag::Refusal, reason);
}

}  // namespace rlminer::mpi
