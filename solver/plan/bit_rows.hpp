// plan/bit_rows.hpp: rules for which outcomes can be solved by rows of bits.
//
// Offsets and rays (plan/offsets.hpp) with linear conditions, in two coordinates or more. One
// axis is chosen to run along the rows; a move then reads another row shifted by a constant,
// 64 positions a word. The axes are put in an order in which every move leads back: the first
// axis it changes falls. So a row may be solved when those before it are.
//
// Moves that stay within a row force its bits to be settled one after the other. Where every
// axis has such moves, as in sums of heaps, the plane of the last two axes can be skewed
// (plan/row_axes.hpp), at the price of rows that are longer than their positions.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "plan/offsets.hpp"
#include "plan/row_axes.hpp"
#include "plan/schedule.hpp"
#include "rules/rules.hpp"

namespace grundy::plan {

struct BitMove {
  Index change;         // leads to index + change
  bool ray = false;     // and to every further multiple of it
  RowCondition when;    // the rule's own condition
  RowCondition option;  // where there is an option, given that the row it lies in exists
};

struct BitEnding {
  Outcome outcome;
  RowCondition when;
};

struct BitRows {
  RowAxes axes;
  std::vector<BitMove> moves;  // to other rows
  std::vector<BitMove> chain;  // to lower bits of the same row
  std::vector<BitEnding> endings;

  std::size_t rays() const noexcept;   // among `moves`
  std::size_t depth() const noexcept;  // of the deepest condition
  // Tiles in indices; tiles along the row axis are whole.
  Schedule schedule() const;
};

// Where the bits stand: planes of rows, in blocks with empty words between them, so that reading
// past the ends of a block's rows finds no bits, and none that another thread may be writing.
struct RowLayout {
  RowAxes axes;
  std::size_t words = 0;             // of a row
  std::size_t gap = 0;               // empty words before and behind each block
  std::int64_t block = 0;            // rows of a block
  std::vector<std::size_t> strides;  // words between neighbours along the axes before the plane's

  explicit RowLayout(const BitRows& rows);
  std::size_t plane_words() const noexcept;
  std::size_t total_words() const noexcept;
  // The word in which the row's bit 0 stands. The last entry of the index does not matter.
  std::size_t row(const Index& index) const noexcept;

  // Rows that are solved together: their masks should stay in the first-level cache.
  std::size_t group_rows() const noexcept;
  // Whether bits of the move's options may be bits of other rows, or beyond the row's end.
  bool needs_edge(const BitMove& move) const noexcept;
};

bool stays_in_plane(const Index& change) noexcept;

// All layouts in which every offset leads back, the one that promises to be fastest first.
std::vector<RowAxes> row_layouts(const std::vector<Offset>& offsets, const Box& closure);

// The rules in one of these layouts; nothing, with the reason, for conditions that are not linear.
std::optional<BitRows> bit_rows(const rules::Rules& rules, const std::vector<Offset>& offsets,
                                const RowAxes& axes, std::string& why_not);

// The rules in the best layout; nothing, with the reason, for rules of another kind. The closure
// is that of rules/termination.hpp.
std::optional<BitRows> recognise_bit_rows(const rules::Rules& rules, const Box& closure,
                                          std::string& why_not);

// Peak bytes of sweep::solve_bit_rows.
std::uint64_t memory_bytes(const BitRows& rows, std::size_t threads);

}  // namespace grundy::plan
