// A libFuzzer target: bytes are a model file. It is read, or refused with an Error of one line;
// what was read is written as it was understood.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/fuzz/memory_file.h"

#include "rlminer/base/error.h"
#include "rlminer/model/model_info.h"
#include "rlminer/model/safetensors.h"

namespace {

void check(const std::string& path) {
  rlminer::model::looks_like_model(path);
  const rlminer::model::SafetensorsFile file = rlminer::model::read_safetensors(path);
  if (rlminer::model::read_safetensors_metadata(path) != file.metadata) std::abort();
  for (const rlminer::model::StoredTensor& tensor : file.tensors) {
    if (file.find(tensor.name) == nullptr) std::abort();
  }
  const auto again =
      rlminer::model::safetensors::parse_header(rlminer::model::safetensors::header_text(file));
  if (again.metadata != file.metadata || again.entries.size() != file.tensors.size()) std::abort();
  const rlminer::model::ModelInfo info = rlminer::model::model_info_from(file.metadata);
  rlminer::model::model_info_from(rlminer::model::to_metadata(info));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static rlminer::tests::MemoryFile file;
  file.assign({data, size});
  try {
    check(file.path());
  } catch (const rlminer::Error& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
