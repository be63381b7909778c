#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/graph/collection.h"
#include "rlminer/io/io.h"

// The example graphs of the folder examples/. They are part of the program, so that they are there
// wherever it is put, without a search for files.
namespace rlminer::cli {

struct Example {
  std::string_view name;
  std::string_view about;  // one line
};
std::span<const Example> examples();
std::vector<std::string> example_inputs();  // "example:NAME"

// Whether the path is meant to name an example: "example:NAME".
bool names_example(std::string_view path);

// What read_collection() does with a file. Throws Error for a name that there is not, with the
// nearest there is.
Collection read_example(const std::string& path, const io::ReadOptions& options = {});

// One line for each example, and what to do with them.
std::string examples_for_people();

// The files as they were when the program was built; made by CMake.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};
std::span<const EmbeddedFile> embedded_files();

}  // namespace rlminer::cli
