// ask/search_check.hpp: a few of the values that a search remembers, derived anew.
//
// As solver/run/self_check.hpp does for boxes: from the values of the options, which the
// definition enumerates (verify/derive.hpp), with nothing of compile or lazy but what they found.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"
#include "verify/derive.hpp"

namespace grundy::query {

// What a search has found of single positions of one game.
struct Remembered {
  const rules::Rules& rules;
  Quantity quantity;
  Convention convention;
  // Of a position, if it was found.
  std::function<std::optional<verify::Fact>(const Position&)> known;
  // Any position that was found, for a random number; nothing by chance.
  std::function<std::optional<Position>(std::uint64_t random)> any;
};

// Checks `positions` and some others until the moment has come. Errc::wrong for a difference.
Status check_search(const Remembered& search, const std::vector<Position>& positions,
                    std::chrono::steady_clock::time_point end);

}  // namespace grundy::query
