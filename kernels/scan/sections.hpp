// kernels/scan/sections.hpp: rows with at most one P-position each, from sets of options kept along
// lines across them.
//
// From each position of a row all positions before it can be reached, so one at most is P: the
// first that has no P-option in an earlier row. A set keeps a bit for each position of a row: 1 if
// one of its options there is P. An option of a whole row of positions lies in a single other row,
// whose P-position is known. So it sets a bit, or those of an interval.
//
// An entry of a row is 1 + the index of its P-position, or 0 without one. Rows are solved one after
// the other. O(steps + words of a row * sets) for each. Nothing here allocates. Rows may be solved
// at the same time if none writes a word or an entry that the other one uses.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/scan/interval.hpp"
#include "kernels/scan/scan.hpp"
#include "kernels/three_bytes.hpp"

namespace grundy::kernels::scan {

// start + k * step, at turn k.
struct Stepped {
  std::int64_t start;
  std::int64_t step;

  std::int64_t at(std::int64_t k) const noexcept { return start + k * step; }
};

// Holds at index i of a row if `value` + gain * i is 0, or if it is at least 0.
struct IndexTest {
  Stepped value;
  std::int64_t gain;
  bool is_zero;
};

// What is done for a row, at the indices where all tests hold.
struct SectionStep {
  Operation operation;  // unite, add, read or option
  Interval turns;       // at no other turn; at each of them `source` is a row
  std::span<const IndexTest> tests;
  std::uint64_t* bits;         // of the set, if not option. A row's are followed by a word
  const std::uint64_t* other;  // unite: of the other set; null: all options before in this row
  Stepped place;               // the bit of index 0
  Stepped source;              // the entry of the row with the option, or the bit of the other set
  Stepped index;               // the index of the option of index 0 in that row
  std::int64_t index_gain;     // how it changes from index to index
  std::int64_t run;            // with gain 1: as many indices more, from there on
};

// Steps of a row, sets read in the order of the span.
inline constexpr std::size_t most_section_steps = 256;

template <class Entry>
struct SectionRows {
  // Row number r takes the steps of its phase, r modulo `phases`, at turn r / phases.
  std::span<const SectionStep> steps;  // most_section_steps at most for a phase
  std::size_t phases;
  std::size_t late;  // steps of a phase, its last, that wait for the row's own P-position
  std::int64_t rows;
  std::int64_t length;  // of a row
  Entry* entries;
  std::int64_t first;     // the entry of the first row
  std::int64_t row_step;  // to that of the next
  // Words from the bits of a set to as many others: at index 0 of a row, whether its set has an
  // option there. A position of index 0 without options is N then, else P.
  std::size_t option_words;  // 0: none
};

void solve_section_rows(const SectionRows<std::uint16_t>& rows) noexcept;
void solve_section_rows(const SectionRows<ThreeBytes>& rows) noexcept;
void solve_section_rows(const SectionRows<std::uint32_t>& rows) noexcept;

}  // namespace grundy::kernels::scan
