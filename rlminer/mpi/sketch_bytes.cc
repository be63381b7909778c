#include "rlminer/mpi/sketch_bytes.h"

namespace rlminer::mpi {
namespace {

using enumerate::SizeSketch;
using enumerate::WalkEnd;

constexpr std::size_t kValueBytes = sizeof(SizeSketch::Key) + sizeof(Count);
constexpr int kKeyBits = 32;

SizeSketch::Content take_content(ByteReader& bytes) {
  SizeSketch::Content content;
  content.dropped_bits = bytes.take<int>();
  if (content.dropped_bits < 0 || content.dropped_bits >= kKeyBits)
    throw Error("the data is damaged");
  const auto values = bytes.take<std::uint64_t>();
  if (values > bytes.left() / kValueBytes) throw Error("the data is cut short");
  content.values.reserve(values);
  for (std::uint64_t i = 0; i < values; ++i) {
    const auto key = bytes.take<SizeSketch::Key>();
    if (key == 0) throw Error("the data is damaged");
    content.values.emplace_back(key, bytes.take<Count>());
  }
  return content;
}

}  // namespace

void append_sketch(std::string& bytes, const enumerate::Sketch& sketch) {
  append(bytes, static_cast<int>(sketch.end));
  append(bytes, static_cast<std::uint64_t>(sketch.sizes.size()));
  for (std::size_t n = 0; n < sketch.sizes.size(); ++n) {
    append(bytes, sketch.sets[n]);
    const SizeSketch::Content content = sketch.sizes[n].content();
    append(bytes, content.dropped_bits);
    append(bytes, static_cast<std::uint64_t>(content.values.size()));
    for (const auto& [key, value] : content.values) {
      append(bytes, key);
      append(bytes, value);
    }
  }
}

void add_sketch(ByteReader& bytes, enumerate::Sketch& sketch) {
  const auto end = bytes.take<int>();
  if (end < 0 || end > static_cast<int>(WalkEnd::OutOfMemory)) throw Error("the data is damaged");
  if (end != static_cast<int>(WalkEnd::Complete)) sketch.end = static_cast<WalkEnd>(end);
  if (bytes.take<std::uint64_t>() != sketch.sizes.size())
    throw Error("the data is about other sizes");
  for (std::size_t n = 0; n < sketch.sizes.size(); ++n) {
    sketch.sets[n] += bytes.take<Count>();
    sketch.sizes[n].add(take_content(bytes));
  }
}

enumerate::Sketch empty_sketch(const std::vector<bool>& wanted, int max_bits) {
  enumerate::Sketch sketch;
  for (const bool is_wanted : wanted)
    sketch.sizes.emplace_back(is_wanted ? max_bits : 2);
  sketch.sets.assign(wanted.size(), 0);
  return sketch;
}

}  // namespace rlminer::mpi
