#pragma once

#include <string>
#include <string_view>

namespace rlminer::io {

// What a file is when it is none of the formats that can be read: "GML", "a PNG picture", and so
// on, told by how it starts; empty when nothing of the kind is recognised.
std::string foreign_format(std::string_view content);

}  // namespace rlminer::io
