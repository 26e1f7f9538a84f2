// Counts by rows and by sorted positions against counts one position after the other.
#include "base/counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/box.hpp"
#include "support/digest.hpp"

namespace grundy {
namespace {

using Values = std::vector<std::uint32_t>;

Counts plain_counts(const Box& box, Quantity quantity, const Values& values) {
  Counts counts;
  counts.positions = values.size();
  for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
    const std::uint32_t value = values[rank];
    if (quantity != Quantity::remoteness) counts.p_positions += value == 0;
    counts.max_value = std::max(counts.max_value, value);
    if (quantity == Quantity::nimber && value < Counts::histogram_end) {
      counts.histogram.resize(std::max<std::size_t>(counts.histogram.size(), value + 1));
      ++counts.histogram[value];
    }
    counts.digest.add(test::digest_key(box, rank), digest_weight(quantity, value));
  }
  return counts;
}

void expect_equal(const Counts& got, const Counts& expected) {
  EXPECT_EQ(got.positions, expected.positions);
  EXPECT_EQ(got.p_positions, expected.p_positions);
  EXPECT_EQ(got.max_value, expected.max_value);
  const std::size_t most = std::max(got.histogram.size(), expected.histogram.size());
  auto histograms = std::pair(got.histogram, expected.histogram);
  histograms.first.resize(most);
  histograms.second.resize(most);
  EXPECT_EQ(histograms.first, histograms.second);
  EXPECT_EQ(got.digest.hex(), expected.digest.hex());
}

std::uint32_t random_value(std::mt19937_64& random, Quantity quantity) {
  if (quantity == Quantity::outcome) return random() % 3 != 0;
  return static_cast<std::uint32_t>(random() >> (32 + random() % 32)) %
         (random() % 2 ? 7 : 1 << 20);
}

// Rows cut at any place, of cells of any width that holds the values.
TEST(Counts, OfRowsAreThoseOfPositions) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round);
    const auto quantity = static_cast<Quantity>(random() % 3);
    const Box box = random() % 2 ? Box{{2, 1}, {9, 1 + static_cast<std::int64_t>(random() % 1500)}}
                                 : Box{{0}, {static_cast<std::int64_t>(random() % 5000)}};
    const auto length = static_cast<std::size_t>(box.extent(box.dimensions() - 1));
    const bool narrow = random() % 2;
    Values values(*box.volume());
    for (auto& value : values) value = random_value(random, quantity) & (narrow ? 0xff : ~0u);
    const DigestKeys keys(box);
    Counts counts;
    for (std::size_t rank = 0; rank < values.size();) {
      const std::size_t left = length - rank % length;
      const std::size_t count = 1 + random() % left;
      const std::span row = std::span<const std::uint32_t>(values).subspan(rank, count);
      Counts part;
      if (narrow) {
        const std::vector<std::uint8_t> cells(row.begin(), row.end());
        count_row(keys, quantity, box.position(rank), std::span<const std::uint8_t>(cells), part);
      } else {
        count_row(keys, quantity, box.position(rank), row, part);
      }
      counts.add(part);
      rank += count;
    }
    expect_equal(counts, plain_counts(box, quantity, values));
  }
}

struct Symmetry {
  Box box;
  AxisGroups groups;
};

// The value of the sorted position for all.
Values symmetric_values(const Symmetry& symmetry, Quantity quantity, std::mt19937_64& random) {
  Values values(*symmetry.box.volume());
  for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
    Position sorted = symmetry.box.position(rank);
    for (const auto& group : symmetry.groups) {
      Position of_group;
      for (const std::size_t axis : group) of_group.push_back(sorted[axis]);
      std::ranges::sort(of_group);
      for (std::size_t i = 0; i < group.size(); ++i) sorted[group[i]] = of_group[i];
    }
    const std::uint64_t first = symmetry.box.rank(sorted);
    values[rank] = first == rank ? random_value(random, quantity) : values[first];
  }
  return values;
}

TEST(Orbits, TellOfAllFromTheSortedPositions) {
  std::mt19937_64 random(2);
  for (const Symmetry& symmetry :
       std::vector<Symmetry>{{{{0}, {20}}, {}},
                             {{{0, 0}, {30, 30}}, {{0, 1}}},
                             {{{1, 1}, {1100, 1100}}, {{0, 1}}},
                             {{{0, 5, 0}, {12, 9, 12}}, {{0, 2}}},
                             {{{2, 2, 3}, {12, 12, 9}}, {{0, 1}}},
                             {{{0, 0, 0}, {11, 11, 11}}, {{0, 1, 2}}},
                             {{{0, 0, 0, 0}, {6, 6, 6, 6}}, {{0, 1, 2, 3}}},
                             {{{0, 0, 0, 0}, {6, 8, 6, 8}}, {{0, 2}, {1, 3}}},
                             {{{0, 0, 0, 0, 0}, {3, 3, 3, 3, 3}}, {{0, 1, 4}, {2, 3}}},
                             {{{0, 0, 0, 0, 0}, {3, 3, 3, 3, 3}}, {{0, 1, 2, 3, 4}}}}) {
    const auto quantity = static_cast<Quantity>(random() % 2);
    SCOPED_TRACE(to_string(symmetry.box.high));
    const Values values = symmetric_values(symmetry, quantity, random);
    const DigestKeys keys(symmetry.box);
    const Orbits orbits(keys, symmetry.box.dimensions(), symmetry.groups);
    const std::int64_t length = symmetry.box.extent(symmetry.box.dimensions() - 1);
    Counts counts;
    for (std::uint64_t rank = 0; rank < values.size(); rank += static_cast<std::uint64_t>(length)) {
      Position start = symmetry.box.position(rank);
      if (!is_sorted_row(start, symmetry.groups)) continue;
      start.back() = first_sorted(start, symmetry.groups);
      const auto count = static_cast<std::size_t>(symmetry.box.high.back() - start.back() + 1);
      orbits.count_row(
          quantity, start,
          std::span<const std::uint32_t>(values).subspan(symmetry.box.rank(start), count), counts);
    }
    expect_equal(counts, plain_counts(symmetry.box, quantity, values));
  }
}

}  // namespace
}  // namespace grundy
