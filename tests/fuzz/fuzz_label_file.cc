// A libFuzzer target: bytes are an edge list and, after an empty line, its label file. They give a
// graph or an Error of one line.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/fuzz/memory_file.h"

#include "rlminer/base/error.h"
#include "rlminer/io/io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static rlminer::tests::MemoryFile labels;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find("\n\n"), size);
  labels.assign({data + std::min(end + 2, size), data + size});
  try {
    const auto collection = rlminer::io::read_bytes("x", std::string(text.substr(0, end)),
                                                    {.label_file = labels.path(), .format = {}});
    for (const rlminer::Graph& graph : collection.graphs) {
      for (rlminer::Vertex v = 0; v < graph.num_vertices(); ++v) {
        if (graph.label_name(v).empty()) std::abort();
      }
    }
  } catch (const rlminer::Error& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
