#include "rlminer/io/text_pieces.h"

#include <algorithm>
#include <fmt/format.h>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/io/text_file.h"

namespace rlminer::io {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

std::size_t last_graph(std::string_view text, StartsGraph* starts_graph) {
  for (std::size_t end = text.size(); end > 0;) {
    const std::size_t newline = text.rfind('\n', end - 1);
    if (newline == std::string_view::npos) return 0;
    const std::size_t line = newline + 1;
    const std::size_t length = std::min(text.find('\n', line), text.size()) - line;
    if (length > 0 && starts_graph(text.substr(line, length))) return line;
    end = newline;
  }
  return 0;
}

TextPieces::TextPieces(const std::filesystem::path& path)
    : path_(path.string()), bytes_(unpacked(path_, file_bytes(path))) {
  read_more(kPiece);
  if (text_.starts_with(kByteOrderMark)) text_.erase(0, kByteOrderMark.size());
}

bool TextPieces::read_more(std::size_t bytes) {
  static const std::size_t limit = physical_memory() / 2;
  if (text_.size() > limit) {
    throw Error(fmt::format("{}: a graph of more than {} MiB of text, half of the memory", path_,
                            limit >> 20));
  }
  const std::size_t before = text_.size();
  text_.resize(before + bytes);
  std::size_t got = 0;
  for (std::size_t now = 1; now > 0 && got < bytes; got += now)
    now = bytes_(text_.data() + before + got, bytes - got);
  text_.resize(before + got);
  ended_ = got < bytes;
  return got > 0;
}

std::string_view TextPieces::start(std::size_t bytes) {
  if (text_.size() < bytes && !ended_) read_more(bytes - text_.size());
  return std::string_view(text_).substr(0, bytes);
}

void TextPieces::drop_piece() {
  lines_ += static_cast<std::size_t>(
      std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(piece_), '\n'));
  text_.erase(0, piece_);
  piece_ = 0;
}

std::string_view TextPieces::next(StartsGraph* starts_graph) {
  drop_piece();
  while (piece_ == 0) {
    // As much again as is there, so that a large graph is not searched again and again.
    if (!ended_ && text_.size() < kPiece) read_more(kPiece);
    piece_ = ended_ ? text_.size() : last_graph(text_, starts_graph);
    if (piece_ == 0 && ended_) break;
    if (piece_ == 0) read_more(text_.size());
  }
  const std::string_view piece(text_.data(), piece_);
  check_text(path_, piece, lines_ + 1);
  return piece;
}

}  // namespace rlminer::io
