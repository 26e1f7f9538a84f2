// verify/samples.hpp: which positions are judged when not all are.
//
// The same seed and table give the same positions in the same order, on every machine. First come
// the two corners of the box. Then alternate: positions anywhere; positions of one shard after the
// other, so that none is missed; and P-positions, if the table has p_section: of 10^12 outcomes a
// random one is N, and proves little.
#pragma once
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "table/reader.hpp"

namespace grundy::verify {

// `count` positions, or as many as the box has if that is less. Some may be equal. Errors of
// reading.
Result<std::vector<Position>> samples(const table::Table& table, std::uint64_t count,
                                      std::uint64_t seed);

}  // namespace grundy::verify
