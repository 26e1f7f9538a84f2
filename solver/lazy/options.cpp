#include "lazy/options.hpp"

#include "lazy/key_table.hpp"

namespace grundy::lazy {
namespace {

// The coordinates of all components of an option; their number first, as the empty sum
// needs a key too.
void set_key(std::vector<std::int64_t>& key, const Option& option) noexcept {
  key.assign(1, static_cast<std::int64_t>(option.size()));
  for (std::size_t i = 0; i < option.size(); ++i)
    key.insert(key.end(), option[i].begin(), option[i].end());
}

std::vector<Position> positions_in(Coordinates key, std::size_t dimensions) {
  std::vector<Position> positions;
  for (auto at = key.begin() + 1; at != key.end(); at += static_cast<std::ptrdiff_t>(dimensions))
    positions.emplace_back(at, at + static_cast<std::ptrdiff_t>(dimensions));
  return positions;
}

}  // namespace

Result<std::vector<std::vector<Position>>> options(GameWalk& walk, const Position& position,
                                                   Meter& meter) {
  if (Status status = walk.cover(position, meter); !status) return status.error();
  const std::size_t longest = 1 + kernels::max_summands * position.size();
  KeyTable<std::int64_t> found;
  std::vector<std::int64_t> key;
  key.reserve(longest);
  for (bool is_complete = walk.load(position) != Standing::open; !is_complete;) {
    if (Status status = meter.expand(); !status) return status.error();
    if (Status status = found.make_room(longest, meter); !status) return status.error();
    is_complete = true;
    walk.each_option([&](const Option& option) {
      set_key(key, option);
      if (found.find(key) != no_id) return false;
      is_complete = found.has_room(longest) && !meter.must_stop();
      if (is_complete) found.add(key);
      return !is_complete;
    });
  }
  std::vector<std::vector<Position>> result;
  for (Id id = 0; id < found.size(); ++id)
    result.push_back(positions_in(found.key(id), position.size()));
  found.clear(meter);
  return result;
}

}  // namespace grundy::lazy
