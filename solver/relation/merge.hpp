// relation/merge.hpp: sets of a scheme that may be kept as one.
#pragma once
#include "relation/scheme.hpp"

namespace grundy::relation {

// The same options by fewer sets. Sets along the same directions become one if they are read at the
// same positions, nothing leaves them, and no other set takes their options.
Scheme merged(const Scheme& scheme);

}  // namespace grundy::relation
