// rules/claim.hpp: what somebody says of all positions of a game.
//
//   P when a mod 2 = 1 and b mod 2 = 1
//   nimber = n mod 4
//   nimber = a bxor b bxor c
//   nimber = 0 when n = 0, n - 1 when n mod 4 = 0, n + 1 when n mod 4 = 3, n
//
//   claim := (`P` | `N`) `when` condition  |  `nimber` `=` piece {`,` piece}
//   piece := number {`bxor` number} [`when` condition]
//
// Names are the coordinates and parameters of the game, numbers and conditions those of its rules.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

struct Claim {
  // The nimber is the xor of the terms.
  struct Piece {
    std::vector<Expression> terms;
    Condition when;
  };
  Quantity quantity = Quantity::outcome;  // or nimber
  Condition p;                            // of outcomes: exactly the P-positions
  std::vector<Piece> pieces;              // of nimbers: the first whose condition holds counts
  std::string text;                       // as it was written
};

// Errc::rules with the mistakes, shown as those of rules are; `source` names the text in them.
Result<Claim> parse_claim(std::string_view text, const Rules& rules,
                          std::string_view source = "claim");

}  // namespace grundy::rules
