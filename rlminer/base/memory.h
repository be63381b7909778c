#pragma once

#include <cstddef>

namespace rlminer {

std::size_t
physical_memory();  // bytes of RAM this process may use (the machine's or its control group's)
std::size_t resident_memory();       // bytes of RAM this process uses now
std::size_t peak_resident_memory();  // the most it has used so far

}  // namespace rlminer
