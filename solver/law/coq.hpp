// law/coq.hpp: a law of one heap as a statement and a proof for Coq.
//
// The theorem (law/emit/repetition.v) is the same for all games. Of a law it needs the moves, the
// values up to the end of the first period, and that it holds for the first heaps, which Coq works
// out. So whether the law is right is judged by Coq alone; that the moves are those of the rules
// is for the reader to see.
#pragma once
#include <atomic>
#include <string>
#include <vector>

#include "law/certificate/certificate.hpp"

namespace grundy::law {

// Coq looks at as many heaps at most, which takes less than a minute.
inline constexpr std::int64_t most_heaps_in_coq = 1500;

// `remarks` become a comment, a line each. Errc::unsupported for a law that is not of nimbers of
// one heap that repeat, for moves that take no fixed number or leave more than two parts, and for
// too many heaps; Errc::interrupted once `stop`, which may be null, is true.
Result<std::string> in_coq(const Certificate& certificate, const Certified& law,
                           const std::vector<std::string>& remarks, const Limits& limits,
                           const std::atomic<bool>* stop);

}  // namespace grundy::law
