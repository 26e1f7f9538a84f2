// rules/language/parse_claim.hpp: the text of a claim, read and checked.
#pragma once
#include <string_view>

#include "base/error.hpp"
#include "rules/claim.hpp"

namespace grundy::rules {

// The claim, with names resolved and divisors proved positive. Errc::rules lists the mistakes in
// the form of parse(); `source` names the text in them.
Result<Claim> parse_claim(std::string_view text, const Rules& rules,
                          std::string_view source = "claim");

}  // namespace grundy::rules
