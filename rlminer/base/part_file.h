#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace rlminer {

// A file that grows while a long run works and that another run can go on with. Until commit() it
// is called PATH.part, so that a file with the name itself is complete; what has been written stays
// there whatever ends the process. While one process has it, another is refused.
//
// Throws Error (`path: reason`) when something fails.
class PartFile {
 public:
  // Opens PATH.part or, without one, PATH, which somebody may have cut short; otherwise the file is
  // new. Nothing changes on the disk before begin(), but for an empty PATH.part.
  explicit PartFile(const std::filesystem::path& path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  // Where to read what is there.
  const std::filesystem::path& found() const { return found_; }
  // Keeps so many bytes of that; what is written from now on follows them.
  void begin(std::uintmax_t kept);
  void write(std::string_view text);
  // Gives it its name.
  void commit();

 private:
  [[noreturn]] void fail() const;
  bool open_and_lock();

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::filesystem::path found_;
  int descriptor_ = -1;
};

}  // namespace rlminer
