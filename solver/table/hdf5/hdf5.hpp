// table/hdf5/hdf5.hpp: the format HDF5 (files of version 1.8 and later), by libhdf5.
//
// One dataset, named after its quantity: chunks of about 2^15 cells, shuffle and deflate, the names
// of the coordinates as dimension labels. The table's attributes become those of the root group.
// Only one thread at a time may export to it: Debian's libhdf5 is not thread-safe.
#pragma once
#include "table/export/export.hpp"

namespace grundy::exports {

extern const Format hdf5;

}  // namespace grundy::exports
