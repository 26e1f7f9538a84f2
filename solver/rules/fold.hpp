// rules/fold.hpp: expressions and conditions built with their constants worked out.
//
// Integers lie between -(2^63 - 1) and 2^63 - 1, so that every one of them can be
// written and negated; anything beyond is an overflow.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/expression.hpp"

namespace grundy::rules {

// a OP b for the operations with two arguments, minimum and maximum included; nothing
// on overflow. Requires b > 0 for divisions and modulo.
std::optional<std::int64_t> calculate(Expression::Op op, std::int64_t a, std::int64_t b) noexcept;

// `op` of `arguments`, which becomes a constant where all of them are; nothing if that
// overflows.
std::optional<Expression> combine(Expression::Op op, std::vector<Expression> arguments);

// Conditions without nesting of equals: constant parts gone, all_of within all_of
// joined. True is all_of nothing, false is any_of nothing.
Condition compare(Condition::Op op, Expression left, Expression right);
Condition join(Condition::Op op, std::vector<Condition> parts);  // all_of or any_of
Condition negate(Condition condition);

bool is_true(const Condition& condition) noexcept;
bool is_false(const Condition& condition) noexcept;

}  // namespace grundy::rules
