// Figures quoted from the main results table of the RLMiner paper.

#include "rlminer/study/paper.h"

#include <array>

namespace rlminer::study {
namespace {

constexpr std::size_t kMethods = 4;

constexpr std::array<PaperRow, 5 * kMethods> kRows = {{
    {"ENZYMES", "Exact Enumeration", "exact", {1, 1, 1, 1, 1}, 31076.60},
    {"ENZYMES", "T-FSM-serial", "mni", {.701, .604, .554, .542, .533}, 122.25},
    {"ENZYMES", "Rand", "rand", {.982, .918, .767, .630, .500}, 373.25},
    {"ENZYMES", "RLMiner", "rl", {.913, .884, .835, .810, .779}, 11.11},
    {"COX2", "Exact Enumeration", "exact", {1, 1, 1, 1, 1}, 168.36},
    {"COX2", "T-FSM-serial", "mni", {.850, .486, .722, .486, .633}, 6.17},
    {"COX2", "Rand", "rand", {.998, .976, .910, .775, .711}, 287.55},
    {"COX2", "RLMiner", "rl", {.999, .998, .986, .988, .971}, 9.67},
    {"BZR", "Exact Enumeration", "exact", {1, 1, 1, 1, 1}, 194.03},
    {"BZR", "T-FSM-serial", "mni", {.866, .618, .776, .596, .693}, 4.15},
    {"BZR", "Rand", "rand", {.996, .973, .901, .745, .649}, 243.77},
    {"BZR", "RLMiner", "rl", {.997, .997, .988, .967, .955}, 8.23},
    {"DHFR", "Exact Enumeration", "exact", {1, 1, 1, 1, 1}, 311.78},
    {"DHFR", "T-FSM-serial", "mni", {.747, .403, .552, .426, .530}, 17.85},
    {"DHFR", "Rand", "rand", {.994, .955, .915, .820, .749}, 472.05},
    {"DHFR", "RLMiner", "rl", {.997, .993, .977, .968, .934}, 15.44},
    {"PROTEINS", "Exact Enumeration", "exact", {1, 1, 1, 1, 1}, 39024.57},
    {"PROTEINS", "T-FSM-serial", "mni", {.769, .689, .686, .621, .625}, 358.60},
    {"PROTEINS", "Rand", "rand", {.9865, .919, .808, .656, .564}, 2897.67},
    {"PROTEINS", "RLMiner", "rl", {.907, .876, .839, .799, .769}, 18.10},
}};

}  // namespace

std::optional<double> PaperRow::at(int size) const {
  if (size < 5 || size > 9) return std::nullopt;
  return ratio[size - 5];
}

std::span<const PaperRow> paper_rows(std::string_view dataset) {
  for (std::size_t first = 0; first < kRows.size(); first += kMethods) {
    if (kRows[first].dataset == dataset) return std::span(kRows).subspan(first, kMethods);
  }
  return {};
}

}  // namespace rlminer::study
