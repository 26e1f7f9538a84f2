// law/emit/listing.hpp: what C and Python write alike.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "law/emit/emit.hpp"
#include "law/emit/notation.hpp"

namespace grundy::law {

// A function that the emitted one may call; `name` ends with `(`.
struct Helper {
  std::string_view name;
  std::string_view text;
};

// The texts of those that are called.
std::vector<std::string> helpers_called(std::span<const Helper> helpers,
                                        const std::string& statements);

// "1, 2, 3" in lines of at most 100 columns, each indented by so much.
std::string in_lines(const std::vector<std::string>& texts, std::size_t indent);
std::vector<std::string> texts_of(const std::vector<std::int64_t>& values);

// " - 3", " + 3" or "": what turns a coordinate into its place.
std::string minus(std::int64_t low);

// " + 3 * periods" or "".
std::string plus_periods(std::int64_t saltus);

// "a, b", each behind `type`.
std::string arguments(const std::vector<std::string>& names, const std::string& type);

// "a < 0 || a > 9": where a position is none of the game.
std::string outside(const rules::Rules& rules, const Notation& notation,
                    const std::vector<Term>& variables);

// The variables of a claim: these, and then its functions as they are called.
std::vector<Term> with_functions(const std::vector<std::string>& names, const Emitted& law,
                                 const Notation& notation);

// The names of the coordinates, and of the power that a claim speaks of.
std::vector<std::string> variable_names(const Emitted& law);

}  // namespace grundy::law
