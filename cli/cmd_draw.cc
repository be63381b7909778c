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
