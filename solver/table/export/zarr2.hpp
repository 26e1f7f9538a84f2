// table/export/zarr2.hpp: Zarr version 2, for readers that do not know version 3.
//
// https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html. A group with one array, named after
// what it holds: chunks of about 2^20 cells, blosc with zstd, `_ARRAY_DIMENSIONS` after the
// convention of xarray. Chunks that hold nothing but the fill value are left out.
#pragma once
#include <filesystem>

#include "base/error.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// Makes the directory.
Status write_zarr2(const Source& source, const std::filesystem::path& directory);

}  // namespace grundy::exports
