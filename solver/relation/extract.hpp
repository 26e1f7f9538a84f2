// relation/extract.hpp: from sets and maps of isl to the plain data of a scheme.
#pragma once
#include <optional>
#include <vector>

#include "relation/isl.hpp"
#include "relation/scheme.hpp"

namespace grundy::relation {

// A set without parameters as conditions, at most one of which holds at a time. Nothing after an
// error of isl, or for numbers beyond 40 bits.
std::optional<std::vector<Where>> conditions_of(const Set& set);

// A map without parameters, of finitely many images each, as single images: each option of x once.
// Where `known` holds need not be tested. Nothing as above, or for more than `most` of them.
std::optional<std::vector<Target>> targets_of(const Map& map, const Set& known, std::size_t most);

}  // namespace grundy::relation
