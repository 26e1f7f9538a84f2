#include "kernels/generic.hpp"

#include <limits>

namespace grundy::kernels {
namespace {

// Calls use(rank) for the only summand of each option, until one call returns true.
template <class Use>
bool each_rank(const Run& run, Use use) noexcept {
  if (run.set) {
    for (std::size_t i = 0; i < run.count; ++i)
      if (use(run.start[0] + run.step[0] * run.set[i])) return true;
    return false;
  }
  std::int64_t rank = run.start[0];
  const std::int64_t step = run.step[0];
  for (std::size_t i = 0; i < run.count; ++i, rank += step)
    if (use(rank)) return true;
  return false;
}

template <class Cell>
void copy_to_images(const Program& program, const Columns& columns, std::size_t lane,
                    const Images& images, Cell value, std::span<Cell> cells) noexcept {
  const std::size_t dimensions = program.dimensions;
  for (std::size_t image = 0; image < images.strides.size(); image += dimensions) {
    std::int64_t rank = images.origin;
    for (std::size_t axis = 0; axis < dimensions; ++axis)
      rank += images.strides[image + axis] * columns.outer[axis * lanes + lane];
    cells[static_cast<std::size_t>(rank)] = value;
  }
}

// Solves the positions of a batch one after the other.
//   solve(rank, lane)        the value of a position whose play goes on
//   finished(won)            the value of a position whose play is over
template <class Solve, class Finished, class Cell>
void for_each_position(const Program& program, const Columns& columns, std::size_t width,
                       const Images& images, std::span<Cell> cells, Solve solve,
                       Finished finished) noexcept {
  evaluate(program.position_code, columns.outer, width);
  const std::int64_t* ranks = columns.outer.data() + program.rank * lanes;
  const std::int64_t* over =
      program.over == no_register ? nullptr : columns.outer.data() + program.over * lanes;
  for (std::size_t lane = 0; lane < width; ++lane) {
    Cell& cell = cells[static_cast<std::size_t>(ranks[lane])];
    cell = over && over[lane] != 0 ? finished(over[lane] == 2) : solve(lane);
    copy_to_images(program, columns, lane, images, cell, cells);
  }
}

}  // namespace

void solve_outcomes(const Program& program, const Columns& columns, std::size_t width, bool misere,
                    const Images& images, std::span<std::uint8_t> cells) noexcept {
  const auto solve = [&](std::size_t lane) -> std::uint8_t {
    bool moved = false;
    const bool wins = visit_runs(program, columns, lane, [&](const Run& run) {
      moved = true;
      if (run.summands == 0) return !misere;  // to the end of the game, where nobody can move
      return each_rank(
          run, [&](std::int64_t rank) { return cells[static_cast<std::size_t>(rank)] == 0; });
    });
    return wins || (!moved && misere);
  };
  for_each_position(program, columns, width, images, cells, solve,
                    [](bool won) { return std::uint8_t{won}; });
}

template <class Cell>
void solve_nimbers(const Program& program, const Columns& columns, std::size_t width, MexMarks& mex,
                   const Images& images, std::span<Cell> cells) noexcept {
  const auto solve = [&](std::size_t lane) {
    if (++mex.stamp == 0) {
      std::fill(mex.marks.begin(), mex.marks.end(), 0);
      mex.stamp = 1;
    }
    const std::uint32_t stamp = mex.stamp;
    std::uint32_t* const marks = mex.marks.data();
    visit_runs(program, columns, lane, [&](const Run& run) {
      if (run.summands == 1) {
        each_rank(run, [&](std::int64_t rank) {
          marks[cells[static_cast<std::size_t>(rank)]] = stamp;
          return false;
        });
        return false;
      }
      for (std::size_t i = 0; i < run.count; ++i) {
        std::uint32_t sum = 0;
        for (std::size_t s = 0; s < run.summands; ++s)
          sum ^= cells[static_cast<std::size_t>(run.output(s, i))];
        marks[sum] = stamp;
      }
      return false;
    });
    std::size_t nimber = 0;
    while (marks[nimber] == stamp) ++nimber;
    return static_cast<Cell>(nimber);
  };
  for_each_position(program, columns, width, images, cells, solve, [](bool) { return Cell{0}; });
}

template <class Cell>
void solve_remoteness(const Program& program, const Columns& columns, std::size_t width,
                      bool misere, const Images& images, std::span<Cell> cells) noexcept {
  const auto solve = [&](std::size_t lane) {
    constexpr Cell none = std::numeric_limits<Cell>::max();
    Cell fastest_win = none;  // least remoteness of a P-option, as a cell
    Cell slowest_loss = 0;    // greatest remoteness of an N-option, as a cell
    bool moved = false;
    const auto meet = [&](Cell option) {
      if (option % 2 == 0)
        fastest_win = std::min(fastest_win, option);
      else
        slowest_loss = std::max(slowest_loss, option);
      return false;
    };
    visit_runs(program, columns, lane, [&](const Run& run) {
      moved = true;
      if (run.summands == 0) return meet(misere);
      return each_rank(
          run, [&](std::int64_t rank) { return meet(cells[static_cast<std::size_t>(rank)]); });
    });
    if (fastest_win != none) return static_cast<Cell>(fastest_win + 3);
    if (moved) return static_cast<Cell>(slowest_loss + 1);
    return static_cast<Cell>(misere);
  };
  for_each_position(program, columns, width, images, cells, solve,
                    [](bool won) { return static_cast<Cell>(won); });
}

template void solve_nimbers(const Program&, const Columns&, std::size_t, MexMarks&, const Images&,
                            std::span<std::uint8_t>) noexcept;
template void solve_nimbers(const Program&, const Columns&, std::size_t, MexMarks&, const Images&,
                            std::span<std::uint16_t>) noexcept;
template void solve_nimbers(const Program&, const Columns&, std::size_t, MexMarks&, const Images&,
                            std::span<std::uint32_t>) noexcept;
template void solve_remoteness(const Program&, const Columns&, std::size_t, bool, const Images&,
                               std::span<std::uint16_t>) noexcept;
template void solve_remoteness(const Program&, const Columns&, std::size_t, bool, const Images&,
                               std::span<std::uint32_t>) noexcept;

}  // namespace grundy::kernels
