// methods/generic/symmetry.hpp: whether only positions with sorted coordinates have to be solved.
#pragma once
#include <cstdint>
#include <string>

#include "methods/scope.hpp"

namespace grundy::generic {

// Solving only sorted positions and copying is right when sorting an option never
// makes it later than the position: so it is when no coordinate ever rises. Copies must
// lie in the layer of their original, too. The reason is empty without symmetric groups.
bool use_symmetry(const family::Scope& scope, std::string& reason);

// Of m symmetric coordinates with n values, the sorted ones are the multisets: binomial
// (n + m - 1, m).
std::uint64_t sorted_positions(const family::Scope& scope);

}  // namespace grundy::generic
