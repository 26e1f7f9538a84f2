// ray/faces.hpp: the sets of lines that leave a tile for the next slab (ray/lanes.hpp), as bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cluster/transport.hpp"
#include "kernels/ray/nimbers.hpp"

namespace grundy::ray {

// Of a line, in a slice.
inline constexpr std::size_t bytes_of_set = kernels::slice_words * sizeof(std::uint64_t);

// The sets of these lines, slice by slice up to the last one in which some line has a value, which
// is none behind slice `most`.
cluster::Bytes pack_sets(std::span<const std::int64_t> lines, const kernels::ValueSets& sets,
                         std::size_t most);

// Adds them to the sets of the same lines. False if they do not fit.
bool add_sets(std::span<const std::int64_t> lines, std::span<const std::byte> bytes,
              const kernels::ValueSets& sets);

}  // namespace grundy::ray
