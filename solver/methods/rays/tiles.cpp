#include "methods/rays/tiles.hpp"

#include <algorithm>
#include <cmath>

namespace grundy::ray {
namespace {

// A tile of as many rows takes some 0.2 ms, long beside the time to hand it to a thread. Larger
// ones read each line less often from memory (docs/experiments/ray.md), but only long axes have
// them: the waves of short ones would hold too few for many threads. How many threads there are
// does not matter, so that others can go on with a saved state.
constexpr double least_rows_of_tile = 0x1p12;
constexpr double most_rows_of_tile = 0x1p16;
constexpr double blocks_worth_sharing = 64;

// Rows of a tile are touched where the P-positions lie that it finds, about a tenth of their bytes:
// so much fits a second-level cache, or nearly.
constexpr double cached_row_bytes = 0x1p24;

// A row takes about 10 ns, and as long again for every 1024 positions that it has. To call
// threads for every wave takes milliseconds in all, more where cores are busy: this is 20 ms.
constexpr double positions_of_row = 1024;
constexpr double work_worth_sharing = 0x1p21;

double sorted_rows(const Frame& frame) {
  double rows = 1;
  for (std::size_t axis = 0; axis < frame.outer(); ++axis) {
    double place = 0;
    for (auto before = frame.before[axis]; before; before = frame.before[*before]) ++place;
    rows *= (static_cast<double>(frame.extents[axis]) + place) / (place + 1);
  }
  return rows;
}

}  // namespace

Tiles::Tiles(const Frame& frame, std::int64_t block) : frame_(frame), block_(block) {
  for (std::size_t axis = 0; axis < frame_.outer(); ++axis) waves_ += blocks(axis) - 1;
}

std::uint64_t Tiles::blocks(std::size_t axis) const noexcept {
  return static_cast<std::uint64_t>((frame_.extents[axis] + block_ - 1) / block_);
}

std::uint64_t Tiles::most_rows() const noexcept {
  std::uint64_t rows = 1;
  for (std::size_t axis = 0; axis < frame_.outer(); ++axis)
    rows *= static_cast<std::uint64_t>(std::min(frame_.extents[axis], block_));
  return rows;
}

std::vector<Tile> Tiles::tiles_of(std::uint64_t wave) const {
  std::vector<Tile> tiles;
  Tile tile;
  extend(tile, wave, tiles);
  return tiles;
}

// Tries every block of the next axis; the last one takes what is left of the wave.
void Tiles::extend(Tile& tile, std::uint64_t blocks_left, std::vector<Tile>& into) const {
  const std::size_t axis = tile.low.size();
  if (axis == frame_.outer()) return into.push_back(tile);
  const auto before = frame_.before[axis];
  const auto least = before ? static_cast<std::uint64_t>(tile.low[*before] / block_) : 0;
  const bool last = axis + 1 == frame_.outer();
  const std::uint64_t most = std::min(blocks(axis) - 1, blocks_left);
  for (std::uint64_t number = last ? std::max(least, blocks_left) : least; number <= most;
       ++number) {
    const auto low = static_cast<std::int64_t>(number) * block_;
    tile.low.push_back(low);
    tile.high.push_back(std::min(low + block_, frame_.extents[axis]) - 1);
    extend(tile, blocks_left - number, into);
    tile.low.pop_back();
    tile.high.pop_back();
  }
}

bool worth_sharing(const Frame& frame) {
  const double words = 1 + static_cast<double>(frame.extents.back()) / positions_of_row;
  return sorted_rows(frame) * words > work_worth_sharing;
}

std::int64_t choose_block(const Frame& frame, const Lines& lines) {
  const std::int64_t longest = *std::max_element(frame.extents.begin(), frame.extents.end());
  if (!worth_sharing(frame)) return longest;
  const auto outer = static_cast<double>(std::max<std::size_t>(frame.outer(), 1));
  const double row_bytes = static_cast<double>(frame.extents.back()) / 8;
  const auto directions = static_cast<double>(lines.aligned.size() + lines.shifted.size());
  const double least = std::floor(std::pow(least_rows_of_tile, 1 / outer));
  double block = std::floor(std::pow(most_rows_of_tile, 1 / outer));
  while (block > least && block * blocks_worth_sharing > static_cast<double>(longest))
    block = std::max(block / 2, least);
  while (block > 8 && directions * std::pow(block, outer - 1) * row_bytes > cached_row_bytes)
    block /= 2;
  return std::max<std::int64_t>(static_cast<std::int64_t>(block), 2);
}

}  // namespace grundy::ray
