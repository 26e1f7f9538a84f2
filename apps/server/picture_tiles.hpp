// server/picture_tiles.hpp: a slice of two axes as picture tiles (server/picture.hpp), for maps
// that are zoomed.
#pragma once
#include <optional>

#include "server/asked.hpp"
#include "server/tile_cache.hpp"

namespace grundy::server {

// That tile, if it is kept.
std::optional<http::Answer> find_picture_tile(const Asked& asked, TileCache& cache);

// tiles/{slice}/{z}/{row}/{col}.bin or .png, ?reduce=
http::Answer get_picture_tile(const Asked& asked, TileCache& cache);

}  // namespace grundy::server
