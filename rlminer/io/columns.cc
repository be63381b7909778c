#include "rlminer/io/columns.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"

namespace rlminer::io {
namespace {

using Row = std::vector<std::string>;
using NamePair = std::pair<std::string_view, std::string_view>;

// Names for the two ends of an edge, as tidy() spells them.
constexpr std::array kEndNames = {
    NamePair{"source", "target"},
    NamePair{"src", "dst"},
    NamePair{"src", "dest"},
    NamePair{"from", "to"},
    NamePair{"node1", "node2"},
    NamePair{"fromnodeid", "tonodeid"},
    NamePair{"fromnode", "tonode"},
    NamePair{"fromid", "toid"},
    NamePair{"sourceid", "targetid"},
    NamePair{"sourcenode", "targetnode"},
    NamePair{"sourcename", "targetname"},
    NamePair{"start", "end"},
    NamePair{"startid", "endid"},
    NamePair{"subject", "object"},
    NamePair{"head", "tail"},
    NamePair{"parent", "child"},
    NamePair{"sender", "receiver"},
    NamePair{"sender", "recipient"},
    NamePair{"follower", "followee"},
    NamePair{"citing", "cited"},
    NamePair{"ego", "alter"},
    NamePair{"u", "v"},
};
// What ends the two names when the rest of them is the same: person_a and person_b.
constexpr std::array kEndSuffixes = {NamePair{"1", "2"},     NamePair{"a", "b"},
                                     NamePair{"x", "y"},     NamePair{"i", "j"},
                                     NamePair{"from", "to"}, NamePair{"left", "right"}};
constexpr std::array<std::string_view, 9> kEdgeLabelNames = {
    "label",        "edgelabel",       "type", "edgetype", "relation", "interaction",
    "relationship", "interactiontype", "kind"};
constexpr std::array<std::string_view, 13> kIdNames = {
    "id",     "nodeid",  "node", "vertex", "vertexid", "name", "key",
    "person", "protein", "gene", "user",   "userid",   "nodes"};
constexpr std::array<std::string_view, 14> kLabelNames = {
    "label",       "labels", "class",     "type", "group",    "category",        "nodelabel",
    "vertexlabel", "role",   "community", "kind", "nodetype", "modularityclass", "attribute"};
constexpr std::array<std::string_view, 5> kIndexNames = {"", "index", "unnamed0", "row", "no"};

// Small letters and digits only: "Source_ID" is "sourceid", ":START_ID" is "startid".
std::string tidy(std::string_view name) {
  std::string result;
  for (const char c : text::lower(name)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0) result += c;
  }
  return result;
}

template <typename Names>
bool is_among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A name without a suffix of the pairs above, or the name itself.
std::string stem(const std::string& name) {
  std::string result = name;
  while (!result.empty() && std::isdigit(static_cast<unsigned char>(result.back())) != 0)
    result.pop_back();
  return result;
}

std::optional<std::size_t> place_in(const Row& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

// The place of the first of the wanted names that is there.
template <typename Names>
std::optional<std::size_t> place_of_first(const Row& names, const Names& wanted) {
  for (const std::string_view name : wanted) {
    if (const auto place = place_in(names, name)) return place;
  }
  return std::nullopt;
}

using Places = std::optional<std::pair<std::size_t, std::size_t>>;

// The columns whose names are usual for the two ends of an edge.
Places ends_by_name(const Row& names) {
  for (const auto& [source, target] : kEndNames) {
    const auto u = place_in(names, source);
    const auto v = place_in(names, target);
    if (u && v) return std::pair(*u, *v);
  }
  return std::nullopt;
}

// The columns whose names differ in a suffix only, like protein1 and protein2.
Places ends_by_suffix(const Row& names) {
  for (std::size_t u = 0; u < names.size(); ++u) {
    for (const auto& [first, second] : kEndSuffixes) {
      if (names[u].size() <= first.size() || !names[u].ends_with(first)) continue;
      const auto v =
          place_in(names, names[u].substr(0, names[u].size() - first.size()) + std::string(second));
      if (v && *v != u) return std::pair(u, *v);
    }
  }
  return std::nullopt;
}

Places ends_of(const Row& names) {
  const Places usual = ends_by_name(names);
  return usual ? usual : ends_by_suffix(names);
}

// Whether every row after the first has a number in the column, and the first has none.
bool differs_in_kind(const TableSample& sample, std::size_t column) {
  const auto numeric = [&](const Row& row) {
    return column < row.size() && text::is_number(row[column]);
  };
  return sample.rows.size() > 1 && column < sample.rows[0].size() &&
         !sample.rows[0][column].empty() && !numeric(sample.rows[0]) &&
         std::all_of(sample.rows.begin() + 1, sample.rows.end(), numeric);
}

bool first_row_differs_in_kind(const TableSample& sample) {
  if (sample.rows.empty()) return false;
  const Row& first = sample.rows[0];
  if (std::any_of(first.begin(), first.end(),
                  [](const auto& value) { return text::is_number(value); }))
    return false;
  for (std::size_t column = 0; column < first.size(); ++column) {
    if (differs_in_kind(sample, column)) return true;
  }
  return false;
}

// Whether a value of the first row in one of these columns, or something spelled like it (n1, n2,
// n3), occurs there again, as names of columns do not.
bool occurs_again(const TableSample& sample, std::size_t u, std::size_t v) {
  std::unordered_set<std::string> values;
  std::unordered_set<std::string> stems;
  for (std::size_t i = 1; i < sample.rows.size(); ++i) {
    for (const std::size_t column : {u, v}) {
      if (column >= sample.rows[i].size()) continue;
      const std::string& value = sample.rows[i][column];
      values.insert(value);
      if (stem(value) != value) stems.insert(stem(value));
    }
  }
  for (const std::size_t column : {u, v}) {
    const std::string& value = sample.rows[0].at(column);
    if (values.contains(value) || stems.contains(stem(value))) return true;
  }
  return false;
}

Row tidied(const Row& names) {
  Row result;
  for (const std::string& name : names)
    result.push_back(tidy(name));
  return result;
}

// The place of a column that the user gives by its name or, from 1, its number.
std::size_t given_column(const Table& table, const TableSample& sample, const Row& names,
                         const std::string& wanted) {
  if (const auto exact = place_in(names, wanted)) return *exact;
  if (const auto alike = place_in(tidied(names), tidy(wanted)); alike && !tidy(wanted).empty())
    return *alike;
  const std::size_t width = sample.rows.empty() ? 0 : sample.rows[0].size();
  const auto number = text::to_integer(wanted);
  if (number && *number >= 1 && *number <= static_cast<std::int64_t>(width))
    return static_cast<std::size_t>(*number - 1);
  throw Error(table.path(), sample.lines.empty() ? 1 : sample.lines[0],
              "there is no column " + text::shown(wanted) + "; there are: " +
                  (names.empty() ? "1 to " + std::to_string(width) : text::listed(names)));
}

// The names that the first row or a comment before it gives the columns.
struct Heading {
  Row names;  // empty: none
  bool in_first_row = false;
};

bool is_column_number(const std::string& wanted) {
  return wanted.empty() || text::to_integer(wanted).has_value();
}

// Whether the names are those of a label file, which somebody has mistaken for the edges.
bool are_label_file_names(const Row& names) {
  return place_of_first(names, kIdNames) && place_of_first(names, kLabelNames);
}

Heading edge_heading(const Table& table, const TableSample& sample, const ReadOptions& options) {
  if (sample.rows.empty()) return {};
  const Row& first = sample.rows[0];
  for (const std::string* wanted : {&options.source, &options.target, &options.edge_label_column}) {
    if (!is_column_number(*wanted)) return {first, true};
  }
  const Row& comment = table.comment_values();
  if (comment.size() == first.size() && ends_of(tidied(comment))) return {comment, false};
  const Row names = tidied(first);
  const Places ends = ends_of(names);
  const bool numbered = !options.source.empty() || !options.target.empty();
  if (ends && !occurs_again(sample, ends->first, ends->second)) return {first, true};
  if (!ends && !numbered && sample.rows.size() > 1 && are_label_file_names(names)) {
    throw Error(table.path(), sample.lines[0],
                "these are the columns of a label file, not of edges: " + text::listed(first) +
                    " (--source and --target say otherwise)");
  }
  return first.size() > 1 && first_row_differs_in_kind(sample) ? Heading{first, true} : Heading{};
}

// Whether the column counts the rows, as programs write it that save a table with its index.
bool counts_rows(const TableSample& sample, std::size_t column) {
  std::int64_t first = 0;
  for (std::size_t i = 1; i < sample.rows.size(); ++i) {
    if (column >= sample.rows[i].size()) return false;
    const auto number = text::to_integer(sample.rows[i][column]);
    if (i == 1) first = number.value_or(-1);
    if (!number || first < 0 || first > 1 || *number != first + static_cast<std::int64_t>(i) - 1)
      return false;
  }
  return sample.rows.size() > 1;
}

void set_ends(EdgeColumns& columns, const Row& names, const TableSample& sample) {
  const Row tidy_names = tidied(names);
  if (const Places ends = ends_of(tidy_names)) {
    std::tie(columns.source, columns.target) = *ends;
  } else if (names.size() > 2 && is_among(kIndexNames, tidy_names[0]) && counts_rows(sample, 0)) {
    columns.source = 1;
    columns.target = 2;
  }
}

std::string quoted_names(const Row& names) {
  Row shown;
  for (const std::string& name : names)
    shown.push_back(name.empty() ? "(no name)" : name);
  return text::listed(shown);
}

void tell_guesses(EdgeColumns& columns, const Heading& heading, std::size_t line) {
  Row ignored;
  for (std::size_t i = 0; i < heading.names.size(); ++i) {
    if (i != columns.source && i != columns.target && i != columns.label)
      ignored.push_back(heading.names[i]);
  }
  std::string guess;
  if (heading.in_first_row)
    guess = "line " + std::to_string(line) + " names the columns and is not an edge";
  if (columns.source != 0 || columns.target != 1) {
    guess += (guess.empty() ? "" : "; ") + std::string("the vertices are in the columns ") +
             text::shown(heading.names[columns.source]) + " and " +
             text::shown(heading.names[columns.target]);
  }
  if (!ignored.empty())
    guess += (guess.empty() ? "" : "; ") + ("ignored: " + quoted_names(ignored));
  if (!guess.empty()) columns.guesses.push_back(guess);
}

}  // namespace

EdgeColumns edge_columns(const Table& table, const TableSample& sample,
                         const ReadOptions& options) {
  EdgeColumns columns;
  const Heading heading = edge_heading(table, sample, options);
  const std::size_t line = sample.lines.empty() ? 1 : sample.lines[0];
  if (!heading.names.empty()) {
    columns.first_row_names = heading.in_first_row;
    set_ends(columns, heading.names, sample);
    const auto label = place_of_first(tidied(heading.names), kEdgeLabelNames);
    if (label != columns.source && label != columns.target) columns.label = label;
  }
  const auto choose = [&](const std::string& wanted) {
    return given_column(table, sample, heading.names, wanted);
  };
  if (!options.source.empty()) columns.source = choose(options.source);
  if (!options.target.empty()) columns.target = choose(options.target);
  if (!options.edge_label_column.empty()) columns.label = choose(options.edge_label_column);
  if (!heading.names.empty()) tell_guesses(columns, heading, line);
  return columns;
}

LabelColumns label_columns(const Table& table, const TableSample& sample,
                           const ReadOptions& options) {
  LabelColumns columns;
  if (sample.rows.empty()) return columns;
  const Row& first = sample.rows[0];
  const Row names = tidied(first);
  const auto id = place_of_first(names, kIdNames);
  const auto label = place_of_first(names, kLabelNames);
  const bool given =
      !is_column_number(options.id_column) || !is_column_number(options.label_column);
  const bool named_labels = label && (id || first[0].empty());  // or beside an index without a name
  columns.first_row_names = given || named_labels || first_row_differs_in_kind(sample);
  columns.named = columns.first_row_names;
  if (columns.named) {
    const bool index =
        names.size() > 2 && is_among(kIndexNames, names[0]) && counts_rows(sample, 0);
    columns.id = id.value_or(index ? 1 : 0);
    columns.label = label.value_or(columns.id + 1);
  }
  const Row known = columns.named ? first : Row();
  const auto choose = [&](const std::string& wanted) {
    return given_column(table, sample, known, wanted);
  };
  if (!options.id_column.empty()) columns.id = choose(options.id_column);
  if (!options.label_column.empty()) columns.label = choose(options.label_column);
  columns.named = columns.named || !options.id_column.empty() || !options.label_column.empty();
  if (columns.first_row_names) {
    columns.guesses.push_back(
        "line " + std::to_string(sample.lines[0]) + " names the columns and is not a vertex" +
        (first.size() > 2 && columns.label < first.size()
             ? "; the labels are in the column " + text::shown(first[columns.label])
             : ""));
  }
  return columns;
}

}  // namespace rlminer::io
