#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rlminer::cli {

// One line about a command line that could not be read: what is wrong, what was probably meant, and
// where the help is. `app` is the program, after the attempt to parse.
std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace rlminer::cli
