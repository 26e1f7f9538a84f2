// graph/vertex_rules.hpp: the value of a vertex, from those of its options.
//
// rule(options, value_of, worker), where value_of(option) is known.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/values.hpp"

namespace grundy::graph {

// The mex of the options' nimbers, which is at most their number.
class NimberRule {
 public:
  NimberRule(std::size_t workers, Convention) : seen_(workers) {}

  template <class ValueOf>
  std::uint32_t operator()(std::span<const Vertex> options, ValueOf value_of, std::size_t worker) {
    if (options.size() >= 64) return mex(options, value_of, seen_[worker]);
    std::uint64_t seen = 0;
    for (const Vertex option : options)
      if (const std::uint32_t value = value_of(option); value < 64)
        seen |= std::uint64_t{1} << value;
    return static_cast<std::uint32_t>(std::countr_one(seen));
  }

 private:
  template <class ValueOf>
  static std::uint32_t mex(std::span<const Vertex> options, ValueOf value_of,
                           std::vector<bool>& seen) {
    seen.assign(options.size() + 1, false);
    for (const Vertex option : options)
      if (const std::uint32_t value = value_of(option); value < seen.size()) seen[value] = true;
    return static_cast<std::uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
  }

  std::vector<std::vector<bool>> seen_;
};

// The winner goes to the nearest P-option, the loser to the farthest.
class RemotenessRule {
 public:
  RemotenessRule(std::size_t, Convention convention) : convention_(convention) {}

  template <class ValueOf>
  std::uint32_t operator()(std::span<const Vertex> options, ValueOf value_of, std::size_t) const {
    if (options.empty()) return 0;
    std::uint32_t nearest = draw;
    std::uint32_t farthest = 0;
    for (const Vertex option : options) {
      const std::uint32_t cell = value_of(option);
      if (Values::outcome_of(cell, convention_) == Outcome::P)
        nearest = std::min(nearest, cell);
      else
        farthest = std::max(farthest, cell);
    }
    return 1 + (nearest == draw ? farthest : nearest);
  }

 private:
  Convention convention_;
};

}  // namespace grundy::graph
