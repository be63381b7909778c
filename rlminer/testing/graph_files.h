#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdlib.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/io/compression.h"
#include "rlminer/io/io.h"

// What the tests of this room share.
namespace rlminer::testing {

// An empty folder that vanishes with the object.
class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "rlminer_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw Error("cannot make a temporary folder");
    path_ = pattern;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, std::string_view content) const {
    std::filesystem::path file = path_ / name;
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

 private:
  std::filesystem::path path_;
};

// The content as the gzip program would store it.
inline std::string gzipped(std::string_view content) {
  return io::gzip(content);
}

inline std::string written(const Collection& collection, const std::string& format) {
  std::ostringstream out;
  io::write_collection(out, collection, format);
  return out.str();
}

// A graph as nothing but its ids: label of each id, and the pairs of ids joined by an edge.
using IdGraph =
    std::pair<std::map<std::string, std::string>, std::set<std::pair<std::string, std::string>>>;

inline IdGraph by_ids(const Graph& graph) {
  IdGraph result;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    result.first[graph.id(v)] = graph.label_name(v);
    for (const Vertex u : graph.neighbors(v)) {
      result.second.insert(std::minmax(graph.id(u), graph.id(v)));
    }
  }
  return result;
}

// The error that reading the file gives, without the folder; "no error" when it can be read.
inline std::string error_of(const std::filesystem::path& path, const io::ReadOptions& options = {},
                            std::string folder = "") {
  if (folder.empty()) folder = path.parent_path().string() + "/";
  std::string message = "no error";
  try {
    io::read_collection(path, options);
  } catch (const Error& error) {
    message = error.what();
  }
  for (std::size_t at; (at = message.find(folder)) != std::string::npos;)
    message.erase(at, folder.size());
  return message;
}

// The folder of the public data sets, or an empty path.
inline std::filesystem::path data_folder() {
  std::filesystem::path folder;
  if (const char* set = std::getenv("RLMINER_DATA")) {
    folder = set;
  } else {
    folder = std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
  }
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

}  // namespace rlminer::testing

// Skips a test, loudly and by name, where the public data sets are absent.
#define REQUIRE_DATA()                                                            \
  if (::rlminer::testing::data_folder().empty())                                  \
  GTEST_SKIP() << "the data sets (RLMINER_DATA or ../shared/data) are absent: "   \
               << ::testing::UnitTest::GetInstance()->current_test_info()->name() \
               << " checks nothing"
