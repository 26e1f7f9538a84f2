// methods/rays/faces.hpp: the sets of lines that leave a tile for the next slab
// (methods/rays/lanes.hpp), as bytes, and how many bytes that are.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "kernels/ray/nimbers.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/stages.hpp"
#include "ranks/transport.hpp"

namespace grundy::ray {

// Bytes of the set of a line, in a slice.
inline constexpr std::size_t bytes_of_set = kernels::slice_words * sizeof(std::uint64_t);

// `count` lines, numbered from `first` on in steps.
struct LineRun {
  std::int64_t first;
  std::int64_t step;
  std::int64_t count;
};

std::size_t count_lines(std::span<const LineRun> runs);

// The sets of these lines, slice by slice: `slices` slices, or more up to the last one in which
// some line has a value. Only the first `used` slices have any values.
cluster::Bytes pack_sets(std::span<const LineRun> lines, const kernels::ValueSets& sets,
                         std::size_t slices, std::size_t used);

// Adds packed sets to those of the same lines. Returns how many slices they reach, which are the
// first ones; nothing if they do not fit.
std::optional<std::size_t> add_sets(std::span<const LineRun> lines,
                                    std::span<const std::byte> bytes,
                                    const kernels::ValueSets& sets);

// For each direction how far before the top of a tile its lines begin to continue in the next slab.
// The largest of the coordinates that may change places is the last one. A step makes it larger
// than the top only if it does so with one of them, which no larger one hides
// (methods/rays/value_lines.hpp).
std::vector<std::int64_t> rises_above(const CellTask& task, const Box& tile);

// How many slices of a stage go up from a tile to the next slab.
//
// A stage sends as many slices as values up to there can reach, whether these are filled or not,
// but no more than the whole box is expected to reach. So it is known beforehand what is sent. More
// is sent only where values exceed what is expected.
std::uint64_t slices_above(const Relay& relay, const CellTask& task, const Box& tile,
                           std::size_t stage);

// Bytes that stages send from each slab to the next one. Those of stage s from slab i are number
// s * slabs + i. O(tiles) time.
std::vector<std::uint64_t> bytes_above(const Relay& relay, const CellTask& task);

// The same, estimated from some tiles of each slab.
std::vector<std::uint64_t> sampled_bytes_above(const Relay& relay, const CellTask& task);

// How many lines go up from a tile all of whose positions are sorted, and none of whose coordinates
// can hide the last one.
std::uint64_t lines_above_tile(const CellTask& task);

}  // namespace grundy::ray
