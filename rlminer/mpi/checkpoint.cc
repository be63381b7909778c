#include "rlminer/mpi/checkpoint.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/rng.h"
#include "rlminer/mpi/sketch_bytes.h"

namespace rlminer::mpi {
namespace {

constexpr std::string_view kMark = "rlminer census 1\n";

class Mixer {
 public:
  void add(std::uint64_t number) { value_ = mix64(value_ ^ number) + 0x9e3779b97f4a7c15u; }
  void add(std::string_view text) {
    add(text.size());
    for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
      std::uint64_t number = 0;
      std::memcpy(&number, text.data(), sizeof number);
      add(number);
    }
    for (const char c : text)
      add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

std::uint64_t checksum(std::string_view bytes) {
  Mixer mixer;
  mixer.add(bytes);
  return mixer.value();
}

void take_census(ByteReader& bytes, std::uint64_t fingerprint, Census& census) {
  bytes.take_bytes(kMark.size());
  if (bytes.take<std::uint64_t>() != fingerprint ||
      bytes.take<std::uint64_t>() != census.done.size())
    throw Error("belongs to another graph or another question");
  for (std::size_t part = 0; part < census.done.size(); ++part)
    census.done[part] = bytes.take<char>() != 0;
  add_sketch(bytes, census.sketch);
  census.sketch.end = enumerate::WalkEnd::Complete;  // of the parts that are done
}

}  // namespace

std::uint64_t fingerprint(const enumerate::RankedGraph& graph, const std::vector<bool>& wanted,
                          int max_bits) {
  Mixer mixer;
  mixer.add(static_cast<std::uint64_t>(max_bits));
  for (const bool is_wanted : wanted)
    mixer.add(is_wanted ? std::uint64_t{1} : std::uint64_t{0});
  mixer.add(std::uint64_t{graph.num_vertices()});
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    mixer.add(std::uint64_t{graph.label(v)});
    mixer.add(std::uint64_t{graph.degree(v)});
    for (const Vertex u : graph.neighbors(v))
      mixer.add(std::uint64_t{u});
    if (graph.num_relations() == 0) continue;
    for (const graph::Relation relation : graph.relations(v))
      mixer.add(std::uint64_t{relation});
  }
  return mixer.value();
}

void write_checkpoint(const std::filesystem::path& path, std::uint64_t fingerprint,
                      const Census& census) {
  std::string bytes(kMark);
  append(bytes, fingerprint);
  append(bytes, static_cast<std::uint64_t>(census.done.size()));
  for (const bool done : census.done)
    append(bytes, static_cast<char>(done));
  append_sketch(bytes, census.sketch);
  append(bytes, checksum(bytes));
  write_file_atomically(path, bytes);
}

bool read_checkpoint(const std::filesystem::path& path, std::uint64_t fingerprint, Census& census) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw Error(path.string() + ": " + std::strerror(errno));
  try {
    if (content.size() < kMark.size() + sizeof(std::uint64_t) || !content.starts_with(kMark))
      throw Error("is no checkpoint of this program");
    const std::string_view body(content.data(), content.size() - sizeof(std::uint64_t));
    ByteReader end(std::string_view(content).substr(body.size()));
    ByteReader bytes(body);
    if (end.take<std::uint64_t>() != checksum(body)) throw Error("the checkpoint is damaged");
    take_census(bytes, fingerprint, census);
  } catch (const Error& error) {
    throw Error(path.string() + ": " + error.what());
  }
  return true;
}

}  // namespace rlminer::mpi
