#pragma once

#include <string>
#include <string_view>

namespace rlminer::io {

// What a file is when it is none of the formats that can be read.
struct ForeignFormat {
  std::string name;    // "DIMACS", "a PNG picture"; empty: nothing of the kind is recognised
  std::string advice;  // how to make a file of it that can be read; may be empty
};

// Told by how the file starts.
ForeignFormat foreign_format(std::string_view content);

}  // namespace rlminer::io
