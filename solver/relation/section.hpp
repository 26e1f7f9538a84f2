// relation/section.hpp: the positions whose coordinates stay small, a game of their own.
//
// Where no move leads from these positions to others, what is said of them follows from them alone:
// of three-row Chomp with c = 0, or of Wythoff's game with a <= 1.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::law::presburger {

// The highest value of each coordinate, where there is one.
using Section = std::vector<std::optional<std::int64_t>>;

// The game of these positions alone. Requires a Section with one entry for each coordinate.
rules::Rules within(rules::Rules rules, const Section& section);

// Fine if no move of `rules` leads out of the section. Errc::usage if one does; Errc::unsupported
// where that is not known. May take any time and memory, as prove() does.
Status stays_within(const rules::Rules& rules, const Section& section);

}  // namespace grundy::law::presburger
