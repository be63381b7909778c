#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlminer/graph/collection.h"
#include "rlminer/graph/statistics.h"
#include "rlminer/model/model_info.h"

namespace rlminer::cli {

// What a collection holds, for people (with its row of the paper's Table 1 when it is filtered as
// there) and as one JSON object.
std::string to_text(const Collection& collection, const graph::Statistics& statistics,
                    bool filtered);
std::string to_json(const Collection& collection, const graph::Statistics& statistics);

// What a model says about itself, for people and as one JSON object.
std::string to_text(const std::string& path, const model::ModelInfo& info);
std::string to_json(const std::string& path, const model::ModelInfo& info);

// A warning when some of the graphs at these places of a collection (filtered, of so many graphs)
// took part in training; empty when none did.
std::string overlap_warning(const model::ModelInfo& info, const std::string& dataset,
                            std::size_t graphs, const std::vector<std::size_t>& places);

}  // namespace rlminer::cli
