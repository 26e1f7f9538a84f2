// law/emit/language.hpp: the languages (c.cpp, python.cpp, tex.cpp) and what they share: names, and
// parts of functions.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "law/emit/emit.hpp"
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

// A law in one language each.
Result<std::string> in_c(const Emitted& law);  // Errc::unsupported if C has no result
std::string in_python(const Emitted& law);
std::string in_tex(const Emitted& law);

// A function that the emitted one may call; `name` ends with `(`.
struct Helper {
  std::string_view name;
  std::string_view text;
};

// The texts of the helpers that the statements call.
std::vector<std::string> helpers_called(std::span<const Helper> helpers,
                                        const std::string& statements);

// "1, 2, 3" in lines of at most 100 columns, each with that indent.
std::string in_lines(const std::vector<std::string>& texts, std::size_t indent);
std::vector<std::string> texts_of(const std::vector<std::int64_t>& values);

// " - 3", " + 3" or "": turns a coordinate into its index.
std::string minus(std::int64_t low);

// " + 3 * periods" or "".
std::string plus_periods(std::int64_t saltus);

// "a, b", each preceded by `type`.
std::string arguments(const std::vector<std::string>& names, const std::string& type);

// "a < 0 || a > 9": the condition for coordinates outside the game.
std::string outside(const rules::Rules& rules, const Notation& notation,
                    const std::vector<Term>& variables);

// The variables of a claim: these names, followed by calls of its functions.
std::vector<Term> with_functions(const std::vector<std::string>& names, const Emitted& law,
                                 const Notation& notation);

// The names of the coordinates, and of the power in the claim, if there is one.
std::vector<std::string> variable_names(const Emitted& law);

// "0.07" becomes "game_0_07": only letters, digits and _, no digit first.
std::string function_name(std::string_view game);

// The names, with a _ appended to those that C or Python reserve or that the functions use.
std::vector<std::string> free_names(const std::vector<std::string>& names);

// Single letters as they are, longer names in \mathit.
std::vector<std::string> tex_names(const std::vector<std::string>& names);

}  // namespace grundy::law
