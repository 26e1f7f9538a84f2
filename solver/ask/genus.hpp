// ask/genus.hpp: the genus of a position, as far as a search finds it.
#pragma once
#include <string>

#include "ask/expression.hpp"
#include "ask/search_source.hpp"

namespace grundy::query {

// "2^2052": the nimber of one position of the term, and the first misère nimbers of the position
// together with 0, 1, 2, .. heaps of 2: the m for which the sum with one more heap of m is a
// misère P-position (Conway, On Numbers and Games, ch. 12). What exceeds the limits of the search
// is `?`. Larger numbers than 9 are set in parentheses. Requires rules without endings.
std::string genus(const Term& term, SearchSource& search);

}  // namespace grundy::query
