#include "rlminer/report/answer_lines.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"

namespace rlminer::report {
namespace {

// The lines of a file, one at a time.
class AnswerFile {
 public:
  explicit AnswerFile(const std::filesystem::path& path)
      : path_(path.string()), stream_(path, std::ios::binary) {
    if (!stream_) throw Error(path_ + ": " + std::strerror(errno));
  }

  bool next() {
    bytes_ += line_.size() + (whole_ ? 1 : 0);
    line_.clear();
    whole_ = false;
    if (!std::getline(stream_, line_)) {
      if (stream_.bad()) throw Error(path_ + ": " + std::strerror(errno));
      return false;
    }
    whole_ = !stream_.eof();
    ++number_;
    return true;
  }

  const std::string& line() const { return line_; }
  bool whole() const { return whole_; }  // it ends as a line does
  bool last() { return stream_.peek() == std::ifstream::traits_type::eof(); }
  std::uintmax_t bytes() const { return bytes_; }  // before the line
  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& reason) const { throw Error(path_, number_, reason); }

 private:
  std::string path_;
  std::ifstream stream_;
  std::string line_;
  bool whole_ = false;
  std::uintmax_t bytes_ = 0;
  std::size_t number_ = 0;
};

// What a line is about.
struct About {
  std::size_t graph = 0;
  int size = 0;
  std::size_t rank = 1;
  bool ranked = false;
  std::string engine;
  bool timing = false;
};

// None when the line is no answer about one of many graphs.
std::optional<About> read_line(const std::string& line) {
  const nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
  if (!value.is_object()) return std::nullopt;
  const auto graph = value.find("graph");
  const auto size = value.find("k");
  const auto rank = value.find("rank");
  if (graph == value.end() || !graph->is_number_unsigned() || size == value.end() ||
      !size->is_number_unsigned() || (rank != value.end() && !rank->is_number_unsigned()))
    return std::nullopt;
  return About{graph->get<std::size_t>(),
               size->get<int>(),
               rank == value.end() ? 1 : rank->get<std::size_t>(),
               rank != value.end(),
               value.value("engine", std::string()),
               value.contains("seconds")};
}

// Follows the answers of a file and says which belong to a graph that is complete.
class Progress {
 public:
  explicit Progress(const AnswersAsked& asked) : asked_(asked), number_(asked.next_number()) {}

  // Goes on with a line that starts at this byte; false: it cannot follow.
  bool take(const About& about, std::uintmax_t begin, std::uintmax_t end) {
    if (about.engine != asked_.engine || about.timing != asked_.timing ||
        about.ranked != (asked_.top > 1))
      return false;
    const bool more_of_size =
        begun_ && about.rank == rank_ + 1 && about.rank <= asked_.top && is_about(about, place_);
    const bool next_size = begun_ && about.rank == 1 && is_about(about, place_ + 1);
    if (more_of_size || next_size) {
      place_ += next_size ? 1 : 0;
    } else {
      // Only what comes after it shows that there were no more patterns of the last size.
      if (begun_ && !finish(begin)) return false;
      if (about.rank != 1 || !is_about(about, 0)) return false;
      begun_ = true;
    }
    rank_ = about.rank;
    return !is_last_size() || rank_ < asked_.top || finish(end);
  }
  const Answered& answered() const { return answered_; }

 private:
  bool is_about(const About& about, std::size_t place) const {
    return number_ && about.graph == *number_ && place < asked_.sizes.size() &&
           about.size == asked_.sizes[place];
  }
  bool is_last_size() const { return place_ + 1 == asked_.sizes.size(); }
  bool finish(std::uintmax_t bytes) {
    if (!is_last_size()) return false;
    answered_ = {answered_.graphs + 1, bytes};
    number_ = asked_.next_number();
    begun_ = false;
    place_ = 0;
    return true;
  }

  const AnswersAsked& asked_;
  std::optional<std::size_t> number_;  // of the graph that the answers are about now
  bool begun_ = false;                 // there are some about it
  std::size_t place_ = 0;              // of the size
  std::size_t rank_ = 0;
  Answered answered_;
};

}  // namespace

Answered answered_graphs(const std::filesystem::path& path, const AnswersAsked& asked) {
  AnswerFile file(path);
  Progress progress(asked);
  while (file.next()) {
    if (!file.whole()) break;  // cut short
    const auto about = read_line(file.line());
    if (!about && file.last()) break;  // what a crash of the machine may leave
    if (!about) file.fail("is no answer of this program");
    if (!progress.take(*about, file.bytes(), file.bytes() + file.line().size() + 1))
      file.fail("is not what this command would have written here, so it cannot go on with it");
  }
  return progress.answered();
}

namespace {

// A file of answers whose lines are taken graph by graph.
class Shard {
 public:
  explicit Shard(const std::filesystem::path& path) : file_(path) { advance(); }

  // Of the next line; none at the end.
  const std::optional<std::size_t>& graph() const { return graph_; }
  const std::string& path() const { return file_.path(); }

  void write_graph(const std::function<void(std::string_view)>& write) {
    const std::size_t now = *graph_;
    std::string lines;
    while (graph_ == now) {
      lines += file_.line() + "\n";
      advance();
    }
    if (graph_ && *graph_ < now)
      file_.fail("graph " + std::to_string(*graph_) + " comes after graph " + std::to_string(now));
    write(lines);
  }

 private:
  void advance() {
    graph_.reset();
    if (!file_.next()) return;
    if (!file_.whole()) file_.fail("the file is cut short here: the run was interrupted");
    graph_ = number_of(file_.line());
    if (!graph_) file_.fail("is no answer about one of many graphs");
  }

  // The number comes first; the rest is looked through for damage, not taken apart.
  static std::optional<std::size_t> number_of(std::string_view line) {
    constexpr std::string_view kGraph = "{\"graph\":";
    if (!line.starts_with(kGraph) || !nlohmann::json::accept(line)) return std::nullopt;
    line.remove_prefix(kGraph.size());
    const auto number = text::to_integer(line.substr(0, line.find_first_not_of("0123456789")));
    if (!number) return std::nullopt;
    return static_cast<std::size_t>(*number);
  }

  AnswerFile file_;
  std::optional<std::size_t> graph_;
};

}  // namespace

Merged merge_answers(const std::vector<std::filesystem::path>& files,
                     const std::function<void(std::string_view)>& write) {
  std::vector<std::unique_ptr<Shard>> shards;
  for (const auto& file : files)
    shards.push_back(std::make_unique<Shard>(file));
  Merged merged;
  std::size_t next = 0;  // the number after the last graph
  for (;;) {
    Shard* first = nullptr;
    for (const auto& shard : shards) {
      if (!shard->graph()) continue;
      if (first != nullptr && *shard->graph() == *first->graph()) {
        throw Error(shard->path() + ": has answers about graph " + std::to_string(*shard->graph()) +
                    ", and so has " + first->path());
      }
      if (first == nullptr || *shard->graph() < *first->graph()) first = shard.get();
    }
    if (first == nullptr) return merged;
    merged.missing += *first->graph() - next;
    next = *first->graph() + 1;
    ++merged.graphs;
    first->write_graph(write);
  }
}

}  // namespace rlminer::report
