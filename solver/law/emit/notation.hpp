// law/emit/notation.hpp: how a language writes numbers and conditions.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rules/claim.hpp"
#include "rules/expression.hpp"

namespace grundy::law {

// How tightly a term binds: a tighter one needs no parentheses inside a looser one.
// `looser_than_signs` binds looser than comparisons; `truth` is a condition.
enum Strength : int { truth, looser_than_signs, loose, additive, multiplicative, primary };

struct Term {
  std::string text;
  Strength strength;
};

// An operator on {0} and {1}. If it encloses them, neither they nor it need parentheses.
struct Operator {
  std::string_view text;
  Strength strength;
  bool encloses;
};

struct Notation {
  Operator add, subtract, multiply, floor_divide, ceil_divide, modulo, minimum, maximum;
  std::string_view exclusive;  // xor
  Strength exclusive_strength;
  std::string_view equal, not_equal, less, less_equal, greater, greater_equal;
  // Functions of {0} with base {1}, in the order of rules::Claim::Function::Kind, and sets, in that
  // of rules::NumberSet::Kind from fibonacci on.
  std::array<std::string_view, 5> functions, members;
  std::string_view both, either, negation, always, never;  // negation of {0}
};

extern const Notation c_notation;
extern const Notation python_notation;
extern const Notation tex_notation;

// `variables` gives the text of each variable.
std::string written(const rules::Expression& expression, const Notation& notation,
                    const std::vector<Term>& variables);
std::string written(const rules::Condition& condition, const Notation& notation,
                    const std::vector<Term>& variables);
Term written(const rules::Claim::Function& function, const Notation& notation,
             const std::vector<Term>& variables);

}  // namespace grundy::law
