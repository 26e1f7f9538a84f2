// table/zstd_runs.hpp: zstd frames of chunks that are mostly runs of equal cells.
//
// Most outcomes are N, so a chunk of them is a few hundred runs. zstd would search all of its bytes
// for matches, though here they are known: in a run each cell repeats the one before. So we pass
// the matches to zstd, which only encodes them (RFC 8878, 3.1.1.3.2). Any decoder reads the frame.
#pragma once
#include <cstddef>
#include <span>

namespace grundy::table {

// Writes a frame of cells of `width` bytes to `out` and returns its size. Returns 0, in little
// time, for chunks with too many runs, and if memory or `out` does not suffice. What is written
// depends on the cells and their width alone. Any thread may call it.
std::size_t compress_runs(std::span<const std::byte> cells, unsigned width,
                          std::span<std::byte> out);

}  // namespace grundy::table
