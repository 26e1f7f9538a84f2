// table/export/npy.hpp: NumPy's own format, version 1.0, for numpy.load (also with mmap_mode).
//
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once
#include <string>

#include "table/export/output.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// NumPy's name of an unsigned integer of so many bytes in this machine's byte order: "<u2".
std::string numpy_type(unsigned width);

// What stands before the cells.
std::string npy_header(const Source& source);

Status write_npy(const Source& source, Output& output);

}  // namespace grundy::exports
