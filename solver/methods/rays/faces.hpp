// methods/rays/faces.hpp: the sets of lines that leave a tile for the next slab
// (methods/rays/lanes.hpp), as bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/ray/nimbers.hpp"
#include "ranks/transport.hpp"

namespace grundy::ray {

// Of a line, in a slice.
inline constexpr std::size_t bytes_of_set = kernels::slice_words * sizeof(std::uint64_t);

// `count` lines, numbered from `first` on in steps.
struct LineRun {
  std::int64_t first;
  std::int64_t step;
  std::int64_t count;
};

std::size_t count_lines(std::span<const LineRun> runs);

// The sets of these lines, slice by slice: so many slices, or up to the last one in which some of
// the lines has a value, if that is more. Only the first `used` slices have any values.
cluster::Bytes pack_sets(std::span<const LineRun> lines, const kernels::ValueSets& sets,
                         std::size_t slices, std::size_t used);

// Adds them to the sets of the same lines. Returns how many slices they have values in, which are
// the first ones; nothing if they do not fit.
std::optional<std::size_t> add_sets(std::span<const LineRun> lines,
                                    std::span<const std::byte> bytes,
                                    const kernels::ValueSets& sets);

}  // namespace grundy::ray
