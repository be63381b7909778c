#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/graph/assembly.h"
#include "rlminer/io/io.h"
#include "rlminer/io/text_pieces.h"

namespace rlminer::io {

class PieceReader;
using PieceReaderMaker = std::unique_ptr<PieceReader>(const std::string& path,
                                                      const ReadOptions& options);

// How the graphs of a format are told apart and read.
struct PieceFormat {
  StartsGraph* starts_graph = nullptr;
  PieceReaderMaker* reader = nullptr;
};
// The format of a text that starts like this. Throws Error when it is not one of those.
PieceFormat piece_format(const std::string& path, std::string_view start,
                         const ReadOptions& options);

// The graphs of a file, a few at a time, for collections that are too large to be held. They are
// the graphs that read_collection() would give, over the same dictionary: its names are numbered in
// their sorted order, so the file is read twice, first for the names.
class GraphStream {
 public:
  // Throws Error when the file is one that cannot be read like that: `path: reason`.
  GraphStream(const std::filesystem::path& path, const ReadOptions& options);
  ~GraphStream();
  GraphStream(const GraphStream&) = delete;
  GraphStream& operator=(const GraphStream&) = delete;

  // Goes through all graphs once and shows each of them, with labels of its own numbering. Throws
  // Error for the first thing that is wrong with the file. Returns the warnings.
  std::vector<std::string> survey(const std::function<void(const Graph&)>& visit);
  // After the survey.
  const graph::Vocabulary& vocabulary() const { return vocabulary_; }

  // After the survey: the next graphs of the file; none at its end. Throws Error when the file has
  // changed since.
  std::vector<Graph> next();

 private:
  void open();

  std::filesystem::path path_;
  ReadOptions options_;
  PieceFormat format_;
  std::unique_ptr<TextPieces> pieces_;
  std::unique_ptr<PieceReader> reader_;
  graph::Vocabulary vocabulary_;
  std::size_t surveyed_ = 0;  // graphs
};

// Whether reading the file a few graphs at a time saves memory worth mentioning: it is large, and
// of a kind that allows it.
bool is_worth_streaming(const std::filesystem::path& path, const ReadOptions& options);

}  // namespace rlminer::io
