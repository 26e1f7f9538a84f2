// The section as a container: every way of reading it tells the same.
#include "methods/section.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "support/visited_p_ranks.hpp"

namespace grundy::family {
namespace {

struct Shape {
  Box box;
  std::size_t axis;
  AxisGroups groups;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {{{3}, {9}}, 0, {}},
      {{{0, 2}, {4, 8}}, 0, {}},
      {{{0, 0}, {6, 6}}, 1, {{0, 1}}},
      {{{1, 1, 1}, {7, 7, 7}}, 2, {{0, 1, 2}}},
      {{{1, 1, 0}, {7, 7, 3}}, 2, {{0, 1}}},
      {{{0, 5, 0, 2}, {4, 7, 4, 9}}, 3, {{0, 2}}},
      {{{0, 0, 0, 0}, {4, 4, 4, 4}}, 3, {{0, 2}, {1, 3}}},
      {{{0, 0, 1, 0, 1}, {3, 3, 2, 3, 2}}, 1, {{0, 3}, {2, 4}}},
      {{{0, 0, 0, 0, 0}, {3, 3, 3, 3, 3}}, 4, {{0, 1, 2, 3, 4}}},
  };
  return all;
}

// Entry number i is i modulo the extent + 1, so that some rows have no P-position.
Section filled(const Shape& shape) {
  auto section = Section::allocate(shape.box, shape.axis, shape.groups);
  EXPECT_TRUE(section);
  const auto entries = section->entries<std::uint16_t>();
  const auto values = static_cast<std::uint64_t>(shape.box.extent(shape.axis)) + 1;
  for (std::uint64_t i = 0; i < section->stored_rows(); ++i)
    entries[i] = static_cast<std::uint16_t>(i * 7 % values);
  return std::move(*section);
}

Position without(Position position, std::size_t axis) {
  position.erase(position.begin() + static_cast<std::ptrdiff_t>(axis));
  return position;
}

// All rows u with their numbers of permutations.
Box rows_of(const Shape& shape) {
  return {without(shape.box.low, shape.axis), without(shape.box.high, shape.axis)};
}

TEST(Section, StoresEveryRowOnceUpToPermutation) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(to_string(shape.box.high));
    const Section section = filled(shape);
    const Box rows = rows_of(shape);
    std::set<std::uint64_t> numbers;
    for (std::uint64_t rank = 0; rank < *rows.volume(); ++rank) {
      Position u = rows.position(rank);
      std::uint64_t number = 0;
      for (const auto& group : shape.groups) {
        Position values;
        std::vector<std::size_t> slots;
        for (const std::size_t member : group)
          if (member != shape.axis) slots.push_back(member - (member > shape.axis ? 1 : 0));
        for (const std::size_t slot : slots) values.push_back(u[slot]);
        std::sort(values.begin(), values.end());
        for (std::size_t i = 0; i < slots.size(); ++i) u[slots[i]] = values[i];
      }
      for (std::size_t i = 0; i < u.size(); ++i)
        number += section.offset(i)[static_cast<std::size_t>(u[i] - rows.low[i])];
      numbers.insert(number);
    }
    EXPECT_EQ(numbers.size(), section.stored_rows());
    EXPECT_EQ(*numbers.rbegin() + 1, section.stored_rows());
  }
}

TEST(Section, VisitsThePositionsThatIsPTells) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(to_string(shape.box.high));
    const Section section = filled(shape);
    std::vector<std::uint64_t> visited = support::visited_p_ranks(section);
    std::sort(visited.begin(), visited.end());
    std::vector<std::uint64_t> expected;
    for (std::uint64_t rank = 0; rank < *shape.box.volume(); ++rank)
      if (section.is_p(shape.box.position(rank))) expected.push_back(rank);
    EXPECT_EQ(visited, expected);
  }
}

TEST(Section, CopiesTheEntriesThatAtTells) {
  for (const Shape& shape : shapes()) {
    const Box rows = rows_of(shape);
    if (rows.dimensions() == 0) continue;
    SCOPED_TRACE(to_string(shape.box.high));
    const Section section = filled(shape);
    std::mt19937_64 random(/*seed=*/7);
    for (std::uint64_t rank = 0; rank < *rows.volume(); ++rank) {
      Position u = rows.position(rank);
      const std::int64_t left = rows.high.back() - u.back() + 1;
      std::vector<std::uint32_t> entries(1 + random() % static_cast<std::uint64_t>(left));
      section.copy_entries(u, entries);
      for (const std::uint32_t entry : entries) {
        const auto expected = section.p_position(u);
        EXPECT_EQ(entry == 0, !expected) << to_string(u);
        if (expected) {
          EXPECT_EQ(entry - 1 + shape.box.low[shape.axis], *expected) << to_string(u);
        }
        ++u.back();
      }
    }
  }
}

TEST(Section, TakesTheEstimatedMemory) {
  for (const Shape& shape : shapes()) {
    const Section section = filled(shape);
    std::uint64_t bytes = section.stored_rows() * section.entry_bytes();
    for (std::size_t i = 0; i + 1 < shape.box.dimensions(); ++i)
      bytes += section.offset(i).size() * 8;
    EXPECT_EQ(Section::memory_bytes(shape.box, shape.axis, shape.groups), bytes);
  }
}

TEST(Section, HasWiderEntriesForLongRows) {
  const auto narrow = Section::allocate({{0, 0}, {2, 65534}}, 1, {});
  const auto wide = Section::allocate({{0, 0}, {2, 65535}}, 1, {});
  const auto widest = Section::allocate({{0, 0}, {2, (1 << 24) - 1}}, 1, {});
  ASSERT_TRUE(narrow && wide && widest);
  EXPECT_EQ(narrow->entry_bytes(), 2U);
  EXPECT_EQ(wide->entry_bytes(), 3U);
  EXPECT_EQ(widest->entry_bytes(), 4U);
}

}  // namespace
}  // namespace grundy::family
