#pragma once

#include <array>
#include <string_view>

// Colours that people with any colour vision tell apart on white (Okabe and Ito; their yellow,
// which is too pale for a line, is a grey here).
namespace rlminer::report::palette {

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

}  // namespace rlminer::report::palette
