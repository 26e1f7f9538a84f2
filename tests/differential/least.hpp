// differential/least.hpp: the least question that shows a difference.
#pragma once
#include "differential/run.hpp"

namespace grundy::differential {

// Goes from a difference to lesser ones of the same way, or of a plainer one, as long as there are
// any and the time allows.
Difference least(Difference difference, double seconds);

}  // namespace grundy::differential
