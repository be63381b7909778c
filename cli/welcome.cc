#include "cli/welcome.h"

namespace rlminer::cli {

std::string welcome() {
  return "rlminer finds the connected pattern that occurs most often in a graph, and proves it.\n"
         "\n"
         "Try it:\n"
         "  rlminer mine example:caffeine -k 5    the most frequent pattern of 5 atoms in "
         "caffeine\n"
         "  rlminer draw example:caffeine         what that graph looks like\n"
         "  rlminer examples                      the other graphs that come with the program\n"
         "\n"
         "With a graph of yours (an edge list, lg, GraphML, JSON or a TU collection):\n"
         "  rlminer info FILE                     what it holds\n"
         "  rlminer mine FILE -k 3..6             its most frequent patterns of 3 to 6 vertices\n"
         "\n"
         "Help:\n"
         "  rlminer --help                        all commands\n"
         "  rlminer mine --help                   the options of one, with examples\n";
}

}  // namespace rlminer::cli
