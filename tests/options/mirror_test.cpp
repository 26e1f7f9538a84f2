// Every cell gets the value of its sorted position, with its tile or when that is done.
#include "methods/options/mirror.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/parse.hpp"
#include "support/targets.hpp"
#include "tiles/schedule.hpp"

namespace grundy::generic {
namespace {

Position sorted(Position position, const rules::Rules& rules) {
  for (const auto& group : rules.symmetric) {
    std::vector<std::int64_t> values;
    for (const std::size_t axis : group) values.push_back(position[axis]);
    std::ranges::sort(values);
    for (std::size_t i = 0; i < group.size(); ++i) position[group[i]] = values[i];
  }
  return position;
}

template <class Cell>
std::vector<Cell> filled(const rules::Rules& rules, const Box& box, std::uint64_t tile_positions) {
  const Mirror mirror(rules, box, true);
  rules::Descent descent;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    descent.scan.push_back({axis, true});
    descent.trends.push_back({false, true});
  }
  const tiles::Schedule schedule(box, descent, tile_positions);
  std::vector<Cell> cells(*box.volume());
  for (const std::uint32_t number : schedule.tiles_in_order()) {
    const Box tile = schedule.tile(number);
    bool any = false;
    const Mirror::OfTile images = mirror.of_tile(tile);
    for (std::uint64_t i = 0; i < *tile.volume(); ++i) {
      const Position position = tile.position(i);
      if (!mirror.represents(position)) continue;
      any = true;
      const auto value = static_cast<Cell>(1 + box.rank(position));
      cells[box.rank(position)] = value;
      for (std::size_t at = 0; at < images.inside.size(); at += position.size()) {
        std::int64_t rank = mirror.origin();
        for (std::size_t axis = 0; axis < position.size(); ++axis)
          rank += images.inside[at + axis] * position[axis];
        cells[static_cast<std::size_t>(rank)] = value;
      }
    }
    EXPECT_EQ(mirror.represents_any(tile), any);
    if (!any) continue;
    for (const Mirror::Strides& image : images.elsewhere)
      mirror.copy(tile, image, std::span(cells));
  }
  return cells;
}

template <class Cell>
void expect_filled(const std::string& text, const Box& box) {
  const rules::Rules rules = rules::parsed(text);
  for (const std::uint64_t tile : {1u, 5u, 60u, 1000u, 100000u}) {
    SCOPED_TRACE(testing::Message() << text << ", tiles of " << tile);
    const std::vector<Cell> cells = filled<Cell>(rules, box, tile);
    for (std::uint64_t rank = 0; rank < cells.size(); ++rank)
      ASSERT_EQ(cells[rank], static_cast<Cell>(1 + box.rank(sorted(box.position(rank), rules))))
          << to_string(box.position(rank));
  }
}

TEST(Mirror, FillsEveryImage) {
  expect_filled<std::uint32_t>(
      "game g(a in 1.., b in 1..) symmetric (a, b) (a, b) -> (a - k, b) for k >= 1",
      {{1, 1}, {90, 90}});
  expect_filled<std::uint16_t>(
      "game g(a, b, c) symmetric (a, b, c) (a, b, c) -> (a - k, b, c) for k >= 1",
      {{0, 0, 0}, {20, 20, 20}});
  expect_filled<std::uint8_t>(
      "game g(a, x, b, y, c) symmetric (a, b, c) symmetric (x, y) "
      "(a, x, b, y, c) -> (a - 1, x, b, y, c) (a, x, b, y, c) -> (a, x - 1, b, y, c)",
      {{0, 0, 0, 0, 0}, {2, 1, 2, 1, 2}});
}

}  // namespace
}  // namespace grundy::generic
