#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "rlminer/base/error.h"
#include "rlminer/graph/assembly.h"

namespace rlminer::io {

// The reader of a format in which one graph follows the other, so that a text can be given to it in
// pieces of whole graphs. What it has read is in the assembly.
class PieceReader {
 public:
  PieceReader(const std::string& path, bool keep_relations)
      : assembly_(path, keep_relations), path_(path) {}
  virtual ~PieceReader() = default;
  PieceReader(const PieceReader&) = delete;
  PieceReader& operator=(const PieceReader&) = delete;

  // Reads the next piece. Throws Error (`path:line: reason`), with the line of the whole text.
  virtual void read(std::string_view piece) = 0;
  // To be called after the last one.
  void end() const {
    if (assembly_.num_graphs() == 0) throw Error(path_, 1, "no graph in this file");
  }

  graph::Assembly& assembly() { return assembly_; }

  // A text that is there as a whole.
  Collection read_all(std::string_view content, const char* format) {
    read(content);
    end();
    return assembly_.finish(format);
  }

 protected:
  graph::Assembly assembly_;

 private:
  std::string path_;
};

}  // namespace rlminer::io
