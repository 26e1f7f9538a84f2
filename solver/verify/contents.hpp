// verify/contents.hpp: the second pass: what can be said of the values without the rules.
//
// Every stored value is read once, by boxes of some 4 million positions, one to a thread. Where
// memory is short the boxes are those of single chunks. Of a
// table that is stored as a section alone, every line is: 10^12 positions are judged by 10^8.
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "verify/counts.hpp"
#include "verify/task.hpp"

namespace grundy::verify {

struct ContentsReport {
  std::uint64_t positions = 0;
  std::uint64_t lines = 0;  // of p_section, compared with the values or, alone, counted
  bool agrees = false;      // the counts are those that the table tells of itself
  Counts counts;
};

// The size of the pass: positions or, of a section alone, lines.
std::uint64_t contents_size(const table::Table& table);

// `memory` bytes are for the boxes of all threads together. Errc::memory if they are too few.
Result<ContentsReport> check_contents(const Task& task, std::uint64_t memory);

}  // namespace grundy::verify
