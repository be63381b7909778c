#include "cli/shipped_models.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <system_error>

#include "cli/levels.h"

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

constexpr char kSuffix[] = ".safetensors";
constexpr char kUniversal[] = "universal";

// The names of the models in a folder, sorted; none when there is no such folder.
std::vector<std::string> models_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == kSuffix) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The file that holds this code: of the program, or of the Python module when that is loaded.
std::filesystem::path shared_object() {
  Dl_info found{};
  if (dladdr(static_cast<const void*>(kSuffix), &found) == 0 || found.dli_fname == nullptr)
    return {};
  return found.dli_fname;
}

}  // namespace

std::filesystem::path models_folder() {
  const char* named = std::getenv("RLMINER_MODELS");
  if (named != nullptr && *named != '\0') return named;
  const auto program = program_folder();
  for (const auto& folder :
       {shared_object().parent_path() / "models", program / "../share/rlminer/models",
        program / "../../models", std::filesystem::path("models")}) {
    if (!models_in(folder).empty()) return folder.lexically_normal();
  }
  return {};
}

std::vector<std::string> shipped_models() {
  return models_in(models_folder());
}

std::string shipped_models_for_people() {
  const std::vector<std::string> names = shipped_models();
  return names.empty() ? "none is shipped with this program"
                       : fmt::format("shipped with this program: {}", fmt::join(names, ", "));
}

std::string shipped_model_file(const std::string& name) {
  const std::filesystem::path folder = models_folder();
  if (folder.empty() || name.empty() || name.find('/') != std::string::npos) return {};
  const std::filesystem::path file = folder / (name + kSuffix);
  return std::filesystem::is_regular_file(file) ? file.string() : std::string();
}

std::string model_file(const std::string& text) {
  std::error_code ignored;
  if (std::filesystem::exists(text, ignored)) return text;
  const std::string shipped = shipped_model_file(text);
  if (!shipped.empty()) return shipped;
  throw Error(fmt::format("{}: there is no such model ({})", text, shipped_models_for_people()));
}

std::string universal_model() {
  return shipped_model_file(kUniversal);
}

}  // namespace rlminer::cli
