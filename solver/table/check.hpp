// table/check.hpp: whether the files of a table are whole, knowing nothing of its rules.
//
// The pieces of `grundy verify` that look at files; verify/verify.hpp puts them together and runs
// them in parallel. Any thread may call them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/findings.hpp"
#include "table/info.hpp"

namespace grundy::table {

// The table's zarr.json files against their checksum (table/checksum.hpp).
Status check_metadata(const std::filesystem::path& table, const TableSpec& spec,
                      Findings& findings);

// Names what lies in the table's folders and belongs to no finished table.
Status find_leftovers(const std::filesystem::path& table,
                      const std::vector<const ArrayFormat*>& arrays, Findings& findings);

struct FilesChecked {
  std::uint64_t shards = 0;
  std::uint64_t chunks = 0;
  std::uint64_t bytes = 0;
};

// One shard: the file, its index, every chunk's CRC and size, and that cells which stand for no
// position hold the fill value. Takes memory for two chunks.
FilesChecked check_shard(const std::filesystem::path& table, const ArrayFormat& array,
                         std::uint64_t shard, Findings& findings);

// Where the cell of a position is stored. Requires the position in array.box, and sorted.
struct Place {
  std::string file;
  std::uint64_t chunk;
};
Place place_of(const ArrayFormat& array, const Position& position);

}  // namespace grundy::table
