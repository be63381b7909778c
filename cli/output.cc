#include "cli/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "cli/signals.h"

#include "rlminer/base/error.h"
#include "rlminer/io/io.h"
#include "rlminer/io/text_file.h"

namespace rlminer::cli {

namespace {

constexpr int kNoMoreReaders = 0;

bool is_special(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && std::filesystem::is_other(status);
}

}  // namespace

Output::Output(const std::string& path) : name_(path.empty() ? "standard output" : path) {
  if (path.empty()) {
    stream_ = stdout;
  } else if (is_special(path)) {
    stream_ = std::fopen(path.c_str(), "wb");
    if (stream_ == nullptr) fail();
  } else {
    whole_ = std::make_unique<AtomicFile>(path);
  }
}

Output::Output(const std::string& path, std::unique_ptr<PartFile> begun)
    : name_(path), begun_(std::move(begun)) {}

Output::Output(Output&& other) noexcept
    : name_(std::move(other.name_)),
      begun_(std::move(other.begun_)),
      whole_(std::move(other.whole_)),
      stream_(std::exchange(other.stream_, nullptr)) {}

bool Output::stopped() const {
  return begun_ != nullptr && cancel_flag()->load();
}

Output::~Output() {
  if (stream_ != nullptr && stream_ != stdout) std::fclose(stream_);
}

void Output::write(std::string_view text) {
  if (stopped()) return;
  if (begun_) return begun_->write(text);
  if (whole_) return whole_->write(text);
  const bool written = std::fwrite(text.data(), 1, text.size(), stream_) == text.size();
  if (!written || std::fflush(stream_) != 0) fail();
}

void Output::close() {
  if (stopped()) return;
  if (begun_) return begun_->commit();
  if (whole_) return whole_->commit();
  std::FILE* const stream = std::exchange(stream_, nullptr);
  if (stream != nullptr && (stream == stdout ? std::fflush(stream) : std::fclose(stream)) != 0)
    fail();
}

void Output::fail() const {
  if (errno == EPIPE) std::_Exit(kNoMoreReaders);
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
  const bool directed =
      std::any_of(collection.graphs.begin(), collection.graphs.end(), [](const Graph& graph) {
        return graph.has_relations() && graph.relation_dictionary().directed();
      });
  if (directed && !io::says_directions(format)) {
    std::fprintf(stderr,
                 "note: %s does not say that edges have directions: read it with --directed\n",
                 format.c_str());
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
