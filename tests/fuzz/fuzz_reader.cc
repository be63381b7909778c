// A libFuzzer target: bytes are read as the format RLMINER_FUZZ_FORMAT (empty: recognised), which
// gives a collection or an Error of one line. Anything else is a bug.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "rlminer/base/error.h"
#include "rlminer/io/io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const rlminer::io::ReadOptions options{.label_file = {}, .format = RLMINER_FUZZ_FORMAT};
  try {
    const auto collection = rlminer::io::read_bytes(
        "x", std::string(reinterpret_cast<const char*>(data), size), options);
    for (const rlminer::Graph& graph : collection.graphs) {
      for (rlminer::Vertex v = 0; v < graph.num_vertices(); ++v) {
        for (const rlminer::Vertex u : graph.neighbors(v)) {
          if (u == v || !graph.has_edge(u, v)) std::abort();
        }
      }
    }
  } catch (const rlminer::Error& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
