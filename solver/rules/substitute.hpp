// rules/substitute.hpp: expressions of coordinates, at another position.
#pragma once
#include <span>

#include "rules/expression.hpp"

namespace grundy::rules {

// The number or condition with `coordinates[v]` in place of coordinate v, for all of them at once.
// Constants are worked out.
Expression at(const Expression& number, std::span<const Expression> coordinates);
Condition at(const Condition& condition, std::span<const Expression> coordinates);

}  // namespace grundy::rules
