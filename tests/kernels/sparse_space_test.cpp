// The inner loops of take-and-break games against their definitions, on every SIMD target.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/sparse_space_cover.hpp"
#include "kernels/sparse_space_find.hpp"
#include "kernels/sparse_space_marks.hpp"
#include "kernels/sparse_space_mex.hpp"
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
    const std::vector<Partner> partners{{1, 0}, {2, 1}, {5, 2}};
    const std::vector<PartialPartner> partial{{{3, 0}, 0xaaaaaaaaaaaaaaaa}};
    const Bytes marks(64 * planes);
    Bytes wanted = index;
    for (std::size_t l = 0; l < 64; ++l) {
      std::vector<bool> met(256);
      const std::size_t heap = 64 + l;
      for (const Partner& partner : partners)
        met[wanted[heap - partner.distance] ^ partner.index] = true;
      if (l % 2 == 1) met[wanted[heap - 3]] = true;
      while (met[wanted[heap]]) ++wanted[heap];
    }
    EXPECT_EQ(least_unmarked(&index[64], 64, partners, partial, planes, marks), 64u);
    EXPECT_EQ(index, wanted);
  }
}

TEST(SparseSpaceKernels, LeastUnmarkedStopsWhereAllIsMarked) {
  Bytes index(64), marks(64);
  marks[5] = 255;
  marks[3] = 127;
  EXPECT_EQ(least_unmarked(index.data(), 64, {}, {}, 1, marks), 5u);
  EXPECT_EQ(index[3], 7);
  EXPECT_EQ(least_unmarked(index.data(), 4, {}, {}, 1, marks), 4u);
}

TEST(SparseSpaceKernels, FindsTheFirstSplit) {
  test::on_every_target([] {
    const Bytes index = random_bytes(3, 600, 90);
    for (const std::uint64_t rest : {2u, 3u, 31u, 32u, 33u, 63u, 64u, 65u, 511u, 512u, 513u})
      for (std::uint64_t from = 1; from <= std::min<std::uint64_t>(rest / 2, 40); ++from)
        for (const std::uint8_t wanted : random_bytes(4, 20, 128)) {
          std::uint64_t i = from;
          while (i <= rest / 2 && (index[i] ^ index[rest - i]) != wanted) ++i;
          ASSERT_EQ(find_split(index.data(), rest, from, wanted), i) << rest << " " << from;
        }
  });
}

TEST(SparseSpaceKernels, ByteSetsKeepTheirMembers) {
  ByteSet set;
  for (unsigned x = 0; x < 256; x += 3) set.insert(static_cast<std::uint8_t>(x));
  for (unsigned x = 0; x < 256; ++x) {
    EXPECT_EQ(set.erase(static_cast<std::uint8_t>(x)), x % 3 == 0) << x;
    EXPECT_FALSE(set.erase(static_cast<std::uint8_t>(x))) << x;
  }
  EXPECT_EQ(set.bits, ByteSet().bits);
}

// With many members, few of which are met, and with few, all of which are.
TEST(SparseSpaceKernels, RemovesTheSplitsOfAHeap) {
  test::on_every_target([] {
    for (const std::size_t count : {0u, 128u, 256u, 1024u})
      for (const unsigned below : {256u, 130u, 4u}) {
        SCOPED_TRACE(testing::Message() << count << " splits below " << below);
        const Bytes backwards = random_bytes(7, count, below), index = random_bytes(8, count, 256);
        Bytes skip = random_bytes(9, count, 2);
        for (auto& flag : skip) flag = flag ? 255 : 0;
        ByteSet wanted, left;
        std::size_t size = 0, left_size = 0;
        for (unsigned x = 0; x < 256; x += 1 + below % 7) {
          bool met = false;
          for (std::size_t i = 0; i < count; ++i)
            met |= skip[i] == 0 && (backwards[i] ^ index[i]) == static_cast<int>(x);
          wanted.insert(static_cast<std::uint8_t>(x));
          ++size;
          if (met) continue;
          left.insert(static_cast<std::uint8_t>(x));
          ++left_size;
        }
        EXPECT_EQ(remove_splits(backwards.data(), skip.data(), index.data(), count, wanted, size),
                  left_size);
        EXPECT_EQ(wanted.bits, left.bits);
      }
  });
}

// The last split that reaches a member is enough, wherever it stands.
TEST(SparseSpaceKernels, RemovesByAnySplit) {
  test::on_every_target([] {
    constexpr std::size_t count = 256;
    for (std::size_t at = 0; at < count; ++at) {
      const Bytes backwards(count, 3), skip(count, 0);
      Bytes index(count, 5);
      index[at] = 200;
      ByteSet wanted;
      wanted.insert(200 ^ 3);
      wanted.insert(9);
      ASSERT_EQ(remove_splits(backwards.data(), skip.data(), index.data(), count, wanted, 2), 1u);
      ASSERT_TRUE(wanted.erase(9)) << at;
    }
  });
}

// No heap is removed that no trial reaches, and at most heaps_left of 512 stay that one does.
TEST(SparseSpaceKernels, CoverRemovesTheHeapsThatTrialsReach) {
  constexpr std::size_t offsets = 100, row_bytes = offsets + 64;
  const Bytes part = random_bytes(5, 8 * row_bytes, 16), other = random_bytes(6, offsets, 16);
  Bytes rows(16 * row_bytes), order(16);
  for (std::size_t i = 0; i < part.size(); ++i)
    rows[part[i] * row_bytes + i / 8] |= static_cast<std::uint8_t>(1u << i % 8);
  std::vector<std::uint16_t> sorted;
  std::vector<std::uint32_t> starts(257);
  for (std::size_t a = 0; a < 256; ++a) {
    for (std::size_t m = 0; m < offsets; ++m)
      if (other[m] == a) sorted.push_back(static_cast<std::uint16_t>(m));
    starts[a + 1] = static_cast<std::uint32_t>(sorted.size());
  }
  for (std::size_t u = 0; u < 16; ++u) order[u] = static_cast<std::uint8_t>(u);
  const Trials trials{rows, row_bytes, order, sorted, starts};
  test::on_every_target([&] {
    HeapSet all;
    all.fill(~std::uint64_t{0});
    std::vector<HeapSet> heaps(18, all);
    heaps[3] = {};
    cover(trials, heaps);
    EXPECT_EQ(heaps[3], HeapSet{});
    for (std::size_t index = 0; index < heaps.size(); ++index) {
      SCOPED_TRACE(testing::Message() << "index " << index);
      std::size_t reached_but_left = 0;
      for (std::size_t l = 0; l < heaps_in_cover; ++l) {
        bool reached = index == 3;
        for (std::size_t m = 0; m < offsets; ++m)
          reached |= static_cast<std::size_t>(part[8 * m + l] ^ other[m]) == index;
        const bool left = heaps[index][l / 64] >> (l % 64) & 1;
        EXPECT_TRUE(reached || left) << l;
        reached_but_left += reached && left;
      }
      EXPECT_LE(reached_but_left, heaps_left);
    }
  });
}

}  // namespace
}  // namespace grundy::kernels
