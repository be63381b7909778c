#include "rlminer/enumerate/value_table.h"

namespace rlminer::enumerate {

ValueTable::ValueTable(std::size_t keys, std::size_t columns)
    : slots_(keys + keys * 3 / 5 + 1), stride_(sizeof(std::uint64_t) / sizeof(Rank) + columns) {
  ranks_.assign(slots_ * stride_, 0);
}

}  // namespace rlminer::enumerate
