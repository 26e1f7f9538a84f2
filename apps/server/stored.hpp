// server/stored.hpp: the stored bytes of tables, so that readers of Zarr open them by URL.
//
// Only what belongs to a table is there: zarr.json, and of each array zarr.json and the shards.
// Bytes go out as they lie on the disk, whole or one range of them, and never compressed.
#pragma once
#include "server/asked.hpp"

namespace grundy::server {

// /zarr/{t}.zarr/zarr.json, /zarr/{t}.zarr/{array}/{file}
http::Answer get_stored(const Asked& asked);

}  // namespace grundy::server
