// graph6 and sparse6: one graph per line, six bits in each character from '?' (63) to '~' (126).
// A line starts with the number of vertices; graph6 goes on with the upper triangle of the
// adjacency matrix, column by column, and sparse6, whose lines start with ':', with a list of
// edges. The description of the formats: B. McKay,
// https://users.cecs.anu.edu.au/~bdm/data/formats.txt

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/named_graph.h"
#include "rlminer/io/piece_reader.h"

namespace rlminer::io {
namespace {

constexpr std::string_view kGraph6 = ">>graph6<<";
constexpr std::string_view kSparse6 = ">>sparse6<<";

constexpr bool is_six_bits(char c) {
  return c >= 63 && c <= 126;
}

// The bits of a line, six to a character.
class SixBits {
 public:
  explicit SixBits(std::string_view line) : line_(line) {}

  std::size_t left() const { return 6 * line_.size() - read_; }
  bool next() {
    const auto six = static_cast<unsigned>(line_[read_ / 6] - 63);
    return (six >> (5 - read_++ % 6) & 1u) != 0;
  }
  std::uint64_t number(std::size_t bits) {
    std::uint64_t value = 0;
    for (; bits > 0; --bits)
      value = value << 1 | (next() ? 1u : 0u);
    return value;
  }

 private:
  std::string_view line_;
  std::size_t read_ = 0;
};

// The number of vertices that a line starts with, which is cut off; none when it is cut short.
std::optional<std::uint64_t> take_size(std::string_view& line) {
  const std::size_t marks = line.starts_with("~~") ? 2 : line.starts_with("~") ? 1 : 0;
  const std::size_t characters = marks == 2 ? 6 : marks == 1 ? 3 : 1;
  if (line.size() < marks + characters) return std::nullopt;
  const std::uint64_t size = SixBits(line.substr(marks, characters)).number(6 * characters);
  line.remove_prefix(marks + characters);
  return size;
}

bool is_graph6_line(std::string_view line) {
  for (const char c : line) {
    if (!is_six_bits(c)) return false;
  }
  const auto size = take_size(line);
  if (!size || *size > 1'000'000) return false;
  return line.size() == (*size * (*size - (*size > 0 ? 1 : 0)) / 2 + 5) / 6;
}

bool is_sparse6_line(std::string_view line) {
  if (!line.starts_with(':')) return false;
  line.remove_prefix(1);
  for (const char c : line) {
    if (!is_six_bits(c)) return false;
  }
  return take_size(line).has_value();
}

class Graph6Reader final : public PieceReader {
 public:
  explicit Graph6Reader(const std::string& path) : PieceReader(path, false), lines_(path, "") {}

  void read(std::string_view piece) override {
    lines_.go_on(piece);
    while (lines_.next()) {
      std::string_view line = text::trim(lines_.line());
      for (const std::string_view header : {kGraph6, kSparse6}) {
        if (line.starts_with(header)) line.remove_prefix(header.size());
      }
      if (!line.empty()) read_line(line);
    }
  }

 private:
  void read_line(std::string_view line) {
    if (line.starts_with('&')) lines_.fail("digraph6, of directed graphs, is not read");
    if (line.starts_with(';')) lines_.fail("incremental sparse6 is not read");
    const bool sparse = line.starts_with(':');
    if (sparse) line.remove_prefix(1);
    for (const char c : line) {
      if (!is_six_bits(c)) lines_.fail("no character of graph6: " + text::shown(std::string(1, c)));
    }
    const auto size = take_size(line);
    if (!size) lines_.fail("the number of vertices is cut short");
    announced_.add_bytes(line.size() + 1);
    const std::uint64_t pairs = *size == 0 ? 0 : *size * (*size - 1) / 2;
    if (!announced_.accept(*size) || (!sparse && line.size() != (pairs + 5) / 6)) {
      lines_.fail("a graph of " + std::to_string(*size) +
                  " vertices does not fit the length of this line");
    }
    graph::GraphBuilder& builder = assembly_.start_graph();
    for (std::uint64_t v = 0; v < *size; ++v)
      builder.add_vertex(std::to_string(v));
    sparse ? read_list(builder, SixBits(line), *size)
           : read_triangle(builder, SixBits(line), *size);
  }

  static void read_triangle(graph::GraphBuilder& builder, SixBits bits, std::uint64_t size) {
    for (std::uint64_t v = 1; v < size; ++v) {
      for (std::uint64_t u = 0; u < v; ++u) {
        if (bits.next()) builder.add_edge(static_cast<Vertex>(u), static_cast<Vertex>(v));
      }
    }
  }

  // A bit and a number each: the bit moves on to the next vertex; a number beyond the vertex moves
  // there, another is its neighbour.
  static void read_list(graph::GraphBuilder& builder, SixBits bits, std::uint64_t size) {
    const auto width = static_cast<std::size_t>(std::bit_width(size == 0 ? 0 : size - 1));
    std::uint64_t v = 0;
    while (bits.left() > width) {
      if (bits.next()) ++v;
      const std::uint64_t x = bits.number(width);
      if (v >= size || x >= size) return;  // padding
      if (x > v) {
        v = x;
      } else {
        builder.add_edge(static_cast<Vertex>(x), static_cast<Vertex>(v));
      }
    }
  }

  text::Lines lines_;
  AnnouncedVertices announced_;
};

}  // namespace

// Without a header: every line is one word of exactly the length that its first characters ask for.
bool is_graph6(std::string_view content) {
  if (content.starts_with(kGraph6) || content.starts_with(kSparse6)) return true;
  text::Lines lines("", content);
  constexpr int kSample = 200;
  int found = 0;
  for (; found < kSample && lines.next();) {
    const std::string_view line = text::trim(lines.line());
    if (line.empty()) continue;
    if (!is_graph6_line(line) && !is_sparse6_line(line)) return false;
    ++found;
  }
  return found > 0;
}

bool starts_graph6_graph(std::string_view) {
  return true;
}

std::unique_ptr<PieceReader> graph6_pieces(const std::string& path, const ReadOptions&) {
  return std::make_unique<Graph6Reader>(path);
}

Collection read_graph6(const std::string& path, std::string_view content, const ReadOptions&) {
  return Graph6Reader(path).read_all(content, "graph6");
}

}  // namespace rlminer::io
