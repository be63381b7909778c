#include "rlminer/enumerate/code_numbers.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"

namespace rlminer::enumerate {
namespace {

GrowthCode random_code(Rng& rng, std::size_t words) {
  GrowthCode code{};
  for (std::size_t i = 0; i < words; ++i)
    code[i] = rng.below(4);
  return code;
}

// The numbers of these codes when hash(code) stands for each.
template <typename Hash>
std::vector<std::uint32_t> numbers_of(const std::vector<GrowthCode>& codes, std::size_t words,
                                      const Hash& hash) {
  CodeNumbers numbers(words);
  std::vector<std::uint32_t> result;
  for (const GrowthCode& code : codes)
    result.push_back(numbers.number_of(hash(code), code));
  return result;
}

TEST(CodeNumbers, DependOnTheCodesAndNotOnTheirHashes) {
  Rng rng(1);
  for (const std::size_t words : {std::size_t{1}, std::size_t{3}, std::size_t{8}}) {
    std::vector<GrowthCode> codes;
    for (int i = 0; i < 1000; ++i)
      codes.push_back(random_code(rng, words));
    std::map<GrowthCode, std::uint32_t> known;
    std::vector<std::uint32_t> expected;
    for (const GrowthCode& code : codes)
      expected.push_back(
          known.try_emplace(code, static_cast<std::uint32_t>(known.size())).first->second);
    const auto sum = [](const GrowthCode& code) {
      std::uint64_t total = 0;
      for (const std::uint64_t word : code)
        total = total * 4 + word;
      return total;
    };
    EXPECT_EQ(numbers_of(codes, words, [&](const auto& code) { return mix64(sum(code)); }),
              expected);
    // All hashes are equal, or one of few; 0 and 1 are the same to the table behind.
    EXPECT_EQ(numbers_of(codes, words, [](const auto&) { return std::uint64_t{7}; }), expected);
    EXPECT_EQ(numbers_of(codes, words, [](const auto& code) { return code[0]; }), expected);
  }
}

TEST(CodeNumbers, DoNotLookAtWordsBehindTheLast) {
  CodeNumbers numbers(2);
  EXPECT_EQ(numbers.number_of(5, {1, 2, 3}), 0u);
  EXPECT_EQ(numbers.number_of(5, {1, 2, 4}), 0u);
  EXPECT_EQ(numbers.number_of(5, {1, 3, 3}), 1u);
  EXPECT_EQ(numbers.count(), 2u);
}

}  // namespace
}  // namespace rlminer::enumerate
