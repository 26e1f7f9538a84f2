// search/value_table.hpp: the positions a search has met, and their values.
//
// Positions stand in a hash table until a good part of their box is known, and in an
// array over the box from then on: there a look-up is one load, and neighbours lie side
// by side, which makes rays ten to fifty times as fast. The array is made when it has at
// most `cells_per_position` cells for each position known, or few cells at all, so that
// games which reach little of a large box never pay for it. Positions outside stay in the
// hash table.
//
// Nothing here allocates but make_room and clear. Not thread-safe.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "search/key_table.hpp"
#include "search/meter.hpp"

namespace grundy::lazy {

class ValueTable {
 public:
  explicit ValueTable(std::size_t dimensions)
      : dimensions_(dimensions), keys_(dimensions), scratch_(dimensions) {}

  // Positions met.
  std::size_t size() const noexcept { return keys_.size() + in_array_; }

  // no_id for a position never met.
  Id find(std::span<const std::int64_t> position) const noexcept {
    const std::uint64_t rank = rank_of(position);
    if (rank < cells_.size()) return cells_[rank] == absent ? no_id : static_cast<Id>(rank);
    const Id key = keys_.find(position);
    return key == no_id ? no_id : most_ids + key;
  }

  // Any position, if it was met; by chance, for a random number.
  Id any(std::uint64_t random) const noexcept {
    if (size() == 0) return no_id;
    const std::uint64_t number = random % (cells_.size() + keys_.size());
    if (number >= cells_.size()) return most_ids + static_cast<Id>(number - cells_.size());
    return cells_[number] == absent ? no_id : static_cast<Id>(number);
  }

  bool is_solved(Id id) const noexcept { return cell(id) < unsolved; }
  std::uint32_t value(Id id) const noexcept { return cell(id); }
  void solve(Id id, std::uint32_t value) noexcept { cell(id) = value; }

  // The position's coordinates, until the next call.
  std::span<const std::int64_t> position(Id id) noexcept;

  // Meets a position. Requires that it was not met, and has_room.
  Id add(std::span<const std::int64_t> position) noexcept;
  bool has_room() const noexcept { return keys_.has_room(dimensions_) && lazy::has_room(values_); }

  // May number positions anew, those on the stack too. `box`: where they will be.
  Status make_room(const Box& box, std::vector<Id>& stack, Meter& meter);

  void clear(Meter& meter) noexcept;

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};
  static constexpr std::uint32_t unsolved = absent - 1;
  static constexpr std::uint64_t cells_per_position = 64;
  static constexpr std::uint64_t few_cells = 1 << 16;

  // Ids below most_ids are ranks in the array, the others most_ids + number of a key.
  std::uint32_t cell(Id id) const noexcept {
    return id < most_ids ? cells_[id] : values_[id - most_ids];
  }
  std::uint32_t& cell(Id id) noexcept {
    return id < most_ids ? cells_[id] : values_[id - most_ids];
  }

  // cells_.size() or more outside the array's box.
  std::uint64_t rank_of(std::span<const std::int64_t> position) const noexcept {
    if (cells_.empty()) return 0;
    std::uint64_t rank = 0;
    for (std::size_t axis = 0; axis < position.size(); ++axis) {
      const auto offset = static_cast<std::uint64_t>(position[axis] - box_.low[axis]);
      if (offset >= extents_[axis]) return cells_.size();
      rank = rank * extents_[axis] + offset;
    }
    return rank;
  }

  bool deserves_array(const Box& box) const noexcept;
  Status make_array(const Box& box, std::vector<Id>& stack, Meter& meter);
  Status adopt(ValueTable& from, Id id, Meter& meter);
  Status make_room_for_keys(Meter& meter);

  std::size_t dimensions_;
  KeyTable<std::int64_t> keys_;
  std::vector<std::uint32_t> values_;  // by key
  Box box_;                            // of the array
  std::vector<std::uint64_t> extents_;
  std::vector<std::uint32_t> cells_;  // by rank; empty: no array
  std::size_t in_array_ = 0;
  std::vector<std::int64_t> scratch_;
};

}  // namespace grundy::lazy
