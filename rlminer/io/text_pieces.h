#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "rlminer/io/compression.h"

namespace rlminer::io {

// Whether a graph may start on the line.
using StartsGraph = bool(std::string_view line);

// The text of a file, unpacked and without a byte order mark, in pieces that each begin where a
// graph starts and hold whole graphs. Only one piece is in memory at a time.
class TextPieces {
 public:
  explicit TextPieces(const std::filesystem::path& path);

  // The first bytes of the text, so many if it is that long, which stay to be read.
  std::string_view start(std::size_t bytes);
  // The next piece, which is valid until the next call; empty at the end. Throws Error when the
  // file cannot be read, is no text, or holds a graph that takes half of the memory.
  std::string_view next(StartsGraph* starts_graph);

 private:
  bool read_more(std::size_t bytes);  // false at the end of the file
  void drop_piece();

  std::string path_;
  Fill bytes_;
  std::string text_;       // the last piece and what comes after it
  std::size_t piece_ = 0;  // length of the last piece
  std::size_t lines_ = 0;  // before the text
  bool ended_ = false;
};

// Where in the text the last graph starts, if that is not at its very beginning; otherwise 0.
std::size_t last_graph(std::string_view text, StartsGraph* starts_graph);

}  // namespace rlminer::io
