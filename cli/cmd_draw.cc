#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/written_pattern.h"

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/io/io.h"
#include "rlminer/io/text_file.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_picture.h"
#include "rlminer/report/terminal_drawing.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer draw example:caffeine                  in the terminal\n"
    "  rlminer draw pattern.lg -o pattern.svg\n"
    "  rlminer draw --labels C,C,O,O --edges 0-1:single,1-2:double,1-3:single -o acid.svg\n"
    "  rlminer draw --edges '0>1,1>2,0>2' -o loop.svg\n"
    "  rlminer mine network.lg -k 5 --format json | rlminer draw - -o answer.svg\n"
    "  rlminer draw answers.ndjson --pick 3 -o third.svg\n";

// The pattern that the user wants to see.
struct PatternSource {
  std::string path;  // a graph file, an example, answers of `mine --format json`, or such an answer
                     // itself; empty: the pattern is given inline
  std::string label_file;  // for an edge list
  std::string format;      // of a graph file; empty: recognised by content
  RelationOptions relations;
  WrittenPattern pattern;  // inline
  std::size_t answer = 1;  // which line of several answers
  bool quiet = false;      // no warnings on standard error
};

struct PatternToDraw {
  report::NamedPattern pattern;
  std::vector<std::string> caption;  // what an answer says of it
};

using nlohmann::json;

// What messages call an answer that is written on the command line.
constexpr char kInline[] = "PATTERN";

report::NamedPattern resolved(const WrittenPattern& written, const RelationOptions& relations) {
  return resolve_pattern(relations.keeps_labels() ? written : written.plain()).named;
}

std::optional<json> parsed(std::string_view text) {
  json value = json::parse(text, nullptr, false);
  return value.is_discarded() ? std::nullopt : std::optional(std::move(value));
}

bool is_answer(const std::optional<json>& value) {
  return value && value->is_object() && value->contains("labels");
}

// One answer and where it begins.
struct AnswerLine {
  json answer;
  std::size_t line = 1;
};

// Lines with something in them, with their numbers.
std::vector<std::pair<std::string_view, std::size_t>> lines_of(std::string_view content) {
  std::vector<std::pair<std::string_view, std::size_t>> found;
  for (text::Lines lines("", content); lines.next();) {
    if (!text::trim(lines.line()).empty()) found.emplace_back(lines.line(), lines.number());
  }
  return found;
}

// The answer of that number in a file of answers; none when the file is something else.
std::optional<AnswerLine> find_answer(const std::string& path, std::string_view content,
                                      std::size_t number) {
  const auto lines = lines_of(content);
  if (lines.empty() || !content.substr(content.find_first_not_of(" \t\r\n")).starts_with('{'))
    return {};
  if (!is_answer(parsed(lines.front().first))) {
    // One answer that somebody laid out over several lines.
    std::optional<json> whole = parsed(content);
    if (!is_answer(whole) || number != 1) return {};
    return AnswerLine{std::move(*whole), lines.front().second};
  }
  if (number > lines.size()) {
    throw Error(fmt::format("{}: there is no answer {}: it holds {}", path, number, lines.size()));
  }
  const auto& [text, line] = lines[number - 1];
  std::optional<json> answer = parsed(text);
  if (!answer) throw Error(path, line, "bad JSON");
  if (!is_answer(answer)) throw Error(path, line, "an answer has 'labels' and 'edges'");
  return AnswerLine{std::move(*answer), line};
}

// The list under a key; empty when there is none.
json list_of(const json& answer, const char* key) {
  if (!answer.contains(key)) return json::array();
  if (!answer[key].is_array()) throw Error(fmt::format("'{}' must be a list", key));
  return answer[key];
}

WrittenPattern written_in(const json& answer) {
  WrittenPattern written;
  for (const json& label : list_of(answer, "labels")) {
    if (!label.is_string() && !label.is_number_integer())
      throw Error("'labels' must be texts or whole numbers");
    written.labels.push_back(label.is_string() ? label.get<std::string>() : label.dump());
  }
  const json edge_labels = list_of(answer, "edge_labels");
  const bool directed = answer.contains("directed") && answer["directed"] == true;
  for (const json& edge : list_of(answer, "edges")) {
    if (!edge.is_array() || edge.size() != 2 || !edge[0].is_number_unsigned() ||
        !edge[1].is_number_unsigned())
      throw Error("'edges' must be pairs of vertex numbers such as [0, 1]");
    const std::size_t place = written.edges.size();
    written.edges.push_back({edge[0].get<std::size_t>(), edge[1].get<std::size_t>(), directed});
    if (place >= edge_labels.size()) continue;
    if (!edge_labels[place].is_string()) throw Error("'edge_labels' must be texts");
    written.edges.back().label = edge_labels[place].get<std::string>();
  }
  if (!edge_labels.empty() && edge_labels.size() != written.edges.size())
    throw Error("'edge_labels' must be as many as 'edges'");
  // Without labels the edges alone would do elsewhere; here they are the answer "nothing found".
  if (written.labels.empty()) throw Error("this answer has no pattern");
  return written;
}

std::vector<std::string> caption_of(const json& answer) {
  const auto frequency = answer.find("frequency");
  if (frequency == answer.end() || !(frequency->is_number_unsigned() || frequency->is_string()))
    return {};
  const bool lower_bound = answer.contains("frequency_exact") && answer["frequency_exact"] == false;
  std::string text =
      fmt::format("frequency {}{}", lower_bound ? "at least " : "",
                  frequency->is_string() ? frequency->get<std::string>() : frequency->dump());
  if (answer.contains("proven") && answer["proven"].is_boolean())
    text += answer["proven"] == true ? ", proven" : ", not proven";
  return {text};
}

PatternToDraw from_answer(const std::string& path, const AnswerLine& found,
                          const RelationOptions& relations) {
  try {
    return {resolved(written_in(found.answer), relations), caption_of(found.answer)};
  } catch (const Error& error) {
    throw Error(path, found.line, error.what());
  }
}

PatternToDraw from_graph(const PatternSource& source, Collection collection) {
  if (!source.quiet) print_warnings(collection.warnings);
  collection = with_relations(std::move(collection), source.path, source.relations, source.quiet);
  if (source.answer > collection.graphs.size()) {
    throw Error(fmt::format("{}: there is no graph at place {}", source.path, source.answer));
  }
  try {
    const Graph& graph = collection.graphs[source.answer - 1];
    const WrittenPattern written = written_pattern(graph);
    return {resolve_pattern(graph.distinguishes_edges() ? written : written.plain()).named, {}};
  } catch (const Error& error) {
    throw Error(source.path + ": " + error.what());
  }
}

PatternToDraw from_inline_answer(const PatternSource& source) {
  const auto found = find_answer(kInline, source.path, 1);
  if (!found) throw Error(kInline, 1, "is not the JSON of an answer, with 'labels' and 'edges'");
  return from_answer(kInline, *found, source.relations);
}

// Throws Error (`file:line: reason`) when there is no connected pattern of 1 to 32 vertices.
PatternToDraw find_pattern(const PatternSource& source) {
  const std::string& path = source.path;
  if (path.empty()) return {resolved(source.pattern, source.relations), {}};
  if (path.starts_with('{')) return from_inline_answer(source);
  io::ReadOptions options{.label_file = source.label_file, .format = source.format};
  source.relations.apply_to(options);
  if (names_example(path) || std::filesystem::is_directory(path))
    return from_graph(source, read_input(path, options));
  std::string content = io::read_file(path);
  if (source.format.empty()) {
    if (const auto found = find_answer(path, content, source.answer))
      return from_answer(path, *found, source.relations);
  }
  return from_graph(source, io::read_bytes(path, std::move(content), options));
}

struct DrawOptions {
  PatternSource source;
  std::string caption;
  std::string format;  // empty: text on a terminal, otherwise svg
  std::string output;
};

std::string to_text(const PatternToDraw& found, report::Drawings style) {
  std::string text;
  for (const std::string& line :
       report::terminal_drawing(found.pattern, report::LabelColors(found.pattern.labels), style))
    text += line + "\n";
  for (const std::string& line : found.caption)
    text += text::printable(line) + "\n";
  return text;
}

std::string render(const DrawOptions& options, const PatternToDraw& found) {
  const report::Drawings here =
      options.output.empty() ? terminal_drawings() : report::Drawings::None;
  if (options.format == "svg" || (options.format.empty() && here == report::Drawings::None))
    return report::pattern_svg(found.pattern, found.caption);
  return to_text(found, here == report::Drawings::None ? report::Drawings::Plain : here);
}

void draw(const DrawOptions& options) {
  const PatternSource& source = options.source;
  require_pattern(source.path, source.pattern);
  PatternToDraw found = find_pattern(source);
  if (!options.caption.empty()) found.caption = {options.caption};
  refuse_output_over(options.output, {source.path, source.label_file});
  write_output(options.output, render(options, found));
}

void add_pattern(Command command, PatternSource& source) {
  const Option file =
      command
          .value("PATTERN", source.path,
                 "Graph file, answers of mine --format json (- reads them from a pipe), or one "
                 "such answer itself; or give the pattern inline:")
          .type("");
  add_inline_pattern(command, file, source.pattern, "");
  command.value("--label-file", source.label_file, "Vertex labels for an edge list")
      .type("FILE")
      .needs(file);
  command.value("--from", source.format, "The format of a graph file (default: by content)")
      .one_of(io::readable_formats())
      .type("FORMAT");
  add_number(command, "--pick", source.answer, 1, kMostAskedFor,
             "Which answer or graph of several, from 1 [1]");
  add_relation_options(command, source.relations);
  command.flag("--quiet", source.quiet, "No warnings");
}

void declare(Command command, DrawOptions& options) {
  add_pattern(command, options.source);
  command.value("--caption", options.caption, "A line to write below it").type("TEXT");
  command
      .value("--format", options.format,
             "svg: a picture, or text: a drawing in Unicode [svg; text on a terminal]")
      .one_of({"svg", "text"});
  add_output_option(command, options.output);
}

}  // namespace

void add_draw(Program& program, Context&) {
  program.add<DrawOptions>("draw", "Draw a pattern", kExamples, declare, draw);
}

}  // namespace rlminer::cli
