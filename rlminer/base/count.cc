#include "rlminer/base/count.h"

#include <algorithm>

namespace rlminer {

std::string to_string(Count count) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string with_separators(Count count) {
  return with_separators(to_string(count));
}

std::string with_separators(std::string digits) {
  for (std::size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace rlminer
