#include "relation/merge.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace grundy::relation {
namespace {

// Of each set its reading, if that is the only way in which its options are used and it may take
// those of others.
std::vector<const Reading*> readings_alone(const Scheme& scheme) {
  std::vector<const Reading*> alone(scheme.sets.size());
  for (const Reading& reading : scheme.readings) alone[reading.set] = &reading;
  for (const OptionSet& set : scheme.sets) {
    if (set.directions.empty() || !set.removed.empty())
      alone[static_cast<std::size_t>(&set - scheme.sets.data())] = nullptr;
    for (const std::size_t part : set.added_sets) alone[part] = nullptr;
  }
  return alone;
}

}  // namespace

Scheme merged(const Scheme& scheme) {
  const std::vector<const Reading*> alone = readings_alone(scheme);
  const auto may_join = [&](std::size_t one, std::size_t other) {
    return alone[one] && alone[other] && alone[one]->any == alone[other]->any &&
           scheme.sets[one].directions == scheme.sets[other].directions;
  };
  // The last of those that join takes the others, as it stands after all that they need.
  std::vector<std::size_t> taker(scheme.sets.size());
  for (std::size_t set = 0; set < taker.size(); ++set) {
    taker[set] = set;
    for (std::size_t later = set + 1; later < taker.size(); ++later)
      if (may_join(set, later)) taker[set] = later;
  }
  Scheme result;
  std::vector<std::size_t> number(taker.size());
  for (std::size_t set = 0; set < taker.size(); ++set) {
    if (taker[set] != set) continue;
    OptionSet joined = scheme.sets[set];
    for (std::size_t& part : joined.added_sets) part = number[part];
    for (std::size_t earlier = 0; earlier < set; ++earlier) {
      if (taker[earlier] != set) continue;
      const OptionSet& other = scheme.sets[earlier];
      joined.added.insert(joined.added.end(), other.added.begin(), other.added.end());
      for (const std::size_t part : other.added_sets) joined.added_sets.push_back(number[part]);
    }
    number[set] = result.sets.size();
    result.sets.push_back(std::move(joined));
  }
  for (const Reading& reading : scheme.readings)
    if (taker[reading.set] == reading.set)
      result.readings.push_back({number[reading.set], reading.any});
  return result;
}

}  // namespace grundy::relation
