// law/emit/notation.hpp: how a language writes numbers and conditions.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rules/claim.hpp"
#include "rules/expression.hpp"

namespace grundy::law {

// How tightly something holds together: a tighter one needs no parentheses inside a looser one.
enum Strength : int { loose, additive, multiplicative, primary };

// An operator on {0} and {1}. Where it encloses them they need no parentheses, nor does it.
struct Operator {
  std::string_view text;
  Strength strength;
  bool encloses;
};

struct Notation {
  Operator add, subtract, multiply, floor_divide, ceil_divide, modulo, minimum, maximum;
  std::string_view exclusive;  // xor
  std::string_view equal, not_equal, less, less_equal, greater, greater_equal;
  std::array<std::string_view, 5> functions;  // of {0}, with base {1}, as rules::Claim numbers them
  std::string_view both, either, negation, always, never;  // negation of {0}
};

extern const Notation c_notation;
extern const Notation python_notation;
extern const Notation tex_notation;

std::string written(const rules::Expression& expression, const Notation& notation,
                    const std::vector<std::string>& names);
std::string written(const rules::Condition& condition, const Notation& notation,
                    const std::vector<std::string>& names);

// The xor of the terms.
std::string written(const std::vector<rules::Expression>& terms, const Notation& notation,
                    const std::vector<std::string>& names);

}  // namespace grundy::law
