// verify/samples.hpp: which positions are judged when not all are.
//
// The same seed and table give the same positions in the same order, on every machine. They are
// the two corners of the box and then, by turns, positions anywhere, positions of one shard after
// the other, so that none is missed, and, where p_section finds them, P-positions: of 10^12
// outcomes a random one is N, and says little.
#pragma once
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "table/reader.hpp"

namespace grundy::verify {

// `count` positions or, of a smaller box, as many as it has. Some may be the same.
Result<std::vector<Position>> samples(const table::Table& table, std::uint64_t count,
                                      std::uint64_t seed);

}  // namespace grundy::verify
