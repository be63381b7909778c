#include "rlminer/io/foreign_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <unordered_set>

#include "rlminer/base/text.h"

namespace rlminer::io {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::string_view start;
  std::string_view name;
  std::string_view advice = {};
};

constexpr std::string_view kUnpack = "unpack it first";
constexpr std::string_view kSaveAsCsv = "save the table as CSV";
constexpr std::string_view kExport = "export the edges as CSV";
constexpr std::string_view kMolecules =
    "write it as lg, with a line 'v ID ELEMENT' for each atom and 'e ID ID' for each bond (RDKit "
    "and "
    "Open Babel list both)";

constexpr std::array kSignatures{
    Signature{"\x89PNG\r\n", "a PNG picture"},
    Signature{"\xff\xd8\xff", "a JPEG picture"},
    Signature{"GIF87a", "a GIF picture"},
    Signature{"GIF89a", "a GIF picture"},
    Signature{"%PDF-", "a PDF document"},
    Signature{"PK\x03\x04", "a zip archive", kUnpack},
    Signature{"\xd0\xcf\x11\xe0", "an old Office file", kSaveAsCsv},
    Signature{"7z\xbc\xaf\x27\x1c", "a 7z archive", kUnpack},
    Signature{"Rar!\x1a", "a rar archive", kUnpack},
    Signature{"\x7f"
              "ELF",
              "a program"},
    Signature{"\x89HDF\r\n", "an HDF5 file", kExport},
    Signature{"SQLite format 3\0"sv, "an SQLite database", kExport},
    Signature{"\x93NUMPY", "a NumPy array", "numpy.savetxt writes a matrix that can be read"},
    Signature{"PAR1\x15", "a Parquet file", kExport},
    Signature{"\x80\x04\x95", "a Python pickle", "networkx.write_graphml writes what can be read"},
};

// Those are zip archives whose first file has a name, or an uncompressed content, that tells.
bool is_spreadsheet(std::string_view content) {
  if (!content.starts_with("PK\x03\x04")) return false;
  const std::string_view start = content.substr(0, 4096);
  return start.substr(std::min<std::size_t>(30, start.size())).starts_with("[Content_Types].xml") ||
         start.find("opendocument.spreadsheet") != std::string_view::npos;
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

// In DIMACS files, comments come before the problem.
bool is_dimacs(std::string_view content) {
  text::Lines lines("", content);
  for (int i = 0; i < 1000 && lines.next_significant(); ++i) {
    const text::Fields fields = text::split(lines.line());
    if (fields[0] == "c") continue;
    return fields[0] == "p" && fields.count == 4 && text::to_integer(fields[2]).has_value();
  }
  return false;
}

// The atoms of a molecule in SMILES, and whether it has a sign that is rare elsewhere.
struct Smiles {
  std::size_t atoms = 0;  // 0: this is no SMILES
  bool sure = false;
};

// Passes over the atom in brackets at `at`, to the closing one; false when it is none.
bool skip_bracket_atom(std::string_view text, std::size_t& at) {
  const std::size_t end = text.find(']', at);
  if (end == std::string_view::npos) return false;
  const std::string_view inside = text.substr(at + 1, end - at - 1);
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '@' ||
           c == ':';
  };
  at = end;
  return std::any_of(inside.begin(), inside.end(),
                     [](unsigned char c) { return std::isalpha(c) != 0; }) &&
         std::all_of(inside.begin(), inside.end(), belongs);
}

Smiles smiles_of(std::string_view text) {
  Smiles result;
  int open = 0;
  std::array<int, 10> ring_ends{};  // of each digit: rings begin and end with the same
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') ++ring_ends[static_cast<std::size_t>(c - '0')];
    if (text.substr(i).starts_with("Cl") || text.substr(i).starts_with("Br")) {
      ++result.atoms;
      ++i;
    } else if ("BCNOPSFIbcnops"sv.find(c) != std::string_view::npos) {
      ++result.atoms;
    } else if (c == '[') {
      if (!skip_bracket_atom(text, i)) return {};
      ++result.atoms;
      result.sure = true;
    } else if ("=#("sv.find(c) != std::string_view::npos) {
      if (result.atoms == 0) return {};
      if (c == '(') ++open;
      result.sure = true;
    } else if (c == ')') {
      if (--open < 0) return {};
    } else if ("-$:/\\.%@0123456789"sv.find(c) == std::string_view::npos || result.atoms == 0) {
      return {};
    }
  }
  const auto is_odd = [](int ends) { return ends % 2 == 1; };
  const bool rings = std::any_of(ring_ends.begin(), ring_ends.end(), [](int n) { return n > 0; });
  const bool closed = open == 0 && std::none_of(ring_ends.begin(), ring_ends.end(), is_odd);
  return closed && (!rings || result.atoms > 2) ? result : Smiles{};
}

// A molecule in each line, perhaps with its name behind it. Vertices may be called CO and NO as
// well, so that there must be something no edge list would have.
bool is_smiles(std::string_view content) {
  text::Lines lines("", content);
  std::unordered_set<std::string_view> molecules;
  std::unordered_set<std::string_view> others;
  bool sure = false;
  bool names = true;  // the second words are no molecules, and the first have several atoms
  for (int i = 0; i < 200 && lines.next_significant(); ++i) {
    const text::Fields fields = text::split(lines.line(), text::Separator::WhiteSpaceOrComma);
    if (i == 0 && text::lower(fields[0]).ends_with("smiles")) return true;
    const Smiles smiles = smiles_of(fields[0]);
    if (smiles.atoms == 0 || !molecules.insert(fields[0]).second) return false;
    sure = sure || smiles.sure;
    names = names && smiles.atoms > (fields.count == 1 ? 2 : 1) &&
            (fields.count == 1 || (smiles_of(fields[1]).atoms == 0 && !text::is_number(fields[1])));
    if (fields.count > 1) others.insert(fields[1]);
  }
  const auto is_molecule = [&](std::string_view word) { return molecules.contains(word); };
  return (sure || names) && !molecules.empty() &&
         std::none_of(others.begin(), others.end(), is_molecule);
}

// Sentences: several words in a line, letters only, many of them the small words of English.
bool is_prose(std::string_view content) {
  static const std::unordered_set<std::string> small_words = {
      "a",    "an",  "and",  "are", "as",  "at", "be",  "by",   "for",
      "from", "in",  "is",   "it",  "no",  "of", "on",  "or",   "so",
      "that", "the", "this", "to",  "was", "we", "not", "with", "you"};
  text::Lines lines("", content);
  std::size_t rows = 0;
  std::size_t words = 0;
  std::size_t letters_only = 0;
  std::size_t small = 0;
  for (; rows < 100 && lines.next_significant(); ++rows) {
    for (std::string_view word : text::words(lines.line())) {
      ++words;
      while (!word.empty() && ".,;:!?\"')"sv.find(word.back()) != std::string_view::npos)
        word.remove_suffix(1);
      const bool letters =
          !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
            return std::isalpha(c) != 0 || c == '\'' || c == '-' || c >= 0x80;
          });
      letters_only += letters ? 1 : 0;
      small += small_words.contains(text::lower(word)) ? 1 : 0;
    }
  }
  return words >= 4 * rows && 10 * letters_only >= 8 * words && 100 * small >= 15 * words &&
         small > 1;
}

}  // namespace

ForeignFormat foreign_format(std::string_view content) {
  if (is_spreadsheet(content)) return {"a spreadsheet", std::string(kSaveAsCsv)};
  for (const Signature& signature : kSignatures) {
    if (content.starts_with(signature.start))
      return {std::string(signature.name), std::string(signature.advice)};
  }
  if (is_tar(content)) return {"a tar archive", std::string(kUnpack)};
  if (is_model(content)) return {"a trained model (safetensors)", ""};
  const std::string start = text::lower(content.substr(0, 14));
  if (start.starts_with("<!doctype html") || start.starts_with("<html"))
    return {"a web page", "save the file that it links to"};
  if (is_molfile(content)) return {"an MDL molecule", std::string(kMolecules)};
  if (is_dimacs(content))
    return {"DIMACS", "its lines 'e U V' without the e are an edge list (sed -n 's/^e //p')"};
  if (is_smiles(content)) return {"SMILES", std::string(kMolecules)};
  if (is_prose(content)) return {"prose", "a graph needs two vertices in each line"};
  return {};
}

}  // namespace rlminer::io
