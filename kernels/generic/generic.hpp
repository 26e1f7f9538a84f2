// kernels/generic/generic.hpp: any rules, any quantity, one batch of positions.
//
// Cells are the values of all positions of an array by rank; a batch is up to `lanes`
// positions whose coordinates stand in the outer columns. Positions are solved in lane
// order: each may use the cells of the lanes before it. A cell is
//   outcome     0 = P, 1 = N                           (std::uint8_t)
//   nimber      the Sprague-Grundy value               (std::uint8_t, 16_t or 32_t)
//   remoteness  2 * remoteness + (0 = P, 1 = N)        (std::uint16_t or 32_t)
// Outcome and remoteness need rules without sums. The cost is one load an option that no earlier
// position of the line has looked at (kernels/generic/run_memo.hpp); for outcomes the search stops
// at the first P-option, and one load serves the lanes whose options lie side by side.
#pragma once
#include <cstdint>
#include <span>

#include "kernels/generic/images.hpp"
#include "kernels/generic/lane_runs.hpp"
#include "kernels/generic/run_memo.hpp"
#include "kernels/generic/runs.hpp"

namespace grundy::kernels {

// The mex of a position: marks[g] == stamp when some option has nimber g. The marks need
// no clearing between positions.
struct MexMarks {
  std::span<std::uint32_t> marks;  // more entries than any nimber or sum of nimbers
  std::uint32_t stamp = 0;
};

// Which rules a batch of outcomes begins with, and which lanes each is still open for.
struct RuleTurns {
  std::span<LaneSet> open;  // one for each rule
  std::size_t first = 0;    // the rule that wins most
};

// Each sets cells[rank] of every position in the first `width` lanes, and of its images. They
// differ only in the quantity. `misere`: a position without options is won by the player to move.
void solve_outcomes(const Program& program, const Columns& columns, std::size_t width, bool misere,
                    RuleTurns& turns, const RunMemo& memo, const Images& images,
                    std::span<std::uint8_t> cells) noexcept;

template <class Cell>
void solve_nimbers(const Program& program, const Columns& columns, std::size_t width, MexMarks& mex,
                   RunMemo& memo, const Images& images, std::span<Cell> cells) noexcept;

template <class Cell>
void solve_remoteness(const Program& program, const Columns& columns, std::size_t width,
                      bool misere, RunMemo& memo, const Images& images,
                      std::span<Cell> cells) noexcept;

}  // namespace grundy::kernels
