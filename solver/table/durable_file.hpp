// table/durable_file.hpp: files that are there whole or not at all, whatever crashes.
//
// A file is written under NAME.tmp in its own directory, given its space at once
// (so that a full disk shows before anything is written), written, fsynced,
// closed and renamed, and then its directory is fsynced. A reader sees the old
// file or the new one. A failed fsync is an error and is never tried again: what
// the kernel dropped then, a second fsync would not notice (Rebello et al., "Can
// Applications Recover from fsync Failures?", USENIX ATC 2020). The temporary
// file of a failed write is removed. All errors are Errc::io, with the path.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>

#include "core/error.hpp"

namespace grundy::table {

// Makes or replaces `path`. Threads may write different files of a directory at once.
Status write_durably(const std::filesystem::path& path, std::span<const std::byte> bytes);

// Makes one directory in an existing parent.
Status make_directory_durably(const std::filesystem::path& path);

// Removes a file, or a directory and everything in it; nothing if there is none.
Status remove_durably(const std::filesystem::path& path);

// Makes renames, removals and new entries in this directory survive a crash.
Status sync_directory(const std::filesystem::path& path);

}  // namespace grundy::table
