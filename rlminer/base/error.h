#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace rlminer {

// The one exception the library throws: the user's input is wrong, and `what()` is the one line
// that says how. Messages about a place in a file read `path:line: reason`.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
  Error(const std::string& path, std::size_t line, const std::string& reason)
      : std::runtime_error(path + ":" + std::to_string(line) + ": " + reason) {}
};

}  // namespace rlminer
