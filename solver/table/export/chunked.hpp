// table/export/chunked.hpp: what the formats of chunked arrays, Zarr v2 and HDF5, have in common:
// attributes and chunks.
#pragma once
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "table/array_format.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// The table's attributes that concern its values (docs/table-format.md). A part of a table has
// `slice` besides: its region in the table's coordinates, "0:300,5,0:300". Counts and digest remain
// those of the whole table.
nlohmann::json table_attributes(const Source& source);

// {"origin": ..}: the low corner of the exported box.
nlohmann::json array_attributes(const Source& source);

// Sides of chunks of about that many cells: one is read, compressed and written at a time. A reader
// of a single cell decodes its chunk.
inline std::vector<std::int64_t> chunk_sides(const Source& source, std::int64_t cells) {
  return table::choose_layout(source.box(), cells).chunk;
}

// Whether the chunk may be left out: readers take missing cells for source.fill().
inline bool is_all_fill(const Source& source, const Box& part, std::vector<std::byte>& cells) {
  return all_cells_are({cells.data(), source.width(), part}, source.fill());
}

}  // namespace grundy::exports
