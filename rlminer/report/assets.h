#pragma once

#include <string_view>

// The style sheets and scripts of the folder assets/, which are part of the program.
namespace rlminer::report::assets {

extern const std::string_view kPageCss;         // every page: colours of both themes, text, tables
extern const std::string_view kPageJs;          // every page: the choice of theme, tables that sort
extern const std::string_view kMineCss;         // the report of `mine`
extern const std::string_view kRelatedEdgesJs;  // edges with labels and directions on a canvas
extern const std::string_view kGraphViewJs;     // a graph on a canvas
extern const std::string_view kExplorerJs;  // the graph and the occurrences in the report of `mine`
extern const std::string_view kOverviewJs;  // the table of all graphs in it; starts the page

}  // namespace rlminer::report::assets
