// rules/language/parser.hpp: from text to Rules, and the values of parameters as text.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

struct Mistake;  // rules/language/diagnostics.hpp

// Reads every game in `text`. `source` names it in messages. Each game takes the `overrides` that
// it has a parameter for.
//
// On mistakes the error is Errc::rules and its message lists them (at most 20), each as
// "source:line:column: what is wrong", the line itself, a caret under the place and what was
// expected. Lines are counted without the first `lines_before`, which the program has put in front
// of the user's text. An override that no game has a parameter for is Errc::usage. `mistakes`,
// which may be null, gets them one by one, with lines counted from 1.
//
// Rules that are returned are playable: names are resolved, binders are bounded, divisors are
// positive, and every play is proved to end (rules/proofs/check.hpp).
Result<std::vector<Rules>> parse(std::string_view text, std::string_view source,
                                 const Parameters& overrides = {}, std::size_t lines_before = 0,
                                 std::vector<Mistake>* mistakes = nullptr);

// The value in the rule language: `3` or `{1, 3, 4}`.
std::string to_string(const ParameterValue& value);

// A command-line override: `m=3`, `S=2,5` or `S={2, 5}`. Errc::usage for anything else.
Result<std::pair<std::string, ParameterValue>> parse_override(std::string_view text);

// Adds one override. Errc::usage also if there is one of that name already.
Status add_override(Parameters& overrides, std::string_view text);

// Several overrides: `S=2,5; m=3`. Errc::usage as above.
Result<Parameters> parse_overrides(std::string_view text);

}  // namespace grundy::rules
