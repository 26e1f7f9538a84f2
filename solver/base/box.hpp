// base/box.hpp: positions, the boxes they fill, and their ranks.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grundy {

// A position is the tuple of its coordinates.
using Position = std::vector<std::int64_t>;

// Games have at most this many coordinates.
inline constexpr std::size_t max_dimensions = 8;

// All positions with low[i] <= x[i] <= high[i]: both ends inclusive.
// The rank of a position is its number in C order (last coordinate fastest).
struct Box {
  Position low;
  Position high;

  std::size_t dimensions() const noexcept { return low.size(); }
  std::int64_t extent(std::size_t axis) const noexcept { return high[axis] - low[axis] + 1; }
  bool contains(const Position& position) const noexcept;
  bool contains(const Box& other) const noexcept;

  // The number of positions; nothing if it does not fit 63 bits.
  std::optional<std::uint64_t> volume() const noexcept;

  // Rank distance between neighbours along each axis. Requires volume().
  std::vector<std::int64_t> strides() const;

  std::uint64_t rank(const Position& position) const noexcept;
  Position position(std::uint64_t rank) const;

  friend bool operator==(const Box&, const Box&) = default;
};

// "(3, 4, 5)", as rules and expressions write it.
std::string to_string(const Position& position);

}  // namespace grundy
