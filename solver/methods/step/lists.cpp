#include "methods/step/lists.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grundy::step {

namespace {

// A set of values for every remainder: worth it for many steps, not too far apart.
constexpr std::int64_t fewest_terms = 256;
constexpr std::int64_t widest_stride = 64;

std::int64_t terms_up_to(const Progression& steps, std::int64_t largest) {
  const std::int64_t last = std::min(steps.last.value_or(largest), largest);
  return last < steps.first ? 0 : (last - steps.first) / steps.stride + 1;
}

// Values that leave a set are counted, which takes a count for each value and remainder. Where
// there are many more heaps than the last term a period pays more (methods/step/blocks.hpp). With
// many terms, of which each costs something until the period is known, there must be more heaps.
constexpr std::int64_t fewest_terms_with_end = 64;
constexpr std::int64_t widest_stride_with_end = 8;
constexpr std::int64_t most_heaps_to_last_term = 8;
constexpr std::int64_t many_terms_with_end = 2048;

bool ends_below(const Progression& steps, std::int64_t largest) {
  return steps.last && *steps.last <= largest - steps.stride;
}

// Whether it pays to treat all terms up to `largest` as one. Beside sets, whose members are single
// steps, blocks of heaps (methods/step/blocks.hpp) pay more than a progression with an end.
bool acts_endless(const Progression& steps, bool beside_sets, std::int64_t largest) {
  const std::int64_t terms = terms_up_to(steps, largest);
  if (ends_below(steps, largest)) {
    const std::int64_t most = terms < many_terms_with_end ? most_heaps_to_last_term : terms;
    return !beside_sets && steps.stride <= widest_stride_with_end &&
           terms >= fewest_terms_with_end && largest / *steps.last < most;
  }
  return steps.stride <= widest_stride && terms >= fewest_terms;
}

// With a last term only if heaps have options beyond it.
Progression as_treated(Progression steps, std::int64_t largest) {
  if (!ends_below(steps, largest)) steps.last.reset();
  return steps;
}

// No set has more members up to `room`.
std::uint64_t most_members(const rules::NumberSet& set, std::int64_t room) {
  using Kind = rules::NumberSet::Kind;
  constexpr std::uint64_t most_of_powers = 128;
  const auto size = static_cast<double>(std::max<std::int64_t>(room, 0));
  switch (set.kind) {
    case Kind::listed:
      return set.listed.size();
    case Kind::odd:
    case Kind::even:
      return static_cast<std::uint64_t>(size / 2) + 1;
    case Kind::squares:
      return static_cast<std::uint64_t>(std::sqrt(size)) + 1;
    case Kind::primes:  // J. B. Rosser and L. Schoenfeld, Illinois J. Math. 6 (1962)
      return static_cast<std::uint64_t>(1.25506 * size / std::log(std::max(size, 3.0))) + 2;
    default:
      return most_of_powers;
  }
}

// The largest member whose step may be as short as `largest`.
std::int64_t room_of(const ScaledSet& steps, std::int64_t largest) {
  std::int64_t room = 0;
  if (__builtin_sub_overflow(largest, steps.offset, &room))
    room = std::numeric_limits<std::int64_t>::max();
  return room / steps.scale;
}

void append_members(const ScaledSet& steps, std::int64_t largest, std::vector<std::int64_t>& list) {
  const std::int64_t low = steps.set.listed.empty() ? 1 : steps.set.listed.front();
  for (const std::int64_t member : steps.set.members(low, room_of(steps, largest)))
    list.push_back(steps.scale * member + steps.offset);
  while (!list.empty() && list.back() > largest) list.pop_back();
}

}  // namespace

std::uint64_t Lists::shortest() const {
  std::uint64_t shortest = heaps;
  if (!single.empty()) shortest = static_cast<std::uint64_t>(single.front());
  for (const Progression& steps : endless)
    shortest = std::min(shortest, static_cast<std::uint64_t>(steps.first));
  return shortest;
}

Lists list_steps(const Steps& steps, const Box& closure) {
  Lists lists;
  lists.heaps = static_cast<std::uint64_t>(closure.extent(0));
  const std::int64_t largest = closure.extent(0) - 1;
  for (const Progression& progression : steps.progressions) {
    const std::int64_t terms = terms_up_to(progression, largest);
    if (acts_endless(progression, !steps.sets.empty(), largest)) {
      lists.endless.push_back(as_treated(progression, largest));
      lists.options += static_cast<std::uint64_t>(terms);
    } else {
      for (std::int64_t i = 0; i < terms; ++i)
        lists.single.push_back(progression.first + i * progression.stride);
    }
  }
  for (const ScaledSet& set : steps.sets) append_members(set, largest, lists.single);
  std::sort(lists.single.begin(), lists.single.end());
  lists.single.erase(std::unique(lists.single.begin(), lists.single.end()), lists.single.end());
  lists.options += lists.single.size();
  return lists;
}

Forecast forecast(const Steps& steps, const Box& closure) {
  Forecast found;
  found.others.heaps = static_cast<std::uint64_t>(closure.extent(0));
  const std::int64_t largest = closure.extent(0) - 1;
  // Of sets that overlap, or many, no more than all heaps.
  const auto add = [&](std::uint64_t& sum, std::uint64_t more) {
    sum = std::min(sum + more, found.others.heaps);
  };
  for (const Progression& progression : steps.progressions) {
    const auto terms = static_cast<std::uint64_t>(terms_up_to(progression, largest));
    const bool endless = acts_endless(progression, !steps.sets.empty(), largest);
    if (endless) found.others.endless.push_back(as_treated(progression, largest));
    add(endless ? found.others.options : found.single, terms);
  }
  for (const ScaledSet& set : steps.sets)
    add(found.single, most_members(set.set, room_of(set, largest)));
  add(found.others.options, found.single);
  return found;
}

unsigned cell_bytes(const Lists& lists, Quantity quantity) {
  if (quantity == Quantity::outcome || lists.options <= std::numeric_limits<std::uint8_t>::max())
    return 1;
  return lists.options <= std::numeric_limits<std::uint16_t>::max() ? 2 : 4;
}

std::uint64_t list_bytes(const Lists& lists) {
  return 2 * lists.single.capacity() * sizeof(std::int64_t);
}

}  // namespace grundy::step
