// methods/scan/program.hpp: a scheme as operations on states, for the rows of a box.
//
// The states of a set are numbered by places. A set that is kept along lines has one for each line,
// and a cone one for each position. A list has one that stays empty: its options are added where
// they are read.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "kernels/scan/scan.hpp"
#include "relation/scheme.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::scan {

// Rows are parallel to the last of these axes.
using Scan = std::vector<rules::ScanAxis>;

// An operation at all positions where `where` holds. Along a row its numbers repeat: what a linear
// form gains in `period` positions is always the same, and stands beside it.
struct Instruction {
  kernels::scan::Operation operation{};
  std::uint32_t set = 0;
  std::uint32_t other = 0;  // of unite
  relation::Where where;
  relation::Linear place;       // of the state
  relation::Linear source;      // the rank of the option, or the place of the other state
  bool in_earlier_row = false;  // whether the option, or the other state, always is
  std::int64_t period = 1;
  std::vector<std::int64_t> zero_gains = {};
  std::vector<std::int64_t> at_least_zero_gains = {};
  std::int64_t place_gain = 0;
  std::int64_t source_gain = 0;
};

// What is kept of a set.
struct Kept {
  std::uint64_t places = 0;
  std::uint64_t positions_of_line = 0;  // at most, if it is kept along lines
  kernels::scan::Keeping keeping{};
  bool along_rows = false;  // kept along lines that are rows or parts of them
  bool of_row = false;      // no state is needed after its row
};

struct Program {
  Scan scan;
  Box box;
  std::vector<Kept> sets;
  // In the order in which a position needs them: each set after those that it takes options from,
  // and its reads after what changes it.
  std::vector<Instruction> instructions;
};

// The most positions after which numbers of an instruction may repeat.
inline constexpr std::int64_t longest_period = 64;

// `whole_rows`: whether each row is solved at once. Errc::usage, with the reason, if some condition
// repeats after more, or numbers are too large.
Result<Program> compile(const relation::Scheme& scheme, const Box& box, const Scan& scan,
                        bool whole_rows);

}  // namespace grundy::scan
