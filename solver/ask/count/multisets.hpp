// ask/count/multisets.hpp: chains whose links are alike, a <= b <= c with the same term and range:
// their assignments are the multisets of the positions in that range, or the sets for a < b < c.
#pragma once
#include <optional>

#include "ask/count/chain.hpp"

namespace grundy::count {

// O(extent + nimbers (log nimbers + links^2)) time, however many multisets there are. Nothing for
// other chains, where dynamic programming is faster (as it is for one link), and for more than
// 2^184 multisets of more than 64 nimbers. Errors: Errc::interrupted.
Result<std::optional<Histogram>> histogram_of_multisets(const Chain& chain, const Options& options,
                                                        Arithmetic& arithmetic);

}  // namespace grundy::count
