#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/signals.h"

#include "rlminer/report/answer_lines.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer mine molecules.lg -k 6 --shard 1/2 -o a.ndjson     on one machine\n"
    "  rlminer mine molecules.lg -k 6 --shard 2/2 -o b.ndjson     on another\n"
    "  rlminer merge a.ndjson b.ndjson -o answers.ndjson\n";

struct MergeOptions {
  std::vector<std::string> files;
  std::string output;
  bool quiet = false;
};

void declare(Command command, MergeOptions& options) {
  command.value("FILES", options.files, "Answers of shards, as JSON").required().type("");
  add_output_option(command, options.output);
  command.flag("--quiet", options.quiet, "No warnings");
}

void merge(const MergeOptions& options) {
  for (const std::string& file : options.files)
    refuse_output_over(options.output, {file});
  const std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
  Output output(options.output);
  const report::Merged merged =
      report::merge_answers(files, [&](std::string_view lines) { output.write(lines); });
  output.close();
  if (merged.missing > 0 && !options.quiet) {
    std::fprintf(stderr,
                 "warning: there are answers about %zu graphs, and about %zu with lower numbers "
                 "there are none: left out by a filter, or a shard is missing\n",
                 merged.graphs, merged.missing);
  }
}

}  // namespace

void add_merge(Program& program, Context&) {
  program.add<MergeOptions>("merge", "Put the answers of shards together", kExamples, declare,
                            merge);
}

}  // namespace rlminer::cli
