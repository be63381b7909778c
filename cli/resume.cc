#include "cli/resume.h"

#include <memory>
#include <utility>

#include "rlminer/base/part_file.h"
#include "rlminer/report/answer_lines.h"

namespace rlminer::cli {

void add_resume_option(Command command, std::string& resume) {
  command
      .value("--resume", resume,
             "Like -o, for a run that may be interrupted: given again, it goes on where it ended. "
             "The file is called FILE.part until it is complete")
      .type("FILE");
}

void check_resumable(const std::string& format, const InputOptions& input) {
  if (format != "json")
    throw UsageError("--resume", "goes on with answers in JSON: add --format json");
  if (input.graph.kind == GraphChoice::Kind::Union)
    throw UsageError("--resume", "goes on with answers about many graphs, not about their union");
}

Output resumed_output(const std::string& path, GraphSource& source,
                      const ResumedQuestion& question) {
  auto file = std::make_unique<PartFile>(path);
  const report::Answered answered =
      report::answered_graphs(file->found(), {.engine = question.engine,
                                              .sizes = question.sizes,
                                              .top = question.top,
                                              .timing = question.timing,
                                              .next_number = source.numbers()});
  file->begin(answered.bytes);
  source.skip(answered.graphs);
  return {path, std::move(file)};
}

}  // namespace rlminer::cli
