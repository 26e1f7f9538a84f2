// rules/replace.hpp: one expression in place of another, and constants worked out.
#pragma once
#include "rules/rules.hpp"

namespace grundy::rules {

// With `to` wherever `from` stood; `to` is not looked through again. Of a rule: in the bounds of
// its binders, its condition and its summands.
Expression replaced(const Expression& expression, const Expression& from, const Expression& to);
Condition replaced(const Condition& condition, const Expression& from, const Expression& to);
OptionRule replaced(const OptionRule& rule, const Expression& from, const Expression& to);

}  // namespace grundy::rules
