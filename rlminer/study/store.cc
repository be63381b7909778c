#include "rlminer/study/store.h"

#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/report/html_page.h"

namespace rlminer::study {
namespace {

std::string document(const Results& results) {
  std::string text = "# " + results.title + "\n";
  if (!results.intro.empty()) text += "\n" + results.intro + "\n";
  for (const Table& table : results.tables)
    text += "\n" + to_markdown(table);
  std::string_view notes = results.notes;
  while (notes.ends_with('\n'))
    notes.remove_suffix(1);
  if (!notes.empty()) text += fmt::format("\n{}\n", notes);
  if (!results.svg.empty()) text += fmt::format("\n![{0}]({0}.svg)\n", results.name);
  return text;
}

std::string page(const Results& results) {
  report::HtmlPage html(results.title, std::string(results.name));
  const auto add = [&](const char* heading, const char* style, const std::string& content,
                       const char* id) {
    if (content.empty()) return;
    html.add_section(heading, fmt::format("<div class=\"{}\">{}</div>\n", style, content), id);
  };
  std::string tables;
  for (const Table& table : results.tables)
    tables += to_html(table);
  add("What was done", "prose", report::markdown_html(results.intro), "what");
  add("Tables", "stack", tables, "tables");
  if (!results.svg.empty())
    html.add_section("Figure", report::figure_html(results.svg, ""), "figure");
  add("Notes", "prose", report::markdown_html(results.notes), "notes");
  html.set_footer("Made by rlminer experiment " + std::string(results.name) + ".");
  return html.finish();
}

}  // namespace

void write_results(const ExperimentOptions& options, const Results& results) {
  make_folder(options.out);
  const auto file = [&](const char* ending) {
    return options.out / (std::string(results.name) + ending);
  };
  if (!results.data.header.empty()) write_file_atomically(file(".csv"), to_csv(results.data));
  if (!results.svg.empty()) write_file_atomically(file(".svg"), results.svg);
  write_file_atomically(file(".html"), page(results));
  write_file_atomically(file(".md"), document(results));
}

namespace {

using Json = Store::Json;

// Changing what a result means changes this, and old results are then made again.
constexpr char kFormat[] = "rlminer experiment part 2";

Json to_json(const StoreKey& key) {
  Json fields = Json::array();
  for (const auto& [what, value] : key.fields())
    fields.push_back({what, value});
  return {{"name", key.name()}, {"depends_on", fields}};
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void Hasher::add(std::uint64_t value) {
  low_ = mix64(low_ + value + 0x9e3779b97f4a7c15ULL);
  high_ = mix64((high_ ^ value) * 0xff51afd7ed558ccdULL + 0xc4ceb9fe1a85ec53ULL);
}

void Hasher::add(std::string_view text) {
  add(text.size());
  for (const char c : text)
    add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
}

std::string Hasher::hex() const {
  return fmt::format("{:016x}{:016x}", high_, low_);
}

std::string hash_of(std::string_view bytes) {
  Hasher hasher(bytes.size(), ~std::uint64_t{bytes.size()});
  for (std::size_t begin = 0; begin < bytes.size(); begin += 8) {
    std::uint64_t word = 0;
    for (const char c : bytes.substr(begin, 8))
      word = word << 8 | static_cast<unsigned char>(c);
    hasher.add(word);
  }
  return hasher.hex();
}

std::optional<std::string> read_whole_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return file.bad() ? std::nullopt : std::optional(std::move(bytes));
}

std::string hash_of_file(const std::filesystem::path& path) {
  const auto bytes = read_whole_file(path);
  if (!bytes) throw Error(path.string() + ": cannot be read");
  return hash_of(*bytes);
}

StoreKey& StoreKey::add(std::string_view what, std::string_view value) {
  fields_.emplace_back(what, value);
  return *this;
}

std::string StoreKey::file_name() const {
  std::string name = name_;
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (!plain && std::string_view("+=.-_").find(c) == std::string_view::npos) c = '_';
  }
  return name + "-" + hash_of(dump(to_json(*this))).substr(0, 16) + ".json";
}

std::optional<Json> Store::load(const StoreKey& key) const {
  const auto text = read_whole_file(file_for(key));
  if (!text) return std::nullopt;
  try {
    const Json file = Json::parse(*text);
    const Json& content = file.at("content");
    const bool good = file.at("format") == kFormat && file.at("key") == to_json(key) &&
                      file.at("check") == hash_of(dump(content));
    return good ? std::optional(content) : std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void Store::store(const StoreKey& key, const Json& content) const {
  make_folder(folder_);
  const Json file = {{"format", kFormat},
                     {"key", to_json(key)},
                     {"content", content},
                     {"check", hash_of(dump(content))}};
  write_file_atomically(file_for(key), dump(file) + "\n", on_disk_);
}

Json Store::get(const StoreKey& key, const std::function<Json()>& compute) const {
  if (auto known = load(key)) return *std::move(known);
  const Json content = compute();
  store(key, content);
  // As it will be read: numbers that JSON does not have (NaN) are null from the start.
  return Json::parse(dump(content));
}

}  // namespace rlminer::study
