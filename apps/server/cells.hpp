// server/cells.hpp: a slice of a table as a file: raw cells, npy, csv, a picture or a b-file.
//
// The same bytes as `grundy export` writes. Raw cells are little-endian integers in C order; the
// answer's fields Grundy-Shape and Grundy-Type tell their shape and type.
#pragma once
#include "server/asked.hpp"

namespace grundy::server {

http::Answer get_cells(const Asked& asked);

}  // namespace grundy::server
