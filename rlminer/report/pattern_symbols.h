#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/report/pattern_picture.h"

namespace rlminer::report {

// Colours that people with any colour vision tell apart on white (Okabe and Ito; their yellow,
// which is too pale for a line, is a grey here).

namespace palette {

inline constexpr std::string_view kBlack = "#000000";
inline constexpr std::string_view kBlue = "#0072b2";
inline constexpr std::string_view kVermilion = "#d55e00";
inline constexpr std::string_view kGreen = "#009e73";
inline constexpr std::string_view kPurple = "#cc79a7";
inline constexpr std::string_view kSky = "#56b4e9";
inline constexpr std::string_view kOrange = "#e69f00";
inline constexpr std::string_view kGrey = "#666666";

// The order in which the curves of a picture take them.
inline constexpr std::array kSeries{kBlue, kVermilion, kGreen, kPurple,
                                    kSky,  kOrange,    kBlack, kGrey};

}  // namespace palette

// The pictures of the patterns of a page, each drawn once however often it is shown.
class PatternSymbols {
 public:
  // In the page, labels have the colours given. No more pictures than `most` are drawn.
  PatternSymbols(LabelColors colors, std::size_t most, EdgeStyles edges = {});

  // The number of a pattern; equal patterns have equal numbers.
  std::size_t number(const NamedPattern& named);

  struct Entry {
    std::string listing;  // "0:C  1:C | 0-1"
    int size = 0;
    int width = 0;  // of its picture in pixels; 0: it has none
    int height = 0;
    std::string shapes = {};
  };
  const std::vector<Entry>& entries() const { return entries_; }

  // The picture as an element that refers to the definitions below, within such a box and never
  // enlarged; the listing where there is no picture.
  std::string show(std::size_t number, double width, double height) const;
  // Where a page defines the pictures; once, anywhere.
  std::string definitions() const;

 private:
  LabelColors colors_;
  EdgeStyles edges_;
  std::size_t most_;
  std::map<std::string, std::size_t> numbers_;  // by listing
  std::vector<Entry> entries_;
};

}  // namespace rlminer::report
