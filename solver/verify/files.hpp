// verify/files.hpp: the first pass: are the files whole?
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "table/check.hpp"
#include "verify/task.hpp"

namespace grundy::verify {

using FilesReport = table::FilesChecked;

// Cells of all arrays: the size of the pass.
std::uint64_t stored_cells(const table::Table& table);

// Every shard of every array, in parallel. Fails only if the system does.
Result<FilesReport> check_files(const Task& task);

}  // namespace grundy::verify
