// table/metadata_file.hpp: the small JSON files of a table, which anybody may have written.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/error.hpp"

namespace grundy::table {

// No table of ours comes near: its rules have at most 4 MiB, 24 MiB where each byte is escaped.
inline constexpr std::uint64_t most_metadata_bytes = std::uint64_t{32} << 20;

// The whole file. Errc::corrupt, before anything of it is read, if it is larger than that, and if
// there is no such regular file.
Result<std::string> read_metadata(const std::filesystem::path& path);

}  // namespace grundy::table
