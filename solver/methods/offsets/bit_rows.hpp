// methods/offsets/bit_rows.hpp: rules for which outcomes can be solved by rows of bits.
//
// Offsets and rays (methods/offsets/offsets.hpp) with linear conditions, in two coordinates or
// more. One axis is chosen to run along the rows. Then a move reads another row shifted by a
// constant, 64 positions a word. The axes are put in an order in which every move leads back: the
// first axis it changes falls. So a row may be solved when those before it are.
//
// Where moves stay within a row, its bits must be solved one after the other. Where every axis has
// such moves, as in sums of heaps, the plane of the last two axes can be skewed
// (methods/offsets/row_axes.hpp). Then rows are longer than their positions need.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/offsets/offsets.hpp"
#include "methods/offsets/row_axes.hpp"
#include "rules/rules.hpp"
#include "tiles/schedule.hpp"

namespace grundy::offset {

struct BitMove {
  Index change;                           // leads to index + change
  bool ray = false;                       // and to every further multiple of it
  std::optional<std::size_t> along = {};  // and from there along the ray that is move `along`
  RowCondition when;                      // the rule's own condition
  RowCondition option;                    // where there is an option, provided that its row exists
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
  std::uint64_t tile_positions = 0;  // about how many a tile has
  // The part of the closure whose outcomes are kept. All others are overwritten during the sweep
  // (methods/offsets/row_layout.hpp). Nothing: the closure is kept.
  std::optional<RowAxes> kept;
  double nanoseconds = 0;  // estimated for outcomes, of one thread

  std::size_t rays() const noexcept;   // among `moves`
  std::size_t depth() const noexcept;  // of the deepest condition
  // Tiles, in indices; along the row axis there is a single one. Where not all is kept, a tile
  // waits until nothing needs values from two tiles before it along the first axis.
  tiles::Schedule schedule() const;
};

bool stays_in_plane(const Index& change) noexcept;

// The offsets of rules in two coordinates or more; this and the following return
// family::does_not_apply() for other rules.
Result<std::vector<Offset>> offsets_in_rows(const rules::Rules& rules,
                                            const relation::Differences& differences,
                                            const Box& closure);

// All layouts in which every offset leads back, and rays along a row lead to every bit. The one
// with the least estimated time comes first: for rows of bits if the quantity is outcome, else of
// cells.
std::vector<RowAxes> row_layouts(const std::vector<Offset>& offsets, const Box& closure,
                                 Quantity quantity);
// The reason where there is none.
inline constexpr std::string_view no_layout = "no order of the coordinates falls with every move";

// The rules in one of these layouts, unless a condition is not linear.
Result<BitRows> bit_rows(const rules::Rules& rules, const std::vector<Offset>& offsets,
                         const RowAxes& axes);

// The rules in the best layout. The closure is that of rules/proofs/termination.hpp.
Result<BitRows> recognise_bit_rows(const rules::Rules& rules,
                                   const relation::Differences& differences, const Box& closure);

}  // namespace grundy::offset
