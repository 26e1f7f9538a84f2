// The inner loops of take-and-break games against their definitions, on every SIMD target.
#include "kernels/sparse/marks.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/sparse/few.hpp"
#include "kernels/sparse/find.hpp"
#include "kernels/sparse/mex.hpp"
#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(std::uint32_t seed, std::size_t count, unsigned below) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % below);
  return bytes;
}

std::vector<Partner> random_partners(std::size_t count, std::uint32_t farthest, unsigned below) {
  std::mt19937 random(33);
  std::vector<Partner> partners;
  for (std::size_t i = 0; i < count; ++i)
    partners.push_back({static_cast<std::uint32_t>(64 + random() % (farthest - 63)),
                        static_cast<std::uint8_t>(random() % below)});
  return partners;
}

TEST(SparseSpaceKernels, MarksAreTheIndicesOfSplits) {
  test::on_every_target([] {
    for (const std::size_t planes : {1u, 2u, 3u, 5u, 8u, 15u, 19u, 32u}) {
      SCOPED_TRACE(testing::Message() << planes << " planes");
      const auto below = static_cast<unsigned>(8 * planes);
      const Bytes index = random_bytes(1, 1000, below);
      Bytes rare = random_bytes(2, 1000, 2);
      for (auto& flag : rare) flag = flag ? 255 : 0;
      const auto partners = random_partners(30, 900, 256);
      Bytes marks(64 * planes), filtered(64 * planes), wanted(64 * planes), common(64 * planes);
      for (const Partner& partner : partners)
        for (std::size_t l = 0; l < 64; ++l) {
          const std::size_t other = 900 + l - partner.distance;
          const std::size_t x = index[other] ^ partner.index;
          if (x >= below) continue;
          const auto bit = static_cast<std::uint8_t>(1u << x % 8);
          wanted[64 * (x / 8) + l] |= bit;
          if (!rare[other]) common[64 * (x / 8) + l] |= bit;
        }
      mark_splits(&index[900], partners, planes, marks);
      mark_common_splits(&index[900], &rare[900], partners, planes, filtered);
      EXPECT_EQ(marks, wanted);
      EXPECT_EQ(filtered, common);
    }
  });
}

TEST(SparseSpaceKernels, LeastUnmarkedSeesTheHeapsBeforeIt) {
  for (const std::size_t planes : {2u, 8u, 9u, 32u}) {
    Bytes index(128);
    const std::vector<Partner> partners{{1, 0}, {2, 1}, {5, 2}, {16, 3}, {17, 4}, {40, 5}, {63, 1}};
    const std::vector<PartialPartner> partial{{{3, 0}, 0xaaaaaaaaaaaaaaaa}};
    Bytes marks(64 * planes);
    Bytes wanted = index;
    for (std::size_t l = 0; l < 64; ++l) {
      std::vector<bool> met(256);
      const std::size_t heap = 64 + l;
      for (const Partner& partner : partners)
        met[wanted[heap - partner.distance] ^ partner.index] = true;
      if (l % 2 == 1) met[wanted[heap - 3]] = true;
      while (met[wanted[heap]]) ++wanted[heap];
    }
    const std::vector<Partner> near(partners.begin(), partners.begin() + 3),
        middle(partners.begin() + 3, partners.end());
    const Neighbours neighbours{near, middle, partial};
    EXPECT_EQ(least_unmarked(&index[64], 0, 20, neighbours, planes, marks), 20u);
    EXPECT_EQ(least_unmarked(&index[64], 20, 64, neighbours, planes, marks), 64u);
    EXPECT_EQ(index, wanted);
  }
}

TEST(SparseSpaceKernels, LeastUnmarkedStopsWhereAllIsMarked) {
  Bytes index(64), marks(64);
  marks[5] = 255;
  marks[3] = 127;
  EXPECT_EQ(least_unmarked(index.data(), 0, 64, {}, 1, marks), 5u);
  EXPECT_EQ(index[3], 7);
  EXPECT_EQ(least_unmarked(index.data(), 0, 4, {}, 1, marks), 4u);
}

// Marks with some heaps that have fewer than a few unmarked indices, some that have just as many.
Bytes marks_of_many(std::size_t planes) {
  Bytes marks = random_bytes(11, 64 * planes, 256);
  for (std::size_t l = 0; l < 64; ++l)
    for (std::size_t p = l % 4; p < planes; ++p) marks[64 * p + l] = l % 8 < 4 ? 255 : 253;
  return marks;
}

std::vector<std::uint8_t> unmarked_of(const Bytes& marks, std::size_t l) {
  std::vector<std::uint8_t> unmarked;
  for (std::size_t x = 0; x < marks.size() / 8; ++x)
    if (!(marks[64 * (x / 8) + l] >> (x % 8) & 1)) unmarked.push_back(static_cast<std::uint8_t>(x));
  return unmarked;
}

TEST(SparseSpaceKernels, FirstUnmarkedAreTheLeast) {
  test::on_every_target([] {
    for (const std::size_t planes : {1u, 2u, 6u, 7u, 17u, 32u}) {
      const Bytes marks = marks_of_many(planes);
      const FewUnmarked first = first_unmarked(planes, marks);
      for (std::size_t l = 0; l < 64; ++l) {
        SCOPED_TRACE(testing::Message() << planes << " planes, heap " << l);
        const auto wanted = unmarked_of(marks, l);
        EXPECT_EQ(first.more[l], wanted.size() > few ? 255 : 0);
        for (std::size_t t = 0; t < few; ++t) {
          ASSERT_EQ(first.reached[t][l], t < wanted.size() ? 0 : 255);
          if (t < wanted.size()) {
            ASSERT_EQ(first.index[t][l], wanted[t]);
          }
        }
      }
    }
  });
}

TEST(SparseSpaceKernels, TriesFindWhatMarksWouldMark) {
  constexpr std::size_t planes = 20;
  const Bytes index = random_bytes(12, 1000, 160), begun = marks_of_many(planes);
  const auto partners = random_partners(40, 900, 160);
  test::on_every_target([&] {
    Bytes marks = begun;
    FewUnmarked tried = first_unmarked(planes, marks);
    const FewUnmarked before = tried;
    try_splits(&index[900], {partners.data(), 15}, tried);
    try_splits(&index[900], {partners.data() + 15, 25}, tried);
    mark_splits(&index[900], partners, planes, marks);
    for (std::size_t l = 0; l < 64; ++l)
      for (std::size_t t = 0; t < few; ++t) {
        const std::uint8_t x = before.index[t][l];
        const bool marked = marks[64 * (x / 8) + l] >> (x % 8) & 1;
        ASSERT_EQ(tried.index[t][l], x);
        ASSERT_EQ(tried.reached[t][l], before.reached[t][l] || marked ? 255 : 0);
      }
  });
}

// The same as from marks, up to a heap whose few are all reached, and from behind it on.
TEST(SparseSpaceKernels, LeastOfFewIsLeastUnmarked) {
  constexpr std::size_t planes = 20;
  const std::vector<Partner> partners{{1, 7}, {2, 1}, {5, 2}}, middle{{16, 4}, {40, 3}};
  const std::vector<PartialPartner> partial{{{3, 0}, 0xaaaaaaaaaaaaaaaa}};
  Bytes marks = random_bytes(13, 64 * planes, 128);  // every eighth index is unmarked
  Bytes index = random_bytes(14, 128, 160), wanted = index;
  FewUnmarked unmarked = first_unmarked(planes, marks);
  least_unmarked(&wanted[64], 0, 64, {partners, middle, partial}, planes, marks);
  EXPECT_EQ(least_of_few(&index[64], 0, 64, {partners, middle, partial}, unmarked), 64u);
  EXPECT_EQ(index, wanted);
  for (std::size_t t = 0; t < few; ++t) unmarked.reached[t][30] = 255;
  std::fill(index.begin() + 64 + 20, index.end(), std::uint8_t{0});
  EXPECT_EQ(least_of_few(&index[64], 20, 64, {partners, middle, partial}, unmarked), 30u);
  index[64 + 30] = wanted[64 + 30];
  EXPECT_EQ(least_of_few(&index[64], 31, 64, {partners, middle, partial}, unmarked), 64u);
  EXPECT_EQ(index, wanted);
}

TEST(SparseSpaceKernels, FindsTheFirstSplit) {
  test::on_every_target([] {
    const Bytes index = random_bytes(3, 600, 90);
    for (const std::uint64_t rest : {2u, 3u, 31u, 32u, 33u, 63u, 64u, 65u, 511u, 512u, 513u})
      for (std::uint64_t from = 1; from <= std::min<std::uint64_t>(rest / 2, 40); ++from)
        for (const std::uint8_t wanted : random_bytes(4, 20, 128)) {
          std::uint64_t i = from;
          while (i <= rest / 2 && (index[i] ^ index[rest - i]) != wanted) ++i;
          ASSERT_EQ(find_split(index.data(), index.data() + rest, from, rest / 2, wanted), i)
              << rest << " " << from;
        }
  });
}

TEST(SparseSpaceKernels, AnySplitIsEnoughUnlessItIsSkipped) {
  test::on_every_target([] {
    for (const std::size_t count : {0u, 128u, 256u, 1024u}) {
      const Bytes backwards(count, 3);
      Bytes skip(count, 0), index(count, 5);
      EXPECT_FALSE(has_split(backwards.data(), skip.data(), index.data(), count, 9));
      for (std::size_t at = 0; at < count; ++at) {
        index[at] = 10;
        ASSERT_TRUE(has_split(backwards.data(), skip.data(), index.data(), count, 9)) << at;
        skip[at] = 255;
        ASSERT_FALSE(has_split(backwards.data(), skip.data(), index.data(), count, 9)) << at;
        index[at] = 5;
        skip[at] = 0;
      }
    }
  });
}

}  // namespace
}  // namespace grundy::kernels
