// Files that a run cannot be resumed from.
#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/model/safetensors.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/learning_task.h"

namespace rlminer::train {
namespace {

using testing::brief_config;
using testing::content_of;
using testing::star_data;
using testing::TempFolder;

// A run that was stopped after its first round.
class Resume : public ::testing::TestWithParam<model::Algorithm> {
 protected:
  Resume() {
    options_.model = folder_.path() / "model";
    last_ = folder_.path() / "model.last";
    std::atomic<bool> stop = false;
    TrainOptions options = options_;
    options.deadline = Deadline(Deadline::kForever, &stop);
    options.on_row = [&](const model::TrainRow&) { stop = true; };
    train(config_, data_, options);
    options_.resume = true;
  }

  std::string error() const {
    try {
      train(config_, data_, options_);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  // That resuming fails with a message that names the file and says this.
  void expect_refused(const std::string& reason) const {
    const std::string message = error();
    EXPECT_EQ(message.rfind(last_.string() + ":", 0), 0u) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
  }
  void write_last(const std::string& content) const { folder_.write("model.last", content); }
  void change_last(const std::function<void(model::SafetensorsFile&)>& change) const {
    model::SafetensorsFile file = model::read_safetensors(last_);
    change(file);
    model::write_safetensors(last_, file);
  }

  model::TrainConfig config_ = brief_config(GetParam());
  model::TrainingData data_ = star_data(8, 4);
  TempFolder folder_;
  std::filesystem::path last_;
  TrainOptions options_;
};

INSTANTIATE_TEST_SUITE_P(Both, Resume,
                         ::testing::Values(model::Algorithm::Imitation, model::Algorithm::Sac),
                         [](const auto& test) { return to_string(test.param); });

TEST_P(Resume, NoFile) {
  std::filesystem::remove(last_);
  expect_refused("");
}

TEST_P(Resume, TruncatedFiles) {
  const std::string whole = content_of(last_);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{7}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    SCOPED_TRACE(length);
    write_last(whole.substr(0, length));
    expect_refused("");
  }
  write_last(whole + "x");
  expect_refused("");
  write_last(whole);
  EXPECT_EQ(error(), "no error");
}

TEST_P(Resume, ForeignFiles) {
  write_last("This is no model.\n");
  expect_refused("");
  model::SafetensorsFile foreign;
  foreign.tensors.push_back(model::make_tensor<float>("x", {1.0f}));
  model::write_safetensors(last_, foreign);
  expect_refused("not an RLMiner model");
  // A model has no state to go on from.
  write_last(content_of(options_.model));
  expect_refused("");
}

TEST_P(Resume, OtherRuns) {
  const model::TrainConfig config = config_;
  config_.seed += 1;
  expect_refused("another config");
  config_ = brief_config(GetParam() == model::Algorithm::Sac ? model::Algorithm::Imitation
                                                             : model::Algorithm::Sac);
  expect_refused("another config");
  config_ = config;
  data_.parts = {{.dataset = "others", .split_seed = 0, .split = {{1, 2, 3}, {}, {}}}};
  expect_refused("other data");
}

TEST_P(Resume, EveryTensorIsNeeded) {
  const std::string whole = content_of(last_);
  const auto names = [&] {
    std::vector<std::string> result;
    for (const model::StoredTensor& tensor : model::read_safetensors(last_).tensors)
      result.push_back(tensor.name);
    return result;
  }();
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    write_last(whole);
    change_last([&](model::SafetensorsFile& file) {
      std::erase_if(file.tensors,
                    [&](const model::StoredTensor& tensor) { return tensor.name == name; });
    });
    expect_refused("no tensor " + name);
  }
}

TEST_P(Resume, ValuesThatAreNotFinite) {
  change_last([](model::SafetensorsFile& file) {
    auto& bytes = file.tensors[0].bytes;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(bytes.data(), &nan, sizeof nan);
  });
  expect_refused("not finite");
}

TEST_P(Resume, ProgressThatMakesNoSense) {
  const std::string whole = content_of(last_);
  for (const char* notes :
       {"{}", R"({"progress":"{}"})", R"({"progress":"["})", "[]", "nonsense"}) {
    SCOPED_TRACE(notes);
    write_last(whole);
    change_last([&](model::SafetensorsFile& file) { file.metadata["notes"] = notes; });
    expect_refused("");
  }
}

}  // namespace
}  // namespace rlminer::train
