// oracle/options.hpp: the options of one position, straight from the rules.
//
// Every value of every binder is tried. Only where a binder has no end, or goes on for long, values
// are passed over that were proved to give no option (oracle/reach.hpp).
// Errors: overflow or division by zero in an expression, and Errc::unsupported for a binder with
// more than 10^7 values to try. Pure functions; any thread may call them.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "oracle/patience.hpp"
#include "rules/rules.hpp"

namespace grundy::oracle {

// A disjunctive sum: its positions, ascending.
using Sum = std::vector<Position>;

// "(3, 4) + (5, 6)"; the empty sum is "()".
std::string to_string(const Sum& sum);

// How the game is over at `position`, if it is: the first ending that holds.
Result<std::optional<Outcome>> ending(const rules::Rules& rules, const Position& position);

// Whether every coordinate lies in its range.
bool in_range(const rules::Rules& rules, const Position& position);

// What is done with an option. An error ends the enumeration, which returns it.
using Visit = std::function<Status(Sum option)>;

// Visits every option, some more than once, in no particular order, and keeps none: for positions
// with millions of them. Otherwise as `options`.
Status for_each_option(const rules::Rules& rules, const Position& position, const Visit& visit,
                       Patience* patience = nullptr);

// Ascending and without repeats; none where the game is over. Patience::error() when the patience,
// if there is any, has ended.
Result<std::vector<Sum>> options(const rules::Rules& rules, const Position& position,
                                 Patience* patience = nullptr);

}  // namespace grundy::oracle
