#include "rlminer/io/foreign_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "rlminer/base/text.h"

namespace rlminer::io {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::string_view start;
  std::string_view name;
};

constexpr std::array kSignatures{
    Signature{"\x89PNG\r\n", "a PNG picture"},
    Signature{"\xff\xd8\xff", "a JPEG picture"},
    Signature{"GIF87a", "a GIF picture"},
    Signature{"GIF89a", "a GIF picture"},
    Signature{"%PDF-", "a PDF document"},
    Signature{"PK\x03\x04", "a zip archive"},
    Signature{"\xfd\x37zXZ\0"sv, "xz data"},
    Signature{"\x28\xb5\x2f\xfd", "zstd data"},
    Signature{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
    Signature{"Rar!\x1a", "a rar archive"},
    Signature{"\x7f"
              "ELF",
              "a program"},
    Signature{"\x89HDF\r\n", "an HDF5 file"},
    Signature{"SQLite format 3\0"sv, "an SQLite database"},
    Signature{"\x93NUMPY", "a NumPy array"},
    Signature{"PAR1\x15", "a Parquet file"},
    Signature{"\x80\x04\x95", "a Python pickle"},
    Signature{"%%MatrixMarket", "Matrix Market"},
    Signature{">>graph6<<", "graph6"},
    Signature{">>sparse6<<", "sparse6"},
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return result;
}

bool is_bzip2(std::string_view content) {
  return content.starts_with("BZh") && content.substr(4).starts_with("1AY&SY");
}

bool is_tar(std::string_view content) {
  return content.size() > 257 && content.substr(257).starts_with("ustar");
}

// A length of eight bytes, low byte first, and that much JSON.
bool is_model(std::string_view content) {
  if (content.size() < 10 || content.substr(8, 2) != "{\"") return false;
  std::uint64_t length = 0;
  for (std::size_t i = 8; i-- > 0;)
    length = length << 8 | static_cast<unsigned char>(content[i]);
  return length <= content.size() - 8;
}

// Molecules: the fourth line of an MDL file has the counts and the version.
bool is_molfile(std::string_view content) {
  text::Lines lines("", content.substr(0, 1000));
  for (int i = 0; i < 4; ++i) {
    if (!lines.next()) return false;
  }
  return lines.line().ends_with("V2000") || lines.line().ends_with("V3000");
}

// Formats of graphs in text, told by their first line that is no comment. "graph" and "node" may
// also be the names of vertices in an edge list, so what follows them must fit as well.
std::string foreign_text(std::string_view content) {
  text::Lines lines("", content);
  if (!lines.next_significant()) return "";
  text::Fields first = text::split(lines.line());
  const std::string word = lower(first[0]);
  if (word == "*vertices" || word == "*network") return "Pajek";
  // In DIMACS files, comments come before the problem.
  for (int i = 0; i < 1000 && first[0] == "c" && lines.next_significant(); ++i)
    first = text::split(lines.line());
  if (first[0] == "p" && first.count == 4 && text::to_integer(first[2])) return "DIMACS";
  if (word == "creator" || word == "version") {
    if (!lines.next_significant()) return "";
    first = text::split(lines.line());
  }
  const bool bracket = first[1] == "[" || (first.count == 1 && lines.next_significant() &&
                                           text::trim(lines.line()) == "[");
  return lower(first[0]) == "graph" && bracket ? "GML" : "";
}

}  // namespace

std::string foreign_format(std::string_view content) {
  for (const Signature& signature : kSignatures) {
    if (content.starts_with(signature.start)) return std::string(signature.name);
  }
  if (is_bzip2(content)) return "bzip2 data";
  if (is_tar(content)) return "a tar archive";
  if (is_model(content)) return "a trained model (safetensors)";
  const std::string start = lower(content.substr(0, 14));
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) return "a web page";
  if (is_molfile(content)) return "an MDL molecule";
  return foreign_text(content);
}

}  // namespace rlminer::io
