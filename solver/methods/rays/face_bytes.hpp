// methods/rays/face_bytes.hpp: how many bytes of sets go up from a tile to the next slab
// (methods/rays/lanes.hpp).
//
// A stage sends sets of as many slices as values up to there can be in, whether these are filled or
// not, but no more than the whole box is expected to reach. So what is sent is known beforehand.
// More go only where values exceed what is expected.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/stages.hpp"

namespace grundy::ray {

// For each direction how far before the top of a tile its lines begin to go on in the next slab.
// The largest of the coordinates that may change places is the last one. A step makes it larger
// than the top only if it does so with one of them, which no larger one hides
// (methods/rays/value_lines.hpp).
std::vector<std::int64_t> rises_above(const CellTask& task, const Box& tile);

// Of a stage's slices: those that go up from a tile.
std::uint64_t slices_above(const Relay& relay, const CellTask& task, const Box& tile,
                           std::size_t stage);

// What stages send from each slab to the next one: that of stage s from slab i is number
// s * slabs + i. Takes time for each tile.
std::vector<std::uint64_t> bytes_above(const Relay& relay, const CellTask& task);

// About the same, from some tiles of each slab.
std::vector<std::uint64_t> sampled_bytes_above(const Relay& relay, const CellTask& task);

// How many lines go up from a tile whose positions are all sorted, and none of whose coordinates
// may hide the last one.
std::uint64_t lines_above_tile(const CellTask& task);

}  // namespace grundy::ray
