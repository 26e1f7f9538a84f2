// rules/claim.hpp: what somebody says of all positions of a game.
//
//   P when a mod 2 = 1 and b mod 2 = 1
//   nimber = n mod 4
//   nimber = a bxor b bxor c
//   nimber = 0 when n = 0, n - 1 when n mod 4 = 0, n + 1 when n mod 4 = 3, n
//
//   P when n = 1 or 9 * s < n <= 18 * s for some s in powers(18)
//
//   claim := (`P` | `N`) `when` condition  |  `nimber` `=` piece {`,` piece}
//          | `P` `when` condition `for` `some` NAME `in` `powers` `(` number `)`
//   piece := number {`bxor` number} [`when` condition]
//
// Names are the coordinates and parameters of the game, numbers and conditions those of its rules.
#pragma once
#include <cstdint>
#include <optional>
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
  // `p` holds for some power: of those up to the largest coordinate, or for 1. In `p` it is the
  // variable after the coordinates.
  struct Scale {
    std::string name;
    std::int64_t base;  // at least 2
  };
  Quantity quantity = Quantity::outcome;  // or nimber
  Condition p;                            // of outcomes: exactly the P-positions
  std::optional<Scale> scale;
  std::vector<Piece> pieces;  // of nimbers: the first whose condition holds counts
  std::string text;           // as it was written
};

// Errc::rules with the mistakes, shown as those of rules are; `source` names the text in them.
Result<Claim> parse_claim(std::string_view text, const Rules& rules,
                          std::string_view source = "claim");

}  // namespace grundy::rules
