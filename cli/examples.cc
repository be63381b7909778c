#include "cli/examples.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

#include "cli/usage_error.h"

#include "rlminer/base/error.h"
#include "rlminer/io/io.h"

namespace rlminer::cli {
namespace {

constexpr std::string_view kPrefix = "example:";

constexpr std::array kExamples{
    Example{"caffeine", "caffeine, C8H10N4O2, without its hydrogens"},
    Example{"caffeine-bonds", "the same with its bonds, single and double, as edge labels"},
    Example{"caffeine-h", "caffeine with its hydrogens"},
    Example{"aspirin", "aspirin, C9H8O4, without its hydrogens"},
    Example{"glucose", "glucose, C6H12O6, in its ring form, without its hydrogens"},
    Example{"ibuprofen", "ibuprofen, C13H18O2, without its hydrogens"},
    Example{"cholesterol", "cholesterol, C27H46O, without its hydrogens"},
    Example{"club", "an invented sports club: who knows whom, by role"},
    Example{"foodweb", "an invented pond: arrows from what is eaten to who eats it"},
    Example{"team", "an invented company: who works with whom, by role"},
    Example{"town", "the streets of an invented town: junctions by kind"},
};

std::string_view text_of(const Example& example) {
  const auto files = embedded_files();
  const std::string begin = fmt::format("{}.", example.name);  // before the ending
  return std::find_if(files.begin(), files.end(),
                      [&](const EmbeddedFile& file) { return file.name.starts_with(begin); })
      ->text;
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const Example& example : kExamples)
    names.emplace_back(example.name);
  return names;
}

[[noreturn]] void fail_unknown(const std::string& path, const std::string& name) {
  const std::string meant = nearest(name, example_names());
  throw Error(fmt::format("{}: there is no such example{} (rlminer examples lists them)", path,
                          meant.empty() ? "" : "; did you mean " + meant + "?"));
}

}  // namespace

std::span<const Example> examples() {
  return kExamples;
}

std::vector<std::string> example_inputs() {
  std::vector<std::string> inputs = example_names();
  for (std::string& input : inputs)
    input.insert(0, kPrefix);
  return inputs;
}

bool names_example(std::string_view path) {
  return path.starts_with(kPrefix);
}

Collection read_example(const std::string& path, const io::ReadOptions& options) {
  const std::string name = path.substr(kPrefix.size());
  const auto* const example = std::find_if(kExamples.begin(), kExamples.end(),
                                           [&](const Example& e) { return e.name == name; });
  if (example == kExamples.end()) fail_unknown(path, name);
  Collection collection = io::read_bytes(path, std::string(text_of(*example)), options);
  collection.name = name;
  return collection;
}

std::string examples_for_people() {
  std::string text;
  for (const Example& example : kExamples) {
    const Collection collection = read_example(fmt::format("{}{}", kPrefix, example.name));
    const Graph& graph = collection.graphs.front();
    fmt::format_to(std::back_inserter(text),
                   "{:<14} {:>4} vertices {:>4} edges {:>3} labels   {}\n", example.name,
                   graph.num_vertices(), graph.num_edges(), graph.num_labels(), example.about);
  }
  return text + "\nUsable wherever a graph is read: rlminer mine example:caffeine -k 5\n";
}

}  // namespace rlminer::cli
