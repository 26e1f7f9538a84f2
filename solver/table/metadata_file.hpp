// table/metadata_file.hpp: the small JSON files of a table, which anybody may have written.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "table/folder.hpp"
#include "table/regular_file.hpp"

namespace grundy::table {

// No table of ours comes near: its rules have at most 4 MiB, 24 MiB where each byte is escaped.
inline constexpr std::uint64_t most_metadata_bytes = std::uint64_t{32} << 20;

struct MetadataFile {
  std::string text;
  RegularFile::Identity identity;
};

// The whole file. Errc::corrupt, before anything of it is read, if it is larger than that, and if
// there is no such regular file.
Result<MetadataFile> read_metadata(const Folder& folder, const std::filesystem::path& name);
Result<std::string> read_metadata(const std::filesystem::path& path);

// Whether the file is still the one that was read; Errc::corrupt if not. Who writes a table in the
// place of another removes the old metadata first: what was opened before this was asked for
// belongs to it.
Status check_unchanged(const Folder& folder, const std::filesystem::path& name,
                       const RegularFile::Identity& identity);

}  // namespace grundy::table
