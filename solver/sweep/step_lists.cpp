#include "sweep/step_lists.hpp"

#include <algorithm>
#include <limits>

namespace grundy::sweep {

using plan::Progression;

namespace {

// A set of values for every remainder: worth it for many steps, not too far apart.
constexpr std::int64_t fewest_terms = 256;
constexpr std::int64_t widest_stride = 64;

std::int64_t terms_up_to(const Progression& steps, std::int64_t largest) {
  const std::int64_t last = std::min(steps.last.value_or(largest), largest);
  return last < steps.first ? 0 : (last - steps.first) / steps.stride + 1;
}

// Whether all terms up to `largest` are steps, and it pays to treat them as one.
bool acts_endless(const Progression& steps, std::int64_t largest) {
  const bool ends = steps.last && *steps.last <= largest - steps.stride;
  return !ends && steps.stride <= widest_stride && terms_up_to(steps, largest) >= fewest_terms;
}

void append_members(const plan::ScaledSet& steps, std::int64_t largest,
                    std::vector<std::int64_t>& list) {
  std::int64_t room = 0;
  if (__builtin_sub_overflow(largest, steps.offset, &room))
    room = std::numeric_limits<std::int64_t>::max();
  const std::int64_t low = steps.set.listed.empty() ? 1 : steps.set.listed.front();
  for (const std::int64_t member : steps.set.members(low, room / steps.scale))
    list.push_back(steps.scale * member + steps.offset);
  while (!list.empty() && list.back() > largest) list.pop_back();
}

}  // namespace

std::uint64_t StepLists::shortest() const {
  std::uint64_t shortest = heaps;
  if (!single.empty()) shortest = static_cast<std::uint64_t>(single.front());
  for (const Progression& steps : endless)
    shortest = std::min(shortest, static_cast<std::uint64_t>(steps.first));
  return shortest;
}

StepLists list_steps(const plan::Steps& steps, const Box& closure) {
  StepLists lists;
  lists.heaps = static_cast<std::uint64_t>(closure.extent(0));
  const std::int64_t largest = closure.extent(0) - 1;
  for (const Progression& progression : steps.progressions) {
    const std::int64_t terms = terms_up_to(progression, largest);
    if (acts_endless(progression, largest)) {
      lists.endless.push_back(progression);
      lists.options += static_cast<std::uint64_t>(terms);
    } else {
      for (std::int64_t i = 0; i < terms; ++i)
        lists.single.push_back(progression.first + i * progression.stride);
    }
  }
  for (const plan::ScaledSet& set : steps.sets) append_members(set, largest, lists.single);
  std::sort(lists.single.begin(), lists.single.end());
  lists.single.erase(std::unique(lists.single.begin(), lists.single.end()), lists.single.end());
  lists.options += lists.single.size();
  return lists;
}

unsigned step_cell_bytes(const StepLists& lists, Quantity quantity) {
  if (quantity == Quantity::outcome || lists.options <= std::numeric_limits<std::uint8_t>::max())
    return 1;
  return lists.options <= std::numeric_limits<std::uint16_t>::max() ? 2 : 4;
}

std::uint64_t step_list_bytes(const StepLists& lists) {
  return 2 * lists.single.capacity() * sizeof(std::int64_t);
}

}  // namespace grundy::sweep
