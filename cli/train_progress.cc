#include "cli/train_progress.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <vector>

#include "cli/engine_choice.h"

namespace rlminer::cli {
namespace {

constexpr int kBarWidth = 12;

std::string bar(double fraction) {
  const double part = std::clamp(fraction, 0.0, 1.0);
  const std::string filled(static_cast<std::size_t>(part * kBarWidth), '#');
  return fmt::format("[{:<{}}] {:5.1f} %", filled, kBarWidth, 100.0 * part);
}

// What is to come first, since a narrow terminal shows no more.
std::string line(const model::TrainRow& row) {
  return bar(row.fraction) + "  ETA " + duration(row.eta) + "  " + describe(row);
}

std::string ratio(double value) {
  std::string text = fmt::format("{:.3f}", value);
  return text.starts_with("0.") ? text.substr(1) : text;
}

const char* reason(train::TrainEnd end) {
  switch (end) {
    case train::TrainEnd::Finished:
      return "finished";
    case train::TrainEnd::Patience:
      return "stopped: no better round for a while";
    case train::TrainEnd::TimeLimit:
      return "stopped by the time limit";
    case train::TrainEnd::Interrupted:
      return "interrupted";
  }
  return "";
}

}  // namespace

std::string describe(const model::Ratios& ratios) {
  std::string text;
  for (const auto& [_, value] : ratios)
    text += (text.empty() ? "" : " ") + ratio(value);
  return text;
}

std::string describe(const model::TrainRow& row) {
  std::string text =
      fmt::format("round {}  {} updates  {} episodes/s  {} updates/s", row.round, row.updates,
                  short_number(row.episodes_per_second), short_number(row.updates_per_second));
  for (const auto& [name, value] : row.values)
    text += fmt::format("  {} {:.3g}", name, value);
  text += "  train " + ratio(row.train_ratio);
  if (!row.validation.empty()) {
    std::vector<int> sizes;
    for (const auto& [size, _] : row.validation)
      sizes.push_back(size);
    text += fmt::format("  validation k={} {}{}", size_list(sizes), describe(row.validation),
                        row.best ? " *" : "");
  }
  if (!row.test.empty()) text += "  test " + describe(row.test);
  return text;
}

TrainProgress::TrainProgress(bool wanted) : wanted_(wanted), line_(wanted) {}

void TrainProgress::phase(const std::string& name, double fraction) {
  if (line_.due()) line_.draw(bar(fraction) + "  " + name);
}

void TrainProgress::progress(const model::TrainRow& row) {
  if (!line_.due()) return;
  model::TrainRow shown = row;
  shown.validation = validation_;
  line_.draw(line(shown));
}

void TrainProgress::round(const model::TrainRow& row) {
  validation_ = row.validation;
  if (line_.shown()) {
    line_.draw(line(row));
  } else if (wanted_) {
    std::fprintf(stderr, "%s  ETA %s\n", describe(row).c_str(), duration(row.eta).c_str());
  }
}

std::string summary(const std::string& model, const TrainLog& log, train::TrainEnd end) {
  if (log.rows().empty()) return fmt::format("{} before the first round\n", reason(end));
  std::string text = fmt::format("{} after round {}\n", reason(end), log.rows().back().round);
  if (const auto best = log.best()) {
    text += fmt::format("best round   {} ({} updates, {})\n", best->round, best->updates,
                        duration(best->seconds));
    const auto ratios = [&text](const char* name, const model::Ratios& by_size) {
      if (by_size.empty()) return;
      text += fmt::format("{:<11}", name);
      for (const auto& [size, ratio] : by_size)
        text += fmt::format("  k={} {:.3f}", size, ratio);
      text += fmt::format("  mean {:.3f}\n", model::mean_of(by_size));
    };
    ratios("validation", best->validation);
    ratios("test", best->test);
  }
  text += fmt::format("model        {}\nto go on     {}.last\n", model, model);
  text += fmt::format("log          {}\n             {}\ncurves       {}\n", log.jsonl().string(),
                      log.csv().string(), log.svg().string());
  return text;
}

}  // namespace rlminer::cli
