// ask/count/values.hpp: the histogram of one variable.
#pragma once
#include "ask/count/chain.hpp"

namespace grundy::count {

// How many values of the link's variable in `range` give each nimber, and their sum, exactly.
// Nimbers that repeat take O(preperiod + period) time, however large the range is. Errors:
// Errc::interrupted.
Result<Histogram> histogram_of_values(const Link& link, const Range& range, std::size_t variables,
                                      const Options& options);

}  // namespace grundy::count
