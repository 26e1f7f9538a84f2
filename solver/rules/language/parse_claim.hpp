// rules/language/parse_claim.hpp: the text of a claim, read and checked.
#pragma once
#include <string_view>

#include "base/error.hpp"
#include "rules/claim.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::rules {

// Errc::rules with the mistakes, shown as those of rules are; `source` names the text in them.
Result<Claim> parse_claim(std::string_view text, const Rules& rules,
                          std::string_view source = "claim");

}  // namespace grundy::rules
