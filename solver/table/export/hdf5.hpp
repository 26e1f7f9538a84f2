// table/export/hdf5.hpp: HDF5 (files of version 1.8 and later), by libhdf5.
//
// One dataset, named after what it holds: chunks of about 2^20 cells, shuffle and deflate, the
// names of the coordinates as dimension labels. What the table says about itself are attributes of
// the root group. Not for two threads at once: libhdf5 as Debian builds it is not.
#pragma once
#include <filesystem>

#include "base/error.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// Makes the file; on an error it may be left half written.
Status write_hdf5(const Source& source, const std::filesystem::path& file);

}  // namespace grundy::exports
