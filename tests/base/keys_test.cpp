// Keys and sums along rows against the definition of the digest.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/digest.hpp"
#include "support/digest.hpp"
#include "support/targets.hpp"

namespace grundy {
namespace {

// Short and long axes, axes that are multiplied beforehand, strides of 1 before the last axis.
const std::vector<Box> boxes{{{0}, {0}},
                             {{5}, {5000}},
                             {{-3, 2}, {40, 2}},
                             {{0, 0}, {70'000, 2}},
                             {{0, 0}, {3, 3000}},
                             {{0, 1}, {2999, 4}},
                             {{0, 0, 0}, {60, 70, 80}},
                             {{1, 1, 1, 1}, {9, 1, 8, 7}},
                             {{0, 0, 0, 0, 0, 0, 0, 0}, {1, 2, 1, 2, 1, 2, 1, 2}}};

TEST(DigestKeys, AreThoseOfTheDefinition) {
  std::mt19937_64 random(1);
  for (const Box& box : boxes) {
    SCOPED_TRACE(to_string(box.high));
    const DigestKeys keys(box);
    const RankKeys rank_keys(box);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t rank = i == 0 ? *box.volume() - 1 : random() % *box.volume();
      const Position at = box.position(rank);
      const Residues expected = test::digest_key(box, rank);
      ASSERT_EQ(rank_keys.at(rank), expected) << to_string(at);
      ASSERT_EQ(keys.of_row(at) * keys.along(at.size() - 1, at.back()), expected);
    }
  }
}

TEST(DigestKeys, FindTheirPositionsInHugeBoxes) {
  std::mt19937_64 random(2);
  const Box box{{0, 0, 0}, {(std::int64_t{1} << 40) - 2, 1022, 4094}};
  const RankKeys keys(box);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const std::uint64_t rank = i < 9 ? *box.volume() - 1 - i : random() % *box.volume();
    ASSERT_EQ(keys.at(rank), test::digest_key(box, rank)) << rank;
  }
}

template <class Weight>
void check_sums(const Box& box, std::mt19937_64& random) {
  const DigestKeys keys(box);
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    const std::int64_t first =
        box.low[axis] + static_cast<std::int64_t>(random() % 7) % box.extent(axis);
    const auto most = static_cast<std::uint64_t>(box.high[axis] - first + 1);
    std::vector<Weight> weights(random() % 3 ? most : random() % (most + 1));
    for (Weight& weight : weights) weight = static_cast<Weight>(random() >> random() % 64);
    Residues expected;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::int64_t index = first - box.low[axis] + static_cast<std::int64_t>(i);
      expected = expected + digest_fine(axis, index) * digest_coarse(axis, index) *
                                Residues{weights[i], weights[i]};
    }
    test::on_every_target([&] {
      EXPECT_EQ(keys.sum_along(axis, first, std::span<const Weight>(weights)), expected);
    });
  }
}

TEST(DigestKeys, SumAlongEveryAxis) {
  std::mt19937_64 random(3);
  for (const Box& box : boxes)
    for (int i = 0; i < 5; ++i) {
      check_sums<std::uint8_t>(box, random);
      check_sums<std::uint16_t>(box, random);
      check_sums<std::uint32_t>(box, random);
    }
}

}  // namespace
}  // namespace grundy
