#include "methods/growth/first_nimbers.hpp"

#include <algorithm>

namespace grundy::growth {
namespace {

using family::HeapMove;

// The nimbers that a move leaves a heap with.
class Left {
 public:
  Left(const HeapMove& move, std::int64_t heap, std::span<const std::uint32_t> nimbers,
       std::vector<bool>& values)
      : move_(move), most_(heap - move.taken), nimbers_(nimbers), values_(values) {}

  void add() {
    if (move_.parts() == 0)
      note(0);
    else if (most_ >= 0)
      add_from(0, 0, most_, 0);
  }

 private:
  // With the parts from number `part` on, each `least` or more. `room` is what they may sum to.
  void add_from(std::size_t part, std::int64_t least, std::int64_t room, std::uint32_t nimber) {
    if (part == move_.parts()) {
      if (move_.total != HeapMove::Total::exact || room == 0) note(nimber);
      return;
    }
    const bool is_last = part + 1 == move_.parts();
    least = std::max(least, move_.least[part]);
    if (is_last && move_.total == HeapMove::Total::exact) least = std::max(least, room);
    // Nothing is left as large as the heap itself, even where nothing is taken.
    const auto largest = std::min(room, static_cast<std::int64_t>(nimbers_.size()) - 1);
    for (std::int64_t size = least; size <= largest; ++size)
      add_from(part + 1, size + (move_.unlike ? 1 : 0),
               move_.total == HeapMove::Total::each ? most_ : room - size,
               nimber ^ nimbers_[static_cast<std::size_t>(size)]);
  }

  void note(std::uint32_t nimber) {
    if (values_.size() <= nimber) values_.resize(nimber + std::size_t{1});
    values_[nimber] = true;
  }

  const HeapMove& move_;
  std::int64_t most_;
  std::span<const std::uint32_t> nimbers_;
  std::vector<bool>& values_;
};

}  // namespace

std::vector<std::uint32_t> first_nimbers(std::span<const HeapMove> moves, std::size_t heaps) {
  std::vector<std::uint32_t> nimbers;
  std::vector<bool> values;
  for (std::size_t heap = 0; heap < heaps; ++heap) {
    values.assign(values.size(), false);
    for (const HeapMove& move : moves)
      if (move.holds(static_cast<std::int64_t>(heap)))
        Left(move, static_cast<std::int64_t>(heap), nimbers, values).add();
    const auto least = std::ranges::find(values, false);
    nimbers.push_back(static_cast<std::uint32_t>(least - values.begin()));
  }
  return nimbers;
}

}  // namespace grundy::growth
