// oracle/evaluate.hpp: values of expressions and conditions, of claims and their functions, and
// membership in sets, by their definitions. Any thread may call all of this.
#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "base/box.hpp"
#include "base/error.hpp"
#include "rules/claim.hpp"
#include "rules/expression.hpp"
#include "rules/rules.hpp"

namespace grundy::oracle {

using Variables = std::span<const std::int64_t>;
// Gives the values of further variables, the functions of a claim, when they are needed.
using FunctionValues = std::function<Result<std::int64_t>(rules::Variable)>;

// The value of an expression or condition, by walking its tree. `variables` holds the coordinates
// and then the binders, numbered as in rules/expression.hpp. Errc::rules for overflow and division
// by zero. The parts of a condition are evaluated in order until one decides, so
// `d > 0 and n mod d == 0` is safe.
Result<std::int64_t> evaluate(const rules::Expression& expression, Variables variables,
                              const FunctionValues& further = {});
Result<bool> holds(const rules::Condition& condition, Variables variables,
                   const FunctionValues& further = {});

// Whether a number belongs to a set, by the set's definition. It does not use NumberSet::members,
// as all fast code does, but trial division, bisection and steps downwards. Exact for all numbers.
// Primes take O(sqrt number) time, others O(log number).
bool is_member(const rules::NumberSet& set, std::int64_t number);

// The value that a claim gives to a position: the nimber, or the outcome as its number
// (base/value.hpp). A negative nimber means that the claim is wrong there. Errc::usage if no piece
// of the claim applies, or if it divides by 0, leaves 128 bits on the way or 64 bits in the end, or
// has a function of too large a number.
Result<std::int64_t> claimed(const rules::Claim& claim, const Position& position);

// The value of a named function (rules/claim.hpp). Errc::unsupported for prime_factors and
// least_prime of numbers above 10^12, and for least_prime of numbers whose least prime factor is
// above 2 * 10^6. Takes O(log n) time, O(sqrt n) for those two, and least_prime keeps a list of
// primes for each thread.
Result<std::int64_t> function_value(rules::Claim::Function::Kind kind, std::int64_t n,
                                    std::int64_t base);

// The value of any function of one number n, that is, of all but `exclusive`. Errc::unsupported as
// above, and for membership in the primes of numbers above 10^12.
Result<std::int64_t> function_value(const rules::Claim::Function& function, std::int64_t n);

}  // namespace grundy::oracle
