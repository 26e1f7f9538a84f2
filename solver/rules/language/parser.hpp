// rules/language/parser.hpp: from text to Rules.
#pragma once
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Reads every game in `text`. `source` names it in messages. Each game takes the
// `overrides` that it has a parameter for; one that no game has is an error.
//
// On mistakes the error is Errc::rules and its message lists them (at most 20), each
// as "source:line:column: what is wrong", the line itself, a caret under the place and
// what was expected. Rules that come back are playable: names resolved, binders
// bounded, divisors positive, and every play proved to end (rules/proofs/check.hpp). Mistakes are
// told without the first `lines_before` lines, where the program has put them before what was
// given.
Result<std::vector<Rules>> parse(std::string_view text, std::string_view source,
                                 const Parameters& overrides = {}, std::size_t lines_before = 0);

}  // namespace grundy::rules
