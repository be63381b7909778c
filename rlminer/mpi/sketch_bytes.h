#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "rlminer/base/error.h"
#include "rlminer/enumerate/sketch.h"

namespace rlminer::mpi {

// Numbers one after the other, as they lie in memory: all machines of a run are of one kind.
template <typename Number>
void append(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Takes them out again. Throws Error when there are too few bytes.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <typename Number>
  Number take() {
    Number number;
    std::memcpy(&number, take_bytes(sizeof number).data(), sizeof number);
    return number;
  }
  std::string_view take_bytes(std::size_t size) {
    if (size > rest_.size()) throw Error("the data is cut short");
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

// What was counted, for another process or a file.
void append_sketch(std::string& bytes, const enumerate::Sketch& sketch);
// Adds what append_sketch() has written to a sketch of the same sizes. Throws Error when it is
// damaged or of other sizes; the sketch may have changed then.
void add_sketch(ByteReader& bytes, enumerate::Sketch& sketch);

// A sketch in which nothing is counted yet.
enumerate::Sketch empty_sketch(const std::vector<bool>& wanted, int max_bits);

}  // namespace rlminer::mpi
