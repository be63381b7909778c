#include "cli/output.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "rlminer/base/error.h"
#include "rlminer/io/io.h"
#include "rlminer/io/text_file.h"

namespace rlminer::cli {

Output::Output(const std::string& path)
    : name_(path.empty() ? "standard output" : path),
      file_(path.empty() ? stdout : std::fopen(path.c_str(), "wb")) {
  if (file_ == nullptr) fail();
}

Output::~Output() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void Output::write(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file_) == text.size();
  if (!written || std::fflush(file_) != 0) fail();
}

void Output::close() {
  std::FILE* const file = file_;
  file_ = nullptr;
  if (file != nullptr && (file == stdout ? std::fflush(file) : std::fclose(file)) != 0) fail();
}

void Output::fail() const {
  throw Error(name_ + ": cannot write: " + std::strerror(errno));
}

void write_output(const std::string& path, std::string_view text) {
  Output output(path);
  output.write(text);
  output.close();
}

void write_graphs(const std::string& path, const Collection& collection, const std::string& format,
                  const std::string& keeper) {
  std::ostringstream text;
  io::write_collection(text, collection, format);
  if (format == "edges" && !keeper.empty()) {
    for (const std::string& lost : io::lost_in_edge_list(collection))
      std::fprintf(stderr, "warning: %s (%s keeps them)\n", lost.c_str(), keeper.c_str());
  }
  if (path.empty()) return write_output("", text.str());
  io::write_file(path, text.str());
}

void refuse_output_over(const std::string& output, std::initializer_list<std::string> inputs) {
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (!output.empty() && std::filesystem::equivalent(output, input, ignored))
      throw Error(output + ": is the input, and would be overwritten");
  }
}

}  // namespace rlminer::cli
