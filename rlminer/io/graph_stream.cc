#include "rlminer/io/graph_stream.h"

#include <iterator>
#include <system_error>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/io/piece_reader.h"

namespace rlminer::io {
namespace {

// Enough to recognise a format by.
constexpr std::size_t kStart = std::size_t{1} << 16;

std::size_t size_of(const std::vector<Graph>& graphs) {
  std::size_t size = 0;
  for (const Graph& graph : graphs)
    size += graph.num_vertices() + graph.num_edges();
  return size;
}

void require_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) return;
  throw Error(path.string() + ": is no file, so its graphs cannot be read one by one");
}

bool looks_like_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

}  // namespace

GraphStream::GraphStream(const std::filesystem::path& path, const ReadOptions& options)
    : path_(path), options_(options) {
  require_file(path);
  open();
}

GraphStream::~GraphStream() = default;

void GraphStream::open() {
  pieces_ = std::make_unique<TextPieces>(path_);
  const std::string_view start = pieces_->start(kStart);
  if (looks_like_utf16(start))
    throw Error(path_.string() + ": is UTF-16 text, so its graphs cannot be read one by one");
  format_ = piece_format(path_.string(), start, options_);
  reader_ = format_.reader(path_.string(), options_);
}

std::vector<std::string> GraphStream::survey(const std::function<void(const Graph&)>& visit) {
  for (;;) {
    const std::string_view piece = pieces_->next(format_.starts_graph);
    if (piece.empty()) break;
    reader_->read(piece);
    reader_->assembly().note_names();
    for (const Graph& graph : reader_->assembly().build({}))
      visit(graph);
  }
  reader_->end();
  surveyed_ = reader_->assembly().num_graphs();
  vocabulary_ = reader_->assembly().vocabulary();
  std::vector<std::string> warnings = reader_->assembly().take_warnings();
  open();  // to begin again
  return warnings;
}

std::vector<Graph> GraphStream::next() {
  // Enough to keep many threads busy, and about 20 MB.
  constexpr std::size_t kGraphs = 4096;
  constexpr std::size_t kVerticesAndEdges = 300'000;
  const auto changed = [&] { return Error(path_.string() + ": has changed while it was read"); };
  std::vector<Graph> graphs;
  std::size_t size = 0;
  while (graphs.size() < kGraphs && size < kVerticesAndEdges) {
    const std::string_view piece = pieces_->next(format_.starts_graph);
    graph::Assembly& assembly = reader_->assembly();
    if (piece.empty()) {
      if (assembly.num_graphs() != surveyed_) throw changed();
      break;
    }
    reader_->read(piece);
    if (!assembly.uses_only(vocabulary_)) throw changed();
    std::vector<Graph> more = assembly.build(vocabulary_);
    size += size_of(more);
    std::move(more.begin(), more.end(), std::back_inserter(graphs));
  }
  return graphs;
}

bool is_worth_streaming(const std::filesystem::path& path, const ReadOptions& options) {
  constexpr std::uintmax_t kSmallFile = std::uintmax_t{4} << 20;
  constexpr std::size_t kLargeGraph = std::size_t{16} << 20;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  if (std::filesystem::file_size(path, ignored) < kSmallFile) return false;
  try {
    TextPieces pieces(path);
    if (looks_like_utf16(pieces.start(kStart))) return false;
    const PieceFormat format = piece_format(path.string(), pieces.start(kStart), options);
    return last_graph(pieces.start(kLargeGraph), format.starts_graph) > 0;
  } catch (const Error&) {
    return false;  // whoever reads it as a whole says what is wrong
  }
}

}  // namespace rlminer::io
