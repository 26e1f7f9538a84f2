// table/export/formats.hpp: one writer for each format, except pictures (table/export/png.hpp).
//
// CSV, b-files and NPY are written to an Output from front to back (formats.cpp), Zarr v2 to a path
// (zarr2.cpp). All fail with the errors of Source::read, with those of their output, and with
// Errc::interrupted. On an error the output may be half written.
#pragma once
#include <string>

#include "base/error.hpp"
#include "table/export/output.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// One position a line, for spreadsheets, data frames and grep:
//
//   a,b,nimber
//   0,0,0
//   0,1,1
//
// Positions in C order; outcomes are the letters P and N. Axes that a slice drops have no column.
Status write_csv(const Source& source, Output& output);

// The b-file of a sequence, as the OEIS takes it (https://oeis.org/wiki/B-files): lines "n a(n)",
// nothing else. Outcomes are 0 = P, 1 = N. Of one axis the first n is its low end. Of two axes the
// antidiagonals are written one after the other, along the first axis, as far as the box has all of
// them; the first n is 0 if both axes begin at 0, else 1. Errc::usage for more axes.
Status write_bfile(const Source& source, Output& output);

// NumPy's own format, version 1.0, for numpy.load (also with mmap_mode):
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
Status write_npy(const Source& source, Output& output);

// The part of an NPY file before the cells.
std::string npy_header(const Source& source);

// NumPy's name of an unsigned integer of `width` bytes in this machine's byte order: "<u2".
std::string numpy_type(unsigned width);

// Zarr version 2, for readers that do not know version 3
// (https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html). A group with one array, named after
// its quantity: chunks of about 2^17 cells, blosc with zstd, `_ARRAY_DIMENSIONS` after the
// convention of xarray. Chunks that hold only the fill value are left out. Makes the directory.
Status write_zarr2(const Source& source, const Temporary& made);

}  // namespace grundy::exports
