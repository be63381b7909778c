// A libFuzzer target: bytes are what an interrupted run has left behind, a line of a training log
// or a part of an experiment. Damaged ones are refused or count as absent; what is read can be
// written and read again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <unistd.h>

#include "tests/fuzz/memory_file.h"

#include "rlminer/base/error.h"
#include "rlminer/model/train_log.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"

namespace {

namespace fs = std::filesystem;

void read_row_of_log(const std::string& text) {
  try {
    const std::string written = rlminer::model::to_json(rlminer::model::train_row_from_json(text));
    if (rlminer::model::to_json(rlminer::model::train_row_from_json(written)) != written)
      std::abort();
  } catch (const rlminer::Error&) {
  }
}

void read_log(const std::string& path) {
  try {
    rlminer::model::read_train_log(path);
  } catch (const rlminer::Error& error) {
    if (std::string(error.what()).find('\n') != std::string::npos) std::abort();
  }
}

void read_row_of_table(const std::string& text) {
  try {
    rlminer::study::row_from_json(nlohmann::ordered_json::parse(text));
  } catch (const nlohmann::ordered_json::exception&) {
  }
}

// A folder of parts with one file in it, which is a link to the bytes.
class Parts {
 public:
  explicit Parts(const std::string& path) {
    fs::create_directories(folder_);
    fs::create_symlink(path, store_.file_for(key_));
  }
  ~Parts() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  void load() const { store_.load(key_); }

 private:
  const fs::path folder_ = fs::temp_directory_path() / ("fuzz_resume." + std::to_string(getpid()));
  // What the seed `part` is about.
  const rlminer::study::StoreKey key_ = rlminer::study::StoreKey("truth")
                                            .add("graph", "60025c1b78959ead149285e0e49156bd")
                                            .add("vertices", "10");
  const rlminer::study::Store store_{folder_};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static rlminer::tests::MemoryFile file;
  static const Parts parts(file.path());
  file.assign({data, size});
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_row_of_log(text);
  read_log(file.path());
  read_row_of_table(text);
  parts.load();
  return 0;
}
