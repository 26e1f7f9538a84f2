// server/picture_tiles.hpp: a slice of two axes as picture tiles, for maps that are zoomed.
//
// A picture tile has at most 256 x 256 pixels. At the finest level each pixel is a position; one
// level coarser it stands for 2 x 2 of them, and so on, until at level 0 one tile shows the whole
// slice. The reduction says what of its positions a pixel tells:
//
//   min      the least value: 0 where any of them is P
//   max      the largest value
//   density  the share that has value 0, from 0 to 255
//   sample   the value of the first
#pragma once
#include <cstdint>
#include <optional>

#include "core/box.hpp"
#include "server/asked.hpp"
#include "server/tile_cache.hpp"

namespace grundy::server {

inline constexpr std::int64_t tile_side = 256;

// The number of the finest level.
unsigned finest_level(const Box& picture) noexcept;

// That tile, if it is kept.
std::optional<http::Answer> find_picture_tile(const Asked& asked, TileCache& cache);

// tiles/{slice}/{z}/{row}/{col}.bin or .png, ?reduce=
http::Answer get_picture_tile(const Asked& asked, TileCache& cache);

}  // namespace grundy::server
