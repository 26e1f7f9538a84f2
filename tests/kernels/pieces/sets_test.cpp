// Sets of nimbers as rows of bits, and the pairs of heaps that make them, against std::set.
#include "kernels/pieces/sets.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "kernels/pieces/pairs.hpp"
#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

using Words = std::vector<std::uint64_t>;
using Members = std::set<std::uint32_t>;

Members members(const Words& words) {
  Members all;
  for (std::uint32_t g = 0; g < 64 * words.size(); ++g)
    if (words[g / 64] >> g % 64 & 1) all.insert(g);
  return all;
}

Words random_words(std::mt19937_64& random, std::size_t count) {
  Words words(count);
  for (auto& word : words) word = random() & random() & random();
  return words;
}

TEST(NimberSets, AreXoredByAnyNimber) {
  test::on_every_target([] {
    std::mt19937_64 random(7);
    for (const std::size_t words : {1u, 2u, 4u, 8u, 32u})
      for (std::size_t turn = 0; turn < 80; ++turn) {
        const Words other = random_words(random, words);
        Words set = random_words(random, words);
        const auto x = static_cast<std::uint32_t>(turn < 64 ? turn : random()) % (64 * words);
        Members expected = members(set);
        for (const std::uint32_t g : members(other))
          expected.insert(g ^ static_cast<std::uint32_t>(x));
        unite_xored(set, other, static_cast<std::uint32_t>(x));
        ASSERT_EQ(members(set), expected) << words << " words, xor " << x;
      }
  });
}

TEST(NimberSets, AreUnitedByRows) {
  test::on_every_target([] {
    std::mt19937_64 random(8);
    for (const std::size_t words : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
      const std::size_t stride = words + random() % 3, total = 20;
      const Words rows = random_words(random, stride * (total + 1));
      const std::vector<std::uint32_t> parts{0, 3, 4, 11, 20};
      Words set = random_words(random, words), expected = set;
      for (const std::uint32_t part : parts)
        for (std::size_t w = 0; w < words; ++w) expected[w] |= rows[stride * (total - part) + w];
      unite_rows(set, rows.data(), stride, total, parts);
      EXPECT_EQ(set, expected) << words;
      unite_rows(set, rows.data(), stride, total, {});
      EXPECT_EQ(set, expected) << words;
    }
  });
}

TEST(NimberSets, TellTheLeastThatIsMissing) {
  constexpr std::uint64_t full = ~std::uint64_t{0};
  const Words one{full, full ^ 4, 0}, other{0, full ^ 12, full};
  EXPECT_EQ(least_missing(one, one, 0), 66U);
  EXPECT_EQ(least_missing(one, other, 0), 66U);
  EXPECT_EQ(least_missing(other, other, 0), 0U);
  EXPECT_EQ(least_missing(other, other, 64), 66U);
  EXPECT_EQ(least_missing(other, other, 128), 192U);
}

TEST(NimberSets, HaveThePairsOfHeaps) {
  test::on_every_target([] {
    std::mt19937_64 random(9);
    for (const std::size_t words : {1u, 4u, 8u})
      for (const std::size_t total : {0u, 1u, 2u, 9u, 40u, 333u}) {
        std::vector<std::uint32_t> values(total + 1);
        for (auto& value : values) value = static_cast<std::uint32_t>(random() % (64 * words));
        std::vector<std::uint8_t> marks(64 * words);
        for (const std::size_t first : {std::size_t{0}, total / 3, total})
          for (const std::size_t last : {total / 3, total / 2 + 1, total + 1}) {
            Words set(words);
            set[0] = 2;
            Members expected{1};
            for (std::size_t i = first; i < last; ++i)
              expected.insert(values[i] ^ values[total - i]);
            add_pairs(values, total, first, last, marks, set);
            EXPECT_EQ(members(set), expected) << words << ", " << total << ", " << first;
            EXPECT_EQ(marks, std::vector<std::uint8_t>(64 * words));
          }
      }
  });
}

}  // namespace
}  // namespace grundy::kernels
