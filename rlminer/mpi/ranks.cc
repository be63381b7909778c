// The walk over all sets of a graph, shared among processes.
//
// The enumeration is cut into parts, the same ones in every process. Each process asks the leader
// for a part, walks it, adds what it has counted to a sketch of its own, and sends that sketch to
// the leader every few seconds, together with the parts it stands for. The leader walks parts
// itself, on threads beside the one that answers the others.

#include "rlminer/mpi/ranks.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <mpi.h>
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
    for (auto part = ask(); part != kNoPart; part = ask()) {
      const Stopwatch watch;
      const Sketch counted = work(walk, part);
      harvest.add(part, counted, watch.seconds());
      if (harvest.end() != WalkEnd::Complete) break;
      if (harvest.is_ripe()) send(0, Tag::Result, harvest.take() + '\1');
    }
    send(0, Tag::Result, harvest.take() + '\0');
  }

 private:
  std::uint64_t ask() {
    if (stopped_) return kNoPart;
    send(0, Tag::Ask, {});
    for (;;) {
      const auto message = receive();
      if (!message) {
        take_a_nap();
      } else if (message->tag == Tag::Part) {
        return ByteReader(message->bytes).take<std::uint64_t>();
      } else if (message->tag == Tag::Stop) {
        stopped_ = true;  // the part that was asked for comes as kNoPart
      }
    }
  }

  // Listens to the leader meanwhile.
  Sketch work(const Walk& walk, std::uint64_t part) {
    auto sketch =
        std::async(std::launch::async, [&] { return walk.sketch(part, deadline_, threads_); });
    while (sketch.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
      const auto message = receive();
      if (message && message->tag == Tag::Stop) stopped_ = true;
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
    std::string job;
    append(job, max_bits);
    append(job, static_cast<std::uint64_t>(wanted.size()));
    for (const bool is_wanted : wanted)
      append(job, static_cast<char>(is_wanted));
    for (int rank = 1; rank < count_; ++rank)
      send(rank, Tag::Job, job);
    const Keeping keeping{checkpoint, fingerprint(ranked, wanted, max_bits)};
    Sketch sketch = lead_walk(count_, walk, keeping, budget);
    if (sketch.end == WalkEnd::Complete) finished_ = checkpoint;
    return sketch;
  };
}

void Ranks::serve(const Graph& graph, const Deadline& deadline, int threads) {
  const RankedGraph ranked(graph);
  try {
    for (;;) {
      const auto message = receive();
      if (!message) {
        take_a_nap();
      } else if (message->tag == Tag::Job) {
        Helper(ranked, deadline, threads).run(message->bytes);
      } else if (message->tag == Tag::Home) {
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
  send(0, Tag::Refusal, reason);
}

}  // namespace rlminer::mpi
