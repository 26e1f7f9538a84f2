// verify/contents.hpp: the first two passes, which do not need the rules: are the files whole, and
// are the values and the attributes consistent?
#pragma once
#include <cstdint>

#include "base/counts.hpp"
#include "base/error.hpp"
#include "table/check.hpp"
#include "verify/task.hpp"

namespace grundy::verify {

// The first pass: are the files whole?

using FilesReport = table::FilesChecked;

// The size of the pass: the cells of all arrays.
std::uint64_t stored_cells(const table::Table& table);

// Checks the metadata's checksum, leftovers, and every shard of every array, in parallel. What is
// wrong becomes a finding; errors are those of the system and Errc::interrupted.
Result<FilesReport> check_files(const Task& task);

// The second pass: what can be said of the values without the rules. Every stored value is read
// once, by boxes of about 4 million positions, one to a thread; if memory is short, by boxes of
// single chunks. If only p_section is stored, its lines are read instead: 10^8 of them for 10^12
// positions.

struct ContentsReport {
  std::uint64_t positions = 0;
  std::uint64_t lines = 0;  // of p_section, compared with the values or, without these, counted
  bool agrees = false;      // the counts equal those in the table's attributes
  Counts counts;
};

// The size of the pass: positions or, if only p_section is stored, lines.
std::uint64_t contents_size(const table::Table& table);

// Uses at most `memory` bytes for the boxes of all threads together. Errc::memory if they do not
// suffice, the errors of reading, and Errc::interrupted. What is wrong becomes a finding.
Result<ContentsReport> check_contents(const Task& task, std::uint64_t memory);

}  // namespace grundy::verify
