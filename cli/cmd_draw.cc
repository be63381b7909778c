#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/draw_pattern.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal.h"

#include "rlminer/io/io.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_picture.h"
#include "rlminer/report/terminal_drawing.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer draw example:caffeine                  in the terminal\n"
    "  rlminer draw pattern.lg -o pattern.svg\n"
    "  rlminer draw --labels C,C,O --edges 0-1,1-2 -o acid.svg\n"
    "  rlminer mine network.lg -k 5 --format json | rlminer draw - -o answer.svg\n"
    "  rlminer draw answers.ndjson --pick 3 -o third.svg\n";

constexpr std::size_t kMostPicked = 1'000'000'000;

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
    text += report::printable(line) + "\n";
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
  if (source.path.empty() && source.pattern.labels.empty() && source.pattern.edges.empty())
    throw CLI::RequiredError("PATTERN, or --labels and --edges,");
  PatternToDraw found = find_pattern(source);
  if (!options.caption.empty()) found.caption = {options.caption};
  refuse_output_over(options.output, {source.path, source.label_file});
  Output output(options.output);
  output.write(render(options, found));
  output.close();
}

void add_pattern(CLI::App& command, PatternSource& source) {
  CLI::Option* const file =
      command
          .add_option(
              "PATTERN", source.path,
              "Graph file, answers of mine --format json (- reads them from a pipe), or one "
              "such answer itself; or give the pattern inline:")
          ->type_name("");
  add_parsed(
      command, "--labels", "A,B,...",
      [&](const std::string& text) { source.pattern.labels = parse_label_list(text); },
      "Label of each vertex (may be left out)")
      ->excludes(file);
  add_parsed(
      command, "--edges", "0-1,...",
      [&](const std::string& text) { source.pattern.edges = parse_edge_list(text); },
      "Edges between vertices numbered from 0")
      ->excludes(file);
  command.add_option("--label-file", source.label_file, "Vertex labels for an edge list")
      ->type_name("FILE")
      ->needs(file);
  command.add_option("--from", source.format, "The format of a graph file (default: by content)")
      ->check(CLI::IsMember(io::readable_formats()).description(""))
      ->type_name("FORMAT");
  add_parsed(
      command, "--pick", "N",
      [&](const std::string& text) { source.answer = parse_count("--pick", text, 1, kMostPicked); },
      "Which answer or graph of several, from 1 [1]");
  command.add_flag("--quiet", source.quiet, "No warnings");
}

}  // namespace

void add_draw(CLI::App& app, Context&) {
  CLI::App* command = app.add_subcommand("draw", "Draw a pattern");
  // Shared because the callback outlives this function.
  const auto options = std::make_shared<DrawOptions>();
  add_pattern(*command, options->source);
  command->add_option("--caption", options->caption, "A line to write below it")->type_name("TEXT");
  command
      ->add_option("--format", options->format,
                   "svg: a picture, or text: a drawing in Unicode [svg; text on a terminal]")
      ->check(CLI::IsMember({"svg", "text"}).description(""))
      ->type_name("svg|text");
  command->add_option("-o,--output", options->output, "Write here instead of to standard output")
      ->type_name("FILE");
  command->footer(kExamples);
  command->callback([options] { draw(*options); });
}

}  // namespace rlminer::cli
