// table/export/blocks.hpp: how arrays that are cut into chunks are exported.
#pragma once
#include <cstdint>

#include "table/export/source.hpp"
#include "table/layout.hpp"

namespace grundy::exports {

// Sides of chunks of about 2^20 cells: one is read, compressed and written at a time. Larger than
// a table's own, for here each is a file or an entry of an index and nobody probes single cells.
inline std::vector<std::int64_t> chunk_sides(const Source& source) {
  return table::choose_layout(source.box(), std::int64_t{1} << 20).chunk;
}

// Whether the chunk may be left out, because readers take missing cells for source.fill().
inline bool is_all_fill(const Source& source, const Box& part, std::vector<std::byte>& cells) {
  return all_cells_are({cells.data(), source.width(), part}, source.fill());
}

}  // namespace grundy::exports
