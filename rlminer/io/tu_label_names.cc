// The readmes of the public TU collections come in two kinds. README.txt of MUTAG:
//
//   Node labels:
//
//     0  C
//     1  N
//
//   Edge labels:
//
//     0  aromatic
//     1  single
//
// and NAME_label_readme.txt of others, with a component for each value of a line:
//
//   Node labels were converted to integer values using this map:
//
//   Component 0:
//           0       C
//           1       O

#include "rlminer/io/tu_label_names.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <system_error>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/io/text_file.h"

namespace rlminer::io {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// "3  Cl", "3: Cl" or "3 = Cl"; nothing for any other line.
std::optional<std::pair<std::string, std::string>> number_and_name(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("-0123456789"), line.size());
  std::string_view rest = text::trim(line.substr(digits));
  if (!text::to_integer(line.substr(0, digits)) || rest.empty()) return std::nullopt;
  if (rest.front() == ':' || rest.front() == '=') rest = text::trim(rest.substr(1));
  const bool one_word = rest.find_first_of(" \t") == std::string_view::npos;
  if (rest.empty() || !one_word) return std::nullopt;
  return std::pair(std::string(line.substr(0, digits)), std::string(rest));
}

bool names_differ(const TuLabelNames& names) {
  return std::all_of(names.components.begin(), names.components.end(), [](const auto& component) {
    std::set<std::string_view> seen;
    for (const auto& [value, name] : component)
      seen.insert(name);
    return seen.size() == component.size();
  });
}

}  // namespace

std::optional<std::string> TuLabelNames::name_of(std::string_view label) const {
  std::string result;
  std::size_t begin = 0;
  for (const auto& component : components) {
    const std::size_t end = std::min(label.find(',', begin), label.size());
    const auto found = component.find(label.substr(begin, end - begin));
    if (found == component.end()) return std::nullopt;
    result += (result.empty() ? "" : ",") + found->second;
    if (end == label.size()) return result;
    begin = end + 1;
  }
  return std::nullopt;  // the line has more values than the readme speaks of
}

namespace {

// The names, if there are some and they differ.
std::optional<TuLabelNames> usable(TuLabelNames names) {
  const bool some = !names.components.empty() && !names.components.front().empty();
  return some && names_differ(names) ? std::optional(std::move(names)) : std::nullopt;
}

}  // namespace

TuReadmeNames label_names_in(std::string_view readme) {
  TuLabelNames nodes;
  TuLabelNames edges;
  TuLabelNames* part = nullptr;  // what the lines are about
  for (text::Lines lines("", readme); lines.next();) {
    const std::string_view line = text::trim(lines.line());
    const std::string start = lower(line);
    if (start.starts_with("node labels")) {
      part = &nodes;
    } else if (start.starts_with("edge labels")) {
      part = &edges;
    } else if (start.starts_with("graph labels")) {
      part = nullptr;
    } else if (part != nullptr && start.starts_with("component")) {
      part->components.emplace_back();
    } else if (const auto entry = number_and_name(line); entry && part != nullptr) {
      if (part->components.empty()) part->components.emplace_back();
      part->components.back().insert(*entry);
    }
  }
  return {usable(std::move(nodes)), usable(std::move(edges))};
}

std::optional<TuReadme> find_tu_readme(const fs::path& folder) {
  constexpr std::uintmax_t kLargest = 1 << 20;
  std::vector<fs::path> readmes;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const bool named_so =
        lower(entry.path().filename().string()).find("readme") != std::string::npos;
    if (named_so && entry.is_regular_file(ignored) && entry.file_size(ignored) <= kLargest)
      readmes.push_back(entry.path());
  }
  std::sort(readmes.begin(), readmes.end());
  for (const fs::path& path : readmes) {
    try {
      const std::string content = read_file(path);
      check_text(path.string(), content);
      TuReadmeNames names = label_names_in(content);
      if (names.nodes || names.edges) return TuReadme{path, std::move(names)};
    } catch (const Error&) {
      continue;  // nobody promised that this can be read
    }
  }
  return std::nullopt;
}

}  // namespace rlminer::io
