#include "search/key_table.hpp"

#include <utility>

namespace grundy::lazy {

std::span<const std::int64_t> ValueTable::position(Id id) noexcept {
  if (id >= most_ids) return keys_.key(id - most_ids);
  std::uint64_t rank = id;
  for (std::size_t axis = dimensions_; axis-- > 0; rank /= extents_[axis])
    scratch_[axis] = box_.low[axis] + static_cast<std::int64_t>(rank % extents_[axis]);
  return scratch_;
}

Id ValueTable::add(std::span<const std::int64_t> position) noexcept {
  if (const std::uint64_t rank = rank_of(position); rank < cells_.size()) {
    ++in_array_;
    cells_[rank] = unsolved;
    return static_cast<Id>(rank);
  }
  values_.push_back(unsolved);
  return most_ids + keys_.add(position);
}

Status ValueTable::make_room(const Box& box, std::vector<Id>& stack, Meter& meter) {
  // If the array does not fit the limit, the hash table may still fit, as it grows more slowly.
  if (deserves_array(box) && make_array(box, stack, meter)) return {};
  return make_room_for_keys(meter);
}

Status ValueTable::make_room_for_keys(Meter& meter) {
  if (Status status = keys_.make_room(dimensions_, meter); !status) return status;
  return lazy::make_room(values_, 1, meter);
}

bool ValueTable::deserves_array(const Box& box) const noexcept {
  if (!cells_.empty() && box == box_) return false;
  const auto volume = box.volume();
  return volume && *volume < most_ids &&
         (*volume <= few_cells || *volume <= cells_per_position * size());
}

Status ValueTable::make_array(const Box& box, std::vector<Id>& stack, Meter& meter) {
  ValueTable denser(dimensions_);
  denser.box_ = box;
  for (std::size_t axis = 0; axis < dimensions_; ++axis)
    denser.extents_.push_back(static_cast<std::uint64_t>(box.extent(axis)));
  const auto volume = static_cast<std::size_t>(*box.volume());
  Status status = lazy::make_room(denser.cells_, volume, meter);
  if (status) denser.cells_.assign(volume, absent);
  for (Id key = 0; status && key < keys_.size(); ++key)
    status = denser.adopt(*this, most_ids + key, meter);
  for (Id rank = 0; status && rank < cells_.size(); ++rank)
    if (cells_[rank] != absent) status = denser.adopt(*this, rank, meter);
  if (status) status = denser.make_room_for_keys(meter);
  if (status) {
    for (Id& id : stack) id = denser.find(position(id));
    std::swap(*this, denser);
  }
  denser.clear(meter);
  return status;
}

Status ValueTable::adopt(ValueTable& from, Id id, Meter& meter) {
  if (!has_room())
    if (Status status = make_room_for_keys(meter); !status) return status;
  const std::uint32_t cell_there = from.cell(id);
  cell(add(from.position(id))) = cell_there;
  return {};
}

void ValueTable::clear(Meter& meter) noexcept {
  keys_.clear(meter);
  release(values_, meter);
  release(cells_, meter);
  in_array_ = 0;
}

}  // namespace grundy::lazy
