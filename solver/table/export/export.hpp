// table/export/export.hpp: start reading here to turn a table, or a slice of one, into another
// format.
//
//   csv    one position a line          npy    numpy.load
//   zarr2  Zarr version 2 directory     png    two axes as a picture
//   bfile  one axis, or two by antidiagonals, as the OEIS takes sequences
//
// HDF5 is in a folder of its own, table/hdf5/, so that only those who link it need libhdf5.
// A file appears whole or not at all. Memory does not grow with the table: about 400 MiB at most
// for pictures, else 150 (source.hpp: piece_bytes). Runs on the calling thread.
#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "table/export/output.hpp"
#include "table/export/source.hpp"
#include "table/reader.hpp"

namespace grundy::exports {

// How a format is written. One of the two functions is null.
struct Format {
  std::string_view name;
  // From front to back, so that it may go to a stream. Pictures alone have a scale.
  Status (*to_output)(const Source& source, unsigned scale, Output& output) = nullptr;
  Status (*to_path)(const Source& source, const Temporary& made) = nullptr;
  Temporary::Kind kind = Temporary::Kind::file;
};

extern const Format csv;
extern const Format npy;
extern const Format zarr2;
extern const Format png;
extern const Format bfile;

struct Request {
  const Format* format = &csv;
  std::filesystem::path file;
  std::FILE* stream = nullptr;  // written here instead, if not null
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
