// methods/scan/section_program.hpp: a scheme as steps for rows with at most one P-position each.
//
// A row is a line along the axis of the section, the last of the scan. A set keeps a bit for each
// position of its lines, so a row reads and changes adjacent bits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "kernels/scan/sections.hpp"
#include "methods/scan/program.hpp"
#include "relation/scheme.hpp"

namespace grundy::scan {

// kernels::scan::SectionStep by linear forms of a position of index 0.
struct SectionInstruction {
  kernels::scan::Operation operation{};
  std::uint32_t set = 0;
  std::optional<std::uint32_t> other = {};  // of unite; nothing: the row
  relation::Where where = {};
  relation::Linear place = {};
  relation::Linear source = {};
  relation::Linear index = {};
  std::int64_t run = 0;  // options at the indices from there on, besides the first
};

struct SectionProgram {
  Scan scan;
  Box box;
  std::vector<std::uint64_t> words;  // by set: of its bits
  std::vector<SectionInstruction> instructions;
  std::size_t late = 0;     // the last of them, which wait for the P-position of the row
  std::int64_t phases = 1;  // rows after which quotients change by the same numbers again
  bool looks_back = false;  // whether a set is kept along lines on which the index falls

  const rules::ScanAxis& across() const { return scan[scan.size() - 2]; }  // from row to row
  std::size_t axis() const { return scan.back().axis; }
};

// Each row of the box must have at most one P-position, and each position must reach all positions
// before it in its row. The scan ends with that axis, ascending, and has two axes or more.
// Errc::usage, with the reason, for windows and cones, where an option of a row is in several rows,
// where a condition repeats along rows or after more than `longest_period` rows, or where numbers
// are too large.
Result<SectionProgram> compile_sections(const relation::Scheme& scheme, const Box& box,
                                        const Scan& scan);

// The steps of the rows that follow a position of index 0. Each thread has its own.
class SectionSteps {
 public:
  // `bits`: of the sets. The program must outlive it.
  SectionSteps(const SectionProgram& program, std::vector<std::uint64_t*> bits);

  // Valid until the next call.
  std::span<const kernels::scan::SectionStep> find(const Position& first);

  // Of a row among all rows, and from one to the next.
  std::int64_t row(const Position& position) const;
  std::int64_t row_step() const;

 private:
  kernels::scan::SectionStep step_of(const SectionInstruction& instruction);

  const SectionProgram& program_;
  std::vector<std::uint64_t*> bits_;
  relation::Linear row_;
  std::int64_t rows_;
  std::vector<std::vector<std::int64_t>> gains_;  // by instruction: of coordinates and quotients
  std::vector<kernels::scan::SectionStep> steps_;
  std::vector<kernels::scan::IndexTest> tests_;
  std::vector<std::int64_t> numbers_;  // coordinates and quotients
};

}  // namespace grundy::scan
