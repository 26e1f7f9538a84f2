// law/emit/language.hpp: the languages (c.cpp, python.cpp, tex.cpp) and what they share: names, and
// parts of functions.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "law/emit/emit.hpp"
#include "law/emit/notation.hpp"

namespace grundy::law {

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
