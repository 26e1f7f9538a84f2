// table/zstd_runs.hpp: zstd frames of chunks that are mostly runs of equal cells.
//
// Most outcomes are N, so a chunk of them is a few hundred runs. zstd looks up all of its bytes to
// find matches, though here they are known: in a run each cell repeats the one before. So we tell
// zstd the matches and it only encodes them (RFC 8878, 3.1.1.3.2). Any decoder reads the frame.
#pragma once
#include <cstddef>
#include <span>

namespace grundy::table {

// Writes a frame of cells of `width` bytes and returns its size. 0, in little time, for chunks that
// do not pay; and for want of memory or room. What is written depends on the cells alone.
std::size_t compress_runs(std::span<const std::byte> cells, unsigned width,
                          std::span<std::byte> out);

}  // namespace grundy::table
