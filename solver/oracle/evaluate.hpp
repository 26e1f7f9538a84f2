// oracle/evaluate.hpp: the value of an expression or condition, by walking its tree.
//
// `variables` holds the coordinates and then the binders, as rules/expression.hpp
// numbers them. Overflow and division by zero are errors, never wrong values. A part of
// a condition that cannot change the answer is not looked at, so that
// `d > 0 and n mod d == 0` is safe. Any thread may call them.
#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "base/error.hpp"
#include "rules/expression.hpp"

namespace grundy::oracle {

using Variables = std::span<const std::int64_t>;
// The values of variables beyond those, asked for where they are met.
using Further = std::function<Result<std::int64_t>(rules::Variable)>;

Result<std::int64_t> evaluate(const rules::Expression& expression, Variables variables,
                              const Further& further = {});
Result<bool> holds(const rules::Condition& condition, Variables variables,
                   const Further& further = {});

}  // namespace grundy::oracle
