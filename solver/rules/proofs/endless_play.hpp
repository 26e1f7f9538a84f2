// rules/proofs/endless_play.hpp: why rules are refused, by an example.
//
// Some hundred positions next to the low ends are tried, with the first values of binders without
// an end. So what is found is endless, and nothing found says nothing.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::rules {

struct EndlessPlay {
  Place place;  // of the rule that makes the first move
  // What is left after each move, positions ascending. The first sum is one position, which stands
  // in the last one again.
  std::vector<std::vector<Position>> sums;
};

// Bounded: a few milliseconds, up to 50 or so. Requires rules with positive divisors, and binders
// that end.
std::optional<EndlessPlay> endless_play(const Rules& rules);

// "(0) -> (1) -> (0)"; how many moves it takes where they are many.
std::string to_string(const EndlessPlay& play);

}  // namespace grundy::rules
