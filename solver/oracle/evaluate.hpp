// oracle/evaluate.hpp: expressions and conditions by walking their trees, and members of sets.
//
// `variables` holds the coordinates and then the binders, numbered as in rules/expression.hpp.
// Overflow and division by zero are Errc::rules, never wrong values. The parts
// of a condition are evaluated in order until one decides, so `d > 0 and n mod d == 0` is safe.
// Any thread may call all of this.
#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "base/error.hpp"
#include "rules/expression.hpp"
#include "rules/rules.hpp"

namespace grundy::oracle {

using Variables = std::span<const std::int64_t>;
// Gives the values of further variables, the functions of a claim, when they are needed.
using FunctionValues = std::function<Result<std::int64_t>(rules::Variable)>;

Result<std::int64_t> evaluate(const rules::Expression& expression, Variables variables,
                              const FunctionValues& further = {});
Result<bool> holds(const rules::Condition& condition, Variables variables,
                   const FunctionValues& further = {});

// Whether a number belongs to a set, by the set's definition. It does not use NumberSet::members,
// as all fast code does, but trial division, bisection and steps downwards. Exact for all numbers.
// Primes take O(sqrt number) time, others O(log number).
bool is_member(const rules::NumberSet& set, std::int64_t number);

}  // namespace grundy::oracle
