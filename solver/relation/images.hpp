// relation/images.hpp: how many images the points of a map have, whatever its parameters are.
#pragma once
#include <cstddef>

#include "relation/isl.hpp"

namespace grundy::relation {

// The set without parameters: for all values of them.
Set of_all_parameters(isl_set* set);

// Whether each point has at most `most` images, all in a small box: isl counts slowly in others.
// False for null.
bool have_few_images(const Map& map, std::size_t most);

}  // namespace grundy::relation
