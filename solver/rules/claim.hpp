// rules/claim.hpp: a statement about all positions of a game.
//
//   P when a mod 2 = 1 and b mod 2 = 1
//   nimber = n mod 4
//   nimber = (a bxor b) * 3 + c mod 3
//   nimber = 0 when n = 0, n - 1 when n mod 4 = 0, n + 1 when n mod 4 = 3, n
//
//   P when n = 1 or 9 * s < n <= 18 * s for some s in powers(18)
//   nimber = valuation(n, 2) + 1
//   P when a bxor b = c and n not in fibonacci
//
//   claim := (`P` | `N`) `when` condition  |  `nimber` `=` piece {`,` piece}
//          | `P` `when` condition `for` `some` NAME `in` `powers` `(` number `)`
//   piece := number [`when` condition]
//
// Names are the coordinates and parameters of the game, numbers and conditions those of its rules.
// A number may also be the xor `a bxor b ..`, which binds looser than + and tighter than
// comparisons. The xor is that of two's complement: -1 bxor n is -1 - n. A condition may be
// `number [not] in ..`, followed by what may follow the `in` of a binder. Numbers may also use
// these functions:
//
//   valuation(n, b)    how many times b divides n
//   power_part(n, b)   the largest power of b that divides n: 1, b, b^2, ..
//   digit_sum(n, b)    the sum of the digits of n in base b
//   prime_factors(n)   how many prime factors n has, equal ones counted
//   least_prime(n)     which prime is the least factor of n: 1 for 2, 2 for 3, 3 for 5
//
// They are 0 for numbers below 1, and the last two also for 1.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::rules {

struct Claim {
  struct Piece {
    Expression value;
    Condition when;
  };
  // `p` must hold for some power of `base`: 1 or one up to the largest coordinate. In `p` the power
  // is the variable after the coordinates.
  struct Scale {
    std::string name;
    std::int64_t base;  // at least 2
  };
  // A function of a number. Its value is a variable: the variables after the coordinates and the
  // scale are the functions in order, and arguments may use earlier ones. `exclusive` is the xor of
  // two numbers or more. `member` is 1 for members of a set, else 0, and occurs only in `f = 1`.
  struct Function {
    enum class Kind : std::uint8_t {
      valuation,
      power_part,
      digit_sum,
      prime_factors,
      least_prime,
      exclusive,
      member
    };
    Kind kind;
    std::vector<Expression> of;
    std::int64_t base = 0;  // at least 2, if has_base(kind)
    NumberSet set = {};     // of a member: fibonacci, squares, factorials, primes or powers

    friend bool operator==(const Function&, const Function&) = default;
  };
  Quantity quantity = Quantity::outcome;  // or nimber
  Condition p;                            // of outcomes: exactly the P-positions
  std::optional<Scale> scale;
  std::vector<Piece> pieces;  // of nimbers: the first one whose condition holds counts
  std::vector<Function> functions;
  std::string text;  // as written
};

// The functions that are written as NAME(..): valuation .. least_prime. Only these kinds have a
// to_string and are returned by function_from.
std::span<const std::string_view> function_names() noexcept;
std::string_view to_string(Claim::Function::Kind kind) noexcept;
std::optional<Claim::Function::Kind> function_from(std::string_view name) noexcept;
bool has_base(Claim::Function::Kind kind) noexcept;

// "valuation", "bxor", "in primes", "in powers(2)"
std::string name_of(const Claim::Function& function);

}  // namespace grundy::rules
