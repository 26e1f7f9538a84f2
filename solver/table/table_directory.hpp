// table/table_directory.hpp: what may be done to the directory that a table is written to.
//
// While a table is written its directory holds `unfinished.json`, the spec of
// what is being solved; zarr.json appears last, and then unfinished.json goes.
// A directory that is neither table nor empty is never touched, and a table only
// by force; even then only what belongs to a table is removed.
#pragma once
#include <filesystem>

#include "core/error.hpp"
#include "table/info.hpp"

namespace grundy::table {

inline constexpr const char* metadata_name = "zarr.json";
inline constexpr const char* unfinished_name = "unfinished.json";

// Makes `path` the directory of a new, unfinished table of `spec`. Errc::usage if something is
// there that must not be touched, with what to do about it.
Status claim_directory(const std::filesystem::path& path, const TableSpec& spec, bool force);

// Removes everything that belongs to a table, and the directory if nothing else is in it.
Status remove_table(const std::filesystem::path& path);

}  // namespace grundy::table
