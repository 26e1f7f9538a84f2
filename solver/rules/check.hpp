// rules/check.hpp: can these rules be played?
//
// Called by the parser once a game is read and its names are resolved.
#pragma once
#include <string>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::rules {

struct Complaint {
  Place place;
  std::string message;  // what is wrong and why
  std::string hint;     // what to do about it
};

// A binder that nothing bounds, a divisor that may be zero or negative, rules under
// which play might never end or coordinates might grow for ever. Empty: all is well.
std::vector<Complaint> check(const Rules& rules);

}  // namespace grundy::rules
