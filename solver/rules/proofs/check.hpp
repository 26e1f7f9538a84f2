// rules/proofs/check.hpp: can these rules be played?
//
// Called by the parser once a game is read and its names are resolved.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

struct Complaint {
  Place place;
  std::string message;  // what is wrong and why
  std::string hint;     // what to do about it
};

// What was proved about rules, or why it was not.
template <class T>
using Proved = std::variant<T, Complaint>;

Error to_error(const Rules& rules, const Complaint& complaint);

// A binder that nothing bounds, a divisor that may be zero or negative, rules under
// which play might never end or coordinates might grow for ever. Empty: all is well.
std::vector<Complaint> check(const Rules& rules);

// The first expression of the rules whose value may leave 62 bits at a position of `box`.
std::vector<Complaint> check_overflow(const Rules& rules, const Box& box);

}  // namespace grundy::rules
