// table/export/export.hpp: start reading here to turn a table, or a slice of one, into another
// format.
//
//   csv    one position a line          npy    numpy.load
//   zarr2  Zarr version 2 directory     hdf5   HDF5, for h5py and others
//   png    two axes as a picture        bfile  one axis as the OEIS takes sequences
//
// A file appears whole or not at all. Memory does not grow with the table: about 400 MiB at most
// for pictures, else 150 (source.hpp: piece_bytes). Runs on the calling thread; HDF5 on one thread
// at a time.
#pragma once
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "table/export/source.hpp"
#include "table/reader.hpp"

namespace grundy::exports {

enum class Format : std::uint8_t { csv, npy, zarr2, hdf5, png, bfile };

inline constexpr std::array<std::string_view, 6> format_names{"csv",  "npy", "zarr2",
                                                              "hdf5", "png", "bfile"};

struct Request {
  Format format = Format::csv;
  std::filesystem::path file;
  std::FILE* stream = nullptr;  // csv, npy, bfile, png: written here instead, if not null
  bool force = false;           // replace the file if it exists
  Quantity array = Quantity::nimber;
  Slice slice;
  unsigned scale = 1;  // png: pixels along each side of a position
  Watch watch;
};

// What was exported.
struct Report {
  std::vector<std::string> dimensions;
  Box box;
  std::uint64_t bytes = 0;  // of the file, or of all files of the directory; 0 for a stream
};

// Errc::usage if the format or the table does not allow the request or the file must not be
// replaced, Errc::corrupt for a damaged table, Errc::io, Errc::memory, Errc::interrupted.
Result<Report> run(const table::Table& table, const Request& request);

}  // namespace grundy::exports
