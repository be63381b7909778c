#include "cli/command_info.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "cli/options.h"

#include "rlminer/engine/registry.h"
#include "rlminer/io/io.h"

namespace rlminer::cli {
namespace {

bool has_capital(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char letter) { return std::isupper(letter) != 0; });
}

// What the type of a value tells: "text|json" are words to choose from, in "I|all|union" only those
// in small letters, FILE and DIR are what they say.
void read_type(std::string_view type, Values& values) {
  const std::vector<std::string> parts = split_at(type, '|');
  for (const std::string& part : parts) {
    if (part == "FILE" || part == "MODEL") values.files = true;
    if (part == "DIR") values.folders = true;
    if (part == "FORMAT") values.words = io::readable_formats();
    if (parts.size() > 1 && !has_capital(part)) values.words.push_back(part);
  }
}

// What the name of an option or a positional tells beyond its type.
void read_name(const std::string& name, Values& values) {
  if (name == "INPUT" || name == "PATTERN" || name == "COLLECTION") {
    values.files = values.examples = true;
  }
  if (name == "NAME") values.experiments = true;
  if (name == "--model" || name == "--init") values.files = values.models = true;
  if (name == "--engine") values.words = engine::engine_names();
}

}  // namespace

std::vector<std::string> CommandInfo::option_names() const {
  std::vector<std::string> names;
  for (const OptionInfo& option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

Values values_of(const std::string& name, const std::string& type) {
  Values values;
  read_type(type, values);
  read_name(name, values);
  return values;
}

std::string first_sentence(const std::string& help) {
  constexpr std::size_t kLongest = 72;
  std::string text = help.substr(0, help.find(". "));
  for (const char* end : {"; ", " (", ": ", ", "}) {
    if (text.size() <= kLongest) break;
    const std::size_t at = text.rfind(end, kLongest);
    if (at != std::string::npos && at > 0) text.resize(at);
  }
  return text;
}

}  // namespace rlminer::cli
