// rules/language/parameter_text.hpp: parameter values as text, `3` or `{1, 3, 4}`.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// As the rule language writes it.
std::string to_string(const ParameterValue& value);

// A command-line override: `m=3`, `S=2,5` or `S={2, 5}`. Errc::usage for anything else.
Result<std::pair<std::string, ParameterValue>> parse_override(std::string_view text);

// Adds one. Errc::usage, too, if its name is there already.
Status add_override(Parameters& overrides, std::string_view text);

// Several of them: `S=2,5; m=3`.
Result<Parameters> parse_overrides(std::string_view text);

}  // namespace grundy::rules
