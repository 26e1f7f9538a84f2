// table/reached.hpp: files of the positions that a search has reached, by their keys.
//
// A file is an NPY array of records, in the order of their keys as strings of bytes
// (docs/table-format.md). It exists whole or not at all (table/durable_file.hpp).
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace grundy::table {

struct Reached {
  std::string_view key;
  std::uint32_t nimber = 0;
};

// Keys are distinct. Errors: Errc::io.
Status write_reached(const std::filesystem::path& path, std::vector<Reached> positions);

}  // namespace grundy::table
