// table/cell_finder.hpp: from a position to the chunk and the cell that hold its value.
//
// Shards and chunks cut every axis on its own, so the number of a chunk is a sum
// of one share for each axis, and so is that of a cell. Quotients come from a
// multiplication: about 2 ns an axis. Any number of threads may ask.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "table/array_format.hpp"

namespace grundy::table {

// Division by a number known beforehand. Exact for dividends below 2^63.
class Divider {
 public:
  Divider() = default;
  explicit Divider(std::uint64_t divisor)
      : divisor_(divisor), factor_(~std::uint64_t{0} / divisor) {}

  struct Parts {
    std::uint64_t quotient;
    std::uint64_t remainder;
  };
  Parts operator()(std::uint64_t dividend) const noexcept {
    // factor_ > 2^64 / divisor - 1 - 1 / divisor, so the estimate is right or one too small.
    const auto estimate = static_cast<std::uint64_t>(static_cast<Wide>(dividend) * factor_ >> 64);
    const std::uint64_t rest = dividend - estimate * divisor_;
    const bool small = rest >= divisor_;
    return {estimate + small, small ? rest - divisor_ : rest};
  }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t divisor_ = 1;
  std::uint64_t factor_ = ~std::uint64_t{0};
};

// The chunks of an array are numbered shard by shard, the cells of a chunk in C order.
struct CellName {
  std::uint64_t chunk = 0;
  std::uint64_t cell = 0;
};

class CellFinder {
 public:
  explicit CellFinder(const ArrayFormat& format);

  std::uint64_t chunks() const noexcept { return chunks_; }
  std::uint64_t chunks_in_shard() const noexcept { return chunks_in_shard_; }

  // Requires a position of the array's box.
  CellName operator()(std::span<const std::int64_t> position) const noexcept {
    CellName name;
    for (std::size_t axis = 0; axis < position.size(); ++axis) {
      const Axis& along = axes_[axis];
      const auto index = static_cast<std::uint64_t>(position[axis] - along.low);
      const auto [chunk, cell] = along.chunk(index);
      const auto [shard, chunk_in_shard] = along.shard(chunk);
      name.chunk += shard * along.shard_weight + chunk_in_shard * along.chunk_weight;
      name.cell += cell * along.cell_weight;
    }
    return name;
  }

 private:
  struct Axis {
    std::int64_t low = 0;
    Divider chunk;  // index -> chunk, cell
    Divider shard;  // chunk -> shard, chunk in the shard
    std::uint64_t shard_weight = 0;
    std::uint64_t chunk_weight = 0;
    std::uint64_t cell_weight = 0;
  };
  std::array<Axis, max_dimensions> axes_;
  std::uint64_t chunks_in_shard_ = 1;
  std::uint64_t chunks_ = 1;
};

}  // namespace grundy::table
