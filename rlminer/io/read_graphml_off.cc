// Stands in for read_graphml.cc in a build without expat.
#ifndef RLMINER_EXPAT

#include "rlminer/base/error.h"
#include "rlminer/io/readers.h"

namespace rlminer::io {

Collection read_graphml(const std::string& path, std::string_view /*content*/) {
  throw Error(path + ": this program was built without expat, so it cannot read GraphML");
}

}  // namespace rlminer::io

#endif
