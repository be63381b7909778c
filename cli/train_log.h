#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/model/train_log.h"

namespace rlminer::cli {

// The rows as a table. The columns are the same for every run of an algorithm with the same sizes.
std::string to_csv(const std::vector<model::TrainRow>& rows);

// The rows as curves over time. Where the paper has figures for that data set they are shown too.
std::string to_svg(const std::string& dataset, const std::vector<model::TrainRow>& rows);

// Curves and rows as one HTML file; of many rows, some of them, the best and the last among them.
std::string to_html(const std::string& model, const std::string& dataset,
                    const std::vector<model::TrainRow>& rows);

// The log of a run beside its model: MODEL.log.jsonl, MODEL.log.csv, MODEL.svg and
// MODEL.report.html, each rewritten in one step after every row, so that they can be watched and
// survive an interruption.
class TrainLog {
 public:
  // Nothing is written yet. A run that is resumed goes on with the rows in MODEL.log.jsonl.
  TrainLog(std::filesystem::path model, std::string dataset, bool resume);

  // Earlier rows of the same or a later round come from work that the resumed run does again: they
  // are replaced.
  void add(const model::TrainRow& row);

  const std::vector<model::TrainRow>& rows() const { return rows_; }
  std::optional<model::TrainRow> best() const;  // the last one that was better than those before it

  std::filesystem::path jsonl() const { return beside(".log.jsonl"); }
  std::filesystem::path csv() const { return beside(".log.csv"); }
  std::filesystem::path svg() const { return beside(".svg"); }
  std::filesystem::path html() const { return beside(".report.html"); }

 private:
  std::filesystem::path beside(const char* suffix) const;
  void write() const;

  const std::filesystem::path model_;
  const std::string dataset_;
  std::vector<model::TrainRow> rows_;
};

}  // namespace rlminer::cli
