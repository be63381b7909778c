#pragma once

#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/part_file.h"
#include "rlminer/graph/collection.h"

namespace rlminer::cli {

// Where a command's result goes: a file or standard output. Opening, writing and closing throw
// Error on failure (no such folder, disk full), so that no result is lost silently. A file has its
// name once it is complete. A reader who has gone has seen enough: the program ends.
class Output {
 public:
  explicit Output(const std::string& path);  // empty: standard output
  // Goes on with a file. Once somebody has interrupted the program nothing more is written, because
  // answers are cut short then, and the file does not get its name.
  Output(const std::string& path, std::unique_ptr<PartFile> begun);
  ~Output();
  Output(Output&&) noexcept;
  Output& operator=(Output&&) = delete;

  // Writes and flushes, so that a reader sees it now.
  void write(std::string_view text);
  // Whether what is written now is lost.
  bool stopped() const;
  void close();

 private:
  [[noreturn]] void fail() const;

  std::string name_;
  std::unique_ptr<PartFile> begun_;    // null: it is not gone on with
  std::unique_ptr<AtomicFile> whole_;  // null: what is written goes to the stream at once
  std::FILE* stream_ = nullptr;
};

// Writes the whole of a result; an empty path stands for standard output.
void write_output(const std::string& path, std::string_view text);

// Writes graphs in that format to a file (compressed when it ends in .gz) or to standard output.
// Warns of what an edge list loses, which `keeper` would keep; empty: no warning.
void write_graphs(const std::string& path, const Collection& collection, const std::string& format,
                  const std::string& keeper);

// Throws Error when the output file is one of these inputs: the result must not replace what it is
// about.
void refuse_output_over(const std::string& output, std::initializer_list<std::string> inputs);

}  // namespace rlminer::cli
