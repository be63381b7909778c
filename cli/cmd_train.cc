#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/learning.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/train_log.h"
#include "cli/train_options.h"
#include "cli/train_progress.h"
#include "cli/train_run.h"

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/model/training_process.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer train MUTAG -o mutag.safetensors --time-limit 600\n"
    "  rlminer train ENZYMES -o enzymes.safetensors --preset fast --device cuda\n"
    "  rlminer train ENZYMES -o sac.safetensors --algorithm sac --preset paper --epochs 150\n"
    "  rlminer train ENZYMES -o enzymes.safetensors --preset fast --device cuda --resume\n"
    "  rlminer train MUTAG -o sac.safetensors --algorithm sac --set sac.entropy_share=0.3\n"
    "  rlminer train ENZYMES PROTEINS -o both.safetensors --labels-by rank --features --extra "
    "more.json\n"
    "  rlminer mine ENZYMES -k 5..9 --filter paper --split test --engine rl --model "
    "enzymes.safetensors\n"
    "Writes MODEL (the best round on validation graphs), MODEL.last (for --resume), "
    "MODEL.log.jsonl, MODEL.log.csv,\nMODEL.svg (the curves) and MODEL.report.html, all after "
    "every round. Ctrl-C saves first.";

// Hours of work must not end with a folder that is not there.
void require_place_for(const std::filesystem::path& model) {
  const auto folder = model.has_parent_path() ? model.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder) || access(folder.c_str(), W_OK) != 0)
    throw Error(model.string() + ": cannot write: there is no such folder, or it is read-only");
  if (std::filesystem::is_directory(model)) throw Error(model.string() + ": is a folder");
}

void run_train(TrainRequest request, Context& context) {
  learning::require();
  const bool leads = model::this_training_process().number == 0;
  request.quiet = request.quiet || !leads;
  config_of(request);  // refuses what does not go together before anything is read
  const LoadedData loaded = load_training_data(request);
  const double limit = request.time_limit;
  request.time_limit -= seconds_since_start();
  if (loaded.data.too_similar > 0 && !request.quiet) {
    print_warnings({fmt::format("{} training graphs look like test graphs and are left out",
                                loaded.data.too_similar)});
  }
  require_place_for(request.model);
  TrainLog log(request.model, loaded.name, request.resume);
  train::TrainOptions report;
  train::TrainEnd end = train::TrainEnd::Finished;
  {
    TrainProgress progress(!request.quiet);
    report.on_phase = [&](const std::string& name, double fraction) {
      progress.phase(name, fraction);
    };
    report.on_progress = [&](const model::TrainRow& row) { progress.progress(row); };
    report.on_row = [&](const model::TrainRow& row) { progress.round(row); };
    finish_on_interrupt();
    end = run_training(request, loaded, log, context.cancel, report);
  }
  if (end == train::TrainEnd::TimeLimit && log.rows().empty() && leads) {
    throw Error(
        fmt::format("--time-limit {:g} was over before anything was learned: the graphs have to be "
                    "read, counted and solved first",
                    limit));
  }
  if (!request.quiet) Output("").write(summary(request.model, log, end));
  if (context.cancel->load()) context.exit_code = 130;
}

}  // namespace

void add_train(Program& program, Context& context) {
  program.add<TrainRequest>(
      "train", "Learn a policy from a collection, for mine --engine rl", kExamples,
      add_train_options, [&context](const TrainRequest& request) { run_train(request, context); });
}

}  // namespace rlminer::cli
