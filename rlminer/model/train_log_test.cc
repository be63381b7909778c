#include "rlminer/model/train_log.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::model {
namespace {

TrainRow sample_row() {
  TrainRow row;
  row.round = 3;
  row.updates = 1500;
  row.episodes = std::size_t{1} << 40;
  row.seconds = 4.5;
  row.train_ratio = 0.75;
  row.values = {{"loss", 0.1 / 3.0}, {"entropy", 1.25}};
  row.validation = {{5, 0.5}, {10, 1.0 / 3.0}};
  row.test = {{5, 0.25}};
  return row;
}

TEST(TrainLog, RowsSurviveJson) {
  TrainRow row = sample_row();
  row.values["broken"] = std::numeric_limits<double>::quiet_NaN();
  row.eta = std::numeric_limits<double>::infinity();
  const TrainRow back = train_row_from_json(to_json(row));
  EXPECT_EQ(to_json(back), to_json(row));
  EXPECT_EQ(back.updates, row.updates);
  EXPECT_EQ(back.episodes, row.episodes);
  EXPECT_EQ(back.validation, row.validation);  // every bit
  EXPECT_TRUE(std::isnan(back.values.at("broken")));
  EXPECT_TRUE(std::isnan(back.eta));
  EXPECT_EQ(to_json(row).find('\n'), std::string::npos);
  for (const char* text : {"", "{}", "[]", "{\"round\":1}", "{\"round\":1,"})
    EXPECT_THROW(train_row_from_json(text), Error) << text;
}

// It would be a huge number as an unsigned one. What is beyond all numbers stays there.
TEST(TrainLog, ACountIsNotNegative) {
  const std::string row = to_json(sample_row());
  const std::string count = "\"updates\":1500";
  const auto with_updates = [&](const std::string& number) {
    return std::string(row).replace(row.find(count), count.size(), "\"updates\":" + number);
  };
  EXPECT_EQ(train_row_from_json(with_updates("0")).updates, 0u);
  EXPECT_THROW(train_row_from_json(with_updates("-1")), Error);
  EXPECT_THROW(train_row_from_json(with_updates("-100113")), Error);
  const TrainRow beyond = train_row_from_json(with_updates("18446744073709551615"));
  EXPECT_EQ(train_row_from_json(to_json(beyond)).updates, beyond.updates);
}

TEST(TrainLog, ADamagedLineIsNamed) {
  const testing::TempFolder folder;
  const std::string row = to_json(sample_row()) + "\n";
  EXPECT_EQ(read_train_log(folder.write("whole", row + row)).size(), 2u);
  EXPECT_TRUE(read_train_log(folder.path() / "absent").empty());
  const auto damaged = folder.write("damaged", row + "{\"round\":\n" + row);
  try {
    read_train_log(damaged);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("damaged:2: "), std::string::npos) << error.what();
  }
}

TEST(TrainLog, MeanOverTheSizes) {
  EXPECT_EQ(mean_of({}), 0.0);
  EXPECT_DOUBLE_EQ(mean_of({{3, 0.5}, {4, 1.0}}), 0.75);
}

}  // namespace
}  // namespace rlminer::model
